/** When a memory file has grown long: which entries go to the archive, and what stands for them. Pure. */

import { asLine } from "../../visible.ts";
import { liveEntries, type MemoryEntry, type MemoryFile, newestFirst } from "./memory-file.ts";

export interface CompactionPlan {
  readonly isDue: boolean;
  /** In the file's order, those that no longer hold included. */
  readonly moved: readonly MemoryEntry[];
  readonly kept: readonly MemoryEntry[];
}

const leastLive = 20;
const manyLive = 40;
const manyBytes = 24 * 1024;
export const longestSummary = 4_096;

/**
 * The newest twenty that hold stay, and with `through`, an entry's id, all that are newer than that one: what was
 * remembered since a summary was asked for is not in it.
 */
export const planCompaction = (
  file: MemoryFile,
  { through }: { readonly through?: string | undefined },
): CompactionPlan => {
  const live = liveEntries(file);
  const newest = newestFirst(live);
  const last = through === undefined ? -1 : newest.findIndex(({ id }) => id === through);
  const kept = new Set(newest.slice(0, Math.max(leastLive, last)));
  return {
    isDue: isCompactionDue({ live: live.length, bytes: byteLength(file.text) }),
    moved: file.entries.filter((entry) => !kept.has(entry)),
    kept: file.entries.filter((entry) => kept.has(entry)),
  };
};

/** `live` entries hold in a file of so many bytes. */
export const isCompactionDue = ({ live, bytes }: { readonly live: number; readonly bytes: number }): boolean =>
  live > leastLive && (live > manyLive || bytes > manyBytes);

const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/** Tells a text that states what was rejected. */
export type IsWithheld = (text: string) => boolean;

/** Those of the entries to be moved that a summary is about, oldest first. */
export const toSummarise = (
  file: MemoryFile,
  { moved }: CompactionPlan,
  isWithheld: IsWithheld = () => false,
): readonly MemoryEntry[] => {
  const live = new Set(liveEntries(file));
  return newestFirst(moved.filter((entry) => live.has(entry) && !isWithheld(entry.text))).toReversed();
};

/** A summary without the lines, and as a whole without a text, that state what was rejected. */
export const tellable = (summary: string, isWithheld: IsWithheld): string => {
  const lines = summary.split("\n").filter((line) => !isWithheld(line.replace(lineStart, "")));
  const told = lines.join("\n").trim();
  return told === "" || isWithheld(told) ? "" : told;
};

/** What comes before a first line below. */
const lineStart = /^- \d{4}-\d{2}-\d{2} /;

const longestFirstLine = 160;

/** For want of a better one: the first line of each, below the summary that there was; the oldest lines go first. */
export const firstLines = (before: string, entries: readonly MemoryEntry[]): string => {
  const lines = [
    ...(before === "" ? [] : before.split("\n")),
    ...entries.map(({ time, text }) => `- ${time.slice(0, 10)} ${asLine(text.split("\n")[0] ?? "", longestFirstLine)}`),
  ];
  while (lines.length > 1 && lines.join("\n").length > longestSummary) lines.shift();
  return lines.join("\n").slice(-longestSummary);
};
