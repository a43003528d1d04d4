import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { followLinks } from "../../../../extensions/core/recall/ranking/hops.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { idsOf, pageText, recallWorld } from "../recall-world.ts";

const follow = (links: Readonly<Record<string, string>>, ranked: Readonly<Record<string, number>>, hops: number) =>
  followLinks(
    Object.entries(ranked).map(([place, score]) => ({ place, score })),
    { hops, keyOf: (place) => place, neighbours: (place) => [...(links[place] ?? "")] },
  ).map(({ place, score, hops: far, from }) => `${place} ${score} ${far} ${from}`);

describe("following links", () => {
  const chain = { a: "b", b: "ac", c: "bd", d: "ce", e: "d" };

  test("halves the score with each hop, up to three", () => {
    verifies("recall.hops");
    expect(follow(chain, { a: 8 }, 1)).toEqual(["b 4 1 a"]);
    expect(follow(chain, { a: 8 }, 3)).toEqual(["b 4 1 a", "c 2 2 b", "d 1 3 c"]);
    expect(follow(chain, { a: 8 }, 9)).toHaveLength(3);
    expect(follow(chain, { a: 8 }, 0)).toEqual([]);
  });

  test("takes the best way to a page, and none to those that are ranked", () => {
    expect(follow({ a: "c", b: "cd" }, { a: 2, b: 6 }, 1)).toEqual(["c 3 1 b", "d 3 1 b"]);
    expect(follow({ a: "b", b: "a" }, { a: 8, b: 2 }, 2)).toEqual([]);
  });

  test("adds thirty pages at most, the worthiest", () => {
    verifies("recall.hops");
    const many = Array.from({ length: 60 }, (_, at) => String.fromCharCode(0x4e00 + at)).join("");
    const added = follow({ a: many.slice(0, 20), b: many.slice(20) }, { a: 8, b: 4 }, 2);
    expect(added).toHaveLength(30);
    expect(added.filter((one) => one.endsWith(" a"))).toHaveLength(20);
  });

  test("gives each page once, never better than half of what led to it", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(..."abcdefgh"), fc.string({ unit: fc.constantFrom(..."abcdefgh") })),
        (links) => {
          const added = followLinks([{ place: "a", score: 1 }], {
            hops: 3,
            keyOf: (place) => place,
            neighbours: (place) => [...(links[place] ?? "")],
          });
          expect(new Set(added.map(({ place }) => place)).size).toBe(added.length);
          for (const { place, score, hops } of added) expect([place === "a", score]).toEqual([false, 0.5 ** hops]);
        },
      ),
    );
  });
});

describe("recall with hops", () => {
  const lighthouse = async () => {
    const world = await recallWorld();
    world.put(
      "wiki/notes/mercury.md",
      pageText("# Mercury bath\n\nThe lens floats on it, see [[lens]].\n", { aliases: ["The floating of the lens"] }),
    );
    world.put("wiki/concepts/lens.md", "# Lens\n\nBy Fresnel. It stands in the [gallery](../entities/gallery.md).\n");
    world.put("wiki/entities/gallery.md", "# Gallery\n\nAt the top of the tower.\n");
    world.put("wiki/notes/spill.md", "# Spill\n\nWhat to do when it is spilt: [[The floating of the lens]].\n");
    world.put(
      "wiki/notes/old.md",
      pageText("# Old bath\n\nBefore [[The floating of the lens]].\n", { status: "deprecated" }),
    );
    world.put("wiki/notes/older.md", "# Older bath\n\nBefore [[notes/old]].\n");
    return world;
  };

  test("adds linked pages in either direction behind the ranked ones, which keep their places", async () => {
    verifies("recall.hops");
    const world = await lighthouse();
    const plain = await world.ask("quicksilver or mercury");
    expect(idsOf(plain)).toEqual(["notes/mercury"]);
    const one = await world.ask("quicksilver or mercury", { hops: 1 });
    expect(idsOf(one)).toEqual(["notes/mercury", "concepts/lens", "notes/spill"]);
    expect(one.hits[1]).toMatchObject({
      hops: 1,
      labels: ["linked with notes/mercury"],
      excerpt: "# Lens\nBy Fresnel. It stands in the [gallery](../entities/gallery.md).",
    });
    expect(one.hits[1]?.score).toBeCloseTo((plain.hits[0]?.score ?? 0) / 2, 2);
    expect(idsOf(await world.ask("quicksilver or mercury", { hops: 2 }))).toEqual([
      "notes/mercury",
      "concepts/lens",
      "notes/spill",
      "entities/gallery",
    ]);
  });

  test("neither shows withheld pages nor passes through them", async () => {
    verifies("recall.hops", "recall.withheld");
    const world = await lighthouse();
    const ids = idsOf(await world.ask("mercury", { hops: 3 }));
    expect(ids.filter((id) => /old/.test(id))).toEqual([]);
    expect(idsOf(await world.ask("mercury", { hops: 3, include: ["deprecated"] }))).toEqual(
      expect.arrayContaining(["notes/old", "notes/older"]),
    );
    expect(idsOf(await world.ask("mercury", { hops: 3, types: ["decision"] }))).toEqual([]);
  });

  test("knows new links as soon as the page that has them", async () => {
    const world = await lighthouse();
    await world.ask("mercury", { hops: 1 });
    world.put("wiki/notes/price.md", "# Price list\n\n- [[mercury]]: 3 shillings\n");
    expect(idsOf(await world.ask("quicksilver or lens floats", { hops: 2 }))).toContain("notes/price");
  });

  test("leads from a packet's page to its text and back", async () => {
    const world = await lighthouse();
    world.put("raw/sources/SRC-2026-11-30-001/extracted.md", "Quicksilver is dear.\n");
    world.put(
      "wiki/notes/dear.md",
      "# Dear\n\nToo dear: [letter](../../raw/sources/SRC-2026-11-30-001/extracted.md).\n",
    );
    expect(idsOf(await world.ask("quicksilver", { hops: 1 }))).toEqual([
      "raw/sources/SRC-2026-11-30-001",
      "notes/dear",
    ]);
  });
});
