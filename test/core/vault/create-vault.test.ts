import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { openLedger } from "../../../extensions/core/ledger/ledger-store.ts";
import { parseConfig } from "../../../extensions/core/vault/config.ts";
import { adoptVault, ensureVault } from "../../../extensions/core/vault/create-vault.ts";
import { findLayers, newProjectVault, openVault } from "../../../extensions/core/vault/layers.ts";
import { loadTemplates } from "../../../extensions/core/vault/templates.ts";
import type { Vault, WriteContext } from "../../../extensions/core/vault/vault.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { faultRuns } from "../../support/fault-runs.ts";
import { type TestPlatform, testPlatform } from "../../support/test-platform.ts";
import { inProcesses } from "./vault-process.ts";

const templatesRoot = fileURLToPath(new URL("../../../templates", import.meta.url));

const contextOf = ({ platform }: TestPlatform): WriteContext => ({ platform, actor: "keeper", channel: "cli" });

const ensure = (world: TestPlatform, vault: Vault, topic?: string) =>
  ensureVault(vault, contextOf(world), { templates: loadTemplates(world.platform, templatesRoot), topic });

const newVault = (world: TestPlatform): Promise<Vault> => newProjectVault(world.platform, join(world.folder, "coast"));

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && !/^\.tmp-|\.lock$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

const wholeVault = [".gitattributes", ".gitignore", "WIKI_SCHEMA.md", "config.json", "meta/events.jsonl"];

describe("the first write", () => {
  test("creates a vault with these files and no others", async () => {
    verifies("vault.first-write");
    const world = await testPlatform();
    const vault = await ensure(world, await newVault(world), "lighthouse keeping");
    expect(filesOf(vault.root)).toEqual(wholeVault);
    expect([...vault.created].sort()).toEqual(wholeVault);
    expect(vault).toMatchObject({ exists: true, layer: "project" });
    expect(vault.config).toMatchObject({
      name: "lighthouse keeping",
      created: "2026-11-30",
      version: "1.0",
      knowledge_format: "legacy",
    });
  });

  test("records the bootstrap in the ledger", async () => {
    const world = await testPlatform();
    const vault = await ensure(world, await newVault(world));
    const { events } = openLedger({ platform: world.platform, vault }).read();
    expect(events.map(({ kind, details, actor }) => ({ kind, details, actor }))).toEqual([
      { kind: "bootstrap", details: { topic: "coast", vault_id: vault.config?.vault_id }, actor: "keeper" },
    ]);
  });

  test("gives the vault that the next session finds, under the same key", async () => {
    const world = await testPlatform();
    const created = await ensure(world, await newVault(world));
    const { layers, findings } = await findLayers(world.platform, {
      cwd: join(world.folder, "coast"),
      personal: false,
    });
    expect(findings).toEqual([]);
    expect(layers).toMatchObject([{ root: created.root, key: created.key, config: created.config, exists: true }]);
  });

  test("to the personal layer creates that one, in the folder that WIKI_HOME names", async () => {
    const world = await testPlatform({ variables: { WIKI_HOME: "~/notes" } });
    const { layers } = await findLayers(world.platform, { cwd: world.folder, personal: true });
    for (const vault of layers) await ensure(world, vault);
    expect(filesOf(join(world.folder, "home"))).toEqual(wholeVault.map((path) => `notes/.llm-wiki/${path}`));
  });

  test("refuses a place that is a file", async () => {
    const world = await testPlatform();
    await world.files("coast").write(".llm-wiki", "a file");
    await expect(ensure(world, await newVault(world))).rejects.toMatchObject({ code: "vault_not_folder" });
  });
});

test("git ignores what is derived or passing, and keeps what was captured", async () => {
  verifies("vault.git-files");
  const world = await testPlatform();
  const { root, files } = await ensure(world, await newVault(world));
  const git = async (...command: string[]) =>
    (await world.platform.run(["git", ...command], { cwd: root })).stdout.trim().split("\n");
  await git("init", "-q");
  const ignored = [
    "config.json.lock",
    "meta/index.md",
    "meta/lint-report.md",
    "meta/registry.json",
    "meta/task_bindings/s1.json",
    "raw/.staging-1/manifest.json",
    "wiki/notes/.tmp-1",
    "wiki/notes/fog.md.lock",
  ];
  const kept = [
    "meta/events.jsonl",
    "meta/telemetry/keeper.jsonl",
    "raw/sources/SRC-2026-11-30-001/original/Cargo.lock",
    "tasks/lamp/memories/keeper.md",
    "wiki/notes/index.md",
  ];
  for (const path of [...ignored, ...kept].filter((path) => path !== "meta/events.jsonl"))
    await files.write(path, "x\n");
  expect((await git("check-ignore", ...ignored, ...kept)).sort()).toEqual(ignored);
  expect(await git("check-attr", "merge", "text", "--", "meta/events.jsonl", "tasks/lamp/memories/keeper.md")).toEqual([
    "meta/events.jsonl: merge: union",
    "meta/events.jsonl: text: unset",
    "tasks/lamp/memories/keeper.md: merge: union",
    "tasks/lamp/memories/keeper.md: text: unset",
  ]);
});

