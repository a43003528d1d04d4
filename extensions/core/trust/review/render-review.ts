/** What the screen of a review shows, line by line. Pages are hostile: all of their text is made visible here. Pure. */

import { clipLine, wrapLine } from "../../columns.ts";
import { asLine, visible } from "../../visible.ts";
import type { ShownItem } from "../session-review.ts";
import type { QueueItem, QueueKind } from "./review-queue.ts";
import { canDecide, type HeldAnswer, type ItemState, type ReviewRun } from "./review-run.ts";

/** How a line is painted; the host knows with what. */
export type Tone = "plain" | "strong" | "dim" | "warn";

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
  /** The text of what is shown, as `textRows` gives it. */
  readonly body: readonly string[];
  /** The first of these rows that is on the screen. */
  readonly top: number;
}

const headRows = 6;
const footRows = 4;

/** Rows that are left for a page's text. */
export const bodyHeight = ({ rows }: ScreenSize): number => rows - headRows - footRows;

export const isTooSmall = (size: ScreenSize): boolean => size.columns < 40 || bodyHeight(size) < 4;

/** All of a page's stored text as rows of a screen that wide; behind a bar, so that no page can pass for the screen. */
export const textRows = (text: string, columns: number): readonly string[] =>
  visible(text.replace(/\r?\n$/, ""))
    .split("\n")
    .flatMap((line) => wrapLine(line, columns - bar.length))
    .map((row) => `${bar}${row}`);

const bar = "│ ";

export const renderReview = (view: ReviewView): readonly ReviewLine[] => {
  if (view.run.end !== undefined) return [line(view, "What you answered is being carried out …", "dim")];
  if (isTooSmall(view)) return small.slice(0, view.rows).map((text) => line(view, text, "warn"));
  const rows = bodyRows(view);
  const blank = Array.from({ length: Math.max(0, bodyHeight(view) - rows.length) }, () => "");
  return [...head(view), ...[...rows, ...blank].map((text) => line(view, text)), ...foot(view)];
};

const small = ["The window is too small to review in.", "Make it larger, or press q to leave."];

const line = ({ columns }: ScreenSize, text: string, tone: Tone = "plain"): ReviewLine => ({
  text: clipLine(text, columns),
  tone,
});

const means: Readonly<Record<QueueKind, string>> = {
  forged: "claims a review that nobody made",
  rival: "decided differently by two who had not seen each other",
  changed: "changed since it was reviewed",
  sourceless: "rests on something that was forgotten",
  draft: "a draft that nobody has confirmed",
  stale: "to be looked at again by now",
};

const head = (view: ReviewView): readonly ReviewLine[] => {
  const { run, items, shown } = view;
  const item = items[run.at];
  const tally = countStates(run);
  const done = tally === "" ? "" : ` (${tally})`;
  if (item === undefined) {
    const rest = Array.from({ length: headRows - 2 }, () => line(view, ""));
    return [line(view, `Review: all ${run.count} looked at${done}`, "strong"), ...rest, rule(view, "")];
  }
  const { kind, layer, id, type, status, date, labels, sources, path, title } = item;
  const tokens = shown === undefined ? [] : [`${shown.tokens} tokens`];
  const facts = [layer, type, status, ...(date === undefined ? [] : [date.slice(0, 10)]), ...tokens];
  const state = run.states.get(run.at);
  const answered = run.held?.at === run.at ? "; answered, not carried out" : state === undefined ? "" : `; ${state}`;
  return [
    line(view, `Review ${run.at + 1} of ${run.count}: ${means[kind]}${answered}${done}`, "strong"),
    line(view, asLine(title), "strong"),
    line(view, `[[${asLine(id)}]] ${facts.map((fact) => asLine(fact)).join(", ")}`),
    line(view, `labels: ${listed(labels)}; sources: ${listed(sources)}`, labels.length === 0 ? "dim" : "warn"),
    line(view, asLine(path), "dim"),
    rule(view, ""),
  ];
};

const listed = (words: readonly string[]): string =>
  words.length === 0 ? "none" : words.map((word) => asLine(word)).join(", ");

const rule = (size: ScreenSize, text: string): ReviewLine => {
  const shown = text === "" ? "" : ` ${text} `;
  return line(size, `──${shown}${"─".repeat(Math.max(0, size.columns - shown.length - 2))}`, "dim");
};

const bodyRows = (view: ReviewView): readonly string[] => {
  const { run, shown, body, top } = view;
  if (run.at === run.count) return reviewSummary(run, view.items).flatMap((text) => wrapLine(text, view.columns));
  if (run.states.get(run.at) === "gone" && shown === undefined) return ["The page has gone since the list was made."];
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
    line(view, keysText(view)),
  ];
};

const placeOf = (view: ReviewView): string => {
  const { shown, body, top } = view;
  const last = Math.min(body.length, top + bodyHeight(view));
  if (shown === undefined || body.length <= bodyHeight(view)) return "";
  return `lines ${top + 1} to ${last} of ${body.length}`;
};

const doing: Readonly<Record<HeldAnswer["decision"], string>> = {
  confirm: "accept",
  reject: "reject",
  retire: "retire",
  skip: "skip",
};

const heldText = ({ decision, at }: HeldAnswer, items: readonly QueueItem[]): string =>
  `You answered: ${doing[decision]} "${asLine(items[at]?.title ?? "", 50)}". u takes it back; your next answer, or q, carries it out.`;

/** The end of what is typed stays in sight. */
const askingLine = (size: ScreenSize, { decision, typed }: NonNullable<ReviewRun["asking"]>): ReviewLine => {
  const shown = [...asLine(typed)].slice(-Math.max(8, Math.floor(size.columns / 2) - 16)).join("");
  return line(size, `Why ${decision} it? ${shown}▏`, "strong");
};

const keysText = (view: ReviewView): string => {
  const { run } = view;
  if (run.asking !== undefined) return "Enter keeps the reason, Esc goes back to the page";
  if (run.at === run.count) return "q leaves  u undo  p previous";
  const rest = "s skip  e edit  n/p next/previous  u undo  q quit";
  return canDecide(run) ? `a accept  r reject  t retire  ${rest}` : `space scroll to the end  ${rest}`;
};

const states: readonly ItemState[] = ["accepted", "rejected", "retired", "skipped", "gone", "failed"];

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
  const dropped = run.end === "broken-off" && run.held !== undefined && run.held.decision !== "skip";
  return [
    tally === "" ? "Nothing was decided." : `Reviewed: ${tally}.`,
    ...(left > 0 ? [`${left} without an answer.`] : []),
    ...[...run.problems].map(([at, problem]) => `${asLine(items[at]?.id ?? "")} was left as it is: ${asLine(problem)}`),
    ...(dropped ? [`Your last answer was not carried out: ${asLine(items[run.held.at]?.id ?? "")}.`] : []),
  ];
};

/** The queue as a list, for where nobody can decide. */
export const listQueue = (items: readonly QueueItem[]): readonly string[] =>
  items.map(({ kind, layer, id, title, labels }) => {
    const facts = [layer, ...labels].map((fact) => asLine(fact)).join("; ");
    return `[[${asLine(id)}]] "${asLine(title, 120)}" (${facts}): ${means[kind]}`;
  });
