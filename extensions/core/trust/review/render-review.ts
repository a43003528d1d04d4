/** What the screen of a review shows, line by line. Pages are hostile: all of their text is made visible here. Pure. */

import { clipLine, wrapLine } from "../../columns.ts";
import { asLine, visible } from "../../visible.ts";
import type { ItemState } from "./review-choices.ts";
import type { ItemKind, QueueItem } from "./review-queue.ts";
import { canDecide, type HeldAnswer, type ReviewRun } from "./review-run.ts";
import type { ShownItem, Tone } from "./shown-item.ts";

export interface ReviewLine {
  readonly text: string;
  readonly tone: Tone;
}

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

export interface ReviewView extends ScreenSize {
  readonly run: ReviewRun;
  readonly items: readonly QueueItem[];
  readonly shown: ShownItem | undefined;
  /** All of what is shown, as `shownRows` gives it. */
  readonly body: readonly ReviewLine[];
  /** The first of these rows that is on the screen. */
  readonly top: number;
}

/** A small screen has no row for the path. */
const headRows = ({ rows }: Pick<ScreenSize, "rows">): number => (rows < 18 ? 5 : 6);
/** A narrow one has the keys on two. */
const keyRows = ({ columns }: Pick<ScreenSize, "columns">): number => (columns < 100 ? 2 : 1);
const footRows = (size: ScreenSize): number => 3 + keyRows(size);

/** Rows that are left for what an item is decided by. */
export const bodyHeight = (size: ScreenSize): number => size.rows - headRows(size) - footRows(size);

export const isTooSmall = (size: ScreenSize): boolean => size.columns < 40 || bodyHeight(size) < 4;

/**
 * All that an item shows as rows of a screen that wide. What is stored stands behind a bar, so that no page can pass for
 * the screen; what comes without one is ours.
 */
export const shownRows = ({ parts }: Pick<ShownItem, "parts">, columns: number): readonly ReviewLine[] =>
  parts.flatMap(({ heading, texts }, index): readonly ReviewLine[] => {
    const rows = texts.flatMap(({ text, tone }) => textRows(text, columns).map((row) => ({ text: row, tone })));
    if (parts.length === 1) return rows;
    const said = wrapLine(asLine(heading), columns).map((text): ReviewLine => ({ text, tone: "strong" }));
    return [...(index === 0 ? [] : [{ text: "", tone: "plain" } as const]), ...said, ...rows];
  });

const textRows = (text: string, columns: number): readonly string[] =>
  visible(text.replace(/\r?\n$/, ""))
    .split("\n")
    .flatMap((line) => wrapLine(line, columns - bar.length))
    .map((row) => `${bar}${row}`);

const bar = "│ ";

export const renderReview = (view: ReviewView): readonly ReviewLine[] => {
  if (view.run.end !== undefined) return [line(view, "What you answered is being carried out …", "dim")];
  if (isTooSmall(view)) return small.slice(0, view.rows).map((text) => line(view, text, "warn"));
  const rows = bodyRows(view).map(({ text, tone }) => line(view, text, tone));
  const blank = Array.from({ length: Math.max(0, bodyHeight(view) - rows.length) }, () => line(view, ""));
  return [...head(view), ...rows, ...blank, ...foot(view)];
};

const small = ["The window is too small to review in.", "Make it larger, or press q to leave."];

const line = ({ columns }: ScreenSize, text: string, tone: Tone = "plain"): ReviewLine => ({
  text: clipLine(text, columns),
  tone,
});

const means: Readonly<Record<ItemKind, string>> = {
  disputed: "you spoke against it",
  forged: "claims a review that nobody made",
  rival: "decided differently by two who had not seen each other",
  changed: "changed since it was reviewed",
  tombstoned: "states what was rejected",
  doubted: "a tool rejected what it states",
  conflict: "two pages that may contradict each other",
  revision: "another text was proposed for it",
  rejection: "it was proposed to reject it",
  retirement: "it was proposed to retire it",
  sourceless: "rests on something that was forgotten",
  outdated: "the code that it is about has changed, or is gone",
  draft: "a draft that nobody has confirmed",
  stale: "to be looked at again by now",
  asked: "you asked for it",
  promotion: "to be copied into the other layer",
};

const head = (view: ReviewView): readonly ReviewLine[] => {
  const { run, items, shown } = view;
  const item = items[run.at];
  const tally = countStates(run);
  const done = tally === "" ? "" : ` (${tally})`;
  if (item === undefined) {
    const rest = Array.from({ length: headRows(view) - 2 }, () => line(view, ""));
    return [line(view, `Review: all ${run.count} looked at${done}`, "strong"), ...rest, rule(view, "")];
  }
  const { kind, layer, id, type, date, sources, path } = item;
  const { status, labels } = shown ?? item;
  const tokens = shown === undefined ? [] : [`${shown.tokens} tokens`];
  const facts = [layer, type, status, ...(date === undefined ? [] : [date.slice(0, 10)]), ...tokens];
  const state = run.states.get(run.at);
  const answered = run.held?.at === run.at ? "; answered, not carried out" : state === undefined ? "" : `; ${state}`;
  return [
    line(view, `Review ${run.at + 1} of ${run.count}: ${means[kind]}${answered}${done}`, "strong"),
    line(view, titlesOf(item), "strong"),
    line(view, `[[${asLine(id)}]] ${facts.map((fact) => asLine(fact)).join(", ")}`),
    line(view, `labels: ${listed(labels)}; sources: ${listed(sources)}`, labels.length === 0 ? "dim" : "warn"),
    ...(headRows(view) < 6 ? [] : [line(view, asLine(path), "dim")]),
    rule(view, ""),
  ];
};

