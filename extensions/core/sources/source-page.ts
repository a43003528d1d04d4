/** The draft page that stands for a packet among the pages. Pure: others write it. */

import { leadOf } from "./lead.ts";
import type { Manifest } from "./packet.ts";

export interface SourcePage {
  /** Id of the page: its path below `wiki/` without `.md`. */
  readonly id: string;
  readonly frontMatter: Readonly<Record<string, unknown>>;
  readonly body: string;
}

export interface SourcePageInput {
  readonly manifest: Manifest;
  /** The packet's folder, relative to the vault's root. */
  readonly path: string;
  /** The packet's `extracted.md`. */
  readonly extracted: string;
  /** Of this package. */
  readonly version: string;
  /** ISO 8601 with offset. */
  readonly at: string;
}

const leadLength = 1200;

export const sourcePage = ({ manifest, path, extracted, version, at }: SourcePageInput): SourcePage => {
  const { id, title } = manifest;
  const resource = manifest.resource ?? manifest.url ?? manifest.file_path ?? path;
  return {
    id: `sources/${id}`,
    frontMatter: {
      type: "source",
      title,
      status: "draft",
      sources: [{ id, resource }],
      source_id: id,
      raw_path: path,
      captured: manifest.captured,
      generated: { by: `pi-wiki/${version}`, at },
    },
    body: [
      `# ${plain(title)}`,
      `Captured from ${origin(manifest)} on ${manifest.captured}. It begins:`,
      quoted(leadOf(withoutTitle(extracted, title), leadLength)),
      `The whole text is in \`${path}/extracted.md\`. Cite it as \`[[sources/${id}]]\`.`,
      "",
    ]
      .join("\n\n")
      .replace(/\n+$/, "\n"),
  };
};

const origin = ({ url, file_path }: Manifest): string => {
  if (url !== undefined) return `<${url.replace(/[\s<>]/g, encodeURIComponent)}>`;
  return file_path === undefined ? "pasted text" : `\`${file_path.replaceAll("`", "'")}\``;
};

const withoutTitle = (text: string, title: string): string => {
  const [, heading] = /^\s*#[ \t]+(.+)\n/.exec(text) ?? [];
  return heading?.trim() === title ? text.replace(/^\s*#.*\n/, "") : text;
};

/** As data: what the source says can't become a heading, a link between pages, a tag or a comment of this page. */
const quoted = (text: string): string =>
  text
    .split("\n")
    .map((line) => (line.trim() === "" ? ">" : `> ${plain(line)}`))
    .join("\n");

const plain = (line: string): string => line.replace(/\[\[/g, "\\[\\[").replace(/<(?=[a-z/!?])/gi, "\\<");
