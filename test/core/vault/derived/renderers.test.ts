import { describe, expect, test } from "vitest";
import type { Page } from "../../../../extensions/core/pages/page.ts";
import {
  isGeneratedLog,
  renderActivityLog,
  renderUpdateLog,
} from "../../../../extensions/core/vault/derived/activity-log.ts";
import { renderBacklinks } from "../../../../extensions/core/vault/derived/backlinks.ts";
import { type DerivedPage, derivedPageOf } from "../../../../extensions/core/vault/derived/derived-page.ts";
import { DerivedPages } from "../../../../extensions/core/vault/derived/derived-pages.ts";
import { renderGaps, renderLintReport } from "../../../../extensions/core/vault/derived/lint-report.ts";
import { isGeneratedIndex, okfIndexes } from "../../../../extensions/core/vault/derived/okf-index.ts";
import { listedPacket, renderCatalog, renderRegistry } from "../../../../extensions/core/vault/derived/registry.ts";
import { groupByType, typeHeading } from "../../../../extensions/core/vault/derived/type-heading.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { pageOf } from "../page-of.ts";

const rye = pageOf(
  "concepts/rye",
  "---\ntype: concept\ntitle: Rye\ntags: [bread]\ncreated: 2026-01-31\nstatus: draft\nhydration: 80\nsources:\n  - id: SRC-2026-01-31-001\n    resource: /sources/SRC-2026-01-31-001.md\n---\n\nIt needs time.\n",
);
const mill = pageOf("entities/mill", "---\ntype: entity\ntitle: The [old] mill\ndescription: Where flour\n---\n");
const events = [
  { kind: "bootstrap", timestamp: "2026-01-30T08:00:00.000Z", details: { topic: "bread" } },
  {
    kind: "page_created",
    timestamp: "2026-01-31T09:00:00.000Z",
    details: { page: "concepts/rye" },
    actor: "keeper",
    channel: "tool",
  },
];

const told = (page: Page): DerivedPage =>
  derivedPageOf(page, { hash: page.id, state: { path: page.path, size: 0, mtimeMs: 0, inode: 0 } });

const live = (...pages: Page[]): readonly DerivedPage[] => {
  const all = new DerivedPages();
  all.apply(new Map(pages.map((page) => [page.path, told(page)])));
  return all.live();
};

describe("the registry", () => {
  const packet = listedPacket({
    id: "SRC-2026-01-31-001",
    manifest: { id: "x", title: "Flour", format: "text", file_path: "/home/baker/f" },
  });
  const listed = [...live(mill, rye), ...(packet === undefined ? [] : [packet])];

  test("lists pages with their front matter, and packets by their manifests", () => {
    verifies("vault.derived-formats");
    const text = renderRegistry(listed, "2026-01-31T09:00:00.000Z");
    const registry = {
      version: "1.0",
      last_updated: "2026-01-31T09:00:00.000Z",
      pages: {
        "concepts/rye": {
          type: "concept",
          title: "Rye",
          tags: ["bread"],
          status: "draft",
          hydration: 80,
          created: "2026-01-31",
        },
        "entities/mill": { type: "entity", title: "The [old] mill", description: "Where flour" },
        "sources/SRC-2026-01-31-001": { type: "source", title: "Flour", format: "text" },
      },
    };
    expect(text).toBe(`${JSON.stringify(registry, null, 2)}\n`);
    expect(renderRegistry([], "")).toBe(
      `${JSON.stringify({ version: "1.0", last_updated: "", pages: {} }, null, 2)}\n`,
    );
  });

  test("lists no conversations", () => {
    expect(listedPacket({ id: "CNV-2026-01-31-001", manifest: { title: "Talk" } })).toBeUndefined();
  });

  test("is the same text in whatever order pages came", () => {
    expect(renderRegistry(live(rye, mill), "")).toBe(renderRegistry(live(mill, rye), ""));
  });

  test("reads as a catalog by type, with headings in proper English", () => {
    expect(renderCatalog(listed)).toBe(
      `# Wiki Index

> Derived from the pages; edits are overwritten.

## Sources

- [[sources/SRC-2026-01-31-001]] — Flour

## Entities

- [[entities/mill]] — The [old] mill

## Concepts

- [[concepts/rye]] — Rye *(created: 2026-01-31)*

---
*Total pages: 3*
`,
    );
  });
});

test("backlinks name each linking page once, sorted, and list pages that nothing links to", () => {
  verifies("pages.backlinks");
  const pages = live(
    pageOf("notes/b", "[[a]] [[notes/a]] [[b]] [[trajectories/TRJ-2026-11-30-001]]"),
    pageOf("notes/a", "`[[notes/b]]`"),
    pageOf("concepts/c", "[a](../notes/a.md) [[nobody]]"),
  );
  const inbound = { "concepts/c": [], "notes/a": ["concepts/c", "notes/b"], "notes/b": [] };
  expect(renderBacklinks(pages)).toBe(`${JSON.stringify(inbound, null, 2)}\n`);
  expect(renderBacklinks([])).toBe("{}\n");
});

