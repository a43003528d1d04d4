import { describe, expect, test } from "vitest";
import { decodeText } from "../../../../extensions/core/sources/extract/decode-text.ts";
import { detectFormat } from "../../../../extensions/core/sources/extract/detect.ts";
import type { SourceMeta } from "../../../../extensions/core/sources/extract/extractor.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { makeArchive, makeDocx, paragraph } from "../make-docx.ts";
import { makePdf } from "../make-pdf.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string, littleEndian = true): Uint8Array => {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < text.length; index += 1) view.setUint16(index * 2, text.charCodeAt(index), littleEndian);
  return bytes;
};

const archiveWith = (name: string): Uint8Array => makeArchive([{ name, content: utf8("<x/>") }]);

describe("formats", () => {
  test.each<[string, Uint8Array, SourceMeta, string]>([
    ["a PDF named as text", makePdf([["Lamp"]]), { name: "lamp.txt" }, "pdf"],
    ["a Word document without a name", makeDocx(paragraph("Lamp")), {}, "docx"],
    ["a page served as text", utf8("\n<!-- x --><!DOCTYPE html><p>Lamp"), { contentType: "text/plain" }, "html"],
    ["a page named as PDF", utf8("<html><body>Sign in"), { name: "lamp.pdf" }, "html"],
    ["a page in UTF-16", utf16("\uFEFF<!doctype html><p>灯"), {}, "html"],
    ["XHTML", utf8('<?xml version="1.0"?>\n<html xmlns="x"/>'), {}, "html"],
    ["XML without a name", utf8('\uFEFF<?xml version="1.0"?><lamp/>'), {}, "xml"],
    ["XML by its name", utf8("<lamp/>"), { name: "lamp.xml" }, "xml"],
    ["a feed by its type", utf8("<rss/>"), { contentType: "application/rss+xml; charset=utf-8" }, "xml"],
    ["JSON without a name", utf8(' {"lamp": 1}'), {}, "json"],
    ["JSON Lines by its name", utf8('{"lamp": 1}\n{"lamp": 2}'), { name: "log.jsonl" }, "json"],
    ["JSON by its type", utf8("7"), { contentType: "application/ld+json" }, "json"],
    ["Markdown that begins like JSON", utf8("[lamp](x) is lit"), {}, "text"],
    ["Markdown by its name", utf8("# Lamp"), { name: "LAMP.MD" }, "markdown"],
    ["Markdown by its type", utf8("# Lamp"), { name: "lamp", contentType: "text/markdown" }, "markdown"],
    ["HTML by its type", utf8("<p>Lamp"), { contentType: "Text/HTML; charset=utf-8" }, "html"],
    ["code", utf8("lamp = 1\n"), { name: "lamp.py" }, "text"],
    ["nothing", utf8(""), {}, "text"],
  ])("%s is told", (_what, bytes, meta, format) => {
    verifies("sources.formats");
    expect(detectFormat(bytes, meta)).toEqual({ format });
  });

  test.each<[string, Uint8Array]>([
    ["a spreadsheet", archiveWith("xl/workbook.xml")],
    ["a presentation", archiveWith("ppt/presentation.xml")],
    ["an archive", archiveWith("lamp.txt")],
    ["an image", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0)],
    ["an image", Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)],
    ["Office", Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1)],
    ["RTF", utf8("{\\rtf1 lamp}")],
    ["database", utf8("SQLite format 3\0lamp")],
    ["not text", Uint8Array.of(1, 2, 3, 0, 4, 5, 6, 7, 8, 9)],
  ])("%s is not supported, whatever its name says", (what, bytes) => {
    expect(detectFormat(bytes, { name: "lamp.md" })).toEqual({ unsupported: expect.stringContaining(what) });
  });
});

describe("encodings", () => {
  test.each([
    ["UTF-8 with BOM", utf8("\uFEFF灯台"), undefined],
    ["UTF-16 LE with BOM", utf16("\uFEFF灯台"), undefined],
    ["UTF-16 BE with BOM", utf16("\uFEFF灯台", false), undefined],
    ["UTF-8 that is declared as Latin-1", utf8("灯台"), "text/plain; charset=iso-8859-1"],
    ["GBK that is declared", Uint8Array.of(0xb5, 0xc6, 0xcc, 0xa8), "text/plain; charset=gbk"],
    ["Shift_JIS that is declared", Uint8Array.of(0x93, 0x94, 0x91, 0xe4), 'text/plain; charset="Shift_JIS"'],
  ])("%s is read", (_what, bytes, contentType) => {
    expect(decodeText(bytes, contentType)?.text).toMatch(/^[灯燈]台$/);
  });

  test("UTF-16 without a mark is told by its zeros", () => {
    expect(decodeText(utf16("Lamp care"))?.text).toBe("Lamp care");
    expect(decodeText(utf16("Lamp care", false))?.text).toBe("Lamp care");
  });

  test("a page's own charset is used", () => {
    const page = Uint8Array.of(...utf8('<meta charset="shift_jis">'), 0x93, 0x94, 0x91, 0xe4);
    expect(decodeText(page)?.text).toContain("灯台");
  });

  test("a charset that nobody knows is passed over", () => {
    expect(decodeText(utf8("Lamp"), "text/plain; charset=lamp-8")?.text).toBe("Lamp");
  });

  test("a few undeclared accents are read as windows-1252, with a note", () => {
    const decoded = decodeText(Uint8Array.of(...utf8("Phare all"), 0xe9, ...utf8("g")));
    expect(decoded?.text).toBe("Phare allég");
    expect(decoded?.notes).toHaveLength(1);
  });

  test("undeclared East Asian bytes are not guessed at", () => {
    expect(decodeText(Uint8Array.of(0xb5, 0xc6, 0xcc, 0xa8, 0xb5, 0xc6))).toBeUndefined();
  });

  test("bytes that their declared encoding does not have are replaced, with a note", () => {
    const decoded = decodeText(Uint8Array.of(0x93, 0x94, 0x81), "text/plain; charset=shift_jis");
    expect(decoded?.text).toBe("灯\uFFFD");
    expect(decoded?.notes).toEqual([expect.stringContaining("not valid shift_jis")]);
  });

  test("line ends become LF", () => {
    expect(decodeText(utf8("a\r\nb\rc\n"))?.text).toBe("a\nb\nc\n");
  });

  test("control characters make no text", () => {
    expect(decodeText(Uint8Array.from({ length: 400 }, (_, index) => (index % 7) + 1))).toBeUndefined();
  });
});
