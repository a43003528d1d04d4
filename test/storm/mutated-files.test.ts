import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extractLinks } from "../../extensions/core/pages/links.ts";
import { lintPages } from "../../extensions/core/pages/lint-pages.ts";
import { parsePage } from "../../extensions/core/pages/parse-page.ts";
import { openIndex } from "../../extensions/core/recall/indexing/index-store.ts";
import { settingRules } from "../../extensions/core/settings.ts";
import { parseManifest, renderManifest } from "../../extensions/core/sources/packet.ts";
import { additionOf, liveEntries, parseMemory } from "../../extensions/core/tasks/memory/memory-file.ts";
import { taskContext } from "../../extensions/core/tasks/task-context.ts";
import { parseTask } from "../../extensions/core/tasks/task-file.ts";
import { parseConfig, renderConfig } from "../../extensions/core/vault/config.ts";
import { openVault } from "../../extensions/core/vault/layers.ts";
import { readHostSettings, writeUserSetting } from "../../extensions/hosts/settings-files.ts";
import { verifies } from "../acceptance/verifies.ts";
import { edited, keeper } from "../core/ledger/ledger-words.ts";
import { lighthouse } from "../core/ledger/lighthouse-ledger.ts";
import { pageText, recallWorld } from "../core/recall/recall-world.ts";
import { contentOf, openHarbour } from "../scenarios/harbour.ts";
import { testPlatform } from "../support/test-platform.ts";
import { mutatedBytes, mutatedText } from "./mutations.ts";
import { either, longest, seeded } from "./storm.ts";
import { survives } from "./survives.ts";

const count = either({ short: 300, long: 10_000 });
/** For what works on a disk. */
const fewer = either({ short: 60, long: 10_000 });

const fixture = (path: string): Uint8Array => readFileSync(new URL(`../fixtures/${path}`, import.meta.url));
const textFixture = (path: string): string => new TextDecoder().decode(fixture(path));

const pages = ["by-hand", "entity-with-sources", "observation", "older-note", "source-skeleton"].map((name) =>
  textFixture(`pages/lighthouse/${name}.md`),
);

