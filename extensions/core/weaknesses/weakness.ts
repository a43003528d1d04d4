/** What a weakness wiki holds: weaknesses, the attempts on them, solutions and rounds, and the words of the format. Pure. */

export const weaknessStatuses = ["open", "in-progress", "completed", "solved", "reverted"] as const;
export type WeaknessStatus = (typeof weaknessStatuses)[number];

/** From each status to those that may follow. `completed` shipped an improvement and stopped; `solved` passes its tasks. */
export const statusTransitions: Readonly<Record<WeaknessStatus, readonly WeaknessStatus[]>> = {
  open: ["in-progress"],
  "in-progress": ["completed", "solved", "reverted", "open"],
  completed: ["in-progress", "solved", "reverted"],
  solved: ["in-progress", "reverted"],
  reverted: ["in-progress"],
};

export const isWeaknessStatus = (text: string): text is WeaknessStatus =>
  weaknessStatuses.some((status) => status === text);

/** The two reasons that the format knows for a rejected attempt. */
export const rejectionReasons = ["dead end (no gain)", "reverted (broke another task)"] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

export const directions = ["higher", "lower"] as const;
/** Which values of a metric are better. */
export type Direction = (typeof directions)[number];

export interface Metric {
  readonly name: string;
  readonly value: number;
  readonly primary: boolean;
  readonly direction: Direction;
}

/** A neighbour in the graph. */
export interface Related {
  readonly slug: string;
  readonly why: string | undefined;
}

/** A bullet of the body, such as `- task_007 — search query sent as JSON`. */
export interface Remark {
  /** A task, or `path:line`. */
  readonly of: string;
  readonly note: string;
}

/** An attempt that was rejected: one entry of the Rejected Store Memory. */
export interface Rejection {
  readonly iteration: string;
  readonly direction: string;
  readonly thesis: string;
  readonly change: string;
  /** As written, such as `reward 0.41`. */
  readonly metrics: string;
  readonly why: string;
  /** Of its heading in the file, 1-based. */
  readonly line: number;
  /** The entry as it stands in the file, without blank lines around it. */
  readonly text: string;
}

export interface Weakness {
  readonly slug: string;
  /** Relative to the run directory. */
  readonly path: string;
  readonly title: string;
  /** As written; one of `weaknessStatuses` in a sound file, `unknown` when there is none. */
  readonly status: string;
  readonly tags: readonly string[];
  readonly discoveredIn: string | undefined;
  readonly attackedIn: readonly string[];
  readonly solvedIn: string | undefined;
  readonly affectedTasks: readonly string[];
  readonly related: readonly Related[];
  /** Ids of solutions as the weakness links to them, without this slug before them. */
  readonly solutionLinks: readonly string[];
  readonly whatFails: string;
  readonly tasks: readonly Remark[];
  readonly references: readonly Remark[];
  readonly rejections: readonly Rejection[];
  /** Front matter that the format does not know, as it was read. */
  readonly extra: Readonly<Record<string, unknown>>;
}

export interface TaskDelta {
  readonly task: string;
  readonly before: string;
  readonly after: string;
  readonly delta: string;
}

export interface Solution {
  /** The name of its folder: the candidate that produced it. */
  readonly id: string;
  /** The folder below `solutions/`, which joins it to its weakness. */
  readonly weakness: string;
  /** Of its folder, relative to the run directory. */
  readonly path: string;
  /** What the card links back to; undefined when it does not. */
  readonly linksTo: string | undefined;
  readonly title: string;
  readonly iteration: string | undefined;
  /** `pending` or `kept` in a sound file; legacy ones may say something else. */
  readonly outcome: string;
  readonly timestamp: string | undefined;
  readonly metric: { readonly name: string; readonly value: number; readonly direction: Direction } | undefined;
  readonly newRecord: boolean | undefined;
  readonly thesis: string;
  readonly changes: readonly Remark[];
  readonly deltas: readonly TaskDelta[];
  /** Whether there is a solution.md. */
  readonly hasCard: boolean;
  /** Bytes of changes.diff; undefined when there is none. Its text comes from `readDiff`. */
  readonly diffBytes: number | undefined;
  readonly extra: Readonly<Record<string, unknown>>;
}

export interface Round {
  /** Relative to the run directory. */
  readonly path: string;
  /** A number, or a word such as `final`. */
  readonly round: number | string;
  readonly split: string;
  readonly startedAt: string | undefined;
  /** Undefined while it runs. */
  readonly completedAt: string | undefined;
  readonly numTasks: number | undefined;
  readonly metrics: readonly Metric[];
  /** The one that counts; undefined when none is marked. */
  readonly primary: Metric | undefined;
  readonly perTask: readonly Readonly<Record<string, unknown>>[];
}

/** Numeric rounds in their order, then the others by name; of one round train, val, test. */
export const compareRounds = (left: Round, right: Round): number =>
  compareNames(left.round, right.round) ||
  splitRank(left.split) - splitRank(right.split) ||
  (left.path < right.path ? -1 : 1);

const compareNames = (a: number | string, b: number | string): number => {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "number") return -1;
  if (typeof b === "number") return 1;
  return a === b ? 0 : a < b ? -1 : 1;
};

const splitOrder = ["train", "val", "test"];
const splitRank = (split: string): number => {
  const at = splitOrder.indexOf(split);
  return at === -1 ? splitOrder.length : at;
};

/** Names that are safe as a file, in a list on one line and in a link; other scripts than Latin are fine. */
const slugPattern = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[-_.][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*$/u;
const idPattern = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_.:@/#+-]*$/u;
const longestSlug = 80;
const longestId = 120;
/** Names that Windows keeps for devices. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

export const isWeaknessSlug = (text: string): boolean =>
  text.length <= longestSlug &&
  slugPattern.test(text) &&
  text !== "null" &&
  text === text.normalize("NFC").toLowerCase() &&
  !deviceName.test(text);

/** Ids of iterations and solutions: names of folders too. */
export const isIterationId = (text: string): boolean =>
  isListItem(text) && !/[/:#]/.test(text) && !text.endsWith(".") && !deviceName.test(text);

/** Tasks and tags: what every reader takes as one item of a list on one line. */
export const isListItem = (text: string): boolean =>
  text.length <= longestId && idPattern.test(text) && text !== "null";
