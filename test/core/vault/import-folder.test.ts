import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { openLedger } from "../../../extensions/core/ledger/ledger-store.ts";
import { openPages } from "../../../extensions/core/pages/page-store.ts";
import { type ImportRequest, importFolder } from "../../../extensions/core/vault/import-folder.ts";
import { openVault } from "../../../extensions/core/vault/layers.ts";
import { readVault } from "../../../extensions/core/vault/read-vault.ts";
import type { WriteContext } from "../../../extensions/core/vault/vault.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { faultRuns } from "../../support/fault-runs.ts";
import { type TestPlatform, testPlatform } from "../../support/test-platform.ts";
import { inProcesses, startVaultProcess } from "./vault-process.ts";

type Tree = Readonly<Record<string, string | Uint8Array>>;

const plant = (folder: string, tree: Tree): void => {
  for (const [path, content] of Object.entries(tree)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
};

const open = (world: TestPlatform) => {
  const { platform } = world;
  const root = join(world.folder, "coast/.llm-wiki");
  const { vault } = openVault(platform, { layer: "project", root, layout: "current" });
  const context: WriteContext = { platform, actor: "keeper", channel: "cli" };
  return { vault, root, context, ledger: openLedger({ platform, vault }) };
};

const coast = async (tree: Tree, folder = "coast/handbook") => {
  const world = await testPlatform();
  const source = join(world.folder, folder);
  mkdirSync(source, { recursive: true });
  plant(source, tree);
  const opened = open(world);
  const run = (options: Partial<ImportRequest> = {}) =>
    importFolder({ vault: opened.vault, context: opened.context, folder: source, ...options });
  const text = (id: string): string => readFileSync(join(opened.root, `wiki/${id}.md`), "utf8");
  return { world, source, run, text, ...opened };
};

describe("a folder of Markdown", () => {
  test("becomes pages in the same arrangement, stable and of no tier", async () => {
    verifies("vault.import-pages");
    const { run, vault } = await coast({
      "lamp.md": "# The lamp\n\nTrim it.\n",
      "rules/fog.md": "---\ntype: decision\ntitle: Sound the horn\nstatus: draft\n---\n\nAlways.\n",
      "rules/night/watch.md": "No heading here.\n",
      "燈/two words.markdown": "---\ntags: [tower]\n---\n## Stairs\n",
    });
    const { created, skipped, findings } = await run({ type: "concept" });
    expect([...created].sort()).toEqual([
      "concepts/lamp",
      "concepts/rules/night/watch",
      "concepts/燈/two words",
      "notes/rules/fog",
    ]);
    expect({ skipped, findings }).toEqual({ skipped: [], findings: [] });
    expect(readVault(vault).pages.map(({ title, type, status }) => `${title} ${type} ${status}`)).toEqual([
      "The lamp concept stable",
      "watch concept stable",
      "Stairs concept stable",
      "Sound the horn decision draft",
    ]);
    expect(readVault(vault).pages.every(({ data }) => data["verified"] === undefined)).toBe(true);
  });

  test("keeps every byte but what is missing", async () => {
    verifies("vault.import-bytes");
    const whole =
      '\uFEFF---\r\n# order matters\r\ntitle:   "Fog"   # quoted\r\ntype: lesson\r\nzone: {a: 1}\r\n---\r\n\r\nThick.';
    const half = "---\nzone: [1,  2]\n---\nText\n";
    const { run, text } = await coast({ "fog.md": whole, "mist.md": half, "haze.md": "Line one\r\nLine two\r\n" });
    await run();
    expect(text("notes/fog")).toBe(whole);
    expect(text("notes/mist")).toMatch(/^---\nzone: \[1, {2}2\]\n(type: general\ntitle: "?mist"?|.*)\n---\nText\n$/s);
    expect(text("notes/haze").endsWith("Line one\r\nLine two\r\n")).toBe(true);
    expect(text("notes/haze")).not.toMatch(/[^\r]\n/);
  });

  test("keeps broken front matter as it is, and says so", async () => {
    const broken = "---\ntitle: [never\nclosed\n---\n\nText\n";
    const { run, text } = await coast({ "broken.md": broken, "open.md": "---\ntitle: Open\n\nText\n" });
    const { created, findings } = await run();
    expect([...created].sort()).toEqual(["notes/broken", "notes/open"]);
    expect(text("notes/broken")).toBe(broken);
    expect(new Set(findings.map(({ path }) => path))).toEqual(new Set(["wiki/notes/broken.md", "wiki/notes/open.md"]));
  });

  test("keeps links working where targets moved, front matter never", async () => {
    verifies("vault.import-links");
    const { run, text } = await coast({
      "index.md": "# Start\n\n[lamp](guide/lamp.md) and [fog](guide/fog.md#night)\n",
      "guide/lamp.md":
        "---\ntype: concept\ntitle: Lamp\nresource: '[x](../index.md)'\n---\n[start](../index.md) [fog](fog.md)\n",
      "guide/fog.md": "---\ntype: lesson\ntitle: Fog\n---\n[lamp](./lamp.md) `[lamp](lamp.md)`\n",
    });
    await run();
    expect(text("notes/index-page")).toContain("[lamp](../concepts/guide/lamp.md) and [fog](guide/fog.md#night)");
    expect(text("concepts/guide/lamp")).toContain("resource: '[x](../index.md)'");
    expect(text("concepts/guide/lamp")).toContain("[start](../../notes/index-page.md) [fog](../../notes/guide/fog.md)");
    expect(text("notes/guide/fog")).toContain("[lamp](../../concepts/guide/lamp.md) `[lamp](lamp.md)`");
  });

  test("is named in the ledger without the home folder", async () => {
    verifies("vault.import-origin");
    const { run, ledger, world, vault, context } = await coast({ "lamp.md": "# Lamp\n" });
    await run();
    const atHome = join(world.folder, "home/notes");
    plant(atHome, { "a/tide.md": "# Tide\n" });
    await importFolder({ vault, context, folder: atHome });
    const { events } = ledger.read();
    expect(
      events.map(({ kind, origin, details }) => [kind, origin?.["import"], details["page"], details["file"]]),
    ).toEqual([
      ["page_created", "handbook", "notes/lamp", "lamp.md"],
      ["import", "handbook", undefined, undefined],
      ["page_created", "~/notes", "notes/a/tide", "a/tide.md"],
      ["import", "~/notes", undefined, undefined],
    ]);
  });

  test("leaves aside what can't be a page, with the reason", async () => {
    verifies("vault.import-skips");
    const { run, source } = await coast({
      "lamp.md": "# Lamp\n",
      "empty.md": "",
      "picture.md": new Uint8Array([0x89, 0x50, 0, 1, 2]),
      "latin.md": new Uint8Array([0x23, 0x20, 0xe9]),
      "huge.md": "x".repeat(5 * 1024 * 1024 + 1),
      "photo.png": "not Markdown",
      ".git/notes.md": "# Hidden\n",
      ".draft.md": "# Hidden\n",
      "node_modules/pkg/README.md": "# Package\n",
    });
    symlinkSync(source, join(source, "loop"));
    symlinkSync(join(source, "lamp.md"), join(source, "alias.md"));
    plant(source, { "secret.md": "# Secret\n" });
    chmodSync(join(source, "secret.md"), 0);
    const { created, skipped } = await run();
    const isRoot = process.getuid?.() === 0;
    expect(created).toEqual(isRoot ? ["notes/lamp", "notes/secret"] : ["notes/lamp"]);
    expect(skipped.filter(({ path }) => path !== "secret.md").sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      { path: ".draft.md", reason: "hidden" },
      { path: ".git", reason: "hidden" },
      { path: "alias.md", reason: "a link, which is not followed" },
      { path: "empty.md", reason: "empty" },
      { path: "huge.md", reason: "larger than 5 MiB" },
      { path: "latin.md", reason: "not UTF-8 text" },
      { path: "loop", reason: "a link, which is not followed" },
      { path: "node_modules", reason: "installed packages" },
      { path: "picture.md", reason: "binary" },
    ]);
  });

  test("may have names of every kind", async () => {
    const long = "霧".repeat(84);
    const { run, vault } = await coast({
      "two  words.md": "a\n",
      "cafe\u0301.md": "b\n",
      "café.md": "c\n",
      "Fog.md": "d\n",
      "fog.md": "e\n",
      [`${long.slice(0, 83)}.md`]: "f\n",
      "a?b*.md": "g\n",
      "log.md": "h\n",
      "100%.md": "i\n",
    });
    const { created, skipped } = await run();
    expect(skipped).toEqual([]);
    expect(created).toHaveLength(9);
    const { pages, findings } = readVault(vault);
    expect(pages.map(({ body }) => body.trim()).sort()).toEqual([..."abcdefghi"]);
    expect(findings.filter(({ code }) => code === "duplicate-id")).toEqual([]);
  });
});

