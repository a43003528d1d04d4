/** An item of the review as it is shown before a key counts: all that a decision on it rests on. Pure. */

import type { HashFunction } from "../../ledger/canonical.ts";
import { unifiedDiff } from "../../ledger/unified-diff.ts";
import type { Status } from "../../pages/page.ts";
import type { Proposal } from "../proposals.ts";
import type { MetTombstone, QueueItem } from "./review-queue.ts";

/** How a line is painted; the host knows with what. */
export type Tone = "plain" | "strong" | "dim" | "warn" | "added" | "dropped";

export interface ShownText {
  /** As it is stored: one or more lines, in which nothing is made visible yet. */
  readonly text: string;
  readonly tone: Tone;
}

export interface ShownPart {
  readonly heading: string;
  readonly texts: readonly ShownText[];
}

export interface ShownItem {
  readonly item: QueueItem;
  /** What counts of the page now. */
  readonly status: Status;
  readonly labels: readonly string[];
  readonly parts: readonly ShownPart[];
  /** SHA-256 of all that is shown: what a decision is about. */
  readonly mark: string;
  /** Of the texts that would be current. */
  readonly tokens: number;
  /** What an editor opens. */
  readonly editable: string;
  /** SHA-256 of the page's file. */
  readonly hash: string;
  /** What the page runs into. */
  readonly tombstones: readonly MetTombstone[];
}

/** What was read of one item counts for no other. */
export const markOf = (
  { kind, root, id }: Pick<QueueItem, "kind" | "root" | "id">,
  parts: readonly ShownPart[],
  hash: HashFunction,
): string => {
  const shown = parts.map(({ heading, texts }) => [heading, ...texts.map(({ text }) => text)]);
  return hash(JSON.stringify([kind, root, id, shown]));
};

/** A text as it is stored. */
export const textPart = (heading: string, text: string): ShownPart => ({ heading, texts: [{ text, tone: "plain" }] });

export const saidPart = (heading: string, lines: readonly string[]): readonly ShownPart[] =>
  lines.length === 0 ? [] : [{ heading, texts: lines.map((text) => ({ text, tone: "plain" })) }];

export const diffPart = (heading: string, before: string, after: string): ShownPart => {
  const lines = unifiedDiff(before, after);
  if (lines.length === 0) {
    return { heading, texts: [{ text: "No line differs; at most what ends the lines does.", tone: "dim" }] };
  }
  return {
    heading,
    texts: lines.map(({ mark, text }) => ({ text: mark === "@" ? text : `${mark}${text}`, tone: diffTones[mark] })),
  };
};

const diffTones = { "@": "dim", " ": "plain", "-": "dropped", "+": "added" } as const;

/** Who proposed what, and why. */
export const proposalPart = ({ change, reason, claim, quote, by, channel, at }: Proposal): ShownPart => {
  const lines = [
    `by ${by} through ${channel}, ${momentOf(at)}`,
    ...(reason === undefined ? [] : [`reason: ${reason}`]),
    ...(quote === undefined ? [] : [`the user said: ${quote.text}`]),
    ...(claim === undefined ? [] : [`not to come back: ${claim}`]),
  ];
  return { heading: proposed[change], texts: lines.map((text) => ({ text, tone: "plain" })) };
};

const proposed = {
  revise: "Proposed: another text",
  retire: "Proposed: retire the page, which was true once",
  reject: "Proposed: reject the page, which was never true",
} as const;

export const tombstonePart = ({ at, actor, channel, reason, claims }: MetTombstone): ShownPart => ({
  heading: `Rejected on ${at.slice(0, 10)}: lift, or leave out?`,
  texts: [`by ${actor} through ${channel}`, `reason: ${reason}`, ...claims.map((claim) => `claim: ${claim}`)].map(
    (text) => ({ text, tone: "plain" }),
  ),
});

/** To the minute; as it is for what is no time. */
export const momentOf = (at: string): string => at.slice(0, 16).replace("T", " ");
