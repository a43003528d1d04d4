import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseSubmission } from "../../../extensions/core/distil/parse-submission.ts";
import { isSubmission } from "../../../extensions/core/distil/submission.ts";
import { verifies } from "../../acceptance/verifies.ts";

const json = '{"conversations": ["CNV-2026-11-30-001"], "notes": [{"title": "Trim { the wick", "sources": []}]}';
const read = (text: string) => parseSubmission(text, isSubmission);

describe("a submission", () => {
  test.each([
    ["bare", json],
    ["in a fence", `Here it is:\n\n\`\`\`json\n${json}\n\`\`\`\n`],
    ["with words around it", `I read {all} of them. ${json} That is all.`],
    ["with a byte order mark", `\uFEFF${json}`],
    ["with commas too many", json.replace("[]}", "[],},")],
  ])("is read %s", (_how, text) => {
    verifies("distil.salvage");
    expect(read(text)).toMatchObject({ conversations: ["CNV-2026-11-30-001"], notes: [{ title: "Trim { the wick" }] });
  });

  test.each([
    ["cut short", json.slice(0, -12)],
    ["a list", `[${json}]`.replace(/[{}]/g, "")],
    ["an object of something else", '{"title": "Trim the wick", "sources": ["CNV-2026-11-30-001"]}'],
    ["empty", ""],
  ])("that is %s is none", (_what, text) => {
    verifies("distil.salvage");
    expect(read(text)).toBeUndefined();
  });

  test("keeps its texts as they are, though it has commas too many", () => {
    verifies("distil.salvage");
    const text = 'Write [1, 2, ] or {a, } and "c, ]" as they are.';
    expect(read(`{"notes": [{"title": "List", "text": ${JSON.stringify(text)}},]}`)).toMatchObject({
      notes: [{ text }],
    });
  });

  test("of any text takes no time and throws nothing", () => {
    fc.assert(fc.property(fc.string(), (text) => void read(`{${text}`)));
    const began = performance.now();
    read('{"a":['.repeat(20_000));
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});
