import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extractLinks } from "../../../../extensions/core/pages/links.ts";
import type { Page } from "../../../../extensions/core/pages/page.ts";
import { parsePage } from "../../../../extensions/core/pages/parse-page.ts";
import { linkTargets, resolveLink } from "../../../../extensions/core/pages/resolve-link.ts";
import { type DerivedPage, derivedPageOf } from "../../../../extensions/core/vault/derived/derived-page.ts";
import { DerivedPages } from "../../../../extensions/core/vault/derived/derived-pages.ts";
import { verifies } from "../../../acceptance/verifies.ts";

const told = (page: Page): DerivedPage =>
  derivedPageOf(page, { hash: page.path, state: { path: page.path, size: 0, mtimeMs: 0, inode: 0 } });

// Few names in many spellings, so that pages and links meet.
const names = ["lamp", "Lamp", "fog-horn", "Fog Horn", "oil", "café", "cafe\u0301", "SRC-2026-11-30-001", "index-page"];
const folders = ["notes/", "Notes/", "notes/deep/", "sources/", "", "wiki/"];
const name = fc.constantFrom(...names);
const path = fc.tuple(fc.constantFrom(...folders), name).map(([folder, file]) => `wiki/${folder}${file}.md`);
const link = fc.oneof(
  fc.tuple(fc.constantFrom(...folders, "/", "../", "./", "raw/sources/"), name).map((parts) => `[[${parts.join("")}]]`),
  fc
    .tuple(fc.constantFrom("", "../", "../../", "./", "/", "deep/", "notes/deep/../"), name)
    .map(([folder, file]) => `[there](<${folder}${file}.md>)`),
  fc.constantFrom("[[notes/lamp/..]]", "[[notes/]]", "[x](..md)", "[[..]]", "[[Notes/lamp.md|the lamp]]", "[[!!!]]"),
);
const title = fc.option(name, { nil: undefined });
const text = fc
  .record({ title, aliases: fc.array(name, { maxLength: 2 }), links: fc.array(link, { maxLength: 4 }) })
  .map(
    (page) =>
      `---\n${page.title === undefined ? "" : `title: ${page.title}\n`}aliases: ${JSON.stringify(page.aliases)}\n---\n${page.links.join(" ")}\n`,
  );
const batch = fc.array(fc.record({ path, text: fc.option(text, { nil: undefined }) }), { minLength: 1, maxLength: 6 });

/** The same, by looking at every link of every page. */
const leadsTo = (files: ReadonlyMap<string, string>): Record<string, readonly string[]> => {
  const byId = new Map<string, Page>();
  for (const [path, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const page = parsePage({ path, text });
    if (!byId.has(page.id)) byId.set(page.id, page);
  }
  const pages = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const known = linkTargets(pages);
  return Object.fromEntries(
    pages.map(({ id, path, body }) => {
      const found = extractLinks(body).flatMap((link) => resolveLink(link, id, known).id ?? []);
      return [`${path} ${id}`, [...new Set(found)].filter((other) => other !== id).sort()];
    }),
  );
};

type Batch = readonly { readonly path: string; readonly text: string | undefined }[];

const found = (changes: Batch): ReadonlyMap<string, DerivedPage | undefined> =>
  new Map(changes.map(({ path, text }) => [path, text === undefined ? undefined : told(parsePage({ path, text }))]));

const applyTo = (files: Map<string, string>, changes: Batch): void => {
  for (const { path, text } of changes) {
    if (text === undefined) files.delete(path);
    else files.set(path, text);
  }
};

const view = (pages: DerivedPages): Record<string, readonly string[]> =>
  Object.fromEntries(pages.live().map(({ id, path, to }) => [`${path} ${id}`, to]));

describe("pages that come, change and go", () => {
  test("have links that lead where they would lead had all pages been read anew", () => {
    verifies("vault.derived-incremental");
    fc.assert(
      fc.property(fc.array(batch, { minLength: 1, maxLength: 8 }), (batches) => {
        const files = new Map<string, string>();
        const pages = new DerivedPages();
        for (const changes of batches) {
          applyTo(files, changes);
          pages.apply(found(changes));
          expect(view(pages)).toEqual(leadsTo(files));
        }
      }),
      { numRuns: 200 },
    );
  });

  test("name every page whose facts changed, and no other", () => {
    verifies("vault.derived-incremental");
    const pages = new DerivedPages();
    const put = (...files: (readonly [string, string])[]) =>
      [...pages.apply(new Map(files.map(([path, text]) => [path, told(parsePage({ path, text }))])))].sort();
    put(["wiki/notes/a.md", "[[lamp]]"], ["wiki/notes/b.md", "[[Lamp]]"], ["wiki/notes/c.md", "[[oil]]"]);
    expect(put(["wiki/notes/lamp.md", "# Lamp\n"])).toEqual([
      "wiki/notes/a.md",
      "wiki/notes/b.md",
      "wiki/notes/lamp.md",
    ]);
    expect(put(["wiki/notes/lamp.md", "# Lamp\n\nIt is lit.\n"])).toEqual(["wiki/notes/lamp.md"]);
  });

  test("can be told again from what was told", () => {
    verifies("vault.derived-incremental");
    fc.assert(
      fc.property(batch, batch, (first, second) => {
        const pages = new DerivedPages();
        pages.apply(found(first));
        const again = new DerivedPages(JSON.parse(JSON.stringify([...pages.all()])));
        pages.apply(found(second));
        again.apply(found(second));
        expect(again.live()).toEqual(pages.live());
      }),
    );
  });
});
