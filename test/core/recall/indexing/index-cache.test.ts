import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { termsOf } from "../../../../extensions/core/recall/analysis/analyse.ts";
import { openIndexCache } from "../../../../extensions/core/recall/indexing/index-cache.ts";
import { encodeSegment } from "../../../../extensions/core/recall/indexing/segment.ts";
import type { VaultIndex } from "../../../../extensions/core/recall/indexing/vault-index.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { faultRuns } from "../../../support/fault-runs.ts";
import { testPlatform } from "../../../support/test-platform.ts";
import { type RecallWorld, recallWorld, writerOf } from "../recall-world.ts";

const days = async (count: number): Promise<RecallWorld> => {
  const world = await recallWorld();
  for (let number = 1; number <= count; number += 1) day(world, number, "calm");
  return world;
};

const day = (world: RecallWorld, number: number, weather: string): void =>
  world.put(`wiki/notes/day-${number}.md`, `# Day ${number}\n\nThe sea is ${weather}.\n`);

const cacheOf = (world: RecallWorld): string => join(world.folder, "cache/pi-wiki", world.project.key);

const saved = async (world: RecallWorld): Promise<VaultIndex> => {
  const index = world.open();
  await index.refresh();
  await index.save();
  return index;
};

const pagesIn = (index: VaultIndex): number => index.parts.reduce((sum, part) => sum + part.totals.pages, 0);

const holders = (index: VaultIndex, term: string): number => {
  let pages = 0;
  for (const part of index.parts) for (const page of part.postings(term)?.pages ?? []) pages += part.live[page] ?? 0;
  return pages;
};

describe("a saved index", () => {
  test("is there for the next process, which reads no page for it", async () => {
    verifies("recall.index-saved");
    const world = await days(12);
    const index = await saved(world);
    const next = world.open();
    expect([pagesIn(next), next.pending(), holders(next, "calm")]).toEqual([12, 0, 12]);
    expect(pagesIn(index)).toBe(12);
    expect(readdirSync(cacheOf(world))).toEqual(["base.seg"]);
  });

  test("keeps few changes beside the base, and merges many into it", async () => {
    verifies("recall.index-saved");
    const world = await days(60);
    const index = await saved(world);
    const base = readFileSync(join(cacheOf(world), "base.seg"));
    for (let number = 1; number <= 20; number += 1) day(world, number, "rough");
    await index.refresh({ full: true });
    await index.save();
    expect(readdirSync(cacheOf(world))).toEqual(["base.seg", "delta.seg"]);
    expect(readFileSync(join(cacheOf(world), "base.seg")).equals(base)).toBe(true);
    expect([holders(world.open(), "rough"), holders(world.open(), "calm")]).toEqual([20, 40]);
    for (let number = 21; number <= 60; number += 1) day(world, number, "rough");
    await index.refresh({ full: true });
    await index.save();
    expect(readFileSync(join(cacheOf(world), "base.seg")).equals(base)).toBe(false);
    expect([holders(world.open(), "rough"), holders(world.open(), "calm"), index.parts.length]).toEqual([60, 0, 2]);
  });

  test("is gone on with, not read back: what was swept is still trusted", async () => {
    const world = await days(3);
    const index = await saved(world);
    expect([index.isFresh(), index.pending(), await index.refresh()]).toEqual([true, 0, 0]);
    day(world, 2, "rough");
    await index.refresh({ full: true });
    await index.save();
    expect([index.isFresh(), holders(index, "rough"), holders(index, "calm")]).toEqual([true, 1, 2]);
  });

  test("remembers new stats of many touched files", async () => {
    verifies("recall.index-touched");
    const world = await days(60);
    const index = await saved(world);
    for (let number = 1; number <= 60; number += 1)
      utimesSync(join(world.project.root, `wiki/notes/day-${number}.md`), 1, 1);
    await index.refresh({ full: true });
    await index.save();
    expect(world.open().pending()).toBe(0);
  });

  test("forgets pages that are gone", async () => {
    const world = await days(5);
    await saved(world);
    world.remove("wiki/notes/day-2.md");
    const next = world.open();
    expect([await next.refresh(), pagesIn(next)]).toEqual([1, 4]);
  });

  test("of a part of the pages is never saved", async () => {
    const world = await days(3);
    const index = world.open();
    await index.save();
    expect(existsSync(cacheOf(world))).toBe(false);
    const [changed] = await Promise.all([index.refresh(), index.save()]);
    expect([changed, pagesIn(world.open())]).toEqual([3, 3]);
  });

  test("of processes that save at once leaves a whole one", async () => {
    verifies("recall.index-processes");
    const world = await days(40);
    await saved(world);
    for (const weather of ["windy", "misty", "stormy"]) {
      const indexes = [world.open(), world.open(), world.open()];
      for (let number = 1; number <= 15; number += 1) day(world, number, weather);
      await Promise.all(indexes.map((index) => index.refresh({ full: true })));
      await Promise.all(indexes.map((index) => index.save()));
      const next = world.open();
      await next.refresh();
      const [term = ""] = termsOf(weather, { language: "en" });
      expect([...indexes, next].map((index) => [holders(index, term), holders(index, "calm")])).toEqual(
        Array(4).fill([15, 25]),
      );
    }
  });

  test("of a base that another process has replaced is not mixed with it", async () => {
    verifies("recall.index-processes");
    const world = await days(10);
    const slow = await saved(world);
    const quick = world.open();
    day(world, 1, "rough");
    await quick.refresh({ full: true });
    await quick.rebuild();
    await quick.save();
    await slow.refresh({ full: true });
    day(world, 2, "foggy");
    await slow.refresh({ full: true });
    await slow.save();
    const next = world.open();
    await next.refresh();
    expect([holders(next, "rough"), holders(next, "foggi"), holders(next, "calm")]).toEqual([1, 1, 8]);
  });
});

