/**
 * One user's memory of a task, `memories/<user>.md` or `memories-archive/<user>.md`: reads whatever is there, and says
 * what to write. Pure; all that is not changed stays byte for byte.
 *
 * An entry is a heading with its time and id, and what was remembered:
 *
 *     ### 2026-09-18 14:30 #a3f2
 *
 *     text
 *
 * A corrected one has `> [superseded 2026-09-18 by #b7k1]` below its heading; above it counts too. What a compaction
 * has summed up stands before the first entry. The words there are those of CodeWiki-Plus, which finds them by these.
 */

import { asRead, asWritten } from "./entry-text.ts";

export interface MemoryEntry {
  /** Absent in files of older versions of other tools. */
  readonly id: string | undefined;
  /** `2026-09-18 14:30`, in UTC where we wrote it. */
  readonly time: string;
  readonly text: string;
  /** Ids of the entries that replace it; empty for a live one. */
  readonly supersededBy: readonly string[];
  /** Of its heading, from 1. */
  readonly line: number;
  /** All of it in the file's text, marks above the heading and blank lines below included. */
  readonly from: number;
  readonly to: number;
  /** The end of the heading's line. */
  readonly headEnd: number;
}

export interface MemoryFile {
  readonly text: string;
  /** What compactions summed up. */
  readonly summary: string;
  /** In the file's order. */
  readonly entries: readonly MemoryEntry[];
}

const summaryHeading = "## 早期记忆（摘要）";
const archiveLine = /^> 原文归档于 .*$/;

