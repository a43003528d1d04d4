/**
 * Takes secrets out of a source before it becomes a packet. A packet's text, title and addresses never hold one. Its
 * original is stored without them too: redacted where it is text; a document in which that can't be done is refused.
 * A person may force the original to be kept as it came.
 */

import type { Platform } from "../../platform/platform.ts";
import { WikiError } from "../errors.ts";
import { cleanOriginal } from "../secrets/clean-original.ts";
import { openRedactor } from "../secrets/redactor.ts";
import { listCounts, type RuleCount, sumCounts } from "../secrets/rule-counts.ts";
import { detectFormat } from "./extract/detect.ts";
import type { Extraction } from "./extract/extract-source.ts";
import type { Material, Origin } from "./source-material.ts";

export interface CleanMaterial {
  /** With the bytes to keep. */
  readonly material: Material;
  readonly title: string | undefined;
  /** The bytes to take the text from. */
  readonly readable: Uint8Array;
  readonly redactions: readonly RuleCount[];
}

export type SourceText = Extract<Extraction, { readonly ok: true }>;

export interface CleanText {
  readonly text: SourceText;
  readonly redactions: readonly RuleCount[];
}

interface CleaningRules {
  readonly platform: Platform;
  /** Keeps the original as it came. */
  readonly force: boolean;
}

export const cleanMaterial = async (
  given: { readonly material: Material; readonly title: string | undefined },
  { platform, force }: CleaningRules,
): Promise<CleanMaterial> => {
  const redactor = openRedactor(platform);
  const { bytes, label } = given.material;
  const readable = isDocument(given.material) ? bytes : await cleanOriginal(bytes, redactor);
  const { origin, name, title } = await redactor.all({
    origin: given.material.origin,
    name: given.material.name,
    title: given.title,
  });
  const material = { origin: usable(origin), name, label, bytes: force ? bytes : readable };
  return { material, title, readable, redactions: redactor.found() };
};

/** An address that is a secret as a whole leaves none. */
const usable = (origin: Origin): Origin =>
  origin.kind === "url" && !URL.canParse(origin.url) ? { ...origin, url: "https://redacted.invalid/" } : origin;

/** Formats whose bytes can't be changed without breaking them. */
const isDocument = ({ origin, bytes }: Material): boolean => {
  if (origin.kind === "text") return false;
  // The name keeps it from parsing what may be JSON.
  const detected = detectFormat(bytes, { name: "source.txt" });
  return !("format" in detected) || detected.format === "pdf" || detected.format === "docx";
};

/** Throws `secret_in_source` for secrets that only the text shows: the original would still have them. */
export const cleanText = async (
  { material, redactions }: CleanMaterial,
  text: SourceText,
  { platform, force }: CleaningRules,
): Promise<CleanText> => {
  const redactor = openRedactor(platform);
  const { title, markdown } = await redactor.all({ title: text.title, markdown: text.markdown });
  const left = redactor.found();
  if (left.length > 0 && !force) {
    throw new WikiError("secret_in_source", { source: material.label, secrets: listCounts(left) });
  }
  const all = sumCounts(redactions, left);
  const notes = all.length === 0 ? text.notes : [...text.notes, noteOf(all, force)];
  return { text: { ...text, title, markdown, notes }, redactions: all };
};

const noteOf = (redactions: readonly RuleCount[], force: boolean): string =>
  force
    ? `Secrets were replaced by [redacted:<rule>] in the text; the original has them, as was asked for: ${listCounts(redactions)}.`
    : `Secrets were replaced by [redacted:<rule>]: ${listCounts(redactions)}.`;

/** As written into a manifest by `redactionsExtra`, or by nobody. */
export const redactionsOf = (extra: Readonly<Record<string, unknown>>): readonly RuleCount[] => {
  const listed = extra["redactions"];
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((item: unknown) => {
    if (typeof item !== "object" || item === null) return [];
    const { rule, count } = Object.fromEntries<unknown>(Object.entries(item));
    return typeof rule === "string" && typeof count === "number" ? [{ rule, count }] : [];
  });
};

/** What a manifest or an answer says of them: nothing when there were none. */
export const redactionsField = (redactions: readonly RuleCount[]): { readonly redactions?: readonly RuleCount[] } =>
  redactions.length === 0 ? {} : { redactions };
