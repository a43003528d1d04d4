import { describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { idsOf, pageText, recallWorld } from "./recall-world.ts";

const keyed = (answer: {
  readonly hits: readonly { readonly layer: string; readonly id: string }[];
}): readonly string[] => answer.hits.map(({ layer, id }) => `${layer} ${id}`);

describe("over two layers", () => {
  test("a page scores the same in either", async () => {
    verifies("recall.layers-comparable");
    const scores: number[] = [];
    for (const where of ["project", "personal"] as const) {
      const world = await recallWorld();
      const put = where === "project" ? world.put : world.putPersonal;
      put("wiki/notes/mercury.md", "# Mercury\n\nThe lens floats on mercury.\n");
      world.put("wiki/notes/oil.md", "# Oil\n\nThe lamp burns oil.\n");
      const [hit] = (await world.ask("mercury")).hits;
      scores.push(hit?.score ?? 0);
    }
    expect(scores[0]).toBeGreaterThan(0);
    expect(scores[1]).toBe(scores[0]);
  });

  test("many middling pages of one don't keep the best of the other out", async () => {
    verifies("recall.layers-crowding");
    for (const crowd of ["put", "putPersonal"] as const) {
      const world = await recallWorld();
      for (let number = 1; number <= 12; number += 1) {
        world[crowd](
          `wiki/notes/day-${number}.md`,
          `# Day ${number}\n\nA quiet watch; the mercury was looked at, entry ${number}.\n`,
        );
      }
      const other = crowd === "put" ? world.putPersonal : world.put;
      other("wiki/notes/spill.md", "# Mercury spill\n\nMercury spill: open the gallery, sweep with sulphur.\n");
      expect(idsOf(await world.ask("mercury spill"))[0]).toBe("notes/spill");
    }
  });

  test("the same id shows the nearest one, which says what it hides", async () => {
    verifies("recall.layers-shadow");
    const world = await recallWorld();
    world.put("wiki/notes/oil.md", "# Oil\n\nColza here.\n");
    world.putPersonal("wiki/notes/oil.md", "# Oil\n\nColza at home.\n");
    world.putPersonal("wiki/notes/lamp.md", "# Lamp\n\nColza in every lamp.\n");
    const answer = await world.ask("colza");
    expect([...keyed(answer)].sort()).toEqual(["personal notes/lamp", "project notes/oil"]);
    expect(answer.hits.find(({ id }) => id === "notes/oil")?.labels).toEqual(["shadows a personal page"]);
    expect(answer.excluded).toEqual([{ id: "notes/oil", layer: "personal", reason: "shadowed" }]);
    expect(keyed(await world.ask("colza", { layer: "personal" }))).toContain("personal notes/oil");
  });

  test("the same id in another Unicode form is the same", async () => {
    verifies("recall.layers-shadow");
    const world = await recallWorld();
    world.put("wiki/notes/caf\u00e9.md", "# Café\n\nColza here.\n");
    world.putPersonal("wiki/notes/cafe\u0301.md", "# Café\n\nColza at home.\n");
    expect(keyed(await world.ask("colza"))).toEqual(["project notes/café"]);
  });

  test("packets of the same number are different things", async () => {
    const world = await recallWorld();
    world.put("raw/sources/SRC-2026-11-30-001/extracted.md", "Colza oil, a letter.\n");
    world.putPersonal("raw/sources/SRC-2026-11-30-001/extracted.md", "Colza oil, a bill.\n");
    expect(keyed(await world.ask("colza oil"))).toHaveLength(2);
  });

  test("the same content is shown once", async () => {
    verifies("recall.shown-once");
    const world = await recallWorld();
    world.put("wiki/notes/oil.md", "# Oil\n\nColza burns.\n");
    world.put("wiki/notes/oil-copy.md", "# Oil\n\nColza burns.\n");
    world.putPersonal("wiki/notes/my-oil.md", "# Oil\n\nColza burns.\n");
    world.put("wiki/notes/other.md", "# Oil\n\nColza burns well.\n");
    expect((await world.ask("colza burns")).hits).toHaveLength(2);
  });
});

describe("an answer", () => {
  test("holds five pages, or as many as asked, from one to twenty", async () => {
    const world = await recallWorld();
    for (let number = 1; number <= 30; number += 1)
      world.put(`wiki/notes/n${number}.md`, `# Note ${number}\n\nColza ${number}.\n`);
    const count = async (limit?: number): Promise<number> =>
      (await world.ask("colza", limit === undefined ? {} : { limit })).hits.length;
    expect([await count(), await count(1), await count(12), await count(500), await count(0)]).toEqual([
      5, 1, 12, 20, 1,
    ]);
    expect((await world.ask("colza")).total).toBe(30);
  });

  test("says what it read a slip as", async () => {
    verifies("recall.typos");
    const world = await recallWorld();
    world.put("wiki/notes/a.md", "# Lens\n\nBy Fresnel.\n");
    world.put("wiki/notes/b.md", "# Prism\n\nBy Fresnel too.\n");
    expect(await world.ask("fresnle")).toMatchObject({ corrected: [{ from: "fresnl", to: "fresnel" }], total: 2 });
  });

  test("to nothing is empty", async () => {
    const world = await recallWorld();
    world.put("wiki/notes/a.md", "# Lens\n");
    for (const query of ["", "  ", "?!", "harbour"]) {
      expect(await world.ask(query)).toMatchObject({ hits: [], total: 0, evidence: undefined, excluded: [] });
    }
  });

  test("filters before the cut, however many pages are left out", async () => {
    verifies("recall.withheld");
    const world = await recallWorld();
    for (let number = 1; number <= 80; number += 1) {
      world.put(
        `wiki/notes/n${number}.md`,
        pageText(`# Colza colza\n\nColza oil ${number}.\n`, { status: "deprecated" }),
      );
    }
    world.put("wiki/notes/live.md", "# Stores\n\nThere is some colza in the cellar, behind the coal.\n");
    const answer = await world.ask("colza");
    expect(idsOf(answer)).toEqual(["notes/live"]);
    expect(answer.excluded).toHaveLength(20);
  });
});
