import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extractSource } from "../../../../extensions/core/sources/extract/extract-source.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { makeDocx, paragraph, table } from "../make-docx.ts";
import { articlePage } from "./lighthouse-page.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const samples: Readonly<Record<string, Uint8Array>> = {
  "care.docx": makeDocx(paragraph("Lamp", "Title") + table([["a", "b"]])),
  "care.html": utf8(articlePage("<table><tr><td>Wick</td></tr></table><pre><code>x</code></pre>")),
  "care.xml": utf8('<?xml version="1.0"?><!DOCTYPE l [<!ENTITY oil "colza">]><l a="1"><b>&oil;</b></l>'),
  "feed.xml": utf8(
    "<rss><channel><title>Log</title><item><title>One</title><description>&lt;p&gt;x</description></item></channel></rss>",
  ),
  "care.json": utf8('{"lamp":[{"lit":true},{"oil":1.5e3}]}'),
  "care.jsonl": utf8('{"a":1}\n{"b":2}\n'),
  "care.md": utf8("---\ntitle: Lamp\n---\n# Care\n\n```js\nx\n```\n"),
  "care.txt": utf8("\uFEFFLamp\r\ncare 灯台\n"),
};

/** Some bytes replaced, a piece cut out, a piece repeated. */
const mutate = (
  bytes: Uint8Array,
  { edits, cut, repeat }: { edits: [number, number][]; cut: number; repeat: number },
) => {
  const changed = bytes.slice();
  for (const [place, value] of edits) changed[place % changed.length] = value;
  const at = cut % changed.length;
  const again = changed.subarray(at, at + (repeat % 64));
  return Uint8Array.of(...changed.subarray(0, at), ...again, ...again, ...changed.subarray(at + (repeat % 7)));
};

const mutations = fc.record({
  edits: fc.array(fc.tuple(fc.nat(100_000), fc.nat(255)), { maxLength: 12 }),
  cut: fc.nat(100_000),
  repeat: fc.nat(1_000),
});

describe("any change to a document", () => {
  test.each(Object.keys(samples))("such as %s gives text or a reason, never a crash", async (name) => {
    verifies("sources.broken-input");
    const sample = samples[name] ?? new Uint8Array();
    await fc.assert(
      fc.asyncProperty(mutations, async (mutation) => {
        const extraction = await extractSource(mutate(sample, mutation), { name });
        expect(extraction.ok ? extraction.markdown : extraction.reason).toMatch(/\S/);
      }),
      { numRuns: Number(process.env["FUZZ_RUNS"] ?? 60) },
    );
  });
});
