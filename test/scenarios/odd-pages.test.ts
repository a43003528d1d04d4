import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { contentOf, derivedAndRebuilt, found, openHarbour, told } from "./harbour.ts";

/** Each with a word of its own, and what lint says of it. */
const oddPages: Readonly<Record<string, readonly [text: string, findings: readonly string[]]>> = {
  "only-front-matter": ["---\ntype: concept\ntitle: Anchorage\n---\n", []],
  "no-front-matter": ["# Breakwater\n\nIt is of granite.\n", ["front-matter-missing"]],
  empty: ["", ["missing-title"]],
  unterminated: [
    "---\ntype: concept\ntitle: Careenage\n\n# Careenage\n\nThe slipway.\n",
    ["front-matter-unterminated"],
  ],
  evaluated: ["---js\n{ title: process.exit(1) }\n---\n\n# Dockyard\n\nThe drydock.\n", ["front-matter-language"]],
  anchors: [
    "---\ntype: &kind concept\nother: *kind\ntitle: Estuary\n---\n\n# Estuary\n\nSilt.\n",
    ["front-matter-alias"],
  ],
  tabs: ["---\ntype:\tconcept\n\ttitle: Fairway\n---\n\n# Fairway\n\nThe dredger.\n", ["front-matter-yaml"]],
  nul: ["---\ntype: concept\n---\n\n# Groyne\n\nA \0 byte.\n", ["not-text"]],
  bom: ["\uFEFF---\ntype: concept\ntitle: Hawser\n---\n\nThe hawser is new.\n", []],
  crlf: ["---\r\ntype: concept\r\ntitle: Inlet\r\n---\r\n\r\nThe inlet is narrow.\r\n", []],
  conflict: [
    "---\ntype: concept\n<<<<<<< ours\ntitle: Jetty\n=======\ntitle: Pontoon\n>>>>>>> theirs\n---\n\nThe jetty.\n",
    ["conflict-markers"],
  ],
  duplicate: ["---\ntype: concept\ntitle: Kelp\ntitle: Kelp again\n---\n\nThe kelp grows.\n", ["duplicate-key"]],
  dates: [
    "---\ntype: concept\ntitle: Ledge\ncreated: 2026-11-30\nvalid_from: 2026-13-45\n---\n\nA reef.\n",
    ["unreadable-time"],
  ],
  colons: [
    "---\ntype: concept\ntitle: Mooring: a view 🚢 (part 2): ropes\n---\n\nThe mooring.\n",
    ["front-matter-unquoted"],
  ],
};

const words: Readonly<Record<string, string>> = {
  "only-front-matter": "anchorage",
  "no-front-matter": "breakwater",
  unterminated: "careenage",
  evaluated: "dockyard",
  anchors: "estuary",
  tabs: "fairway",
  nul: "groyne",
  bom: "hawser",
  crlf: "inlet",
  conflict: "jetty",
  duplicate: "kelp",
  dates: "ledge",
  colons: "mooring",
};