describe("importing again", () => {
  test("changes nothing, even after the page was edited", async () => {
    verifies("vault.import-again");
    const { world, run, vault, context, ledger } = await coast({ "lamp.md": "# Lamp\n", "fog.md": "# Fog\n" });
    await run();
    const pages = openPages({ platform: world.platform, vault, ledger });
    await pages.edit("notes/lamp", (text) => `${text}\nTrimmed.\n`, context);
    const count = ledger.read().events.length;
    expect(await run()).toMatchObject({
      created: [],
      skipped: [
        { path: "fog.md", reason: "already there" },
        { path: "lamp.md", reason: "already there" },
      ],
    });
    expect(ledger.read().events).toHaveLength(count);
  });

  test("takes what is new, and links it to what was there", async () => {
    const { run, source, text } = await coast({ "guide/lamp.md": "---\ntype: concept\ntitle: Lamp\n---\n" });
    await run();
    plant(source, { "guide/fog.md": "[lamp](lamp.md)\n", "guide/lens.md": "# Lens\n" });
    expect((await run()).created).toEqual(["notes/guide/fog", "notes/guide/lens"]);
    expect(text("notes/guide/fog")).toContain("[lamp](../../concepts/guide/lamp.md)");
  });

  test("takes one of two files with the same content, wherever it lies", async () => {
    const { run, root } = await coast({
      "a.md": "---\ntype: lesson\ntitle: A\n---\n",
      "b/c.md": "---\ntype: lesson\ntitle: A\n---\n",
    });
    expect(await run()).toMatchObject({ created: ["notes/a"], skipped: [{ path: "b/c.md", reason: "already there" }] });
    expect(readdirSync(join(root, "wiki/notes"))).toEqual(["a.md"]);
  });

  test("gives another page of the same name a number", async () => {
    verifies("vault.page-never-overwritten");
    const { run, root, text } = await coast({ "lamp.md": "# Ours\n" });
    plant(root, { "wiki/notes/LAMP.md": "# Theirs\n" });
    expect((await run()).created).toEqual(["notes/lamp-2"]);
    expect(text("notes/LAMP")).toBe("# Theirs\n");
  });
});

