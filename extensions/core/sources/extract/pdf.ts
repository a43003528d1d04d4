/** PDF, page by page; the only file that imports unpdf. */

import { type Extract, messageOf, refusal } from "./extractor.ts";

export const extractPdf: Extract = async (bytes) => {
  const { pages, title } = await readPdf(bytes);
  const blank = pages.flatMap((text, index) => (text === "" ? [index + 1] : []));
  if (blank.length === pages.length) {
    throw refusal(
      "extraction_failed",
      "the PDF has no text layer; it may be a scan, which needs text recognition first",
    );
  }
  const sections = pages.flatMap((text, index) => (text === "" ? [] : [`## Page ${index + 1}\n\n${text}\n`]));
  const notes = blank.length === 0 ? [] : [`Pages without text: ${blank.join(", ")}.`];
  return { title, markdown: sections.join("\n"), notes };
};

interface PdfText {
  readonly pages: readonly string[];
  readonly title: string | undefined;
}

const readPdf = async (bytes: Uint8Array): Promise<PdfText> => {
  const { extractText, getDocumentProxy, getMeta } = await import("unpdf");
  try {
    // A copy: the library takes over the memory it is given. 0 silences its warnings.
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    try {
      const { text } = await extractText(document, { mergePages: false });
      const { info } = await getMeta(document);
      return { pages: text.map(cleanPage), title: usableTitle(info["Title"]) };
    } finally {
      await document.destroy();
    }
  } catch (error) {
    throw refusal("extraction_failed", reasonOf(error), error);
  }
};

const reasonOf = (error: unknown): string => {
  const name = error instanceof Error ? error.name : "";
  if (name === "PasswordException") return "the PDF is encrypted and asks for a password";
  return `the PDF can't be read: ${messageOf(error)}`;
};

const cleanPage = (text: string): string =>
  text
    .replace(/\0/g, "")
    .replace(/[ \t]+$/gm, "")
    .trim();

// Many programs put their own name or the file's name there.
const usableTitle = (title: unknown): string | undefined => {
  if (typeof title !== "string") return undefined;
  const line = title.replace(/[\0\s]+/g, " ").trim();
  const isMade = /^(untitled|microsoft (word|powerpoint|excel) - |\(?anonymous\)?|document\d*$)/i.test(line);
  return line === "" || isMade || /\.(docx?|pdf|tex|indd|dvi|qxd)$/i.test(line) ? undefined : line;
};
