/** Makes what is kept of a session small: long values become their head and tail, as far as a budget asks for it. Pure. */

import { present } from "../present.ts";
import type { CheckedStep } from "./outcome.ts";
import type { KeptText, KeptValue, ToolUse, TrajectoryStep } from "./packet.ts";

export interface ShortenRules {
  /** Bytes of the steps as they are written. */
  readonly budget: number;
  hash(text: string): string;
}

export interface ShortSteps {
  readonly steps: readonly TrajectoryStep[];
  /** Steps between the first and the last ones that found no room. */
  readonly omitted: number;
}

/** A packet is a tenth of a big session, with its summary, and never so big that nobody opens it. */
export const budgetFor = (sessionBytes: number): number =>
  sessionBytes < bigSession
    ? Math.max(leastBudget, Math.min(smallSessionBudget, sessionBytes))
    : Math.min(mostBudget, Math.max(leastBudget, Math.floor(sessionBytes / 10.5) - summaryRoom));

const bigSession = 900_000;
const smallSessionBudget = 180_000;
const leastBudget = 60_000;
const mostBudget = 1_500_000;
/** For `extracted.md` and `manifest.json`. */
const summaryRoom = 36_000;

/** The longest value that is kept whole; what users and models say may be longer, by `weights`. */
const limits = [4_000, 2_000, 1_000, 500, 250, 120, 60] as const;
const smallest = 60;

const weights: Readonly<Record<TrajectoryStep["role"], number>> = { user: 3, summary: 2, assistant: 2, tool: 1 };

export const shortSteps = (steps: readonly CheckedStep[], { budget, hash }: ShortenRules): ShortSteps => {
  const hashes = new Map<string, string>();
  const hashOnce = (text: string): string => {
    const known = hashes.get(text) ?? hash(text);
    hashes.set(text, known);
    return known;
  };
  for (const limit of limits) {
    if (limit !== smallest && leastSize(steps, limit) > budget) continue;
    const short = steps.map((step) => shortStep(step, { limit, hash: hashOnce }));
    if (sumOf(sizesOf(short)) <= budget) return { steps: short, omitted: 0 };
    if (limit === smallest) return withoutMiddle(short.map(withoutUsage), budget);
  }
  return { steps: [], omitted: steps.length };
};

/** Longer than what hosts keep of an output. */
const longestOutput = 64 * 1024;

/** For the summary, which picks from them itself: what failed is told by lines in the middle. */
export const wholeSteps = (
  steps: readonly CheckedStep[],
  { hash }: Pick<ShortenRules, "hash">,
): readonly TrajectoryStep[] => steps.map((step) => shortStep(step, { limit: longestOutput, hash }));

const encoder = new TextEncoder();

const sizesOf = (steps: readonly TrajectoryStep[]): readonly number[] =>
  steps.map((step) => encoder.encode(JSON.stringify(step)).length + lineEnds);

const sumOf = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0);

/** What was tried matters more than what it cost. */
const withoutUsage = ({ usage: _usage, ...step }: TrajectoryStep): TrajectoryStep => step;

/** Indentation, comma and line end of a step. */
const lineEnds = 6;

/** The beginning says what was wanted, the end what came of it: more of the room is the end's. */
const shareOfStart = 0.3;

const withoutMiddle = (steps: readonly TrajectoryStep[], budget: number): ShortSteps => {
  const sizes = sizesOf(steps);
  if (sumOf(sizes) <= budget) return { steps, omitted: 0 };
  const countIn = (order: readonly number[], room: number): number => {
    let left = room;
    const full = order.findIndex((size) => {
      left -= size;
      return left < 0;
    });
    return full === -1 ? order.length : full;
  };
  const first = Math.max(1, countIn(sizes, budget * shareOfStart));
  const used = sizes.slice(0, first).reduce((sum, size) => sum + size, 0);
  const last = Math.min(steps.length - first, countIn([...sizes].reverse(), budget - used));
  const kept = [...steps.slice(0, first), ...steps.slice(steps.length - last)];
  return { steps: kept, omitted: steps.length - kept.length };
};

