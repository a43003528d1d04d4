import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { openLedger } from "../../../extensions/core/ledger/ledger-store.ts";
import { openIndex } from "../../../extensions/core/recall/indexing/index-store.ts";
import type { LoggedEvent } from "../../../extensions/core/vault/derived/logged-event.ts";
import { openDerivedFiles, writeLintFiles } from "../../../extensions/core/vault/derived-files.ts";
import { findLayers, openVault } from "../../../extensions/core/vault/layers.ts";
import { countSources, readVault } from "../../../extensions/core/vault/read-vault.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { type TestPlatform, testPlatform } from "../../support/test-platform.ts";

const fixtures = fileURLToPath(new URL("../../fixtures/vaults", import.meta.url));

/** A copy of a fixture vault, as a session in its folder finds it. */
const openFixture = async (name: string) => {
  const world = await testPlatform();
  const folder = join(world.folder, name);
  cpSync(join(fixtures, name), folder, { recursive: true });
  const { layers, findings } = await findLayers(world.platform, { cwd: folder, personal: false });
  const [vault] = layers;
  if (vault === undefined) throw new Error(`No vault in ${name}.`);
  return { world, folder, vault, findings };
};

const newVault = async () => {
  const world = await testPlatform();
  const root = join(world.folder, "coast/.llm-wiki");
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, "config.json"), '{"topic": "lighthouse", "knowledge_format": "okf-0.2"}');
  return { world, root, vault: openVault(world.platform, { layer: "project", root, layout: "current" }).vault };
};

const eventsOf = (world: TestPlatform, vault: Awaited<ReturnType<typeof newVault>>["vault"]) => {
  const { events, unchained } = openLedger({ platform: world.platform, vault }).read();
  return [...unchained, ...events];
};

/** As a session does it that has just begun. */
const refreshDerived = async (
  world: TestPlatform,
  vault: Awaited<ReturnType<typeof newVault>>["vault"],
  events: readonly LoggedEvent[],
) => {
  const index = openIndex(world.platform, vault);
  await index.refresh({ full: true });
  return openDerivedFiles(world.platform, vault, { version: "1.0.0" }).refresh(vault, {
    pages: index,
    events,
    withheld: new Set(),
  });
};

const everyFile = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]),
  );

test("a name that a capture had claimed when it was cut short is no packet", async () => {
  verifies("storm.killed");
  const { root, vault } = await newVault();
  for (const id of ["SRC-2026-11-30-001", "SRC-2026-11-30-002"]) {
    mkdirSync(join(root, "raw/sources", id), { recursive: true });
  }
  writeFileSync(join(root, "raw/sources/SRC-2026-11-30-001/manifest.json"), "{}");
  expect(readVault(vault)).toMatchObject({ packets: ["SRC-2026-11-30-001"], findings: [] });
  expect(countSources(vault)).toBe(1);
});

describe("a vault in the older layout", () => {
  test("is read with all its pages and packets", async () => {
    verifies("vault.reads-peer");
    const { vault, findings } = await openFixture("bakery-dot-wiki");
    expect(findings).toEqual([]);
    expect(vault).toMatchObject({ layout: "dot-wiki", config: { topic: "Sourdough", vault_id: undefined } });
    const { pages, packets } = readVault(vault);
    expect(packets).toEqual(["SRC-2026-04-12-001", "SRC-2026-04-12-002"]);
    expect(pages.map(({ id, type, title }) => `${id} ${type} ${title}`)).toEqual([
      "concepts/lame concept Lame",
      "concepts/no-front-matter general Proofing",
      "concepts/rye-sour concept Rye sour",
      "entities/mill entity The mill",
      "sources/SRC-2026-04-12-001 source Notes on rye",
      "sources/obs-2026-04-14-oven-left-side source Observation: Oven, left side",
      "sources/scalding-saves-rye source Scalding saves rye",
    ]);
    const sour = pages.find(({ id }) => id === "concepts/rye-sour");
    expect(sour).toMatchObject({ tags: ["bread", "rye"], aliases: ["rye starter"], triggers: ["dough is gummy"] });
  });

  test("is not changed by being read", async () => {
    verifies("vault.not-created-on-start");
    const { vault, folder } = await openFixture("bakery-dot-wiki");
    const before = everyFile(folder);
    readVault(vault);
    expect(everyFile(folder)).toEqual(before);
  });

  test("gets its derived files where it had them", async () => {
    const { world, vault, folder } = await openFixture("bakery-dot-wiki");
    const { changed } = await refreshDerived(world, vault, eventsOf(world, vault));
    expect(changed).toEqual(["meta/registry.json", "meta/backlinks.json", "meta/index.md", "meta/log.md"]);
    const registry = JSON.parse(everyFile(folder)["meta/registry.json"] ?? "");
    expect(registry.pages["sources/SRC-2026-04-12-002"]).toMatchObject({ type: "source", title: "Oven log" });
    expect(JSON.stringify(registry)).not.toContain("/home/baker");
    expect(JSON.parse(everyFile(folder)["meta/backlinks.json"] ?? "")["concepts/rye-sour"]).toEqual([
      "entities/mill",
      "sources/SRC-2026-04-12-001",
    ]);
    expect(everyFile(folder)["meta/log.md"]).toContain("## [2026-04-12T06:01:00.000Z] capture");
  });
});

