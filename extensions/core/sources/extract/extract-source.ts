/**
 * Takes the text out of a source, whatever its format. Data in, data out, so that it can run in a worker:
 * large pages and PDFs need seconds of CPU.
 */

import { isWikiError } from "../../errors.ts";
import { detectFormat, type SourceFormat } from "./detect.ts";
import type { Extract, Refusal, SourceMeta } from "./extractor.ts";

export type Extraction =
  | {
      readonly ok: true;
      readonly format: SourceFormat;
      /** What did it, as in the manifest. */
      readonly extractor: string;
      readonly title: string | undefined;
      readonly markdown: string;
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly code: Refusal; readonly reason: string };

/** UTF-16 units of text that are kept at most; the original is kept whole. */
const maxText = 16 * 1024 * 1024;

export const extractSource = async (bytes: Uint8Array, meta: SourceMeta): Promise<Extraction> => {
  const detected = detectFormat(bytes, meta);
  if ("unsupported" in detected) return { ok: false, code: "source_unsupported", reason: detected.unsupported };
  const { format } = detected;
  const { name, load } = extractors[format];
  try {
    const extract = await load();
    const { title, markdown, notes } = await extract(bytes, meta);
    if (markdown.trim() === "") return { ok: false, code: "extraction_failed", reason: "it is empty" };
    const isCut = markdown.length > maxText;
    const cutNote = isCut ? [`Only the first ${maxText} characters are here; the original has all.`] : [];
    return {
      ok: true,
      format,
      extractor: name,
      title,
      markdown: isCut ? `${markdown.slice(0, maxText)}\n` : markdown,
      notes: [...notes, ...cutNote],
    };
  } catch (error) {
    return refused(error);
  }
};

/** Errors lose their fields on the way out of a worker, so a refusal is returned as data. */
const refused = (error: unknown): Extraction => {
  if (!isWikiError(error)) throw error;
  if (error.code !== "source_unsupported" && error.code !== "extraction_failed") throw error;
  return { ok: false, code: error.code, reason: String(error.data["reason"]) };
};

const extractors: Readonly<Record<SourceFormat, { readonly name: string; readonly load: () => Promise<Extract> }>> = {
  pdf: { name: "unpdf", load: async () => (await import("./pdf.ts")).extractPdf },
  docx: { name: "mammoth", load: async () => (await import("./docx.ts")).extractDocx },
  html: { name: "defuddle", load: async () => (await import("./html/html.ts")).extractHtml },
  xml: { name: "fast-xml-parser", load: async () => (await import("./xml/xml.ts")).extractXml },
  json: { name: "json", load: async () => (await import("./json.ts")).extractJson },
  markdown: { name: "passthrough", load: async () => (await import("./markdown.ts")).extractMarkdown },
  text: { name: "passthrough", load: async () => (await import("./text.ts")).extractText },
};
