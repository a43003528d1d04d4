import { describe, expect, test } from "vitest";
import { nodePlatform } from "../../extensions/platform/node-platform.ts";
import { verifies } from "../acceptance/verifies.ts";
import { harbourVariables, openHarbour } from "../scenarios/harbour.ts";
import { refuse } from "../support/test-platform.ts";
import { trouble } from "./acknowledged.ts";
import { acknowledgedBy, refusedTo, startWriter } from "./start-storm.ts";
import { either, longest } from "./storm.ts";

const crowd = either({ short: { processes: 4, writes: 10 }, long: { processes: 8, writes: 100 } });

describe(`${crowd.processes} processes that add to one vault at once`, () => {
  test("lose nothing, share no id, and leave one whole chain", { timeout: longest }, async () => {
    verifies("storm.crowd");
    const harbour = await openHarbour();
    const writers = await Promise.all(
      Array.from({ length: crowd.processes }, (_, nth) =>
        startWriter(harbour, { name: `p${nth}`, count: crowd.writes, size: 400, title: "The watch" }),
      ),
    );
    const said = (await Promise.all(writers.map((writer) => writer.ended()))).flat();
    expect(refusedTo(said)).toEqual([]);
    const acknowledged = acknowledgedBy(said);
    expect(acknowledged).toHaveLength(crowd.processes * crowd.writes);

    const platform = nodePlatform({ refuse, variables: harbourVariables(harbour.folder) });
    expect(await trouble(platform, { root: harbour.root, acknowledged })).toEqual([]);
    const { findings } = await harbour.session().verify();
    expect(findings).toEqual([]);
    await harbour.session().rebuild();
    const listed = Object.keys(JSON.parse(harbour.read("meta/registry.json")).pages);
    const notes = acknowledged.flatMap((one) => (one.did === "note" ? [one.id] : []));
    expect(notes.filter((id) => !listed.includes(id))).toEqual([]);
  });
});
