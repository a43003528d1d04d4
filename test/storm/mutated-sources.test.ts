import { describe, expect, test } from "vitest";
import { extractSource } from "../../extensions/core/sources/extract/extract-source.ts";
import { verifies } from "../acceptance/verifies.ts";
import { articlePage } from "../core/sources/extract/lighthouse-page.ts";
import { makeDocx, paragraph, table } from "../core/sources/make-docx.ts";
import { makePdf } from "../core/sources/make-pdf.ts";
import { mutatedBytes } from "./mutations.ts";
import { either, longest, seeded } from "./storm.ts";
import { survives } from "./survives.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const samples: Readonly<Record<string, Uint8Array>> = {
  "care.docx": makeDocx(paragraph("Lamp", "Title") + paragraph("Trim it.") + table([["a", "b"]])),
  "care.pdf": makePdf([["Lamp care", "Trim the wick (daily)."], ["Oil"]], { title: "Care" }),
  "care.html": utf8(articlePage("<table><tr><td rowspan=2>Wick</td></tr></table><pre><code>x</code></pre>")),
  "care.xml": utf8('<?xml version="1.0"?><!DOCTYPE l [<!ENTITY oil "colza">]><l a="1"><b>&oil;</b></l>'),
  "feed.xml": utf8(
    "<rss><channel><title>Log</title><item><title>One</title><description>&lt;p&gt;x</description></item></channel></rss>",
  ),
  "care.json": utf8('{"lamp":[{"lit":true},{"oil":1.5e3}],"log":"x"}'),
  "care.jsonl": utf8('{"a":1}\n{"b":[2]}\n'),
  "care.md": utf8("---\ntitle: Lamp\n---\n# Care\n\n```js\nx\n```\n"),
  "care.txt": utf8("\uFEFFLamp\r\ncare 灯台\n"),
};

describe(`mutated sources (${seeded})`, () => {
  test.each(Object.keys(samples))("such as %s give text or a reason", { timeout: longest }, async (name) => {
    verifies("storm.mutated-sources");
    await survives({
      inputs: mutatedBytes([samples[name] ?? new Uint8Array()]),
      count: either({ short: 20, long: 10_000 }),
      read: async (bytes) => {
        const extraction = await extractSource(bytes, { name });
        expect(extraction.ok ? extraction.markdown : extraction.reason).toMatch(/\S/);
      },
    });
  });
});