describe("a vault that is there", () => {
  test("is left as it is", async () => {
    verifies("vault.creation-idempotent");
    const world = await testPlatform();
    const first = await ensure(world, await newVault(world));
    await first.files.write("WIKI_SCHEMA.md", "# Our own rules\n");
    const again = await ensure(world, await newVault(world), "another topic");
    expect(again).toMatchObject({ created: [], config: first.config, key: first.key });
    expect(first.files.readText("WIKI_SCHEMA.md")).toBe("# Our own rules\n");
    expect(openLedger({ platform: world.platform, vault: again }).read().events).toHaveLength(1);
  });

  test("is used as it is when another tool made it", async () => {
    const world = await testPlatform();
    const text = '{"name": "Coast", "mode": "personal", "topic": "pending", "version": "1.0"}';
    await world.files("coast/.llm-wiki").write("config.json", text);
    const vault = await ensure(world, await newVault(world));
    expect(vault).toMatchObject({ created: [], config: { vault_id: undefined, otherKeys: { mode: "personal" } } });
    expect(filesOf(vault.root)).toEqual(["config.json"]);
    expect(vault.files.readText("config.json")).toBe(text);
  });

  test("with a damaged config is refused and not touched", async () => {
    const world = await testPlatform();
    await world.files("coast/.llm-wiki").write("config.json", "{ half");
    const vault = await newVault(world);
    await expect(ensure(world, vault)).rejects.toMatchObject({ code: "vault_damaged" });
    expect(filesOf(vault.root)).toEqual(["config.json"]);
  });

  test("without a config gets one, and keeps what it has", async () => {
    const world = await testPlatform();
    await world.files("coast/.llm-wiki").write("wiki/notes/lamp.md", "# Lamp\n");
    await world.files("coast/.llm-wiki").write(".gitignore", "outputs/\n");
    const vault = await ensure(world, await newVault(world));
    expect([...vault.created].sort()).toEqual(wholeVault.filter((path) => path !== ".gitignore"));
    expect(vault.files.readText(".gitignore")).toBe("outputs/\n");
  });
});

describe("adopting a vault of another tool", () => {
  const adopt = async (world: TestPlatform) =>
    adoptVault(await newVault(world), contextOf(world), { templates: loadTemplates(world.platform, templatesRoot) });

  test("adds the files for git and leaves everything else", async () => {
    verifies("vault.adopt");
    const world = await testPlatform();
    const text = '{"name": "Coast", "vault_id": "0f9b2f7e-6c55-4c7e-9a0f-3d1a8c9d2b11", "mode": "personal"}';
    await world.files("coast/.llm-wiki").write("config.json", text);
    await world.files("coast/.llm-wiki").write("WIKI_SCHEMA.md", "# Theirs\n");
    const vault = await adopt(world);
    expect(vault.created).toEqual([".gitignore", ".gitattributes"]);
    expect(filesOf(vault.root)).toEqual([".gitattributes", ".gitignore", "WIKI_SCHEMA.md", "config.json"]);
    expect(vault.files.readText("config.json")).toBe(text);
    expect((await adopt(world)).created).toEqual([]);
  });

  test("gives it an id once, keeps its other keys, and what was kept for it at this place", async () => {
    const world = await testPlatform();
    await world.files("coast/.llm-wiki").write("config.json", '{"topic": "Coast", "mode": "company"}');
    await world.files("state/pi-wiki").write(`${(await newVault(world)).key}/clone.json`, "{}");
    const vault = await adopt(world);
    expect(JSON.parse(vault.files.readText("config.json") ?? "")).toMatchObject({
      topic: "Coast",
      mode: "company",
      vault_id: vault.config?.vault_id,
    });
    expect(world.files("state/pi-wiki").kind(`${vault.key}/clone.json`)).toBe("file");
    expect((await newVault(world)).key).toBe(vault.key);
    expect((await adopt(world)).config).toEqual(vault.config);
  });
});

test("processes that create a vault at once end with one id and one config", async () => {
  verifies("vault.created-once");
  const world = await testPlatform();
  const root = join(world.folder, "coast/.llm-wiki");
  const results = await inProcesses(world, 4, ["ensure", root]);
  const ids = new Set(results.map((result) => JSON.stringify(Object(result).vault_id)));
  expect(ids.size).toBe(1);
  expect(results.filter((result) => Object(result).created.length > 0)).toHaveLength(1);
  expect(filesOf(root)).toEqual(wholeVault);
});

test("a vault is whole or completed by the next write, wherever the first one was interrupted", async () => {
  verifies("vault.creation-durable");
  const points = await faultRuns({
    act: async (world) => ensure(world, await newVault(world)),
    check: async (world, acknowledged) => {
      const root = join(world.folder, "coast/.llm-wiki");
      const { vault } = openVault(world.platform, { layer: "project", root, layout: "current" });
      const configText = vault.files.readText("config.json");
      if (configText !== undefined) expect(parseConfig(configText).config).toBeDefined();
      if (acknowledged) expect(filesOf(root)).toEqual(wholeVault);
      const completed = await ensure(world, vault);
      expect(filesOf(root)).toEqual(wholeVault);
      expect(completed.config).toBeDefined();
      const { findings } = openLedger({ platform: world.platform, vault: completed }).verify();
      expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
    },
  });
  expect(points).toBeGreaterThan(10);
});
