import { expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { openCommandLine } from "./command-line.ts";

const id = "notes/winding-the-lens";

test("known-at asks what was believed: statuses as they were, pages that were known", async () => {
  verifies("trust.known-at");
  const cli = await openCommandLine({ isTerminal: true });
  const at = async (day: number, ...words: readonly string[]): Promise<void> => {
    cli.clock.set(`2026-12-0${day}T12:00:00.000Z`);
    expect((await cli.run(...words)).exitCode).toBe(0);
  };
  await at(1, "init", "lighthouse");
  await at(2, "note", "--title", "Winding the lens", "--type", "lesson", "--text", "The lens is wound at dusk.");
  await at(4, "confirm", id);
  await at(6, "retire", id, "--reason", "Electric now");
  await at(8, "note", "--title", "Lens motor", "--type", "lesson", "--text", "The lens is turned by a motor.");
  const believed = async (...words: readonly string[]) => {
    const { hits } = await cli.json("recall", "lens wound turned dusk motor", ...words);
    return (hits as { id: string; status: string; tier: string; labels: string[] }[]).map((hit) => [
      hit.id,
      hit.status,
      hit.tier,
    ]);
  };
  const noon = (day: number): readonly string[] => ["--known-at", `2026-12-0${day}T13:00:00Z`];
  expect(await believed()).toEqual([["notes/lens-motor", "draft", "unverified"]]);
  expect(await believed(...noon(1))).toEqual([]);
  expect(await believed(...noon(3))).toEqual([[id, "draft", "unverified"]]);
  expect(await believed(...noon(5))).toEqual([[id, "stable", "human-reviewed"]]);
  expect(await believed(...noon(7))).toEqual([]);
  const { hits } = await cli.json("recall", "lens wound at dusk", ...noon(5));
  // What was decided since changed no word of it.
  expect(hits).toMatchObject([{ labels: [], excerpt: expect.stringContaining("wound at dusk") }]);
  expect((await cli.run("recall", "lens", "--known-at", "noon")).exitCode).toBe(2);
});

test("as-of before a correction that names no time answers what was replaced, and now the correction", async () => {
  verifies("conflicts.supersede-closes");
  const cli = await openCommandLine({ isTerminal: true });
  cli.clock.set("2026-12-01T12:00:00.000Z");
  await cli.run("init", "lighthouse");
  await cli.run("note", "--title", "Lamp oil", "--type", "decision", "--text", "The lamp burns whale oil.");
  await cli.run("confirm", "notes/lamp-oil");
  cli.clock.set("2026-12-05T12:00:00.000Z");
  const newer = ["--title", "Fuel of the lamp", "--type", "decision", "--text", "The lamp burns rapeseed oil."];
  await cli.run("note", ...newer, "--supersedes", "notes/lamp-oil");
  cli.clock.set("2026-12-09T12:00:00.000Z");
  await cli.run("confirm", "notes/fuel-of-the-lamp");
  const idsAt = async (...words: readonly string[]): Promise<readonly string[]> => {
    const { hits } = await cli.json("recall", "oil that the lamp burns", ...words);
    return (hits as { id: string }[]).map(({ id }) => id);
  };
  expect(await idsAt("--as-of", "2026-12-02T00:00:00Z")).toEqual(["notes/lamp-oil"]);
  expect(await idsAt("--as-of", "2026-12-06T00:00:00Z")).toEqual(["notes/fuel-of-the-lamp"]);
  expect(await idsAt()).toEqual(["notes/fuel-of-the-lamp"]);
});