test.each([
  ["entity", "Entities"],
  ["synthesis", "Syntheses"],
  ["analysis", "Analyses"],
  ["known_issue", "Known Issues"],
  ["bug_fix", "Bug Fixes"],
  ["case", "Cases"],
  ["trajectory", "Trajectories"],
  ["architecture", "Architecture"],
  ["general", "General"],
  ["Recipe", "Recipes"],
  ["batch", "Batches"],
  ["day", "Days"],
  ["食谱", "食谱"],
])("pages of type %s stand under %s", (type, heading) => {
  expect(typeHeading(type)).toBe(heading);
});

test("groups follow the order of the types, unknown ones last", () => {
  const types = ["zeppelin", "decision", "Source", "ale", "source"].map((type) => ({ type }));
  expect(groupByType(types).map(([type, group]) => `${type} ${group.length}`)).toEqual([
    "source 2",
    "decision 1",
    "ale 1",
    "zeppelin 1",
  ]);
});

describe("the logs", () => {
  test("tell every event with its details", () => {
    expect(renderActivityLog(events)).toBe(
      `# Activity Log

> Derived from meta/events.jsonl; edits are overwritten.

## [2026-01-30T08:00:00.000Z] bootstrap
- topic: "bread"

## [2026-01-31T09:00:00.000Z] page_created
- page: "concepts/rye", actor: "keeper", channel: "tool"
`,
    );
    expect(renderActivityLog([])).toContain("No events");
  });

  test("of an OKF bundle begin with the newest day", () => {
    verifies("vault.okf-files");
    expect(renderUpdateLog(events)).toBe(
      `# Wiki Update Log

## 2026-01-31

* **page_created**: page: "concepts/rye", actor: "keeper", channel: "tool"

## 2026-01-30

* **bootstrap**: topic: "bread"

<!-- Derived by pi-wiki; edits are overwritten. -->
`,
    );
  });

  test("are told from a person's", () => {
    expect(isGeneratedLog(renderUpdateLog(events))).toBe(true);
    expect(isGeneratedLog('# Wiki Update Log\n\n## 2026-01-31\n\n- **lint**: {"orphans":0}\n')).toBe(true);
    expect(isGeneratedLog("# Wiki Update Log\n\n## 2026-01-31\n\n* **Update**: milled the rye.\n")).toBe(false);
    expect(isGeneratedLog("# Captain's log\n")).toBe(false);
  });
});

describe("the index files of an OKF bundle", () => {
  const indexes = okfIndexes([rye, mill, pageOf("concepts/flour/old rye (dark)", "# Dark rye\n")], "Bakery");

  test("stand in every folder that holds pages or folders", () => {
    expect([...indexes.keys()].sort()).toEqual(["", "concepts", "concepts/flour", "entities"]);
    expect(indexes.get("")).toBe(
      `---
okf_version: "0.2"
---

# Bakery

## Directories

* [concepts/](concepts/index.md)
* [entities/](entities/index.md)

<!-- Derived by pi-wiki; edits are overwritten. -->
`,
    );
  });

  test("name each page by title, place and description", () => {
    expect(indexes.get("entities")).toContain("* [The \\[old\\] mill](mill.md) - Where flour\n");
    expect(indexes.get("concepts")).toContain("* [flour/](flour/index.md)\n");
    expect(indexes.get("concepts/flour")).toContain("* [Dark rye](old%20rye%20%28dark%29.md)\n");
  });

  test("are told from a person's", () => {
    for (const text of indexes.values()) expect(isGeneratedIndex(text)).toBe(true);
    const peers = '---\nokf_version: "0.2"\n---\n# Bakery\n\n## Concepts\n\n- [Rye](rye.md) — It needs time\n';
    expect(isGeneratedIndex(peers)).toBe(true);
    expect(isGeneratedIndex("# Bakery\n\nStart with [rye](rye.md).\n")).toBe(false);
    expect(isGeneratedIndex("# Bakery\n\n* [Rye](rye.md) - start here\n")).toBe(false);
    expect(isGeneratedIndex("")).toBe(false);
  });
});

test("the lint report counts, and names places and remedies", () => {
  const report = renderLintReport(
    [
      {
        code: "conflict-markers",
        severity: "error",
        path: "wiki/notes/rye.md",
        line: 7,
        message: "A merge was left unfinished",
        remedy: "Choose a side.",
      },
    ],
    3,
  );
  expect(report).toBe(
    `# Wiki Lint Report

- Pages: 3
- Errors: 1
- Warnings: 0
- Notes: 0

## Errors

- \`wiki/notes/rye.md:7\` A merge was left unfinished (conflict-markers). Choose a side.
`,
  );
  expect(renderLintReport([], 3)).toContain("_Nothing found._");
});

test("gaps name the most mentioned topic first", () => {
  const gaps = [
    { topic: "barley", mentioned_by: ["notes/a"] },
    { topic: "yeast", mentioned_by: ["notes/b", "notes/a"] },
    { topic: "ale", mentioned_by: ["notes/a"] },
  ];
  expect(JSON.parse(renderGaps(gaps))).toEqual({
    gaps: [
      { topic: "yeast", mentioned_by: ["notes/a", "notes/b"] },
      { topic: "ale", mentioned_by: ["notes/a"] },
      { topic: "barley", mentioned_by: ["notes/a"] },
    ],
  });
});
