import { describe, expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { furnished } from "./portable-world.ts";

describe("retrieval.k_is_an_upper_bound", () => {
  test("of many long matches there are as many as asked for, never more, within the budget", async () => {
    verifies("portable.k-bound");
    const place = await furnished();
    for (let at = 1; at <= 40; at += 1) {
      const lantern = at > 7 ? "" : "Its binnacle lantern is green. ".repeat(30);
      const words = `The cutter number ${at} lies off the skerry. `.repeat(60);
      place.page(`notes/cutter-${at}`, `# Cutter ${at}\n\n${words}${lantern}`);
    }
    for (const limit of [1, 2, 5, 13, 20]) {
      expect([limit, (await place.ids("cutter off the skerry", { limit })).length]).toEqual([limit, limit]);
    }
    place.page("notes/astrolabe", "# Astrolabe\n\nThe astrolabe is lent.");
    expect(await place.ids("astrolabe", { limit: 20 })).toHaveLength(1);
    const { text } = await place.recall("cutter off the skerry", { limit: 20 });
    expect(text.length / 4).toBeLessThan(3_500);
    const injected = await place.injected("Which cutter has a green binnacle lantern?");
    const heads = injected.match(/^\[\[/gm) ?? [];
    expect(heads.length).toBeGreaterThan(0);
    expect(heads.length).toBeLessThanOrEqual(5);
    expect(injected.length / 4).toBeLessThanOrEqual(1_300);
  });

  test("none and too many are refused or cut, never taken for all", async () => {
    verifies("portable.k-bound");
    const place = await furnished();
    for (const limit of ["0", "-1", "21", "1000", "all", "1e2"]) {
      expect([limit, (await place.cli("script", "recall", "bell", `--limit=${limit}`)).exitCode]).toEqual([limit, 2]);
    }
    // A host checks the number against the schema; what comes past it is cut.
    for (const limit of [0, -3]) {
      expect((await place.tool("wiki_recall", { query: "keeping the bell", limit })).match(/^\[\[/gm)).toHaveLength(1);
    }
    const many = await place.tool("wiki_recall", { query: "keeping, looked after daily", limit: 1_000 });
    expect(many.match(/^\[\[/gm)).toHaveLength(20);
  });
});
