/** Plain text is taken as it is; code, data and settings are fenced, so that they can't be read as Markdown. Pure. */

import { decodeText } from "./decode-text.ts";
import { type Extract, extensionOf, fenced, refusal } from "./extractor.ts";

/** Extensions of texts for people. */
const prose: ReadonlySet<string> = new Set([
  "",
  "txt",
  "text",
  "rst",
  "adoc",
  "asciidoc",
  "org",
  "tex",
  "me",
  "srt",
  "vtt",
]);

const extensionless = /^(makefile|dockerfile|jenkinsfile|rakefile|gemfile|procfile)$/i;

export const extractText: Extract = (bytes, meta) => {
  const decoded = decodeText(bytes, meta.contentType);
  if (decoded === undefined) throw refusal("extraction_failed", "its encoding is not declared; save it as UTF-8");
  const language = languageOf(meta.name);
  const markdown = language === undefined ? decoded.text : fenced(decoded.text, language);
  return { title: undefined, markdown, notes: decoded.notes };
};

const languageOf = (name: string | undefined): string | undefined => {
  const extension = extensionOf(name);
  if (extensionless.test(name ?? "")) return (name ?? "").toLowerCase();
  return prose.has(extension) ? undefined : extension;
};
