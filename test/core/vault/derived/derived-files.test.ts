import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openIndex } from "../../../../extensions/core/recall/indexing/index-store.ts";
import type { VaultIndex } from "../../../../extensions/core/recall/indexing/vault-index.ts";
import type { LoggedEvent } from "../../../../extensions/core/vault/derived/logged-event.ts";
import { type DerivedFiles, openDerivedFiles } from "../../../../extensions/core/vault/derived-files.ts";
import { openVault } from "../../../../extensions/core/vault/layers.ts";
import type { Vault } from "../../../../extensions/core/vault/vault.ts";
import type { Files, Platform } from "../../../../extensions/platform/platform.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { faultRuns } from "../../../support/fault-runs.ts";
import { type TestPlatform, testPlatform } from "../../../support/test-platform.ts";

type Format = "legacy" | "okf-0.2";

const writeConfig = (root: string, format: Format): void => {
  mkdirSync(join(root, "wiki"), { recursive: true });
  writeFileSync(
    join(root, "config.json"),
    JSON.stringify({ topic: "harbour", name: "Harbour", knowledge_format: format }),
  );
};

const vaultAt = (world: TestPlatform, folder: string): Vault =>
  openVault(world.platform, { layer: "project", root: join(world.folder, folder), layout: "current" }).vault;

const none: ReadonlySet<string> = new Set();

/** What a session keeps of a vault. */
const session = (world: TestPlatform, vault: Vault) => {
  const index = openIndex(world.platform, vault);
  const derived = openDerivedFiles(world.platform, vault, { version: "1.0.0" });
  return {
    index,
    derived,
    settle: async (events: readonly LoggedEvent[]) => {
      await index.refresh({ full: true });
      const { changed } = await derived.refresh(vault, { pages: index, events, withheld: none });
      await index.save();
      return changed;
    },
  };
};

const everyFile = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith(".tmp-"))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]),
  );

/** The same vault at a new place, where nothing is known of it. */
const rebuilt = async (world: TestPlatform, events: readonly LoggedEvent[]): Promise<Record<string, string>> => {
  const root = join(world.folder, "copy");
  rmSync(root, { recursive: true, force: true });
  cpSync(join(world.folder, "vault"), root, { recursive: true });
  rmSync(join(root, "meta"), { recursive: true, force: true });
  await session(world, vaultAt(world, "copy")).settle(events);
  rmSync(join(world.folder, "cache"), { recursive: true, force: true });
  return everyFile(root);
};

const pageName = fc.constantFrom("lamp", "Lamp", "fog horn", "cafe\u0301", "caf\u00e9", "12", "__proto__");
const pagePath = fc
  .tuple(fc.constantFrom("notes", "concepts/deep", "sources", "."), pageName)
  .map(([folder, name]) => join("wiki", folder, `${name}.md`));
const pageText = fc
  .tuple(fc.option(pageName), fc.constantFrom("concept", "lesson", "", "ale"), fc.array(pageName, { maxLength: 3 }))
  .map(
    ([title, type, links]) =>
      `---\ntype: ${type}\n${title === null ? "" : `title: "${title}"\n`}created: 2026-01-0${links.length}\n---\n` +
      links.map((link) => `[[${link}]] [there](../notes/${encodeURI(link)}.md)`).join("\n"),
  );

type Step =
  | { readonly kind: "write"; readonly path: string; readonly text: string }
  | { readonly kind: "remove" | "touch" | "spoil"; readonly path: string }
  | { readonly kind: "event" | "settle" | "restart" | "forget" | "packet" };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("write" as const), path: pagePath, text: pageText }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("remove", "touch"), path: pagePath }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("spoil" as const),
      path: fc.constantFrom("meta/registry.json", "meta/log.md", "meta/backlinks.json", "meta/index.md"),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom("event", "settle", "restart", "forget", "packet") }) },
);

const isThere = (files: Files, path: string): boolean => files.kind(path) === "file";

