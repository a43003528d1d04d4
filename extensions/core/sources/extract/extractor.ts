/** What every extractor takes and gives, and how it says that it can't. */

import { WikiError } from "../../errors.ts";

/** What is known of the bytes besides themselves. */
export interface SourceMeta {
  /** File name, or the last part of the address. */
  readonly name?: string;
  /** Base of relative links. */
  readonly url?: string;
  readonly contentType?: string;
}

export interface Extracted {
  /** The document's own title. */
  readonly title: string | undefined;
  readonly markdown: string;
  /** Peculiarities a reader should know, one sentence each. */
  readonly notes: readonly string[];
}

export type Extract = (bytes: Uint8Array, meta: SourceMeta) => Extracted | Promise<Extracted>;

export type Refusal = "source_unsupported" | "extraction_failed";

/** The error that stops one extraction. */
export const refusal = (code: Refusal, reason: string, cause?: unknown): WikiError =>
  new WikiError(code, { source: "the source", reason }, undefined, cause);

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Lower-case, without the dot; empty when there is none. */
export const extensionOf = (name: string | undefined): string =>
  (/\.([a-z][a-z0-9]{0,11})$/i.exec(name ?? "")?.[1] ?? "").toLowerCase();

/** `text/html` of `Text/HTML; charset=utf-8`. */
export const mediaTypeOf = (contentType: string | undefined): string =>
  (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

/** A code fence that `text` can't close. */
export const fenced = (text: string, language: string): string => {
  const longest = [...text.matchAll(/^ {0,3}(`{3,})/gm)].reduce((most, run) => Math.max(most, run[1]?.length ?? 0), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n+$/, "")}\n${fence}\n`;
};
