import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { byUse, trustClassOf } from "../../../../extensions/core/recall/ranking/by-use.ts";
import { renderUse, type UsageEvent } from "../../../../extensions/core/usage/usage-event.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { furnish } from "../../../hosts/pi/pi-world.ts";
import { openToolWorld, type ToolWorld } from "../../../tools/tool-world.ts";
import { adoption, hit, outcome } from "../../usage/usage-worlds.ts";

const believed = { status: "stable", confidence: undefined } as const;
const trust = { isDoubtful: false, isDisputed: false };

describe("trust", () => {
  test.each([
    ["a stable page", believed, "believed"],
    ["a stable page with weak grounds", { ...believed, confidence: "weak" }, "believed"],
    ["a draft", { ...believed, status: "draft" }, "doubted"],
    ["a deprecated page", { ...believed, status: "deprecated" }, "doubted"],
    ["a shadow", { ...believed, confidence: "shadow" }, "doubted"],
    ["a page that was changed since its review", { ...believed, trust: { ...trust, isDoubtful: true } }, "doubted"],
    ["a page that the user disputes", { ...believed, trust: { ...trust, isDisputed: true } }, "doubted"],
    ["a page whose claim a tool rejected", { ...believed, isDoubted: true }, "doubted"],
  ] as const)("puts %s where it belongs", (_, facts, trustClass) => {
    verifies("usage.ranks");
    expect(trustClassOf(facts)).toBe(trustClass);
  });

  const pages = fc.array(
    fc.record({
      trustClass: fc.constantFrom("believed" as const, "doubted" as const),
      score: fc.double({ min: 0, max: 9, noNaN: true }),
      name: fc.uuid(),
    }),
  );

  test("classes keep their places, and use orders each of them", () => {
    verifies("usage.ranks");
    fc.assert(
      fc.property(pages, (ranked) => {
        const ordered = byUse(ranked, (left, right) => right.score - left.score);
        expect(ordered.map(({ trustClass }) => trustClass)).toEqual(ranked.map(({ trustClass }) => trustClass));
        expect(ordered.map(({ name }) => name).sort()).toEqual(ranked.map(({ name }) => name).sort());
        for (const wanted of ["believed", "doubted"]) {
          const scores = ordered.filter(({ trustClass }) => trustClass === wanted).map(({ score }) => score);
          expect(scores).toEqual([...scores].sort((a, b) => b - a));
        }
      }),
    );
  });
});

const stream = "lighthouse/.llm-wiki/meta/telemetry/keeper.jsonl";

const twins = ({ page }: ToolWorld): void => {
  for (const name of ["ash", "birch", "cedar"])
    page(`notes/${name}`, `# ${name}\n\nThe fog horn is greased with tallow.`);
  page("notes/draft", "# draft\n\nThe fog horn is greased with tallow.", { status: "draft" });
};

const order = async (world: ToolWorld, limit = 5): Promise<readonly string[]> =>
  (await world.workspace.recall({ query: "fog horn tallow", limit })).hits.map(({ id }) => id.slice("notes/".length));

describe("a page that was of use", () => {
  test("ranks before its equals, and one that failed after them", async () => {
    verifies("usage.ranks");
    const world = await openToolWorld();
    twins(world);
    expect(await order(world)).toEqual(["ash", "birch", "cedar", "draft"]);
    const uses = [hit("notes/cedar"), adoption("notes/cedar"), outcome("notes/ash", "failure")];
    world.put(stream, uses.map(renderUse).join(""));
    expect(await order(world)).toEqual(["cedar", "birch", "ash", "draft"]);
    expect(await order(world, 20)).toEqual(["cedar", "birch", "ash", "draft"]);
    const { hits } = await world.workspace.recall({ query: "fog horn tallow", explain: true });
    expect(hits.map(({ parts }) => parts?.usage)).toEqual([expect.closeTo(1.0624, 4), 1, expect.closeTo(0.97, 4), 1]);
  });

  test("does not move for what somebody says of their own work", async () => {
    verifies("usage.self-never-ranks");
    const world = await openToolWorld();
    twins(world);
    const said = Array.from({ length: 9 }, () => outcome("notes/cedar", "success", { judge: "self" }));
    world.put(stream, said.map(renderUse).join(""));
    expect(await order(world)).toEqual(["ash", "birch", "cedar", "draft"]);
  });

  test("never passes a page of another trust class, however often it is used", async () => {
    verifies("usage.ranks");
    const world = await openToolWorld();
    twins(world);
    const hot = Array.from({ length: 300 }, (_, nth) => adoption("notes/draft", { session: `watch ${nth}` }));
    const failed = ["ash", "birch", "cedar"].flatMap((name) =>
      Array.from({ length: 60 }, () => outcome(`notes/${name}`, "failure")),
    );
    world.put(stream, [...hot, ...failed].map(renderUse).join(""));
    expect(await order(world)).toEqual(["ash", "birch", "cedar", "draft"]);
  });

  test("is looked for by words alone when a new note may repeat it", async () => {
    verifies("usage.ranks");
    const note = {
      title: "Greasing before autumn",
      type: "general",
      text: "The boiler and the reed of the fog horn are greased with tallow before the first fog of autumn.",
    };
    const candidatesAfter = async (uses: readonly UsageEvent[]): Promise<readonly unknown[]> => {
      const world = await openToolWorld();
      furnish(world);
      world.put(stream, uses.map(renderUse).join(""));
      return (await world.workspace.note(note)).candidates;
    };
    const plain = await candidatesAfter([]);
    expect(plain).toHaveLength(2);
    expect(await candidatesAfter([hit("notes/fog-horn-boiler"), adoption("notes/fog-horn-boiler")])).toEqual(plain);
  });
});
