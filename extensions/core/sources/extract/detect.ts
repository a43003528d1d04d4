/** Tells a source's format: by its content first, then by its name and what the server says. Pure. */

import { decodeText, looksBinary, peekText } from "./decode-text.ts";
import { extensionOf, mediaTypeOf, type SourceMeta } from "./extractor.ts";

export type SourceFormat = "pdf" | "docx" | "html" | "xml" | "json" | "markdown" | "text";

/** A format we extract, or why not. */
export type Detected = { readonly format: SourceFormat } | { readonly unsupported: string };

export const detectFormat = (bytes: Uint8Array, meta: SourceMeta): Detected => {
  const ascii = new TextDecoder("latin1").decode(bytes.subarray(0, 1024));
  if (ascii.includes("%PDF-")) return { format: "pdf" };
  if (ascii.startsWith("PK\x03\x04")) return detectZip(bytes);
  const signature = signatures.find(({ pattern }) => pattern.test(ascii));
  if (signature !== undefined) return { unsupported: `it is ${signature.what}` };
  const medium = /^(image|audio|video|font)\/(?!.*\bxml\b)/.exec(mediaTypeOf(meta.contentType))?.[1];
  if (medium !== undefined) return { unsupported: `it was served as ${medium}` };
  if (looksBinary(bytes)) return { unsupported: "it is not text, and its format is not known" };
  return { format: detectText(bytes, meta) };
};

interface Signature {
  readonly pattern: RegExp;
  readonly what: string;
}

/** On the first bytes as Latin-1. */
const signatures: readonly Signature[] = [
  { pattern: /^\xd0\xcf\x11\xe0/, what: "an older or encrypted Office file" },
  { pattern: /^\{\\rtf/, what: "an RTF file" },
  { pattern: /^(\x89PNG|GIF8|\xff\xd8\xff|RIFF....WEBP|BM....\0\0|II\*\0|MM\0\*)/s, what: "an image" },
  { pattern: /^....ftyp|^(OggS|ID3|fLaC|RIFF....(WAVE|AVI ))|^\x1aE\xdf\xa3/s, what: "audio or video" },
  { pattern: /^(\x1f\x8b|BZh|7z\xbc\xaf|Rar!|\xfd7zXZ|(PK\x05\x06))/, what: "an archive" },
  { pattern: /^(\x7fELF|MZ.|\xcf\xfa\xed\xfe|\xca\xfe\xba\xbe|\0asm)/s, what: "a program" },
  { pattern: /^SQLite format 3\0/, what: "a database" },
];

const zipContents: readonly { readonly part: string; readonly detected: Detected }[] = [
  { part: "word/document.xml", detected: { format: "docx" } },
  { part: "xl/workbook", detected: { unsupported: "it is a spreadsheet" } },
  { part: "ppt/presentation", detected: { unsupported: "it is a presentation" } },
  { part: "application/epub+zip", detected: { unsupported: "it is an EPUB book" } },
  { part: "application/vnd.oasis.opendocument", detected: { unsupported: "it is an OpenDocument file" } },
];

// Names of parts stand uncompressed in the archive's directory.
const detectZip = (bytes: Uint8Array): Detected => {
  const text = new TextDecoder("latin1").decode(bytes);
  const known = zipContents.find(({ part }) => text.includes(part));
  return known?.detected ?? { unsupported: "it is an archive" };
};

const detectText = (bytes: Uint8Array, meta: SourceMeta): SourceFormat => {
  const start = peekText(bytes).trimStart();
  const markup = startOfMarkup(start);
  if (markup !== undefined) return markup;
  const named = formatOfExtension[extensionOf(meta.name)];
  if (named !== undefined) return named;
  const served = formatOfMediaType(mediaTypeOf(meta.contentType));
  if (served !== undefined) return served;
  return isJson(bytes, start) ? "json" : "text";
};

const startOfMarkup = (start: string): "html" | "xml" | undefined => {
  const bare = start.replace(/^(\s*<!--[\s\S]*?-->)+/, "").trimStart();
  if (/^(<\?xml[^>]*\?>\s*)?(<!doctype\s+html\b|<html[\s>])/i.test(bare)) return "html";
  return /^<\?xml\s/i.test(bare) ? "xml" : undefined;
};

const formatOfExtension: Readonly<Partial<Record<string, SourceFormat>>> = {
  html: "html",
  htm: "html",
  xhtml: "html",
  xml: "xml",
  rss: "xml",
  atom: "xml",
  svg: "xml",
  opml: "xml",
  json: "json",
  jsonl: "json",
  ndjson: "json",
  geojson: "json",
  ipynb: "json",
  md: "markdown",
  markdown: "markdown",
  mdx: "markdown",
  txt: "text",
};

const formatOfMediaType = (mediaType: string): SourceFormat | undefined => {
  if (mediaType === "text/html" || mediaType === "application/xhtml+xml") return "html";
  if (mediaType === "text/markdown" || mediaType === "text/x-markdown") return "markdown";
  if (/^application\/(x-)?(json|ndjson|jsonl)$|\+json$/.test(mediaType)) return "json";
  return /^(text|application)\/xml$|\+xml$/.test(mediaType) ? "xml" : undefined;
};

const isJson = (bytes: Uint8Array, start: string): boolean => {
  if (!/^[{[]/.test(start)) return false;
  try {
    JSON.parse(decodeText(bytes)?.text ?? "");
    return true;
  } catch {
    // It only begins like JSON.
    return false;
  }
};
