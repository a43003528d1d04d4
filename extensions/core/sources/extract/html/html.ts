/**
 * Web pages. Small ones lose their navigation and advertisements; of large ones, and of pages where that
 * leaves almost nothing, everything visible is taken. The only file that imports defuddle. No network, ever.
 */

import { decodeText } from "../decode-text.ts";
import { type Extract, refusal } from "../extractor.ts";
import { type HtmlPage, parsePage } from "./html-document.ts";
import type { HtmlDocument } from "./html-element.ts";
import { htmlToMarkdown } from "./html-to-markdown.ts";

const maxBytes = 32 * 1024 * 1024;
// The time of article extraction grows with the square of the page.
const maxArticleElements = 12_000;
/** Characters: less is a teaser or a shell, not an article. */
const littleText = 250;

export const extractHtml: Extract = async (bytes, { contentType, url }) => {
  if (bytes.length > maxBytes) throw refusal("extraction_failed", `the page has more than ${maxBytes} bytes`);
  const decoded = decodeText(bytes, contentType);
  if (decoded === undefined) throw refusal("extraction_failed", "its encoding is not declared");
  const page = await parse(decoded.text, url);
  const ownTitle = titleOf(page.document);
  const article = page.elements > maxArticleElements ? undefined : await articleOf(page.document, url);
  const isEnough = article !== undefined && article.markdown.length >= littleText;
  const whole = isEnough ? "" : await wholePage((await parse(decoded.text, url)).document);
  const isArticle = article !== undefined && (isEnough || !isAlmostNothing(article.markdown, whole));
  const markdown = isArticle ? article.markdown : whole;
  if (markdown.trim() === "") throw refusal("extraction_failed", "the page shows no text without its scripts");
  const title = article?.title ?? ownTitle;
  const notes = isArticle ? [] : ["The whole page was taken, navigation included."];
  return {
    title,
    markdown: withHeading(markdown, { title, byline: article?.byline }),
    notes: [...decoded.notes, ...notes],
  };
};

/** HTML that is all content, such as a feed's item or a converted document. */
export const fragmentToMarkdown = async (html: string, url?: string): Promise<string> => {
  const { document } = await parse(html, url);
  return await convert(document.body.innerHTML);
};

interface Article {
  readonly markdown: string;
  readonly title: string | undefined;
  readonly byline: string | undefined;
}

const parse = async (html: string, url: string | undefined): Promise<HtmlPage> => {
  try {
    return await parsePage(html, url);
  } catch (error) {
    throw tooDeep(error);
  }
};

const convert = async (html: string): Promise<string> => {
  try {
    return await htmlToMarkdown(html);
  } catch (error) {
    throw tooDeep(error);
  }
};

/** Only recursion makes the HTML libraries fail; any other error is a bug and passes. */
const tooDeep = (error: unknown): unknown =>
  error instanceof RangeError ? refusal("extraction_failed", "the page is nested too deeply", error) : error;

/** Changes the document; undefined when it fails. */
const articleOf = async (document: HtmlDocument, url: string | undefined): Promise<Article | undefined> => {
  const { Defuddle } = await import("defuddle/node");
  try {
    // Its types ask for the browser's Document, which this project does not load.
    const result = await Defuddle(document as never, url ?? "", {
      markdown: true,
      // It would ask the sites of some addresses for more.
      useAsync: false,
      // These would also remove definition lists and lists in tables.
      removeContentPatterns: false,
    });
    // Without a name for the site it gives the host.
    const site = result.site === result.domain ? "" : result.site;
    const byline = [result.author, result.published, site].filter((part) => part).join(", ");
    return { markdown: result.content, title: result.title || undefined, byline: byline || undefined };
  } catch {
    // Its guesses can fail on odd pages; the whole page is there all the same.
    return undefined;
  }
};

const isAlmostNothing = (article: string, whole: string): boolean => whole.trim().length > article.trim().length * 2;

/** What the page shows but menus and footers, when there is something else. */
const wholePage = async (document: HtmlDocument): Promise<string> => {
  const main = document.querySelector("main") ?? document.querySelector("[role=main]");
  const visible = (text: string | undefined): number => text?.trim().length ?? 0;
  const isMost = visible(main?.textContent) > visible(document.body.textContent) / 2;
  return await convert((isMost ? main : document.body)?.innerHTML ?? "");
};

const titleOf = (document: HtmlDocument): string | undefined => {
  const candidates = [
    document.querySelector("meta[property='og:title']")?.getAttribute("content"),
    document.querySelector("title")?.textContent,
    document.querySelector("h1")?.textContent,
  ];
  return candidates.map((text) => (text ?? "").replace(/\s+/g, " ").trim()).find((text) => text !== "");
};

const withHeading = (
  markdown: string,
  { title, byline }: { title: string | undefined; byline: string | undefined },
): string => {
  const credit = byline === undefined ? "" : `*${byline.replace(/[*\s]+/g, " ")}*\n\n`;
  const heading = title === undefined || /^# /.test(markdown) ? "" : `# ${title}\n\n`;
  return `${heading}${credit}${markdown.trim()}\n`;
};
