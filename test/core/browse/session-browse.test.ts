import { expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { openToolWorld } from "../../tools/tool-world.ts";

test("a page that changed, an event and a task each give another sign, and looking again gives the same", async () => {
  verifies("dashboard.browse");
  const world = await openToolWorld();
  const { browse, tasks } = world.workspace.as("cli");
  world.page("concepts/lens", "# The lens");
  const first = await browse.look();
  expect(await browse.look()).toEqual(first);
  world.page("concepts/lens", "# The lens\n\nIt was cracked.");
  const changed = await browse.look();
  expect(changed.pages).not.toBe(first.pages);
  expect(changed.rest).toBe(first.rest);
  await tasks.open({ title: "Mend the lens" });
  expect((await browse.look()).rest).not.toBe(first.rest);
});

test("what memory cost is told by day, uses once each, days without use as zeros", async () => {
  verifies("dashboard.browse");
  const world = await openToolWorld();
  world.page("concepts/lens", "# The lens");
  const hit = (id: string, at: string) => ({ kind: "hit", id, doc: "concepts/lens", at, tokens: 40, how: "injected" });
  const lines = [
    hit("a", "2026-11-30T01:00:00Z"),
    hit("a", "2026-11-30T01:00:00Z"),
    hit("b", "2026-11-28T23:30:00-01:00"),
  ];
  const used = { kind: "adopted", id: "c", doc: "concepts/lens", at: "2026-11-30T02:00:00Z", session: "s" };
  world.put(
    "lighthouse/.llm-wiki/meta/telemetry/keeper.jsonl",
    [...lines, used].map((one) => `${JSON.stringify(one)}\n`).join(""),
  );
  expect(await world.workspace.browse.useByDay(3)).toEqual([
    { day: "2026-11-28", hits: 0, tokens: 0, adopted: 0 },
    { day: "2026-11-29", hits: 1, tokens: 40, adopted: 0 },
    { day: "2026-11-30", hits: 1, tokens: 40, adopted: 1 },
  ]);
  const [vault] = await world.workspace.browse.vaults();
  expect(vault?.pages).toMatchObject([{ id: "concepts/lens", hits: 2, adopted: 1, tokens: 80 }]);
});

test("one page tells its text, its sources and what links to it; one that is gone is nothing", async () => {
  verifies("dashboard.browse");
  const world = await openToolWorld();
  world.page("concepts/lens", "# The lens\n\nGround in Paris.", { sources: ["SRC-2026-11-30-001"] });
  world.page("concepts/oil", "# Oil\n\nFor the [[lens]].");
  const opened = await world.workspace.browse.page({ vault: 0, id: "concepts/lens" });
  expect(opened).toMatchObject({
    layer: "project",
    body: expect.stringContaining("Ground in Paris."),
    sources: [{ id: "SRC-2026-11-30-001", isKept: false }],
    backlinks: [{ id: "concepts/oil", title: "Oil" }],
  });
  expect(await world.workspace.browse.page({ vault: 0, id: "concepts/lamp" })).toBeUndefined();
  expect(await world.workspace.browse.page({ vault: 3, id: "concepts/lens" })).toBeUndefined();
});