/** Never more than what the steps take at this limit: to render them only to find them too big takes time. */
const leastSize = (steps: readonly CheckedStep[], limit: number): number => {
  let size = 0;
  const add = (value: unknown): void => {
    if (typeof value === "string") size += Math.min(value.length, limit);
    else if (Array.isArray(value)) value.forEach(add);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(add);
  };
  for (const { text, tool_calls: calls, details } of steps) add([text, calls?.map((call) => call.arguments), details]);
  return size;
};

interface Cut {
  readonly limit: number;
  hash(text: string): string;
}

/** Keys in the order in which a packet is read. */
const shortStep = (step: CheckedStep, cut: Cut): TrajectoryStep => {
  const { role, at, text, tool_call_id: id, tool_name: tool, tool_calls: calls, error, details } = step;
  const name = (given: string | undefined): string | undefined => given && shortName(given, cut);
  return {
    role,
    at,
    text: shortText(text, { ...cut, limit: cut.limit * weights[role] }),
    ...present({
      stop: name(step.stop),
      tool_call_id: name(id),
      tool_name: name(tool),
      within: name(step.within),
      tool_calls: calls?.map((call) => shortCall(call, cut)),
      error: error === undefined ? undefined : shortText(error, cut),
      usage: step.usage,
      images: step.images,
      is_error: step.is_error,
      exit_code: step.exit_code,
      checks: step.checks,
      details: details === undefined ? undefined : shortValue(details, { ...cut, limit: cut.limit / 2 }, 0),
      from_memory: step.from_memory,
    }),
  };
};

type Recorded = Required<Pick<CheckedStep, "tool_calls">>["tool_calls"][number];

const shortCall = ({ id, name, arguments: given }: Recorded, cut: Cut): ToolUse => ({
  id: shortName(id, cut),
  name: shortName(name, cut),
  arguments: shortMembers(given, cut, 0),
});

const deepest = 8;
const mostItems = 60;

const shortValue = (value: unknown, cut: Cut, depth: number): KeptValue => {
  if (typeof value === "string") return shortText(value, cut);
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value !== "object" || value === null) return null;
  if (depth >= deepest) return shortText(JSON.stringify(value), cut);
  if (!Array.isArray(value)) return shortMembers(Object.fromEntries(Object.entries(value)), cut, depth + 1);
  const room = itemsIn(cut);
  if (value.length <= room) return value.map((item) => shortValue(item, cut, depth + 1));
  return shortText(JSON.stringify(value), cut);
};

const shortMembers = (
  given: Readonly<Record<string, unknown>>,
  cut: Cut,
  depth: number,
): { readonly [key: string]: KeptValue } => {
  const entries = Object.entries(given);
  const kept = entries
    .slice(0, itemsIn(cut))
    .map(([key, value]) => [shortName(key, cut), shortValue(value, cut, depth)] as const);
  const left = entries.length - kept.length;
  return Object.fromEntries(left === 0 ? kept : [...kept, ["[left out]", left]]);
};

const itemsIn = ({ limit }: Cut): number => Math.max(8, Math.min(mostItems, Math.floor(limit / 20)));

const longestName = 80;

/** Ids of some providers are long; they need only be told from each other. */
const shortName = (name: string, { hash }: Cut): string =>
  name.length <= longestName ? name : `${name.slice(0, 20)}…${hash(name).slice(0, 16)}`;

/** What a mark in place of the middle takes. */
const costOfCut = 130;

const shortText = (text: string, { limit, hash }: Cut): KeptText => {
  if (text.length <= limit + costOfCut) return text;
  const half = Math.floor(limit / 2);
  const head = text.slice(0, limit - half).replace(/[\ud800-\udbff]$/, "");
  const tail = text.slice(text.length - half).replace(/^[\udc00-\udfff]/, "");
  return { head, tail, omitted: text.length - head.length - tail.length, sha256: hash(text) };
};