describe("an import", () => {
  test("of no folder, of a file and of the vault itself is refused", async () => {
    const { run, source, root } = await coast({ "lamp.md": "# Lamp\n" });
    await run();
    await expect(run({ folder: join(source, "none") })).rejects.toMatchObject({ code: "source_not_found" });
    await expect(run({ folder: join(source, "lamp.md") })).rejects.toMatchObject({ code: "invalid_input" });
    await expect(run({ folder: join(root, "wiki") })).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("can be ended", async () => {
    const { run } = await coast({ "lamp.md": "# Lamp\n", "rumour.md": "# The tower sinks\n" });
    expect(await run({ signal: AbortSignal.abort() })).toMatchObject({
      created: [],
      skipped: [{ reason: "interrupted" }, {}],
    });
    expect((await run()).created).toHaveLength(2);
  });

  test("tells how far it is", async () => {
    const tree = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`day-${index}.md`, `# Day ${index}\n`]));
    const { run } = await coast(tree);
    const steps: string[] = [];
    await run({ onProgress: (done, total) => steps.push(`${done}/${total}`) });
    expect(steps).toEqual(["100/250", "200/250", "250/250"]);
  });

  test("into the older layout leaves the vault's own folders out of it", async () => {
    const world = await testPlatform();
    const folder = join(world.folder, "coast");
    plant(folder, {
      ".wiki/config.json": '{"topic": "coast"}',
      "raw/sources/SRC-2026-01-01-001/extracted.md": "# Raw\n",
      "wiki/notes/lamp.md": "# Lamp\n",
      "docs/fog.md": "# Fog\n",
    });
    const { vault } = openVault(world.platform, { layer: "project", root: folder, layout: "dot-wiki" });
    const context: WriteContext = { platform: world.platform, actor: "keeper", channel: "cli" };
    expect((await importFolder({ vault, context, folder })).created).toEqual(["notes/docs/fog"]);
  });
});

