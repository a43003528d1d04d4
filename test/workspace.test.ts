import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { defaultSettings, type Settings } from "../extensions/core/settings.ts";
import { openWorkspace } from "../extensions/open-workspace.ts";
import type { Files, Platform } from "../extensions/platform/platform.ts";
import type { Workspace } from "../extensions/workspace.ts";
import { verifies } from "./acceptance/verifies.ts";
import { everything, openToolWorld, pageText, type ToolWorld, templatesRoot, workerTasks } from "./tools/tool-world.ts";

/** Another session in the same folder. */
const another = (
  { platform, project }: Pick<ToolWorld, "platform" | "project">,
  settings: Partial<Settings> = {},
): Workspace =>
  openWorkspace(platform, {
    cwd: project,
    channel: "tool",
    settings: { ...defaultSettings, ...settings },
    version: "1.2.3",
    templatesRoot,
  });

const subjects = [
  "lens",
  "clockwork",
  "gallery",
  "store",
  "bell",
  "mast",
  "landing",
  "cistern",
  "stove",
  "ladder",
].flatMap((part) => ["spring", "summer", "winter"].map((season) => ({ part, season })));

/** A vault with three pages on the fog horn, rare enough to be sent, and others on other things. */
const furnish = (world: ToolWorld): void => {
  for (const { part, season } of subjects) {
    world.page(`notes/${part}-${season}`, `# Keeping the ${part} in ${season}\n\nThe ${part} is looked after daily.`);
  }
  for (const part of ["reed", "boiler", "trumpet"]) {
    world.page(
      `notes/fog-horn-${part}`,
      `# Fog horn ${part}\n\nThe ${part} of the fog horn is greased with tallow before the first fog of autumn.`,
    );
  }
};

const hornPrompt = "How do I grease the fog horn before the first fog of autumn?";

describe("without a vault", () => {
  test("recall, inject, status, lint, verify, rebuild and settling create nothing", async () => {
    verifies("workspace.creates-nothing");
    const world = await openToolWorld({ vault: false });
    const before = everything(world.folder);
    const { workspace } = world;
    await workspace.warm();
    expect((await workspace.recall({ query: hornPrompt })).hits).toEqual([]);
    expect(await workspace.inject(hornPrompt)).toMatchObject({ message: null, gate: "floor" });
    expect(await workspace.near("horn", "complete", 5)).toEqual([]);
    expect(await workspace.counts()).toEqual({ pages: 0, drafts: 0 });
    expect((await workspace.status()).vaults).toMatchObject([{ layer: "personal", exists: false, pages: 0 }]);
    expect(await workspace.lint()).toEqual({ findings: [] });
    expect(await workspace.verify()).toEqual({ findings: [], events: 0 });
    expect(await workspace.rebuild()).toEqual({ pages: 0, refreshed: [], findings: [] });
    await workspace.look();
    await workspace.settle();
    expect(everything(world.folder)).toEqual(before);
  });
});

describe("init", () => {
  test("makes a vault in the session's folder, though there is one further up", async () => {
    verifies("workspace.project-needs-init");
    const world = await openToolWorld();
    const inner = join(world.project, "tower");
    mkdirSync(inner);
    const { root, vault_id, created } = await another({ ...world, project: inner }).init({ topic: "tower" });
    expect([root, vault_id.length, created.at(-1)]).toEqual([join(inner, ".llm-wiki"), 20, "config.json"]);
    expect((await another({ ...world, project: inner }).layers()).layers.map((vault) => vault.root)).toEqual([
      join(inner, ".llm-wiki"),
      join(world.project, ".llm-wiki"),
      join(world.folder, "home/.llm-wiki"),
    ]);
  });

  test("a second time changes nothing", async () => {
    verifies("workspace.init-adopts");
    const world = await openToolWorld();
    const before = everything(world.project);
    const again = await world.workspace.init({ topic: "bakery" });
    expect(again).toMatchObject({ root: join(world.project, ".llm-wiki"), created: [] });
    expect(everything(world.project)).toEqual(before);
  });

  test("gives another tool's vault an id and the git files, in either layout", async () => {
    verifies("workspace.init-adopts");
    const current = await openToolWorld({ vault: false });
    current.put("lighthouse/.llm-wiki/config.json", '{"name": "lamp", "topic": "lamp", "version": "1.0", "theirs": 7}');
    const { vault_id, created } = await current.workspace.init({});
    expect(created).toEqual([".gitignore", ".gitattributes"]);
    expect(JSON.parse(current.read("lighthouse/.llm-wiki/config.json"))).toMatchObject({ vault_id, theirs: 7 });

    const older = await openToolWorld({ vault: false });
    for (const folder of ["raw", "wiki"]) mkdirSync(join(older.project, folder));
    older.put("lighthouse/.wiki/config.json", '{"name": "lamp", "topic": "lamp", "version": "1.0"}');
    expect(await older.workspace.init({})).toMatchObject({ root: older.project, created: [] });
    expect(JSON.parse(older.read("lighthouse/.wiki/config.json"))).toHaveProperty("vault_id");
    expect(everything(older.project).filter((path) => path.includes(".llm-wiki"))).toEqual([]);
  });

  test("refuses a damaged config and a file in the vault's place, and leaves both", async () => {
    const damaged = await openToolWorld({ vault: false });
    damaged.put("lighthouse/.llm-wiki/config.json", '{"name": "lamp');
    await expect(damaged.workspace.init({})).rejects.toMatchObject({ code: "vault_damaged" });
    expect(damaged.read("lighthouse/.llm-wiki/config.json")).toBe('{"name": "lamp');
    const taken = await openToolWorld({ vault: false });
    taken.put("lighthouse/.llm-wiki", "a file");
    await expect(taken.workspace.init({})).rejects.toMatchObject({ code: "vault_not_folder" });
  });

  test("of the personal vault needs it switched on", async () => {
    const off = await openToolWorld({ vault: false, settings: { personalVault: "off" } });
    await expect(off.workspace.init({ layer: "personal" })).rejects.toMatchObject({
      code: "no_vault",
      hint: "Set personalVault to on.",
    });
    const on = await openToolWorld({ vault: false });
    expect((await on.workspace.init({ layer: "personal" })).root).toBe(join(on.folder, "home/.llm-wiki"));
  });
});

