import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readPage } from "../../../../extensions/core/recall/indexing/indexed-files.ts";
import type { VaultIndex } from "../../../../extensions/core/recall/indexing/vault-index.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { pageText, type RecallWorld, recallWorld } from "../recall-world.ts";

const pathsOf = (index: VaultIndex): readonly string[] =>
  index.parts
    .flatMap((part) =>
      Array.from({ length: part.pageCount }, (_, page) => (part.live[page] === 1 ? part.path(page) : "")),
    )
    .filter((path) => path !== "")
    .sort();

const holders = (index: VaultIndex, term: string): number => {
  let pages = 0;
  for (const part of index.parts) for (const page of part.postings(term)?.pages ?? []) pages += part.live[page] ?? 0;
  return pages;
};

const threePages = async (): Promise<RecallWorld> => {
  const world = await recallWorld();
  world.put("wiki/notes/wick.md", "# Wick\n\nTrim the wick at dusk.\n");
  world.put("wiki/notes/oil.md", "# Oil\n\nColza oil burns in winter.\n");
  world.put("wiki/concepts/lens.md", "# Lens\n\nA lens by Fresnel.\n");
  return world;
};

describe("a refresh", () => {
  test("finds the pages of a vault, and nothing else", async () => {
    verifies("recall.index-files");
    const world = await threePages();
    world.put("wiki/index.md", "# Index\n");
    world.put("wiki/notes/log.md", "# Log\n");
    world.put("wiki/notes/.hidden.md", "# Hidden\n");
    world.put("wiki/notes/plan.txt", "A plan\n");
    world.put("meta/page.md", "# Meta\n");
    world.put("raw/sources/SRC-2026-11-30-001/extracted.md", "# Captured\n");
    world.put("raw/sources/SRC-2026-11-30-001/original/extracted.md", "# Original\n");
    const index = world.open();
    expect(await index.refresh()).toBe(4);
    expect(pathsOf(index)).toEqual([
      "raw/sources/SRC-2026-11-30-001/extracted.md",
      "wiki/concepts/lens.md",
      "wiki/notes/oil.md",
      "wiki/notes/wick.md",
    ]);
  });

  test("finds what another program wrote, at the next question", async () => {
    verifies("recall.index-fresh");
    const world = await threePages();
    const index = world.open();
    await index.refresh();
    expect(index.isFresh()).toBe(true);
    world.put("wiki/notes/foghorn.md", "# Foghorn\n\nTwice a minute.\n");
    expect(index.isFresh()).toBe(false);
    expect([await index.refresh(), holders(index, "foghorn")]).toEqual([1, 1]);
    world.remove("wiki/notes/foghorn.md");
    expect([await index.refresh(), holders(index, "foghorn")]).toEqual([1, 0]);
  });

  test("finds a new folder of pages at once", async () => {
    verifies("recall.index-fresh");
    const world = await threePages();
    const index = world.open();
    await index.refresh();
    world.put("wiki/entities/coast/harbour.md", "# Harbour\n");
    expect(await index.refresh()).toBe(1);
    world.put("wiki/entities/coast/pier.md", "# Pier\n");
    expect(await index.refresh()).toBe(1);
  });

  test("finds an edit in place when a second has passed, or when asked to look at everything", async () => {
    verifies("recall.index-fresh");
    const world = await threePages();
    const index = world.open();
    await index.refresh();
    world.put("wiki/notes/oil.md", "# Oil\n\nParaffin burns in summer too.\n");
    world.clock.advance(1001);
    expect([await index.refresh(), holders(index, "paraffin"), holders(index, "colza")]).toEqual([1, 1, 0]);
    world.put("wiki/notes/oil.md", "# Oil\n\nGas.\n");
    expect([await index.refresh(), await index.refresh({ full: true }), holders(index, "gas")]).toEqual([0, 1, 1]);
  });

  test("looks at given files alone, there or not", async () => {
    verifies("recall.index-fresh");
    const world = await threePages();
    const index = world.open();
    await index.refresh();
    world.put("wiki/notes/oil.md", "# Oil\n\nParaffin.\n");
    world.remove("wiki/notes/wick.md");
    const paths = ["wiki/notes/oil.md", "wiki/notes/wick.md", "wiki/concepts/lens.md", "wiki/notes/never.md"];
    expect(await index.refresh({ paths })).toBe(2);
    expect([holders(index, "paraffin"), holders(index, "wick"), holders(index, "fresnel")]).toEqual([1, 0, 1]);
    expect(await index.refresh({ paths })).toBe(0);
  });

  test("looks only into folders in which a file came or went, as long as the last look at all is not old", async () => {
    verifies("recall.index-fresh");
    const world = await threePages();
    const index = world.open();
    await index.refresh();
    world.put("wiki/concepts/lens.md", "# Lens\n\nGround anew.\n");
    world.put("wiki/notes/foghorn.md", "# Foghorn\n");
    world.remove("wiki/notes/wick.md");
    expect([index.pending({ full: false }), index.pending()]).toEqual([2, 3]);
    world.clock.advance(1001);
    expect([await index.refresh(), holders(index, "anew"), holders(index, "wick")]).toEqual([3, 1, 0]);
  });

  test("finds what came, went or was replaced in a folder at once, and keeps what was found of others", async () => {
    verifies("recall.index-fresh");
    const world = await threePages();
    symlinkSync("lens.md", join(world.project.root, "wiki/concepts/link.md"));
    const index = world.open();
    await index.refresh();
    const codes = () => index.findings.map(({ code, path }) => `${code} ${path}`);
    expect(codes()).toEqual(["skipped-link wiki/concepts/link.md"]);
    world.put("wiki/notes/new.md", "# Oil\n\nParaffin.\n");
    renameSync(join(world.project.root, "wiki/notes/new.md"), join(world.project.root, "wiki/notes/oil.md"));
    world.put("wiki/notes/deep/pier.md", "# Pier\n");
    symlinkSync("oil.md", join(world.project.root, "wiki/notes/alias.md"));
    expect([await index.refresh(), holders(index, "paraffin"), holders(index, "pier")]).toEqual([2, 1, 1]);
    expect(codes().sort()).toEqual(["skipped-link wiki/concepts/link.md", "skipped-link wiki/notes/alias.md"]);
    rmSync(join(world.project.root, "wiki/notes"), { recursive: true });
    expect([await index.refresh(), index.find("wiki/notes/deep/pier.md")]).toEqual([3, undefined]);
    expect(codes()).toEqual(["skipped-link wiki/concepts/link.md"]);
  });

  test("stays in step with a file of one's own in a folder, but for what somebody else put there", async () => {
    verifies("recall.index-fresh");
    const world = await threePages();
    const index = world.open();
    await index.refresh();
    world.put("wiki/notes/own.md", "# Own\n");
    expect([index.isFresh(), await index.refresh({ paths: ["wiki/notes/own.md"] }), index.isFresh()]).toEqual([
      false,
      1,
      true,
    ]);
    world.put("wiki/notes/other.md", "# Other\n");
    world.put("wiki/notes/second.md", "# Second\n");
    expect([await index.refresh({ paths: ["wiki/notes/second.md"] }), index.isFresh()]).toEqual([1, false]);
    expect([await index.refresh(), index.isFresh(), holders(index, "other")]).toEqual([1, true, 1]);
  });

  test("reads a touched file but does not index it again", async () => {
    verifies("recall.index-touched");
    const world = await threePages();
    const index = world.open();
    await index.refresh();
    const [version, pages] = [index.version, index.parts.map((part) => part.pageCount)];
    utimesSync(join(world.project.root, "wiki/notes/oil.md"), 1, 1);
    expect([index.pending(), await index.refresh({ full: true })]).toEqual([1, 0]);
    expect([index.version, index.parts.map((part) => part.pageCount)]).toEqual([version, pages]);
    expect(index.pending()).toBe(0);
  });

  test("follows a page that is renamed", async () => {
    const world = await threePages();
    const index = world.open();
    await index.refresh();
    const at = (name: string): string => join(world.project.root, "wiki/notes", name);
    renameSync(at("oil.md"), at("lamp-oil.md"));
    expect(await index.refresh()).toBe(2);
    expect([index.find("wiki/notes/oil.md") !== undefined, index.find("wiki/notes/lamp-oil.md") !== undefined]).toEqual(
      [false, true],
    );
  });

  test("does what `pending` found, unless much time has passed", async () => {
    const world = await threePages();
    const index = world.open();
    expect(index.pending()).toBe(3);
    expect([index.isFresh(), await index.refresh()]).toEqual([false, 3]);
    expect(index.pending()).toBe(0);
    world.put("wiki/notes/oil.md", "# Oil\n\nParaffin.\n");
    world.clock.advance(1001);
    expect(await index.refresh()).toBe(1);
  });

  test("waits for one that runs, and tells how far it is", async () => {
    const world = await recallWorld();
    for (let number = 1; number <= 45; number += 1) world.put(`wiki/notes/day-${number}.md`, `# Day ${number}\n`);
    const index = world.open();
    const steps: string[] = [];
    const [first, second] = await Promise.all([
      index.refresh({ onProgress: (done, total) => steps.push(`${done}/${total}`) }),
      index.refresh(),
    ]);
    expect([first, second, steps]).toEqual([45, 0, ["20/45", "40/45"]]);
  });

  test("knows a page by either Unicode form of its name", async () => {
    const world = await recallWorld();
    world.put("wiki/notes/cafe\u0301.md", "# Café\n");
    const index = world.open();
    await index.refresh();
    expect([
      index.find("wiki/notes/café.md") !== undefined,
      index.find("wiki/notes/cafe\u0301.md") !== undefined,
      index.find("wiki/notes/cafe.md") !== undefined,
    ]).toEqual([true, true, false]);
  });
});