/** One life of a vault: steps taken, and sessions that settle and end in between. */
const live = async (world: TestPlatform, steps: readonly Step[]): Promise<readonly LoggedEvent[]> => {
  const vault = vaultAt(world, "vault");
  const { files } = vault;
  const events: LoggedEvent[] = [];
  let current = session(world, vault);
  let ticks = 1_700_000_000;
  const actions: Record<Step["kind"], (step: Step) => Promise<unknown> | unknown> = {
    write: async (step) => {
      if (!("text" in step)) return;
      await files.write(step.path, step.text);
      // Two writes within one tick of the file system's clock would look the same to a stat.
      ticks += 1;
      utimesSync(files.absolute(step.path), ticks, ticks);
    },
    remove: (step) => ("path" in step ? files.remove(step.path) : undefined),
    touch: (step) => {
      if ("path" in step && isThere(files, step.path))
        writeFileSync(files.absolute(step.path), files.read(step.path) ?? "");
    },
    spoil: (step) => {
      if ("path" in step && isThere(files, step.path)) writeFileSync(files.absolute(step.path), "spoiled\n");
    },
    event: () => {
      const nth = events.length + 1;
      events.push({ kind: "page_edited", timestamp: `2026-11-30T12:00:0${nth % 10}.000Z`, details: { nth } });
    },
    packet: async () => {
      const folder = "raw/sources/SRC-2026-11-30-001";
      await files.write(`${folder}/manifest.json`, `{"title": "Log ${"i".repeat(events.length)}"}`);
      ticks += 1;
      for (const path of [`${folder}/manifest.json`, folder, "raw/sources"])
        utimesSync(files.absolute(path), ticks, ticks);
    },
    settle: () => current.settle(events),
    restart: () => {
      current = session(world, vault);
    },
    forget: () => current.derived.forget(),
  };
  for (const one of steps) await actions[one.kind](one);
  await current.settle(events);
  return events;
};

describe("derived files", () => {
  test.each(["legacy", "okf-0.2"] as const)(
    "of a %s vault are those of a full rebuild after any changes, byte for byte",
    async (format) => {
      verifies("vault.derived-incremental");
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
          const world = await testPlatform();
          writeConfig(join(world.folder, "vault"), format);
          const events = await live(world, steps);
          expect(everyFile(join(world.folder, "vault"))).toEqual(await rebuilt(world, events));
          rmSync(world.folder, { recursive: true, force: true });
        }),
        { numRuns: 60 },
      );
    },
  );
});

/** Counts what is read of a vault. */
const counting = (platform: Platform, root: string) => {
  const read: string[] = [];
  const files = platform.files(root);
  const note = <T>(path: string, value: T): T => {
    read.push(path);
    return value;
  };
  const counted: Files = {
    ...files,
    read: (path, limit) => note(path, files.read(path, limit)),
    readText: (path, limit) => note(path, files.readText(path, limit)),
  };
  return { read, files: counted };
};

const openCounted = async () => {
  const world = await testPlatform();
  writeConfig(join(world.folder, "vault"), "legacy");
  for (const nth of [1, 2, 3, 4, 5]) {
    await world.files("vault").write(`wiki/notes/page-${nth}.md`, `# Page ${nth}\n\n[[page-${(nth % 5) + 1}]]\n`);
  }
  const plain = vaultAt(world, "vault");
  const { read, files } = counting(world.platform, plain.root);
  return { world, read, vault: { ...plain, files } };
};

const refresh = async (derived: DerivedFiles, { index, vault }: { index: VaultIndex; vault: Vault }) => {
  await index.refresh({ full: true });
  return (await derived.refresh(vault, { pages: index, events: [], withheld: none })).changed;
};

