import { expect, test } from "vitest";
import { counted } from "../../../extensions/core/counted.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { openToolWorld } from "../../tools/tool-world.ts";

test("words are counted, those that are names of built-in properties too", () => {
  expect(counted(["oil", "constructor", "oil", "__proto__"])).toEqual(
    Object.fromEntries([
      ["__proto__", 1],
      ["constructor", 1],
      ["oil", 2],
    ]),
  );
});

test("figures of all pages follow each change: of a file, of a decision and of a use", async () => {
  verifies("dashboard.browse");
  const world = await openToolWorld();
  const { browse } = world.workspace;
  world.page("concepts/lens", "# The lens");
  world.page("concepts/wick", "# The wick", { status: "deprecated" });
  const first = await browse.tally();
  expect(first).toMatchObject({
    by_status: { stable: 1, deprecated: 1 },
    withheld: 1,
    shown: 0,
    never_shown: 2,
  });
  expect(await browse.tally()).toEqual(first);
  world.page("concepts/oil", "# Oil", { status: "draft" });
  expect((await browse.tally()).by_status).toEqual({ deprecated: 1, draft: 1, stable: 1 });
  const person = world.workspace.as("cli");
  await person.setStatus({ pages: ["concepts/oil"], decision: "reject", reason: "It is paraffin.", claim: "oil" });
  expect((await browse.tally()).by_status).toEqual({ deprecated: 1, rejected: 1, stable: 1 });
  const hit = { kind: "hit", id: "a", doc: "concepts/lens", at: "2026-11-30T01:00:00Z", tokens: 40, how: "injected" };
  world.put("lighthouse/.llm-wiki/meta/telemetry/keeper.jsonl", `${JSON.stringify(hit)}\n`);
  expect(await browse.tally()).toMatchObject({ shown: 1, used: 0, never_shown: 2 });
});