describe("a file that can't be indexed", () => {
  test("is a finding, and the rest works", async () => {
    verifies("recall.index-findings");
    const world = await threePages();
    world.put("wiki/notes/huge.md", "x".repeat(5 * 1024 * 1024 + 1));
    world.put("wiki/notes/two\nlines.md", "# Two lines\n");
    symlinkSync("/etc/hostname", join(world.project.root, "wiki/notes/link.md"));
    const index = world.open();
    await index.refresh();
    expect(pathsOf(index)).toHaveLength(3);
    expect(index.findings.map(({ code, path, line }) => [code, path, line])).toEqual([
      ["skipped-link", "wiki/notes/link.md", 0],
      ["skipped-name", "wiki/notes/two\nlines.md", 0],
      ["page-unreadable", "wiki/notes/huge.md", 0],
    ]);
  });

  test("is not read again and again, and is indexed once it can be", async () => {
    verifies("recall.index-findings");
    const world = await threePages();
    world.put("wiki/notes/huge.md", "x".repeat(5 * 1024 * 1024 + 1));
    const index = world.open();
    await index.refresh();
    expect(index.pending()).toBe(0);
    world.put("wiki/notes/huge.md", "# Small\n");
    expect([await index.refresh({ full: true }), index.findings]).toEqual([1, []]);
    world.put("wiki/notes/huge.md", "x".repeat(5 * 1024 * 1024 + 1));
    expect([await index.refresh({ full: true }), index.find("wiki/notes/huge.md") !== undefined]).toEqual([1, false]);
    world.remove("wiki/notes/huge.md");
    expect([await index.refresh(), index.findings]).toEqual([0, []]);
  });
});