describe("a refresh of derived files", () => {
  test("reads changed pages alone, in the next session too", async () => {
    verifies("vault.derived-incremental");
    const { world, read, vault } = await openCounted();
    const index = openIndex(world.platform, vault);
    await refresh(openDerivedFiles(world.platform, vault, { version: "1.0.0" }), { index, vault });
    await index.save();
    await vault.files.write("wiki/notes/page-3.md", "# Page 3\n\n[[page-1]]\n");
    const again = openIndex(world.platform, vault);
    await again.refresh({ full: true });
    read.length = 0;
    const derived = openDerivedFiles(world.platform, vault, { version: "1.0.0" });
    expect(await refresh(derived, { index: again, vault })).toEqual(["meta/backlinks.json"]);
    expect(read.filter((path) => path.startsWith("wiki/"))).toEqual(["wiki/notes/page-3.md"]);
    read.length = 0;
    expect(await refresh(derived, { index: again, vault })).toEqual([]);
    expect(read).toEqual([]);
  });

  test("reads every page again for another version of the product, and when what was kept is damaged", async () => {
    verifies("vault.derived-incremental");
    const { world, read, vault } = await openCounted();
    const index = openIndex(world.platform, vault);
    await refresh(openDerivedFiles(world.platform, vault, { version: "1.0.0" }), { index, vault });
    const pagesRead = async (version: string): Promise<number> => {
      read.length = 0;
      await refresh(openDerivedFiles(world.platform, vault, { version }), { index, vault });
      return read.filter((path) => path.startsWith("wiki/")).length;
    };
    expect(await pagesRead("1.0.0")).toBe(0);
    expect(await pagesRead("1.0.1")).toBe(5);
    const kept = world.files(join("cache/pi-wiki", vault.key));
    expect(kept.list("")).toEqual(["pages.jsonl"]);
    const bytes = kept.read("pages.jsonl") ?? new Uint8Array();
    for (const at of [0, 200, bytes.length - 1]) {
      await kept.write(
        "pages.jsonl",
        bytes.map((byte, nth) => (nth === at ? byte ^ 1 : byte)),
      );
      expect(await pagesRead("1.0.1")).toBe(5);
    }
    await kept.write("pages.jsonl", bytes.subarray(0, 300));
    expect(await pagesRead("1.0.1")).toBe(5);
    await kept.remove("pages.jsonl");
    await kept.createFolder("pages.jsonl");
    expect(await pagesRead("1.0.1")).toBe(5);
    expect(await pagesRead("1.0.1")).toBe(0);
  });

  test("appends to the log what is new, and writes it anew when somebody else has changed it", async () => {
    verifies("vault.derived-incremental");
    const { world, vault } = await openCounted();
    const index = openIndex(world.platform, vault);
    await index.refresh();
    const derived = openDerivedFiles(world.platform, vault, { version: "1.0.0" });
    const events = [1, 2, 3].map((nth) => ({ kind: "lint", timestamp: `2026-11-30T12:00:0${nth}Z`, details: { nth } }));
    const inode = () => vault.files.state("meta/log.md")?.inode;
    await derived.refresh(vault, { pages: index, events: events.slice(0, 1), withheld: none });
    const first = inode();
    await derived.refresh(vault, { pages: index, events: events.slice(0, 2), withheld: none });
    expect(inode()).toBe(first);
    await vault.files.append("meta/log.md", "A word of my own.\n");
    await derived.refresh(vault, { pages: index, events, withheld: none });
    expect(vault.files.readText("meta/log.md")).not.toContain("my own");
    expect(vault.files.readText("meta/log.md")?.match(/^## /gm)).toHaveLength(3);
  });

  test("that is interrupted anywhere is made good by the next one", async () => {
    verifies("vault.derived-incremental");
    const page = (nth: number) => `---\ntitle: Page ${nth}\n---\n\n[[page-${nth + 1}]]\n`;
    const settle = async (world: TestPlatform, events: number) =>
      session(world, vaultAt(world, "vault")).settle(
        Array.from({ length: events }, (_, nth) => ({
          kind: "lint",
          timestamp: "2026-11-30T12:00:00Z",
          details: { nth },
        })),
      );
    const points = await faultRuns({
      arrange: async (world) => {
        writeConfig(join(world.folder, "vault"), "okf-0.2");
        await world.files("vault").write("wiki/notes/page-1.md", page(1));
        await settle(world, 1);
        await world.files("vault").write("wiki/notes/page-2.md", page(2));
        await world.files("vault").remove("wiki/notes/page-1.md");
        await world.files("vault").write("wiki/concepts/page-3.md", page(3));
      },
      act: (world) => settle(world, 2),
      check: async (world) => {
        await settle(world, 2);
        const events = [0, 1].map((nth) => ({ kind: "lint", timestamp: "2026-11-30T12:00:00Z", details: { nth } }));
        expect(everyFile(join(world.folder, "vault"))).toEqual(await rebuilt(world, events));
      },
    });
    expect(points).toBeGreaterThan(20);
  });
});
