import { setTimeout as after } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { liveEntries, parseMemory } from "../../extensions/core/tasks/memory/memory-file.ts";
import { nodePlatform } from "../../extensions/platform/node-platform.ts";
import { verifies } from "../acceptance/verifies.ts";
import { type Harbour, harbourVariables, openHarbour } from "../scenarios/harbour.ts";
import { refuse } from "../support/test-platform.ts";
import { trouble } from "./acknowledged.ts";
import { acknowledgedBy, refusedTo, startWriter } from "./start-storm.ts";
import { draws, either, longest, seeded } from "./storm.ts";

const task = "keep-the-watch";

const openTask = async (): Promise<Harbour> => {
  const harbour = await openHarbour();
  await harbour.session().tasks.open({ title: "Keep the watch" });
  return harbour;
};

const platformOf = ({ folder }: Harbour) => nodePlatform({ refuse, variables: harbourVariables(folder) });

const idsIn = (harbour: Harbour): readonly (string | undefined)[] =>
  liveEntries(parseMemory(harbour.read(`tasks/${task}/memories/keeper.md`))).map(({ id }) => id);

const crowd = either({ short: { processes: 4, entries: 15 }, long: { processes: 8, entries: 200 } });

test(`${crowd.processes} processes that add to one task lose nothing and share no id`, {
  timeout: longest,
}, async () => {
  verifies("tasks.crowd");
  const harbour = await openTask();
  const began = performance.now();
  const writers = await Promise.all(
    Array.from({ length: crowd.processes }, (_, nth) =>
      startWriter(harbour, { name: `p${nth}`, count: crowd.entries, size: 400, task }),
    ),
  );
  const said = (await Promise.all(writers.map((writer) => writer.ended()))).flat();
  expect(performance.now() - began).toBeLessThan(30_000);
  expect(refusedTo(said)).toEqual([]);
  const acknowledged = acknowledgedBy(said);
  expect(acknowledged).toHaveLength(crowd.processes * crowd.entries);
  const ids = idsIn(harbour);
  expect([ids.length, new Set(ids).size]).toEqual([acknowledged.length, acknowledged.length]);
  expect(await trouble(platformOf(harbour), { root: harbour.root, acknowledged })).toEqual([]);
});

const kills = either({ short: 6, long: 200 });

describe(`processes that are killed while they remember (${seeded})`, () => {
  test("lose no acknowledged entry, and leave a file that parses", { timeout: longest }, async () => {
    verifies("tasks.killed");
    const draw = draws(2);
    const harbour = await openTask();
    const acknowledged = [];
    for (let round = 0; round < kills; round += 1) {
      // Every other one in the middle of a change on disk.
      const inside = round % 2 === 1 ? { killAt: 1 + draw(60) } : {};
      const writer = await startWriter(harbour, { name: `r${round}`, count: 1_000_000, size: 400, task, ...inside });
      if (round % 2 === 0) {
        await writer.heard(1 + draw(9));
        await after(draw(40));
        writer.process.kill("SIGKILL");
      }
      acknowledged.push(...acknowledgedBy(await writer.ended()));
      const found = await trouble(platformOf(harbour), { root: harbour.root, acknowledged });
      expect([round, found]).toEqual([round, []]);
      const text = `Round ${round} is over, the lamp burns.`;
      const { entry } = await harbour.session().tasks.remember({ task, text });
      acknowledged.push({ did: "remembered" as const, id: entry, task, user: "keeper", text });
    }
    const ids = idsIn(harbour);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