describe("changes", () => {
  test("are those since an index was whole, each page once", async () => {
    verifies("recall.index-changes");
    const world = await threePages();
    const hash = (text: string): string => world.platform.hash(text);
    const index = world.open();
    await index.refresh();
    expect([index.changedPaths().size > 0, index.takeChanges()]).toEqual([false, []]);
    world.put("wiki/notes/fog.md", "one");
    await index.refresh({ full: true });
    world.put("wiki/notes/fog.md", "two");
    world.remove("wiki/notes/oil.md");
    await index.refresh({ full: true });
    expect(index.changedPaths().size > 0).toBe(true);
    expect(index.takeChanges()).toEqual([
      { path: "wiki/notes/fog.md", before: undefined, after: hash("two") },
      { path: "wiki/notes/oil.md", before: hash("# Oil\n\nColza oil burns in winter.\n"), after: undefined },
    ]);
    expect(index.changedPaths().size > 0).toBe(false);
  });

  test("that were taken back are none", async () => {
    verifies("recall.index-changes");
    const world = await threePages();
    const index = world.open();
    await index.refresh();
    world.put("wiki/notes/fog.md", "one");
    await index.refresh();
    world.remove("wiki/notes/fog.md");
    await index.refresh();
    expect(index.takeChanges()).toEqual([]);
  });

  test("are found by a reload and by a rebuild as well", async () => {
    verifies("recall.index-changes");
    const world = await threePages();
    const [index, elsewhere] = [world.open(), world.open()];
    await index.refresh();
    world.put("wiki/notes/fog.md", "one");
    await elsewhere.refresh();
    await elsewhere.save();
    index.reload();
    expect(index.takeChanges().map(({ path }) => path)).toEqual(["wiki/notes/fog.md"]);
    world.put("wiki/notes/fog.md", "two");
    world.remove("wiki/notes/oil.md");
    await index.rebuild();
    expect(index.takeChanges().map(({ path }) => path)).toEqual(["wiki/notes/fog.md", "wiki/notes/oil.md"]);
    expect(pathsOf(index)).toEqual(["wiki/concepts/lens.md", "wiki/notes/fog.md", "wiki/notes/wick.md"]);
  });
});

test("a vault without a folder of pages has none", async () => {
  const world = await recallWorld();
  const index = world.open();
  mkdirSync(join(world.folder, "cache"), { recursive: true });
  expect([await index.refresh(), index.findings, existsSync(join(world.project.root, "wiki"))]).toEqual([0, [], true]);
  writeFileSync(join(world.project.root, "wiki", "first.md"), "# First\n");
  expect(await index.refresh()).toBe(1);
});

test("what front matter says is in the facts", async () => {
  const world = await recallWorld();
  world.put(
    "wiki/notes/oil.md",
    pageText("Body\n", {
      title: "Oil",
      aliases: ["Fuel"],
      updated: "2026-11-02",
      created: "2026-01-01",
      task_id: "t1",
    }),
  );
  const index = world.open();
  await index.refresh();
  expect(index.parts[0]?.facts(0)).toMatchObject({
    id: "notes/oil",
    title: "Oil",
    aliases: ["Fuel"],
    date: "2026-11-02",
    taskId: "t1",
  });
  expect(readPage(index.vault, "wiki/notes/oil.md")?.body).toBe("Body\n");
  expect(readPage(index.vault, "wiki/notes/none.md")).toBeUndefined();
});