describe(`mutated files of a vault (${seeded})`, () => {
  test("are pages all the same, with a finding for what is not text", { timeout: longest }, async () => {
    verifies("storm.mutated");
    await survives({
      inputs: mutatedText(pages),
      count,
      read: (text) => {
        const page = parsePage({ path: "wiki/notes/lamp.md", text });
        expect(page.title !== "" && page.type !== "").toBe(true);
        expect(JSON.parse(JSON.stringify(page.data))).toEqual(page.data);
        extractLinks(page.body);
        lintPages([page], { packets: [], now: "2026-11-30T12:00:00.000Z" });
        if (/[\0\uFFFD]/.test(text)) expect(page.findings.map(({ code }) => code)).toContain("not-text");
      },
    });
  });

  test("are a task and its memory all the same, which take the next entry", { timeout: longest }, async () => {
    verifies("storm.mutated", "tasks.mutated-files");
    const files = ["task.md", "memory.md", "conflict.md"].map((name) => textFixture(`tasks/${name}`));
    await survives({
      inputs: mutatedText(files),
      count,
      read: (text) => {
        const task = parseTask("keep-the-horn", { path: "tasks/keep-the-horn/task.md", text });
        const own = parseMemory(text);
        const after = parseMemory(
          text + additionOf(text, { id: "next", time: "2026-12-01 08:00", text: "It sounds." }),
        );
        expect(liveEntries(after).at(-1)).toMatchObject({ id: "next", text: "It sounds." });
        const context = taskContext({ task, own, others: [{ user: "bob", file: own }], pages: [], tokens: 1_000 });
        expect(context.text.match(/<\/wiki-task>/g)).toHaveLength(1);
      },
    });
  });

  test("are a ledger with a finding for each line that was not written, and take the next event", {
    timeout: longest,
  }, async () => {
    verifies("storm.mutated");
    const house = await lighthouse();
    await house.log("lamp", "lens", "wick");
    const { platform } = house.world;
    await house.ledger.append(keeper(platform, "ui"), [edited("käse"), edited("oil")]);
    const whole = house.text();
    const written = new Set(whole.split("\n"));
    const place = house.vault.files.absolute("meta/events.jsonl");
    await survives({
      inputs: mutatedBytes([new TextEncoder().encode(whole)]),
      count: fewer,
      read: async (bytes) => {
        writeFileSync(place, bytes);
        const ledger = house.reopen();
        const { findings } = ledger.verify();
        const strange = Buffer.from(bytes)
          .toString("latin1")
          .split("\n")
          .map((line) => Buffer.from(line.replace(/\r$/, ""), "latin1").toString("utf8"))
          .filter((line) => !written.has(line));
        if (strange.length > 0) expect([strange, findings]).not.toEqual([strange, []]);
        const [event] = await ledger.append(keeper(platform), [edited("after")]);
        expect(house.reopen().read().events.at(-1)?.hash).toBe(event?.hash);
        expect(ledger.tail(1)[0]?.hash).toBe(event?.hash);
      },
    });
  });

  test("are a config or a finding, and what was read is written the same", { timeout: longest }, async () => {
    verifies("storm.mutated");
    const config = {
      name: "Harbour",
      topic: "piers",
      created: "2026-11-30",
      version: "1.0",
      vault_id: "harbour-00000001",
      knowledge_format: "legacy",
      embedding: { model: "none", size: 384 },
    };
    await survives({
      inputs: mutatedText([`${JSON.stringify(config, null, 2)}\n`]),
      count,
      read: (text) => {
        const parsed = parseConfig(text);
        if (parsed.finding !== undefined) expect(parsed.finding).toMatchObject({ code: "config-damaged" });
        else expect(parseConfig(renderConfig(parsed.config))).toEqual(parsed);
      },
    });
  });

  test("are a manifest or a finding, and no file of one is outside the packet", { timeout: longest }, async () => {
    verifies("storm.mutated");
    const harbour = await openHarbour();
    const { path, id } = await harbour.session().capture({ text: "The tide gauge." });
    await survives({
      inputs: mutatedText([harbour.read(`${path}/manifest.json`)]),
      count,
      read: (text) => {
        const { manifest, findings } = parseManifest(text, { place: "manifest.json", id });
        if (manifest === undefined) return expect(findings).not.toEqual([]);
        for (const file of manifest.files ?? []) expect(join("/packet", file.path)).toMatch(/^\/packet\/./);
        expect(manifest.id).toBe(id);
        const again = parseManifest(renderManifest(manifest), { place: "manifest.json", id });
        return expect(again.manifest).toEqual(manifest);
      },
    });
  });

  test("are imported or skipped with a reason, and the vault is sound", { timeout: longest }, async () => {
    verifies("storm.mutated");
    const batch = 50;
    await survives({
      inputs: fc.array(mutatedBytes(pages.map((page) => new TextEncoder().encode(page))), {
        minLength: batch,
        maxLength: batch,
      }),
      count: either({ short: 2, long: 200 }),
      read: async (files) => {
        const harbour = await openHarbour();
        const folder = join(harbour.folder, "logs");
        mkdirSync(folder);
        for (const [nth, bytes] of files.entries()) writeFileSync(join(folder, `log-${nth}.md`), bytes);
        const session = harbour.session();
        const { created, skipped } = await session.importFolder({ folder });
        expect(created.length + skipped.length).toBe(batch);
        await session.lint();
        await session.settle();
        expect((await session.verify()).findings).toEqual([]);
        expect(Object.keys(JSON.parse(harbour.read("meta/registry.json")).pages)).toHaveLength(created.length);
      },
    });
  });
});