const bodies = (world: TestPlatform): string[] =>
  readVault(open(world).vault)
    .pages.map(({ body }) => body.trim())
    .sort();

const manyDays = (count: number): Tree =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`week-${index % 7}/day-${index}.md`, `Day ${index}\n`]),
  );

test("an import is completed by the next one, wherever it was interrupted", async () => {
  verifies("vault.import-durable");
  const start = (world: TestPlatform) =>
    importFolder({ vault: open(world).vault, context: open(world).context, folder: join(world.folder, "handbook") });
  await faultRuns({
    arrange: async (world) => plant(join(world.folder, "handbook"), { "a.md": "A\n", "b/c.md": "C\n" }),
    act: start,
    check: async (world) => {
      expect(bodies(world).every((body) => ["A", "C"].includes(body))).toBe(true);
      await start(world);
      expect(bodies(world)).toEqual(["A", "C"]);
    },
  });
});

test("an import that is killed leaves whole pages, and the next one the rest", async () => {
  verifies("vault.import-durable");
  const world = await testPlatform();
  plant(join(world.folder, "handbook"), manyDays(600));
  const { root } = open(world);
  const action = ["import", root, join(world.folder, "handbook")];
  const killed = await startVaultProcess(world, action, (line, child) => {
    if (line.includes('"done":200')) child.kill("SIGKILL");
  });
  await expect(killed.result).rejects.toThrow("SIGKILL");
  const survived = bodies(world);
  expect(survived.length).toBeGreaterThanOrEqual(200);
  expect(survived.length).toBeLessThan(600);
  await importFolder({
    vault: open(world).vault,
    context: open(world).context,
    folder: join(world.folder, "handbook"),
  });
  expect(bodies(world)).toEqual(Array.from({ length: 600 }, (_, index) => `Day ${index}`).sort());
});

test("two imports at once lose nothing and double nothing", async () => {
  verifies("vault.import-processes");
  const world = await testPlatform();
  plant(join(world.folder, "handbook"), manyDays(400));
  const { root, ledger } = open(world);
  const results = await inProcesses(world, 2, ["import", root, join(world.folder, "handbook")]);
  const created = results.flatMap((result) => Object(result).created as string[]);
  expect(new Set(created).size).toBe(400);
  expect(created).toHaveLength(400);
  expect(bodies(world)).toEqual(Array.from({ length: 400 }, (_, index) => `Day ${index}`).sort());
  expect(ledger.verify().findings.filter(({ severity }) => severity === "error")).toEqual([]);
});
