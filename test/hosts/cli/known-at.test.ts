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
