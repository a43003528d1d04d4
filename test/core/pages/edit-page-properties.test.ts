import fc from "fast-check";
import { expect, test } from "vitest";
import { appendSection, editFrontMatter, replaceBody } from "../../../extensions/core/pages/edit-page.ts";
import { parsePage } from "../../../extensions/core/pages/parse-page.ts";
import { renderPage } from "../../../extensions/core/pages/render-page.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { bodyText, yamlData, yamlKey, yamlValue } from "./page-arbitraries.ts";

const parse = (text: string) => parsePage({ path: "wiki/notes/lamp.md", text });

const handWritten = fc.constantFrom(
  "# a comment\ntitle:   'Fog''s'  # painted\ntags:\n  - lamp # first\n\n  - fog\n# end\n",
  'status: draft\nsources:\n- id: a\n  resource: "b"\n- c\ntext: >-\n  folded\n  text\n',
  "{title: Lamp, tags: [a, b]}\n",
  "  title: Lamp\n  status:\n  tags: [a,\n    b]\n",
  'constructor: 1\n? "b c"\n: x\nfiles: |\n  one\n  two\n',
  "",
);

const lineEnd = fc.constantFrom("\n", "\r\n", "\r");
const page = fc
  .tuple(
    fc.oneof(
      handWritten.map((block) => `---\n${block}---\n`),
      yamlData.map((frontMatter) => renderPage({ frontMatter, body: "" })),
    ),
    bodyText,
    lineEnd,
    fc.boolean(),
  )
  .map(([head, body, end, bom]) => `${bom ? "\uFEFF" : ""}${`${head}\n${body}`.replaceAll("\n", end)}`);

const changes = fc.dictionary(
  fc.oneof(yamlKey, fc.constantFrom("title", "status", "tags", "files")),
  fc.option(yamlValue, { nil: undefined }),
  {
    minKeys: 1,
    maxKeys: 3,
  },
);

test("after any edit the changed keys read as given, the others and the body as before", () => {
  verifies("pages.edit-only-keys");
  fc.assert(
    fc.property(page, changes, (text, wanted) => {
      const before = parse(text);
      const after = parse(editFrontMatter(text, wanted));
      const expected = Object.fromEntries(
        Object.entries({ ...before.data, ...wanted }).filter(([, value]) => value !== undefined),
      );
      expect({ text, data: after.data }).toEqual({ text, data: expected });
      expect(after.body).toBe(before.body);
    }),
    { numRuns: 600 },
  );
});

test("after any edit all lines of other keys stand as before, in order", () => {
  verifies("pages.edit-only-keys");
  fc.assert(
    fc.property(handWritten, yamlKey, yamlValue, lineEnd, (block, key, value, end) => {
      fc.pre(
        !block.startsWith("{") &&
          !(key in { title: 1, tags: 1, status: 1, sources: 1, text: 1, files: 1, constructor: 1, "b c": 1 }),
      );
      const text = `---\n${block}---\n\nThe body\n`.replaceAll("\n", end);
      const edited = editFrontMatter(text, { [key]: value });
      const lines = edited.split(end);
      const added = lines.findIndex((line, index) => line !== text.split(end)[index]);
      expect([...lines.slice(0, added), ...lines.slice(added + 1)].join(end)).toBe(text);
      expect(editFrontMatter(edited, { [key]: undefined })).toBe(text);
    }),
    { numRuns: 300 },
  );
});

test("an edit to what a page already says changes no byte", () => {
  verifies("pages.edit-same-value");
  fc.assert(
    fc.property(page, (text) => {
      expect(editFrontMatter(text, parse(text).data)).toBe(text);
      expect(replaceBody(text, parse(text).body)).toBe(text);
    }),
    { numRuns: 400 },
  );
});

test("a replaced body reads as given, and the front matter keeps its bytes", () => {
  fc.assert(
    fc.property(page, bodyText, (text, body) => {
      const before = parse(text);
      const edited = replaceBody(text, body);
      expect(parse(edited).body).toBe(body);
      expect(parse(edited).data).toEqual(before.data);
      const lineEnds = [...text.matchAll(/\r\n?|\n/g)];
      const head = lineEnds[before.bodyLine - 2]?.index ?? 0;
      expect(edited.slice(0, head)).toBe(text.slice(0, head));
    }),
    { numRuns: 400 },
  );
});

test("an added section leaves what was there in place", () => {
  fc.assert(
    fc.property(page, fc.constantFrom("Lamp", "Log"), (text, heading) => {
      const edited = appendSection(text, { heading, body: "One more line." });
      expect(edited.replace(/\s+/g, "")).toContain("Onemoreline.");
      let at = 0;
      for (const line of text.trimEnd().split(/\r\n?|\n/)) {
        const found = edited.indexOf(line, at);
        expect(found).toBeGreaterThanOrEqual(at);
        at = found + line.length;
      }
    }),
    { numRuns: 200 },
  );
});
