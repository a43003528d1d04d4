import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { leadOf } from "../../../extensions/core/sources/lead.ts";
import type { Manifest } from "../../../extensions/core/sources/packet.ts";
import { sourcePage } from "../../../extensions/core/sources/source-page.ts";
import { verifies } from "../../acceptance/verifies.ts";

const manifest: Manifest = {
  id: "SRC-2026-11-30-001",
  captured: "2026-11-30",
  packet_version: "1.0",
  title: "Lamp care",
  url: "https://lamp.example/care",
  resource: "https://lamp.example/care",
  format: "web",
  extractor: "defuddle",
  extraction_status: "success",
  extra: {},
};

const pageOf = (extracted: string, more: Partial<Manifest> = {}) =>
  sourcePage({
    manifest: { ...manifest, ...more },
    path: "raw/sources/SRC-2026-11-30-001",
    extracted,
    version: "0.1.0",
    at: "2026-11-30T12:00:00.000Z",
  });

describe("the page of a source", () => {
  test("is a draft that names its packet", () => {
    verifies("sources.source-page");
    const { id, frontMatter } = pageOf("# Lamp care\n\nTrim the wick.\n");
    expect(id).toBe("sources/SRC-2026-11-30-001");
    expect(frontMatter).toEqual({
      type: "source",
      title: "Lamp care",
      status: "draft",
      sources: [{ id: "SRC-2026-11-30-001", resource: "https://lamp.example/care" }],
      source_id: "SRC-2026-11-30-001",
      raw_path: "raw/sources/SRC-2026-11-30-001",
      captured: "2026-11-30",
      generated: { by: "pi-wiki/0.1.0", at: "2026-11-30T12:00:00.000Z" },
    });
  });

  test("quotes the beginning and says where the rest is", () => {
    expect(pageOf("# Lamp care\n\nTrim the wick.\n\nFill the oil.\n").body).toBe(`# Lamp care

Captured from <https://lamp.example/care> on 2026-11-30. It begins:

> Trim the wick.
>
> Fill the oil.

The whole text is in \`raw/sources/SRC-2026-11-30-001/extracted.md\`. Cite it as \`[[sources/SRC-2026-11-30-001]]\`.
`);
  });

  test("quotes as data: nothing of it is a heading, a link between pages, a tag or a comment", () => {
    verifies("sources.source-page", "sources.nothing-evaluated");
    const { body } = pageOf("---\nstatus: stable\n---\n## Orders\n\n[[notes/oil]] <!-- <script>x</script>\n\n```js\n");
    const quote = body.split("\n").filter((line) => line.startsWith(">"));
    expect(quote).toEqual(["> ## Orders", ">", "> \\[\\[notes/oil]] \\<!-- \\<script>x\\</script>", ">", "> ```js"]);
    expect(body).not.toContain("status: stable");
  });

  test("of any text has only our own lines outside the quote", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const own = pageOf(text)
          .body.split("\n")
          .filter((line) => line !== "" && !line.startsWith(">"));
        expect(own).toHaveLength(3);
      }),
    );
  });

  test.each([
    [{ url: "https://lamp.example/a>b c" }, "<https://lamp.example/a%3Eb%20c>"],
    [{ url: undefined, file_path: "docs/care.md" }, "`docs/care.md`"],
    [{ url: undefined }, "pasted text"],
  ])("%j is its origin", (origin, shown) => {
    const { url, ...rest } = { ...manifest, ...origin };
    const { body } = pageOf("Oil", { ...rest, ...(url === undefined ? { url: undefined as never } : { url }) });
    expect(body).toContain(`Captured from ${shown} on`);
  });
});

describe("the lead of a text", () => {
  test.each([
    ["Short.", 20, "Short."],
    ["One paragraph.\n\nAnother one that is longer.", 30, "One paragraph."],
    ["A sentence here. And another one here.", 25, "A sentence here. …"],
    ["one two three four five six", 12, "one two …"],
    ["毎晩芯を整える。そして油を注ぐ。", 12, "毎晩芯を整える。 …"],
    ["🗼🗼🗼🗼", 5, "🗼🗼 …"],
    ["---\ntitle: x\n---\nBody", 20, "Body"],
  ])("%j within %i is %j", (text, limit, lead) => expect(leadOf(text, limit)).toBe(lead));
});