describe("pages that nobody would write on purpose", () => {
  test("are found, told of with path and remedy, and stay as they are", async () => {
    verifies("scenario.odd-pages");
    const harbour = await openHarbour();
    for (const [name, [text]] of Object.entries(oddPages)) harbour.put(`wiki/concepts/${name}.md`, text);
    const session = harbour.session();
    for (const [name, word] of Object.entries(words)) {
      expect([word, await found(session, word)]).toEqual([word, expect.arrayContaining([`concepts/${name}`])]);
    }
    const before = contentOf(join(harbour.root, "wiki"));
    const { findings } = await session.lint();
    for (const [name, [, codes]] of Object.entries(oddPages)) {
      const own = findings.filter(({ path }) => path.endsWith(`/concepts/${name}.md`) && path.startsWith(harbour.root));
      expect([name, own.map(({ code }) => code)]).toEqual([name, expect.arrayContaining([...codes])]);
      expect(own.every(({ message, remedy }) => message !== "" && remedy !== "")).toBe(true);
    }
    await session.rebuild();
    expect(contentOf(join(harbour.root, "wiki"))).toEqual(before);
    expect((await session.status()).vaults[0]).toMatchObject({ pages: Object.keys(oddPages).length });
    const { derived, rebuilt } = await derivedAndRebuilt(harbour);
    expect(derived).toEqual(rebuilt);
    expect(Object.keys(JSON.parse(harbour.read("meta/registry.json")).pages)).toHaveLength(
      Object.keys(oddPages).length,
    );
  });

  test("may have any name that a file system takes", async () => {
    verifies("scenario.odd-names");
    const harbour = await openHarbour();
    const names = [
      "a quiet harbour (east)",
      "cafe\u0301 am Kai",
      "港口の灯台",
      "Ω-pier#1 100% 'quoted' & more",
      "v1.2.3",
      `${"long-".repeat(48)}name-x`,
    ];
    for (const [nth, name] of names.entries()) harbour.page(`notes/${name}`, `The bollard number${nth} stands here.`);
    const session = harbour.session();
    for (const [nth, name] of names.entries()) {
      const { hits } = await session.recall({ query: `bollard number${nth}` });
      expect(hits[0]?.id).toBe(`notes/${name}`.normalize("NFC"));
      expect(readFileSync(hits[0]?.path ?? "", "utf8")).toContain(`number${nth}`);
    }
    await session.rebuild();
    const { pages } = JSON.parse(harbour.read("meta/registry.json"));
    expect(Object.keys(pages).sort()).toEqual(names.map((name) => `notes/${name}`.normalize("NFC")).sort());
  });

  test("of 200 MB are left out, told of, and cost no memory", async () => {
    verifies("scenario.large-file");
    const harbour = await openHarbour();
    harbour.page("concepts/pier", "The pier has oak piles.");
    const huge = openSync(harbour.put("wiki/concepts/huge.md", "# Huge pier\n"), "r+");
    ftruncateSync(huge, 200 * 1024 * 1024);
    closeSync(huge);
    const before = process.memoryUsage().arrayBuffers;
    const session = harbour.session();
    expect(await found(session, "pier")).toEqual(["concepts/pier"]);
    expect(told(harbour, (await session.lint()).findings)).toContain("too-large wiki/concepts/huge.md");
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50 * 1024 * 1024);
    await expect(session.note({ title: "Huge", type: "lesson", text: "It is too large." })).resolves.toMatchObject({
      status: "draft",
    });
  });
});

describe("links among the files of a vault", () => {
  test("that go round in circles or lead out are not followed", async () => {
    verifies("scenario.links");
    const harbour = await openHarbour();
    harbour.page("concepts/pier", "The pier has oak piles.");
    mkdirSync(join(harbour.folder, "secret"));
    writeFileSync(join(harbour.folder, "secret/pier.md"), "# Pier\n\nThe smugglers' pier.\n");
    symlinkSync(".", join(harbour.root, "wiki/circle"));
    symlinkSync("../..", join(harbour.root, "wiki/concepts/up"));
    symlinkSync(join(harbour.folder, "secret"), join(harbour.root, "wiki/out"));
    symlinkSync(join(harbour.folder, "secret/pier.md"), join(harbour.root, "wiki/concepts/smugglers.md"));
    mkdirSync(join(harbour.root, "raw/sources"), { recursive: true });
    symlinkSync(join(harbour.folder, "secret"), join(harbour.root, "raw/sources/SRC-2026-11-30-001"));
    const session = harbour.session();
    expect(await found(session, "smugglers pier")).toEqual(["concepts/pier"]);
    expect(told(harbour, (await session.lint()).findings)).toEqual(
      expect.arrayContaining([
        "skipped-link wiki/circle",
        "skipped-link wiki/concepts/smugglers.md",
        "skipped-link wiki/concepts/up",
        "skipped-link wiki/out",
      ]),
    );
    await session.rebuild();
    expect(Object.keys(JSON.parse(harbour.read("meta/registry.json")).pages)).toEqual(["concepts/pier"]);
    expect(harbour.read("meta/registry.json")).not.toContain("smugglers");
  });
});
