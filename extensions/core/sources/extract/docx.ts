/** Word documents, by way of HTML, so that headings and tables survive; the only file that imports mammoth. */

import { checkArchiveSize } from "./archive-size.ts";
import { type Extract, messageOf, refusal } from "./extractor.ts";
import { fragmentToMarkdown } from "./html/html.ts";
import { titleOfMarkdown } from "./markdown.ts";

export const extractDocx: Extract = async (bytes) => {
  await checkArchiveSize(bytes, {
    maxParts: 10_000,
    maxBytes: 96 * 1024 * 1024,
    isExcepted: (name) => /^word\/(media|embeddings|fonts)\//.test(name),
  });
  const markdown = await fragmentToMarkdown(await toHtml(bytes));
  if (markdown.trim() === "") throw refusal("extraction_failed", "the document has no text");
  return { title: titleOfMarkdown(markdown), markdown, notes: [] };
};

const styleMap = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"];

const toHtml = async (bytes: Uint8Array): Promise<string> => {
  const { default: mammoth } = await import("mammoth");
  try {
    // Its types ask for Node's Buffer; the archive reader below takes any Uint8Array.
    const input = { buffer: bytes } as Parameters<typeof mammoth.convertToHtml>[0];
    const images = mammoth.images.imgElement(async () => ({ src: "" }));
    const { value } = await mammoth.convertToHtml(input, { styleMap, convertImage: images });
    return value;
  } catch (error) {
    throw refusal("extraction_failed", `the document can't be read: ${messageOf(error)}`, error);
  }
};
