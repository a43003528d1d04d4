/** A page as the rest of the core sees it: what its text says, with every oddity already tolerated. */

import type { Finding } from "../finding.ts";

export const noteTypes = [
  "decision",
  "pitfall",
  "lesson",
  "architecture",
  "procedure",
  "workaround",
  "known_issue",
  "bug_fix",
  "general",
] as const;

export const pageTypes = [
  "source",
  "entity",
  "concept",
  "synthesis",
  "analysis",
  "requirement",
  "trajectory",
  "case",
  "skill",
  ...noteTypes,
] as const;

export type NoteType = (typeof noteTypes)[number];

export const pageStatuses = ["draft", "stable", "deprecated"] as const;
export type Status = (typeof pageStatuses)[number];
export type Confidence = "strong" | "weak" | "shadow";

export interface SourceRef {
  readonly id: string;
  readonly resource: string;
  readonly title?: string;
}

export interface Heading {
  readonly level: number;
  readonly text: string;
  /** Offset of the heading's line in `body`, in UTF-16 units. */
  readonly offset: number;
}

export interface Page {
  /** Path below `wiki/` without `.md`, NFC. */
  readonly id: string;
  /** Path relative to the vault's root, as on disk. */
  readonly path: string;
  /** Front matter `title`, else the first level-1 heading, else the last part of the id. */
  readonly title: string;
  /** As written; an absent type is `general`. */
  readonly type: string;
  /** Normalised from legacy words; absent is stable. */
  readonly status: Status;
  readonly confidence: Confidence | undefined;
  readonly description: string;
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
  readonly triggers: readonly string[];
  readonly sources: readonly SourceRef[];
  readonly taskId: string | undefined;
  readonly validFrom: string | undefined;
  readonly validUntil: string | undefined;
  readonly staleAfter: string | undefined;
  readonly supersedes: readonly string[];
  readonly supersededBy: readonly string[];
  /** The whole front matter, plain JSON values, dates as strings. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The text after the front matter, without BOM, with LF line ends. */
  readonly body: string;
  /** Offset of `body` in the file's text after BOM removal and LF normalisation. */
  readonly bodyOffset: number;
  /** The line of the file on which `body` begins, so that a finding in the body can name its line. */
  readonly bodyLine: number;
  readonly headings: readonly Heading[];
  readonly findings: readonly Finding[];
}