const titlesOf = ({ title, other }: QueueItem): string =>
  other === undefined ? asLine(title) : `${asLine(title, 60)} / ${asLine(other.title, 60)}`;

const listed = (words: readonly string[]): string =>
  words.length === 0 ? "none" : words.map((word) => asLine(word)).join(", ");

const rule = (size: ScreenSize, text: string): ReviewLine => {
  const shown = text === "" ? "" : ` ${text} `;
  return line(size, `──${shown}${"─".repeat(Math.max(0, size.columns - shown.length - 2))}`, "dim");
};

const bodyRows = (view: ReviewView): readonly ReviewLine[] => {
  const { run, shown, body, top } = view;
  const said = (texts: readonly string[]): readonly ReviewLine[] =>
    texts.flatMap((text) => wrapLine(text, view.columns)).map((text) => ({ text, tone: "plain" }));
  if (run.at === run.count) return said(reviewSummary(run, view.items));
  if (run.isGone) return said(["It waits no longer: its page has gone, or it was decided on since the list was made."]);
  return shown === undefined ? [] : body.slice(top, top + bodyHeight(view));
};

const foot = (view: ReviewView): readonly ReviewLine[] => {
  const { run, items } = view;
  return [
    rule(view, placeOf(view)),
    line(view, run.held === undefined ? "" : heldText(run.held, items), "dim"),
    run.asking === undefined
      ? line(view, run.notice === undefined ? "" : asLine(run.notice), "warn")
      : askingLine(view, run.asking),
    ...keyLines(keysOf(run), view),
  ];
};

/** Broken between keys, never in one. */
const keyLines = (keys: readonly string[], size: ScreenSize): readonly ReviewLine[] => {
  const rows = [""];
  for (const key of keys) {
    const row = rows.at(-1) ?? "";
    const longer = row === "" ? key : `${row}  ${key}`;
    if (longer.length > size.columns && rows.length < keyRows(size)) rows.push(key);
    else rows[rows.length - 1] = longer;
  }
  return Array.from({ length: keyRows(size) }, (_, at) => line(size, rows[at] ?? ""));
};

const placeOf = (view: ReviewView): string => {
  const { shown, body, top } = view;
  const last = Math.min(body.length, top + bodyHeight(view));
  if (shown === undefined || body.length <= bodyHeight(view)) return "";
  return `lines ${top + 1} to ${last} of ${body.length}`;
};

const heldText = ({ choice, at }: HeldAnswer, items: readonly QueueItem[]): string =>
  `You answered: ${choice === "skip" ? "skip" : choice.says} "${asLine(items[at]?.title ?? "", 50)}". u takes it back; your next answer, or q, carries it out.`;

/** The end of what is typed stays in sight. */
const askingLine = (size: ScreenSize, { choice, typed }: NonNullable<ReviewRun["asking"]>): ReviewLine => {
  const shown = [...asLine(typed)].slice(-Math.max(8, Math.floor(size.columns / 2) - 16)).join("");
  return line(size, `${choice.asks} ${shown}▏`, "strong");
};

const keysOf = (run: ReviewRun): readonly string[] => {
  if (run.asking !== undefined) return ["Enter keeps the reason", "Esc goes back to the page"];
  const choices = run.choices[run.at];
  if (choices === undefined) return ["q leaves", "u undo", "p previous"];
  const rest = ["s skip", "e edit", "n/p move", "u undo", "q quit"];
  if (run.isGone) return rest;
  return canDecide(run)
    ? [...choices.map(({ key, says }) => `${key} ${says}`), ...rest]
    : ["space scroll to the end", ...rest];
};

const states: readonly ItemState[] = [
  "accepted",
  "rejected",
  "retired",
  "declined",
  "lifted",
  "settled",
  "copied",
  "skipped",
  "gone",
  "failed",
];

const countStates = (run: ReviewRun): string =>
  states
    .map((state) => ({ state, count: [...run.states.values()].filter((one) => one === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${state}`)
    .join(", ");

/** What came of a run so far, a line each. */
export const reviewSummary = (run: ReviewRun, items: readonly QueueItem[]): readonly string[] => {
  const left = run.count - run.states.size - (run.held === undefined || run.states.has(run.held.at) ? 0 : 1);
  const tally = countStates(run);
  const dropped = run.end === "broken-off" && run.held !== undefined && run.held.choice !== "skip";
  return [
    tally === "" ? "Nothing was decided." : `Reviewed: ${tally}.`,
    ...(left > 0 ? [`${left} without an answer.`] : []),
    ...[...run.problems].map(([at, problem]) => `${asLine(items[at]?.id ?? "")} was left as it is: ${asLine(problem)}`),
    ...(dropped ? [`Your last answer was not carried out: ${asLine(items[run.held.at]?.id ?? "")}.`] : []),
  ];
};

/** The queue as a list, for where nobody can decide. */
export const listQueue = (items: readonly QueueItem[]): readonly string[] =>
  items.map((item) => {
    const { kind, layer, id, title, labels } = item;
    const facts = [layer, ...labels].map((fact) => asLine(fact)).join("; ");
    return `[[${asLine(id)}]] "${asLine(title, 120)}" (${facts}): ${means[kind]}${detailOf(item)}`;
  });

const detailOf = ({ proposal, other, tombstones = [] }: QueueItem): string => {
  const [met] = tombstones;
  if (met !== undefined) return ` on ${asLine(met.at.slice(0, 10))}: ${asLine(met.reason, 120)}`;
  if (other !== undefined) return `, the other is [[${asLine(other.id)}]] "${asLine(other.title, 120)}"`;
  const why = proposal?.quote?.text ?? proposal?.reason;
  return why === undefined ? "" : `: ${asLine(why, 120)}`;
};