describe("a vault of format okf-0.2", () => {
  test("is read with packets past 999 and trajectories", async () => {
    verifies("vault.reads-peer");
    const { vault } = await openFixture("lighthouse-okf");
    const { pages, packets, findings } = readVault(vault);
    expect(packets).toEqual(["SRC-2026-09-01-1000", "SRC-2026-09-01-999", "TRJ-2026-09-02-001"]);
    expect(pages.map(({ id }) => id)).toEqual([
      "concepts/fresnel-lens",
      "entities/clockwork",
      "requirements/light-visible-20-miles",
      "skills/replace-a-wick",
    ]);
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  test("gets its index files anew, those of its folders too", async () => {
    verifies("vault.okf-files");
    const { world, vault, folder } = await openFixture("lighthouse-okf");
    const { changed, findings } = await refreshDerived(world, vault, eventsOf(world, vault));
    expect(findings).toEqual([]);
    expect(changed).toEqual(
      expect.arrayContaining(["wiki/index.md", "wiki/concepts/index.md", "wiki/skills/index.md", "wiki/log.md"]),
    );
    const files = everyFile(folder);
    expect(files[".llm-wiki/wiki/index.md"]).toMatch(/^---\nokf_version: "0.2"\n---\n\n# Lighthouse\n/);
    expect(files[".llm-wiki/wiki/log.md"]).toContain("* **ensure_page**: ");
  });
});

describe("derived files", () => {
  test("are written only when they change", async () => {
    verifies("vault.derived-stable");
    const { world, vault } = await openFixture("lighthouse-okf");
    await refreshDerived(world, vault, eventsOf(world, vault));
    world.clock.advance(86_400_000);
    expect(await refreshDerived(world, vault, eventsOf(world, vault))).toEqual({
      changed: [],
      findings: [],
    });
    const lint = { findings: [], pageCount: 4, gaps: [{ topic: "fog", mentioned_by: ["entities/clockwork"] }] };
    expect(await writeLintFiles(vault, lint)).toEqual(["meta/lint-report.md", ".discoveries/gaps.json"]);
    expect(await writeLintFiles(vault, lint)).toEqual([]);
  });

  test("never replace or remove what a person wrote under a reserved name", async () => {
    verifies("vault.derived-spares-users");
    const { world, vault, root } = await newVault();
    mkdirSync(join(root, "wiki/notes"), { recursive: true });
    mkdirSync(join(root, "wiki/old"), { recursive: true });
    writeFileSync(join(root, "wiki/notes/fog.md"), "# Fog\n");
    writeFileSync(join(root, "wiki/notes/index.md"), "# Start here\n\nRead [fog](fog.md) first.\n");
    writeFileSync(join(root, "wiki/old/index.md"), "# Mine\n\nThoughts.\n");
    writeFileSync(join(root, "wiki/log.md"), "# My log\n");
    const { findings } = await refreshDerived(world, vault, []);
    expect(findings.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "reserved-name-used wiki/notes/index.md",
      "reserved-name-used wiki/log.md",
    ]);
    expect(readFileSync(join(root, "wiki/notes/index.md"), "utf8")).toContain("Start here");
    expect(readFileSync(join(root, "wiki/old/index.md"), "utf8")).toContain("Mine");
    expect(readFileSync(join(root, "wiki/log.md"), "utf8")).toBe("# My log\n");
  });

  test("disappear with the last page of their folder", async () => {
    const { world, vault, root } = await newVault();
    mkdirSync(join(root, "wiki/notes"), { recursive: true });
    writeFileSync(join(root, "wiki/notes/fog.md"), "# Fog\n");
    await refreshDerived(world, vault, []);
    expect(vault.files.kind("wiki/notes/index.md")).toBe("file");
    await vault.files.remove("wiki/notes/fog.md");
    const { changed } = await refreshDerived(world, vault, []);
    expect(changed).toContain("wiki/notes/index.md");
    expect(vault.files.kind("wiki/notes/index.md")).toBeUndefined();
  });

  test("come back after the whole folder was deleted", async () => {
    const { world, vault, root } = await newVault();
    mkdirSync(join(root, "wiki/notes"), { recursive: true });
    writeFileSync(join(root, "wiki/notes/fog.md"), "# Fog\n");
    await refreshDerived(world, vault, []);
    const before = everyFile(root);
    await vault.files.remove("meta");
    await refreshDerived(world, vault, []);
    expect(everyFile(root)).toEqual(before);
  });
});

describe("a vault with damage everywhere", () => {
  test("is read around it", async () => {
    verifies("vault.bad-file-never-stops");
    const { world, vault, root } = await newVault();
    mkdirSync(join(root, "wiki/notes"), { recursive: true });
    mkdirSync(join(root, "raw/sources/SRC-2026-11-30-001"), { recursive: true });
    mkdirSync(join(root, "raw/sources/SRC-2026-11-30-002"), { recursive: true });
    mkdirSync(join(root, "raw/sources/.staging-x"), { recursive: true });
    mkdirSync(join(root, "raw/sources/SRC-later"), { recursive: true });
    writeFileSync(join(root, "raw/sources/SRC-2026-11-30-001/manifest.json"), "{");
    writeFileSync(join(root, "raw/sources/SRC-2026-11-30-002/extracted.md"), "The lamp.\n");
    writeFileSync(join(root, "raw/sources/SRC-2026-11-30-003"), "a file");
    writeFileSync(join(root, "raw/trajectories"), "a file");
    writeFileSync(join(root, "wiki/notes/fog.md"), "# Fog\n");
    writeFileSync(
      join(root, "wiki/notes/merge.md"),
      "---\ntype: lesson\n<<<<<<< ours\ntitle: A\n=======\ntitle: B\n>>>>>>> theirs\n---\n",
    );
    writeFileSync(join(root, "wiki/notes/open.md"), "---\ntype: lesson\ntitle: Never closed\n");
    writeFileSync(join(root, "wiki/notes/huge.md"), "x".repeat(5 * 1024 * 1024 + 1));
    const { pages, packets, findings } = readVault(vault);
    expect(pages.map(({ id }) => id)).toEqual(["notes/fog", "notes/merge", "notes/open"]);
    expect(packets).toEqual(["SRC-2026-11-30-001", "SRC-2026-11-30-002"]);
    const errors = findings.filter(({ severity }) => severity === "error").map(({ path }) => path);
    expect(new Set(errors)).toEqual(new Set(["wiki/notes/huge.md", "wiki/notes/merge.md", "wiki/notes/open.md"]));
    const refreshed = await refreshDerived(world, vault, []);
    expect(refreshed.findings.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "packet-unreadable raw/sources/SRC-2026-11-30-001/manifest.json",
      "packet-unreadable raw/sources/SRC-2026-11-30-002/manifest.json",
    ]);
  });

  test("says so when its packets are behind a link", async () => {
    const { vault, root, world } = await newVault();
    symlinkSync(world.folder, join(root, "raw"));
    expect(readVault(vault)).toMatchObject({ packets: [], findings: [{ code: "packet-unreadable", path: "raw" }] });
  });

  test("that is empty has nothing to say", async () => {
    const { vault } = await newVault();
    expect(readVault(vault)).toEqual({ pages: [], packets: [], findings: [] });
  });
});
