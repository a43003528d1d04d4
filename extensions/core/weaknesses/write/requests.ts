/** What the verbs on a weakness wiki are asked, checked before anything is read or written. Pure. */

import { WikiError } from "../../errors.ts";
import {
  type Direction,
  isIterationId,
  isListItem,
  isWeaknessSlug,
  isWeaknessStatus,
  type Metric,
  type RejectionReason,
  type Related,
  type Remark,
  rejectionReasons,
  type TaskDelta,
  type WeaknessStatus,
  weaknessStatuses,
} from "../weakness.ts";
import type { RelatedStyle } from "./render-front-matter.ts";
import { deltaOf, oneLine } from "./render-markdown.ts";

/** A metric as it was given: which is primary, and which direction is better, may be left out. */
export interface GivenMetric {
  readonly name: string;
  readonly value: number;
  readonly primary?: boolean | undefined;
  readonly direction?: Direction | undefined;
}

interface OnWeakness {
  readonly slug: string;
  readonly style?: RelatedStyle | undefined;
}

export interface OpenRequest extends OnWeakness {
  readonly title: string;
  readonly iteration: string;
  readonly tasks: readonly string[];
  readonly tags?: readonly string[] | undefined;
  readonly related?: readonly Related[] | undefined;
  readonly what?: string | undefined;
  /** What was seen on a task. */
  readonly notes?: readonly Remark[] | undefined;
  readonly references?: readonly Remark[] | undefined;
}

export interface AttackRequest extends OnWeakness {
  readonly iteration: string;
}

export interface RejectRequest extends OnWeakness {
  readonly iteration: string;
  /** What was tried, in a word. */
  readonly direction: string;
  readonly thesis: string;
  readonly change: string;
  readonly metrics: readonly GivenMetric[];
  readonly why: string;
}

export interface SolveRequest extends OnWeakness {
  readonly iteration: string;
  /** Left out where the card is there already and only its outcome is asked about. */
  readonly title?: string | undefined;
  readonly thesis?: string | undefined;
  /** The text of the candidate's diff against its parent. */
  readonly diff?: string | undefined;
  readonly metrics: readonly GivenMetric[];
  readonly changes?: readonly Remark[] | undefined;
  readonly deltas?: readonly Pick<TaskDelta, "task" | "before" | "after">[] | undefined;
  /** The text of a file in which a person gives the gate's result; tools have no such thing to give. */
  readonly gateResult?: string | undefined;
}

export interface StatusRequest extends OnWeakness {
  readonly to: string;
  readonly iteration?: string | undefined;
}

export interface RelateRequest extends OnWeakness {
  readonly related: readonly Related[];
}

export interface TasksRequest extends OnWeakness {
  readonly iteration: string;
  readonly tasks: readonly string[];
}

export interface RoundRequest {
  readonly n: number;
  readonly split?: string | undefined;
}

export interface FinishRequest extends RoundRequest {
  readonly metrics: readonly GivenMetric[];
  readonly perTask?: readonly Readonly<Record<string, unknown>>[] | undefined;
  readonly numTasks?: number | undefined;
}

const wrong = (what: string, problem: string): WikiError => new WikiError("invalid_input", { what, problem });

export const checkSlug = (slug: string): string => {
  if (isWeaknessSlug(slug)) return slug;
  throw wrong("slug", `"${slug}" is no slug: small letters, digits and single dashes between them, at most 80`);
};

export const checkIteration = (id: string, what = "iteration"): string => {
  if (isIterationId(id)) return id;
  throw wrong(what, `"${id}" is no id: letters, digits, dots, dashes and underscores, at most 120`);
};

export const checkItems = (items: readonly string[], what: string): readonly string[] => {
  const odd = items.find((item) => !isListItem(item));
  if (odd === undefined) return [...new Set(items)];
  throw wrong(what, `"${odd}" can't stand in a list on one line: no blanks, commas, brackets or quotes, at most 120`);
};

export const checkText = (text: string | undefined, what: string): string => {
  const line = oneLine(text ?? "");
  if (line !== "") return line;
  throw wrong(what, "is missing");
};

export const checkRelated = (slug: string, related: readonly Related[]): readonly Related[] =>
  related.map((one) => {
    if (one.slug === slug) throw wrong("related", "a weakness is not its own neighbour");
    const why = one.why === undefined ? "" : oneLine(one.why);
    return { slug: checkSlug(one.slug), why: why === "" ? undefined : why };
  });

export const checkStatus = (status: string): WeaknessStatus => {
  if (isWeaknessStatus(status)) return status;
  throw wrong("status", `"${status}" is not one of ${weaknessStatuses.join(", ")}`);
};

/** The documented values, or the first word of one. */
export const checkReason = (why: string): RejectionReason => {
  const said = oneLine(why).toLowerCase().replaceAll("-", " ");
  const found = rejectionReasons.find((reason) => reason === said || shortReasons[reason].includes(said));
  if (found !== undefined) return found;
  throw wrong("why", `"${why}" is not one of ${rejectionReasons.map((reason) => `"${reason}"`).join(", ")}`);
};

const shortReasons: Readonly<Record<RejectionReason, readonly string[]>> = {
  "dead end (no gain)": ["dead end", "no gain"],
  "reverted (broke another task)": ["reverted", "broke another task"],
};

/** One is primary: the one that says so, or the only one. */
export const checkMetrics = (given: readonly GivenMetric[], need: "some" | "any" = "some"): readonly Metric[] => {
  if (given.length === 0 && need === "some") throw wrong("metric", "at least one is needed");
  const names = given.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw wrong("metric", `${twice} is given twice`);
  for (const { name, value } of given) {
    if (!isListItem(name) || /[:=]/.test(name)) throw wrong("metric", `"${name}" is no name of a metric`);
    if (!Number.isFinite(value)) throw wrong("metric", `the value of ${name} is no number`);
  }
  const primaries = given.filter(({ primary }) => primary === true);
  if (primaries.length > 1 || (primaries.length === 0 && given.length > 1)) {
    throw wrong("metric", "exactly one of several is primary: add :primary to it");
  }
  return given.map(({ name, value, primary, direction }) => ({
    name,
    value,
    primary: primary === true || given.length === 1,
    direction: direction ?? "higher",
  }));
};

export const checkDeltas = (deltas: SolveRequest["deltas"] = [], affected: readonly string[]): readonly TaskDelta[] =>
  deltas.map(({ task, before, after }) => {
    if (!affected.includes(task)) {
      throw wrong("delta", `${task} is none of the tasks that the weakness was found on: ${affected.join(", ")}`);
    }
    return { task, before: oneLine(before), after: oneLine(after), delta: deltaOf(before, after) };
  });

export const checkRound = ({ n, split = "val" }: RoundRequest): { readonly n: number; readonly split: string } => {
  if (!Number.isSafeInteger(n) || n < 0) throw wrong("n", "the number of a round is a whole number");
  if (!["train", "val", "test"].includes(split)) throw wrong("split", `"${split}" is not one of train, val, test`);
  return { n, split };
};
