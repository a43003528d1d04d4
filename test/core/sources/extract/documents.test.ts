import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { extractSource } from "../../../../extensions/core/sources/extract/extract-source.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { makeArchive, makeDocx, paragraph, table } from "../make-docx.ts";
import { makePdf } from "../make-pdf.ts";

const text = async (bytes: Uint8Array) => {
  const extraction = await extractSource(bytes, {});
  if (!extraction.ok) throw new Error(extraction.reason);
  return extraction;
};

describe("PDF", () => {
  test("gives its pages as sections and its title", async () => {
    const pdf = makePdf([["Lamp care", "Trim the wick (daily)"], [], ["Fill the oil"]], { title: "Keeper's guide" });
    expect(await text(pdf)).toMatchObject({
      format: "pdf",
      extractor: "unpdf",
      title: "Keeper's guide",
      markdown: "## Page 1\n\nLamp care\nTrim the wick (daily)\n\n## Page 3\n\nFill the oil\n",
      notes: ["Pages without text: 2."],
    });
  });

  test("bytes are not changed by being read", async () => {
    const pdf = makePdf([["Lamp"]]);
    const before = pdf.slice();
    await text(pdf);
    expect(pdf).toEqual(before);
  });

  test.each(["Microsoft Word - guide.doc", "untitled", "guide.pdf", " "])("%j is no title", async (title) => {
    expect((await text(makePdf([["Lamp"]], { title }))).title).toBeUndefined();
  });

  test("with a damaged page keeps the others, with a note", async () => {
    const pdf = new TextDecoder("latin1").decode(makePdf([["Lamp care"], ["Fill the oil"], ["Write the log"]]));
    const damaged = pdf.replace("8 0 obj", "? 0 obj");
    const { markdown, notes } = await text(new TextEncoder().encode(damaged));
    expect(markdown).toBe("## Page 1\n\nLamp care\n\n## Page 3\n\nWrite the log\n");
    expect(notes).toEqual(["Pages that can't be read: 2."]);
  });

  const owner = "(01234567890123456789012345678901)";
  test.each([
    ["broken", new TextEncoder().encode("%PDF-1.4\nnothing of a document"), "can't be read"],
    ["cut short", makePdf([["Lamp"]]).subarray(0, 300), "can't be read"],
    ["without a text layer", makePdf([[], []]), "scan"],
    [
      "encrypted",
      makePdf([["Lamp"]], {
        trailer: `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${owner} /U ${owner} /P -4 >> /ID [(a)(b)]`,
      }),
      "password",
    ],
  ])("that is %s is refused with the reason", async (_what, pdf, reason) => {
    verifies("sources.broken-input");
    expect(await extractSource(pdf, {})).toMatchObject({
      ok: false,
      code: "extraction_failed",
      reason: expect.stringContaining(reason),
    });
  });
});

describe("Word documents", () => {
  test("keep headings, tables and text of any script", async () => {
    const docx = makeDocx(
      paragraph("灯台 guide", "Title") +
        paragraph("Care", "Heading1") +
        paragraph("Trim the wick.") +
        table([
          ["Part", "Use"],
          ["Wick", "light"],
        ]),
    );
    expect(await text(docx)).toMatchObject({
      format: "docx",
      extractor: "mammoth",
      title: "灯台 guide",
      markdown: "# 灯台 guide\n\n# Care\n\nTrim the wick.\n\n| Part | Use |\n| --- | --- |\n| Wick | light |\n",
    });
  });

  test("of a real word processor are read", async () => {
    const folder = new URL("../../../../node_modules/mammoth/test/test-data/", import.meta.url);
    const docx = new Uint8Array(readFileSync(new URL("tables.docx", folder)));
    expect((await text(docx)).markdown).toContain("| --- |");
  });

  test("with a picture keep no bytes of it", async () => {
    const folder = new URL("../../../../node_modules/mammoth/test/test-data/", import.meta.url);
    const docx = new Uint8Array(readFileSync(new URL("tiny-picture.docx", folder)));
    expect(await extractSource(docx, {})).toMatchObject({ ok: false, reason: "the document has no text" });
  });

  const zeros = { name: "word/zeros.xml", content: new Uint8Array(160 * 1024 * 1024) };
  test.each([
    ["grows too large", makeDocx(paragraph("Lamp"), [zeros]), "grows far beyond"],
    [
      "grows too large and denies it",
      makeDocx(paragraph("Lamp"), [{ ...zeros, declaredSize: 40 }]),
      "grows far beyond",
    ],
    ["is cut short", makeDocx(paragraph("Lamp")).subarray(0, 900), "word/document.xml"],
    ["has no document", makeArchive([{ name: "word/document.xml.bak", content: new Uint8Array(9) }]), ""],
  ])("that %s is refused", async (_what, docx, reason) => {
    verifies("sources.broken-input");
    const extraction = await extractSource(docx, { name: "guide.docx" });
    expect(extraction).toMatchObject({ ok: false });
    expect(JSON.stringify(extraction)).toContain(reason === "word/document.xml" ? "archive" : reason);
  });
});