describe(`mutated files beside a vault (${seeded})`, () => {
  test("are settings within their rules or findings, and a change of one keeps the rest", {
    timeout: longest,
  }, async () => {
    verifies("storm.mutated");
    const world = await testPlatform();
    const settings = {
      theme: "dark",
      "llm-wiki": { ambientPersonalVault: false },
      "pi-wiki": { recallTokens: 900, recallPages: 3, links: "markdown", captureHosts: ["wiki.example:80"] },
    };
    const [user, project] = ["home/.pi/agent/settings.json", "lighthouse/.pi/settings.json"].map((path) =>
      join(world.folder, path),
    );
    for (const place of [user, project]) mkdirSync(join(place ?? "", ".."), { recursive: true });
    await survives({
      inputs: fc.tuple(mutatedBytes([new TextEncoder().encode(JSON.stringify(settings, null, 2))]), fc.boolean()),
      count: fewer,
      read: async ([bytes, isUsers]) => {
        writeFileSync(user ?? "", isUsers ? bytes : "{}");
        writeFileSync(project ?? "", isUsers ? "{}" : bytes);
        const read = readHostSettings(world.platform, { cwd: join(world.folder, "lighthouse"), projectTrusted: true });
        expect(Object.keys(read.settings).sort()).toEqual(Object.keys(settingRules).sort());
        expect(read.settings.recallPages).toBeGreaterThan(0);
        if (!isUsers) return expect(read.settings.captureHosts).toEqual([]);
        await writeUserSetting(world.platform, "recallPages", 7);
        const { "pi-wiki": _own, ...others } = JSON.parse(new TextDecoder().decode(bytes).trim() || "{}");
        const { "pi-wiki": own, ...kept } = JSON.parse(readFileSync(user ?? "", "utf8"));
        expect(own).toMatchObject({ recallPages: 7 });
        return expect(kept).toEqual(others);
      },
    });
  });

  test("are an index that knows every page", { timeout: longest }, async () => {
    verifies("storm.mutated");
    const world = await recallWorld();
    for (const name of ["lamp", "lens", "wick"]) {
      world.put(`wiki/concepts/${name}.md`, pageText(`The ${name} of the tower.\n`, { type: "concept", title: name }));
    }
    const first = world.open();
    await first.refresh();
    await first.save();
    world.put("wiki/concepts/oil.md", pageText("The oil of the tower.\n", { type: "concept" }));
    await first.refresh({ full: true });
    await first.save();
    const folder = join(world.platform.environment.cacheRoot, world.project.key);
    const names = readdirSync(folder).filter((name) => name.endsWith(".seg"));
    expect(names).toEqual(["base.seg", "delta.seg"]);
    const whole = names.map((name) => readFileSync(join(folder, name)));
    await survives({
      inputs: fc.nat(1).chain((nth) => fc.tuple(fc.constant(nth), mutatedBytes([whole[nth] ?? new Uint8Array()]))),
      count: fewer,
      read: async ([nth, bytes]) => {
        for (const [at, name] of names.entries())
          writeFileSync(join(folder, name), at === nth ? bytes : (whole[at] ?? ""));
        const index = openIndex(world.platform, world.project);
        await index.refresh();
        expect(["lamp", "lens", "oil", "wick"].filter((name) => !index.find(`wiki/concepts/${name}.md`))).toEqual([]);
      },
    });
  });

  test("of the state and cache folders stop no session", { timeout: longest }, async () => {
    verifies("storm.mutated");
    const harbour = await openHarbour();
    harbour.page("concepts/pier", "The pier has oak piles.");
    const first = harbour.session();
    await first.note({ title: "Fog", type: "lesson", text: "The fog comes from the east." });
    await first.settle();
    await first.warm();
    const places = ["state/pi-wiki", "cache/pi-wiki"].flatMap((place) =>
      Object.entries(contentOf(join(harbour.folder, place)))
        .filter(([path]) => !path.startsWith("transpiled/"))
        .map(([path, content]) => [join(harbour.folder, place, path), Buffer.from(content, "latin1")] as const),
    );
    expect(places.length).toBeGreaterThan(3);
    let round = 0;
    await survives({
      inputs: fc
        .nat(places.length - 1)
        .chain((nth) => fc.tuple(fc.constant(nth), mutatedBytes([places[nth]?.[1] ?? new Uint8Array()]))),
      count: either({ short: 20, long: 1_000 }),
      read: async ([nth, bytes]) => {
        round += 1;
        for (const [at, [place, content]] of places.entries()) writeFileSync(place, at === nth ? bytes : content);
        const session = harbour.session();
        const { hits } = await session.recall({ query: "oak piles" });
        expect(hits[0]?.id).toBe("concepts/pier");
        harbour.page("concepts/quay", `The quay was mended ${round} times.`);
        await session.settle();
        const { findings } = await session.verify();
        expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
      },
    });
  });
});

test("a vault with a mutated config is opened, told of, and never written to as another", {
  timeout: longest,
}, async () => {
  verifies("storm.mutated");
  const harbour = await openHarbour();
  const { platform } = harbour.session();
  const place = join(harbour.root, "config.json");
  const whole = readFileSync(place);
  await survives({
    inputs: mutatedBytes([whole]),
    count: fewer,
    read: (bytes) => {
      writeFileSync(place, bytes);
      const { vault, findings } = openVault(platform, { layer: "project", root: harbour.root, layout: "current" });
      expect(vault.exists).toBe(true);
      expect(vault.config === undefined).toBe(findings.length > 0);
      expect(vault.key).toMatch(/^[\w-]+$/);
    },
  });
});