describe("inject", () => {
  test("puts the pages that answer before the prompt, and is silent on small talk", async () => {
    const world = await openToolWorld();
    furnish(world);
    const injection = await world.workspace.inject(hornPrompt);
    expect(injection.gate).toBe("passed");
    expect(injection.message).toContain("greased with tallow");
    expect(injection.pages.map(({ id }) => id)).toEqual(expect.arrayContaining(["notes/fog-horn-reed"]));
    expect(injection.answer?.hits[0]?.parts).toBeDefined();
    for (const prompt of ["ok", "continue", "thanks, commit and push"]) {
      expect(await world.workspace.inject(prompt)).toMatchObject({ message: null, pages: [], tokens: 0 });
    }
  });

  test("sends at most recallPages pages", async () => {
    verifies("workspace.inject-settings");
    const world = await openToolWorld();
    furnish(world);
    const pages = async (recallPages: number) =>
      (await another(world, { recallPages }).inject(hornPrompt)).pages.length;
    expect([await pages(1), await pages(2), await pages(5)]).toEqual([1, 2, 3]);
  });

  test("sends at most recallTokens tokens, in whole passages", async () => {
    verifies("workspace.inject-settings");
    const world = await openToolWorld();
    furnish(world);
    const inject = (recallTokens: number) => another(world, { recallTokens }).inject(hornPrompt);
    const all = await inject(1200);
    const fewer = await inject(all.tokens - 1);
    expect([all.pages.length, fewer.pages.length]).toEqual([3, 2]);
    expect(fewer.tokens).toBeLessThan(all.tokens);
    world.page(
      "notes/fog-horn-reed",
      `# Fog horn reed\n\n${"Grease the fog horn before the first fog of autumn. ".repeat(12)}`,
    );
    rmSync(join(world.project, ".llm-wiki/wiki/notes/fog-horn-boiler.md"));
    rmSync(join(world.project, ".llm-wiki/wiki/notes/fog-horn-trumpet.md"));
    expect(await inject(100)).toMatchObject({ message: null, gate: "budget" });
  });

  test("obeys autoRecall: off is silent, project never speaks of personal pages alone", async () => {
    verifies("workspace.inject-settings");
    const world = await openToolWorld();
    furnish(world);
    await world.call("wiki_note", {
      layer: "personal",
      title: "Sharpening the razor",
      type: "procedure",
      text: "The razor is sharpened on the leather strop behind the pantry door.",
    });
    const razor = "How do I sharpen the razor on the strop behind the pantry door?";
    const gate = async (autoRecall: Settings["autoRecall"], prompt: string) =>
      (await another(world, { autoRecall }).inject(prompt)).gate;
    expect([await gate("on", razor), await gate("project", razor), await gate("off", razor)]).toEqual([
      "passed",
      "floor",
      "off",
    ]);
    expect([await gate("on", hornPrompt), await gate("project", hornPrompt), await gate("off", hornPrompt)]).toEqual([
      "passed",
      "passed",
      "off",
    ]);
  });

  test("does not read the personal vault when it is switched off", async () => {
    verifies("workspace.inject-settings");
    const world = await openToolWorld();
    furnish(world);
    world.put("home/.llm-wiki/wiki/notes/razor.md", pageText("# Sharpening the razor\n\nOn the strop.", {}));
    const found = async (personalVault: "on" | "off") =>
      (await another(world, { personalVault }).recall({ query: "sharpening the razor on the strop" })).hits.length;
    expect([await found("on"), await found("off")]).toEqual([1, 0]);
  });

  test("does not send what is in the context, and sends a page again that has changed", async () => {
    verifies("workspace.inject-novel");
    const world = await openToolWorld();
    furnish(world);
    const first = await world.workspace.inject(hornPrompt);
    const seen = new Set(first.pages.map(({ hash }) => hash));
    expect(await world.workspace.inject(hornPrompt, { seen })).toMatchObject({ message: null, gate: "novelty" });
    world.page(
      "notes/fog-horn-reed",
      "# Fog horn reed\n\nThe reed of the fog horn is greased with lard before the first fog of autumn.",
    );
    world.clock.advance(2_000);
    const again = await world.workspace.inject(hornPrompt, { seen });
    expect(again.pages.map(({ id }) => id)).toEqual(["notes/fog-horn-reed"]);
    expect(again.message).toContain("greased with lard");
  });
});