describe("a cache that can't be used", () => {
  test("in any byte is as good as absent", async () => {
    verifies("recall.segment-damage");
    const world = await testPlatform();
    const files = world.files("cache");
    const cache = openIndexCache(world.platform, files);
    const base = encodeSegment(writerOf({ "notes/oil": "# Oil\n" }));
    const hash = await cache.saveBase(base);
    await cache.saveDelta(encodeSegment(writerOf({ "notes/fog": "# Fog\n" })), hash ?? "");
    expect(cache.load()?.delta?.path(0)).toBe("wiki/notes/fog.md");
    const [whole, delta] = ["base.seg", "delta.seg"].map((name) => readFileSync(join(world.folder, "cache", name)));
    if (whole === undefined || delta === undefined) throw new Error();
    const flip = (name: string, bytes: Buffer, at: number): void => {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      writeFileSync(join(world.folder, "cache", name), damaged);
    };
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(delta.length - 1), (inBase, inDelta) => {
        flip("base.seg", whole, inBase);
        // The base's place for the base it belongs to says nothing.
        expect(cache.load() === undefined || (inBase >= 64 && inBase < 128)).toBe(true);
        writeFileSync(join(world.folder, "cache/base.seg"), whole);
        flip("delta.seg", delta, inDelta);
        expect(cache.load()).toMatchObject({ baseHash: hash, delta: undefined });
        writeFileSync(join(world.folder, "cache/delta.seg"), delta);
      }),
      { numRuns: 60 },
    );
  });

  test("because it is damaged, cut, empty or a folder is built again", async () => {
    verifies("recall.segment-damage");
    const world = await days(4);
    await saved(world);
    const base = join(cacheOf(world), "base.seg");
    const bytes = readFileSync(base);
    for (const damaged of [bytes.subarray(0, 200), bytes.subarray(0, 100), Buffer.alloc(0), Buffer.from("lamp")]) {
      writeFileSync(base, damaged);
      const index = world.open();
      expect([pagesIn(index), await index.refresh(), pagesIn(index)]).toEqual([0, 4, 4]);
      await index.save();
      expect(pagesIn(world.open())).toBe(4);
    }
    rmSync(base);
    mkdirSync(base);
    expect(await world.open().refresh()).toBe(4);
  });

  test("because the disk is read-only costs time and nothing else, and is not tried every turn", async () => {
    verifies("recall.index-unwritable");
    const steps: string[] = [];
    const world = await recallWorld({
      onStep: (step) => {
        steps.push(step);
        throw Object.assign(new Error(`EROFS: ${step}`), { code: "EROFS" });
      },
    });
    day(world, 1, "calm");
    const index = await saved(world);
    const tried = steps.length;
    await index.save();
    expect([tried > 0, steps.length, pagesIn(index), holders(index, "calm")]).toEqual([true, tried, 1, 1]);
  });

  test("because there is a file in its place costs time and nothing else", async () => {
    verifies("recall.index-unwritable");
    const world = await days(4);
    writeFileSync(join(world.folder, "cache"), "not a folder");
    const index = await saved(world);
    await index.save();
    expect([pagesIn(index), index.changedPaths().size > 0, await index.refresh({ full: true })]).toEqual([4, false, 0]);
  });

  test("at the moment of a fault leaves what was there or what is new", async () => {
    verifies("recall.index-saved");
    const words = { old: "calm", fresh: "rough" };
    const points = await faultRuns({
      arrange: async (world) => {
        const cache = openIndexCache(world.platform, world.files("cache"));
        await cache.saveBase(encodeSegment(writerOf({ "notes/sea": words.old })));
      },
      act: (world) =>
        openIndexCache(world.platform, world.files("cache")).saveBase(
          encodeSegment(writerOf({ "notes/sea": words.fresh })),
        ),
      check: (world) => {
        const base = openIndexCache(world.platform, world.files("cache")).load()?.base;
        expect([words.old, words.fresh].some((word) => base?.postings(word) !== undefined)).toBe(true);
      },
    });
    expect(points).toBeGreaterThan(2);
  });
});
