/** Lints what a page says about itself. Pure. */

import type { Instant } from "../../../platform/platform.ts";
import type { Severity } from "../../finding.ts";
import { compareInstants, isTime } from "../../instant.ts";
import { stopWords } from "../../recall/analysis/stop-words.ts";
import { type Page, pageTypes } from "../page.ts";
import { textOf } from "../page-fields.ts";
import { isNoteType } from "../page-types.ts";

/** A finding of one page, before its path is put on it. */
export interface PageRemark {
  readonly code: string;
  readonly severity: Severity;
  readonly line: number;
  readonly message: string;
  readonly remedy: string;
}

export interface FieldContext {
  readonly now: Instant;
  /** Whether something outside the page says where it comes from. */
  readonly hasOrigin: boolean;
  /** Whether its text cites a source. */
  readonly cites: boolean;
}

export const lintFields = (page: Page, context: FieldContext): readonly PageRemark[] => [
  ...identity(page),
  ...triggers(page),
  ...origin(page, context),
  ...times(page, context),
];

const remark = (code: string, severity: Severity, [message, remedy]: readonly [string, string]): PageRemark => ({
  code,
  severity,
  line: 0,
  message,
  remedy,
});

const identity = ({ data, headings, type }: Page): readonly PageRemark[] => {
  const remarks: PageRemark[] = [];
  const titled = textOf(data["title"]) !== "" || headings.some(({ level }) => level === 1);
  if (!titled) {
    const text = ["The page has no title but its file name.", "Add a title to the front matter."] as const;
    remarks.push(remark("missing-title", "warning", text));
  }
  if (!pageTypes.some((known) => known === type.toLowerCase())) {
    const text = [`The type "${type}" is not one of the known types.`, "Leave it if your team uses it."] as const;
    remarks.push(remark("unknown-type", "info", text));
  }
  return remarks;
};

const triggers = (page: Page): readonly PageRemark[] => {
  if (page.status === "deprecated") return [];
  if (page.triggers.length === 0) {
    if (!isNoteType(page.type)) return [];
    const remedy = "Add three to six phrases that someone would type who needs this page, in other words than its own.";
    return [remark("missing-triggers", "warning", ["The note has no recall_triggers.", remedy])];
  }
  const words = wordsIn(`${page.title}\n${page.body}`);
  const copied = page.triggers.filter((trigger) => isCopied(trigger, words));
  if (copied.length === 0) return [];
  const message = `${copied.length} of ${page.triggers.length} recall_triggers repeat the page's own words: "${copied[0]}".`;
  return [remark("copied-triggers", "warning", [message, "Write them in words that the page does not use."])];
};

/** More than half of the words that say something stand in the page too. */
const isCopied = (trigger: string, pageWords: ReadonlySet<string>): boolean => {
  const words = [...wordsIn(trigger)].filter((word) => !stopWords.has(word));
  const shared = words.filter((word) => pageWords.has(word));
  return shared.length * 2 > words.length;
};

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]{2,}/u;

/** Words; of scripts that put no spaces, pairs of characters. */
const wordsIn = (text: string): ReadonlySet<string> => {
  const folded = text.normalize("NFKC").toLowerCase();
  const runs = folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  // Most pages have no such script at all, and need no look at each of their words.
  if (!unspaced.test(folded)) return new Set(runs);
  return new Set(runs.flatMap((run) => (unspaced.test(run) ? pairsOf([...run]) : [run])));
};

const pairsOf = (characters: readonly string[]): readonly string[] =>
  characters.slice(1).map((character, index) => `${characters[index]}${character}`);

const origin = (page: Page, { hasOrigin, cites }: FieldContext): readonly PageRemark[] => {
  if (page.status === "deprecated" || !isGenerated(page.data["generated"])) return [];
  if (hasOrigin || cites || page.sources.length > 0 || page.data["origin"] !== undefined) return [];
  const remedy = "Add the packet or the place it was learned from to its sources.";
  return [remark("no-source", "warning", ["A tool wrote the page, and it names no source.", remedy])];
};

const isGenerated = (generated: unknown): boolean => {
  if (typeof generated !== "object" || generated === null) return false;
  const by = "by" in generated ? generated.by : undefined;
  return !(typeof by === "string" && by.startsWith("human:"));
};

const times = (page: Page, { now }: FieldContext): readonly PageRemark[] => {
  const written = { valid_from: page.validFrom, valid_until: page.validUntil, stale_after: page.staleAfter };
  const remarks = Object.entries(written).flatMap(([key, time]) => {
    if (time === undefined || isTime(time)) return [];
    const text = [`${key} is no time: "${time}".`, "Write it as 2026-01-31T12:00:00Z."] as const;
    return [remark("unreadable-time", "warning", text)];
  });
  if (page.staleAfter === undefined || !isTime(page.staleAfter) || page.status === "deprecated") return remarks;
  if (compareInstants(page.staleAfter, now) > 0) return remarks;
  const text = [`It counts as stale since ${page.staleAfter}.`, "Check it, then confirm, edit or retire it."] as const;
  return [...remarks, remark("stale", "warning", text)];
};