describe("status", () => {
  test("counts from the index, and reads no page that has not changed", async () => {
    verifies("workspace.status-from-index");
    const world = await openToolWorld();
    furnish(world);
    world.page("notes/draft", "# Draft", { status: "draft", type: "decision" });
    await world.workspace.warm();
    const read: string[] = [];
    const status = await another({ ...world, platform: watchingReads(world.platform, read) }).status();
    expect(status.vaults[0]).toMatchObject({
      pages: subjects.length + 4,
      drafts: 1,
      by_type: { decision: 1, general: subjects.length + 3 },
    });
    expect(read.filter((path) => path.startsWith("wiki/"))).toEqual([]);
  });
});

/** The same machine, noting each file that is read. */
const watchingReads = (platform: Platform, read: string[]): Platform => ({
  ...platform,
  files: (root) => {
    const files: Files = platform.files(root);
    return new Proxy(files, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if ((name !== "read" && name !== "readText") || typeof value !== "function") return value;
        return (path: string, ...more: unknown[]) => {
          read.push(path);
          return value.call(target, path, ...more);
        };
      },
    });
  },
});

describe("a large vault", () => {
  test("is indexed in a worker thread, with the same result", async () => {
    verifies("workspace.worker-index");
    const world = await openToolWorld({ tasks: workerTasks });
    furnish(world);
    for (let watch = 1; watch <= 220; watch += 1)
      world.page(`notes/watch-${watch}`, `# Watch ${watch}\n\nQuiet night.`);
    const used: string[] = [];
    const inWorker: Platform["inWorker"] = (task, ...rest) => {
      used.push(task);
      return world.platform.inWorker(task, ...rest);
    };
    const large = another({ ...world, platform: { ...world.platform, inWorker } });
    const [hits, same] = await Promise.all([large.recall({ query: hornPrompt }), large.recall({ query: hornPrompt })]);
    expect(used).toEqual(["index"]);
    expect(same.hits).toEqual(hits.hits);
    expect(hits.hits.map(({ id }) => id)).toEqual(
      (await another(world).recall({ query: hornPrompt })).hits.map(({ id }) => id),
    );
  });
});

describe("a vault that can't be written", () => {
  test("is recalled from, counted, linted and verified", async () => {
    verifies("workspace.unwritable-reads");
    const open = await openToolWorld();
    furnish(open);
    const onStep = (): never => {
      throw Object.assign(new Error("EROFS: read-only file system"), { code: "EROFS" });
    };
    const shut = await openToolWorld({ folder: open.folder, onStep, vault: false });
    const { workspace } = shut;
    await workspace.warm();
    expect((await workspace.inject(hornPrompt)).gate).toBe("passed");
    expect((await workspace.status()).vaults[0]?.pages).toBe(subjects.length + 3);
    expect((await workspace.verify()).findings).toEqual([]);
    const lint = await workspace.lint();
    expect(lint.findings).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({
          code: "lint-report-unwritten",
          path: join(open.project, ".llm-wiki/meta/lint-report.md"),
        }),
      ]),
    );
    await expect(shut.call("wiki_note", { title: "Ice", type: "general", text: "Thick." })).rejects.toMatchObject({
      code: "not_writable",
    });
  });
});