const heading = /(?<=^|\n)\ufeff?### (\d{4}-\d{2}-\d{2} \d{2}:\d{2})(?: #(\w+))?[ \t]*(?=\r?\n|$)/g;
const mark = /^> \[superseded \d{4}-\d{2}-\d{2} by #(\w+)\][ \t\r]*$/;
const mergeMark = /^(?:<{7}|={7}|>{7}|\|{7})(?: .*)?\r?$/;

interface Head {
  readonly time: string;
  readonly id: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** What stands between two headings: what belongs to the one before it, and marks of the one after it. */
interface Between {
  readonly marks: readonly string[];
  readonly text: string;
  readonly nextMarks: readonly string[];
  /** Where the next entry begins. */
  readonly end: number;
}

export const parseMemory = (text: string): MemoryFile => {
  const heads = [...text.matchAll(heading)].map(
    ({ 0: whole, 1: time = "", 2: id, index }): Head => ({
      time,
      id,
      start: whole.startsWith("\ufeff") ? index + 1 : index,
      end: index + whole.length,
    }),
  );
  const isInMerge = /(?:^|\n)<{7}(?: |\r?\n)/.test(text);
  const first = between(text, { from: 0, to: heads[0]?.start, isInMerge, isBeforeAll: true });
  const entries: MemoryEntry[] = [];
  let [before, line, counted] = [first, 1, 0];
  for (const [index, { time, id, start, end }] of heads.entries()) {
    line += lineFeeds(text, counted, start);
    counted = start;
    const own = between(text, { from: end, to: heads[index + 1]?.start, isInMerge });
    entries.push({
      id,
      time,
      text: own.text,
      supersededBy: [...before.nextMarks, ...own.marks],
      line,
      from: before.end,
      to: own.end,
      headEnd: end,
    });
    before = own;
  }
  return { text, summary: summaryOf(first.text), entries };
};

const lineFeeds = (text: string, from: number, to: number): number => {
  let count = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
};

interface Region {
  readonly from: number;
  /** Undefined for the last one: no heading follows to which marks could belong. */
  readonly to: number | undefined;
  readonly isInMerge: boolean;
  readonly isBeforeAll?: true;
}

const between = (text: string, { from, to, isInMerge, isBeforeAll }: Region): Between => {
  const region = text.slice(from, to);
  const end = to ?? text.length;
  if (!isInMerge && !region.includes("> [superseded ")) {
    return { marks: [], text: asRead(region.trim()), nextMarks: [], end };
  }
  const lines = region.split("\n");
  // The first line is the rest of the heading's own.
  const top = isBeforeAll === true ? { marks: [], at: 0 } : marksFrom(lines, 1);
  const bottom = to === undefined ? { marks: [], at: lines.length } : marksUpTo(lines, top.at);
  const shown = lines.slice(top.at, bottom.at).filter((line) => !isInMerge || !mergeMark.test(line));
  const rest = lines.slice(bottom.at).join("\n").length;
  return { marks: top.marks, text: asRead(shown.join("\n").trim()), nextMarks: bottom.marks, end: end - rest };
};

interface Marks {
  readonly marks: readonly string[];
  /** The line at which they end, or begin. */
  readonly at: number;
}

const marksFrom = (lines: readonly string[], first: number): Marks => {
  const marks: string[] = [];
  let at = first;
  for (; at < lines.length; at += 1) {
    const id = markIn(lines[at]);
    if (id !== undefined) marks.push(id);
    else if (!isBlank(lines[at])) break;
  }
  return { marks, at };
};

const marksUpTo = (lines: readonly string[], first: number): Marks => {
  const marks: string[] = [];
  let at = lines.length;
  for (let line = lines.length - 1; line >= first; line -= 1) {
    const id = markIn(lines[line]);
    if (id === undefined && !isBlank(lines[line])) break;
    if (id === undefined) continue;
    marks.unshift(id);
    at = line;
  }
  return { marks, at };
};

const markIn = (line: string | undefined): string | undefined => mark.exec(line ?? "")?.[1];

const isBlank = (line: string | undefined): boolean => (line ?? "").trim() === "";

const summaryOf = (preamble: string): string =>
  preamble
    .replace(/^\ufeff/, "")
    .split("\n")
    .filter((line) => line.trim() !== summaryHeading && !archiveLine.test(line))
    .join("\n")
    .trim();

export interface NewEntry {
  readonly id: string;
  readonly time: string;
  /** Tidied. */
  readonly text: string;
}

/** What is appended to a file's text to add an entry to it. */
export const additionOf = (text: string, { id, time, text: said }: NewEntry): string => {
  const entry = `### ${time} #${id}\n\n${asWritten(said)}\n`;
  return withLineEnds(`${gapAfter(text)}${entry}`, text);
};

const gapAfter = (text: string): string => {
  if (text === "" || text === "\ufeff" || /\n\r?\n$/.test(text)) return "";
  return text.endsWith("\n") ? "\n" : "\n\n";
};

/** The file's own line ends. */
const withLineEnds = (added: string, text: string): string => {
  const isCarriage = text[text.indexOf("\n") - 1] === "\r";
  return isCarriage ? added.replaceAll("\n", "\r\n") : added;
};

/** The text with a mark on each of these entries. */
export const withSuperseded = (
  { text }: MemoryFile,
  { entries, day, by }: { readonly entries: readonly MemoryEntry[]; readonly day: string; readonly by: string },
): string => {
  let [marked, from] = ["", 0];
  const sign = withLineEnds(`\n\n> [superseded ${day} by #${by}]`, text);
  for (const { headEnd } of [...entries].sort((left, right) => left.headEnd - right.headEnd)) {
    marked += `${text.slice(from, headEnd)}${sign}`;
    from = headEnd;
  }
  return marked + text.slice(from);
};

/** The text of these entries as they stand, each on lines of its own. */
export const rawEntries = ({ text }: MemoryFile, entries: readonly MemoryEntry[]): string => {
  let raw = "";
  for (const { from, to } of entries) raw += `${gapAfter(raw)}${text.slice(from, to)}`;
  return raw === "" || raw.endsWith("\n") ? raw : `${raw}\n`;
};

/**
 * What is appended to an archive when entries of a file move there. Those that a compaction which was cut short has put
 * there already do not go again, but for those that were corrected since.
 */
export const archiveAddition = (
  archive: MemoryFile,
  { file, moved }: { readonly file: MemoryFile; readonly moved: readonly MemoryEntry[] },
): string => {
  const known = new Set(archive.entries.map(copyKey));
  const missing = moved.filter((entry) => !known.has(copyKey(entry)));
  const raw = rawEntries(file, missing);
  if (archive.text === "" || raw === "" || archive.text.endsWith("\n\n")) return raw;
  return `${archive.text.endsWith("\n") ? "" : "\n"}\n${raw}`;
};

const copyKey = (entry: MemoryEntry): string => `${entry.supersededBy.join(" ")}\n${entryKey(entry)}`;

export interface CompactedFile {
  readonly summary: string;
  readonly kept: readonly MemoryEntry[];
  /** Where the others are, relative to the task's folder. */
  readonly archive: string;
  readonly day: string;
  readonly moved: number;
}

/** The file after a compaction. */
export const compactedText = (file: MemoryFile, { summary, kept, archive, day, moved }: CompactedFile): string => {
  const head = `${summaryHeading}\n\n${asWritten(summary)}\n\n> 原文归档于 ${archive}，截至 ${day}，共 ${moved} 条。\n`;
  const rest = rawEntries(file, kept);
  const start = file.text.startsWith("\ufeff") ? "\ufeff" : "";
  return `${start}${withLineEnds(rest === "" ? head : `${head}\n`, file.text)}${rest}`;
};

/** One entry may stand in a file twice: a compaction was cut short, or a merge took it from both sides. */
export const entryKey = ({ id, time, text }: Pick<MemoryEntry, "id" | "time" | "text">): string =>
  `${time} #${id ?? ""}\n${text}`;

/** Entries that hold, each once, in the file's order; one that is corrected in any copy does not hold. */
export const liveEntries = ({ entries }: MemoryFile): readonly MemoryEntry[] => {
  const corrected = new Set(entries.filter(({ supersededBy }) => supersededBy.length > 0).map(entryKey));
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const key = entryKey(entry);
    if (corrected.has(key) || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
};

/** So many are enough to tell what repeats one, and that there are many. */
const mostLatest = 60;

/** The entries at a file's end that hold, without reading all of a long one; their lines and places count from there. */
export const latestEntries = (text: string): readonly MemoryEntry[] => {
  let from = text.length;
  for (let count = 0; count < mostLatest && from > 0; count += 1) from = text.lastIndexOf("\n### ", from - 1);
  const latest = liveEntries(parseMemory(from <= 0 ? text : text.slice(from + 1)));
  return from > 0 && latest.length < mostLatest / 2 ? liveEntries(parseMemory(text)) : latest;
};

/** Later first; of one minute, the one further down. */
export const newestFirst = <Entry extends Pick<MemoryEntry, "time">>(entries: readonly Entry[]): readonly Entry[] =>
  entries.toReversed().sort((left, right) => (left.time < right.time ? 1 : left.time > right.time ? -1 : 0));
