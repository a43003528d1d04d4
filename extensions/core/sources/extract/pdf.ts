/** PDF, page by page; the only file that imports unpdf. */

import { isWikiError } from "../../errors.ts";
import { type Extract, type Extracted, messageOf, refusal } from "./extractor.ts";

const maxPages = 5_000;

/**
 * The library may leave rejections of damaged files behind that nobody can catch, which would end a
 * process: callers run this in a worker.
 */
export const extractPdf: Extract = async (bytes) => {
  const { getDocumentProxy } = await import("unpdf");
  try {
    // A copy: the library takes over the memory it is given. 0 silences its warnings.
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    try {
      return render(await readDocument(document));
    } finally {
      await document.destroy();
    }
  } catch (error) {
    throw isWikiError(error) ? error : refusal("extraction_failed", reasonOf(error), error);
  }
};

type PdfDocument = Awaited<ReturnType<typeof import("unpdf")["getDocumentProxy"]>>;

interface PdfText {
  /** Undefined for a page that can't be read. */
  readonly pages: readonly (string | undefined)[];
  readonly pageCount: number;
  readonly title: string | undefined;
}

/** Page after page: one that is damaged does not take the others with it. */
const readDocument = async (document: PdfDocument): Promise<PdfText> => {
  const pageCount = document.numPages;
  const pages: (string | undefined)[] = [];
  while (pages.length < Math.min(pageCount, maxPages)) pages.push(await readPage(document, pages.length + 1));
  return { pages, pageCount, title: await readTitle(document) };
};

const readPage = async (document: PdfDocument, number: number): Promise<string | undefined> => {
  try {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return cleanPage(items.map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : "")).join(""));
  } catch {
    // A note names the page.
    return undefined;
  }
};

const readTitle = async (document: PdfDocument): Promise<string | undefined> => {
  try {
    const { info } = await document.getMetadata();
    return "Title" in info ? usableTitle(info.Title) : undefined;
  } catch {
    // Damaged metadata: the document goes by its file's name.
    return undefined;
  }
};

const render = ({ pages, pageCount, title }: PdfText): Extracted => {
  const numbered = pages.map((text, index) => ({ text, number: index + 1 }));
  const sections = numbered.flatMap(({ text, number }) => (text ? [`## Page ${number}\n\n${text}\n`] : []));
  const damaged = numbered.filter(({ text }) => text === undefined);
  if (sections.length === 0) {
    const reason =
      damaged.length > 0
        ? "none of its pages can be read"
        : "it has no text layer; a scan needs text recognition first";
    throw refusal("extraction_failed", reason);
  }
  const notes = [
    ...noteOf(
      "Pages without text",
      numbered.filter(({ text }) => text === ""),
    ),
    ...noteOf("Pages that can't be read", damaged),
    ...(pageCount > pages.length ? [`Only the first ${pages.length} of ${pageCount} pages are here.`] : []),
  ];
  return { title, markdown: sections.join("\n"), notes };
};

const noteOf = (what: string, pages: readonly { readonly number: number }[]): readonly string[] =>
  pages.length === 0 ? [] : [`${what}: ${pages.map(({ number }) => number).join(", ")}.`];

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
