/** A run through the review queue: what each key means, and what comes of it. Pure; every screen is driven by it. */

import { type Choice, choicesOf, type ItemState } from "./review-choices.ts";
import { type QueueItem, queueKinds } from "./review-queue.ts";

export interface ReviewAnswer {
  /** Which item, counted from 0. */
  readonly at: number;
  readonly choice: Choice;
  readonly reason?: string;
  /** SHA-256 of what was on the screen. */
  readonly hash: string;
}

export type HeldAnswer = ReviewAnswer | { readonly at: number; readonly choice: "skip" };

export interface AskedReason {
  readonly choice: Choice;
  readonly typed: string;
}

export interface ReviewRun {
  readonly count: number;
  /** What can be answered to each item. */
  readonly choices: readonly (readonly Choice[])[];
  /** The item that is looked at; `count` behind the last one. */
  readonly at: number;
  readonly states: ReadonlyMap<number, ItemState>;
  /** Why answers could not be carried out. */
  readonly problems: ReadonlyMap<number, string>;
  /** The last answer: the next one, or leaving, carries it out, and until then it can be taken back. */
  readonly held: HeldAnswer | undefined;
  /** A reason is being typed. */
  readonly asking: AskedReason | undefined;
  /** Of what is on the screen; undefined while nothing is. */
  readonly hash: string | undefined;
  /** The item that is looked at waits no longer. */
  readonly isGone: boolean;
  /** Hashes of what has been on the screen, all of it. */
  readonly read: ReadonlySet<string>;
  readonly notice: string | undefined;
  /** `broken-off`: the last answer was dropped. */
  readonly end: "finished" | "broken-off" | undefined;
}

export type ReviewEvent =
  | { readonly type: "key"; readonly key: string }
  | { readonly type: "paste"; readonly text: string }
  /** An item came on the screen; without a hash it waits no longer. */
  | { readonly type: "shown"; readonly at: number; readonly hash: string | undefined }
  /** All of it has been on the screen, for long enough to be seen. */
  | { readonly type: "read"; readonly hash: string }
  | { readonly type: "told"; readonly notice: string }
  | { readonly type: "failed"; readonly at: number; readonly problem: string };

export interface ReviewStep {
  readonly run: ReviewRun;
  readonly carryOut?: ReviewAnswer;
}

export const startReview = (items: readonly Pick<QueueItem, "kind" | "proposal">[]): ReviewRun => ({
  count: items.length,
  choices: items.map(choicesOf),
  at: 0,
  states: new Map(),
  problems: new Map(),
  held: undefined,
  asking: undefined,
  hash: undefined,
  isGone: false,
  read: new Set(),
  notice: undefined,
  end: undefined,
});

export const advance = (run: ReviewRun, event: ReviewEvent): ReviewStep => {
  if (run.end !== undefined && event.type !== "failed") return { run };
  switch (event.type) {
    case "key":
      return run.asking === undefined ? press(run, event.key) : typeKey(run, run.asking, event.key);
    case "paste":
      return { run: run.asking === undefined ? run : typed(run, run.asking, event.text) };
    case "shown":
      return { run: event.at === run.at ? shown(run, event.hash) : run };
    case "read":
      return { run: { ...run, read: new Set([...run.read, event.hash]) } };
    case "told":
      return { run: { ...run, notice: event.notice } };
    case "failed":
      return { run: failed(run, event) };
  }
};

/** A decision counts for what was seen: all of the text that is on the screen. */
export const canDecide = ({ hash, read }: ReviewRun): boolean => hash !== undefined && read.has(hash);

const keys: Readonly<Record<string, (run: ReviewRun) => ReviewStep>> = {
  s: (run) => (run.at === run.count ? { run } : give(run, { at: run.at, choice: "skip" })),
  n: (run) => ({ run: moved(run, run.at + 1) }),
  right: (run) => ({ run: moved(run, run.at + 1) }),
  p: (run) => ({ run: moved(run, run.at - 1) }),
  left: (run) => ({ run: moved(run, run.at - 1) }),
  u: (run) => ({ run: takeBack(run) }),
  q: (run) => leave(run),
  escape: (run) => leave(run),
  enter: (run) => (run.at === run.count ? leave(run) : { run }),
  "ctrl+c": (run) => ({ run: { ...run, end: "broken-off" } }),
  "ctrl+d": (run) => ({ run: { ...run, end: "broken-off" } }),
};

const press = (run: ReviewRun, key: string): ReviewStep => {
  const told = { ...run, notice: undefined };
  const choice = run.choices[run.at]?.find((one) => one.key === key);
  if (choice !== undefined) return choose(told, choice);
  const act = Object.hasOwn(keys, key) ? keys[key] : undefined;
  if (act !== undefined) return act(told);
  return deciding.has(key) ? { run: { ...run, notice: otherKeys(run) } } : { run };
};

/** Keys that decide elsewhere. */
const deciding: ReadonlySet<string> = new Set(queueKinds.flatMap((kind) => choicesOf({ kind })).map(({ key }) => key));

const otherKeys = (run: ReviewRun): string => {
  const taken = run.choices[run.at];
  if (taken === undefined) return nothingHere;
  return `That key decides nothing here: ${taken.map(({ key, says }) => `${key} ${says}`).join(", ")}.`;
};

const nothingHere = "There is nothing to decide here: p goes back, u takes back the last answer.";

/** Why no decision can be taken now. */
const obstacle = (run: ReviewRun, { state }: Choice): string | undefined => {
  if (run.isGone) return "It waits no longer: n goes on.";
  if (!canDecide(run)) return "That did not count: not all of the text has been on the screen. Space scrolls on.";
  const isRepeated = run.states.get(run.at) === state && run.held?.at !== run.at;
  return isRepeated ? `It is ${state} already.` : undefined;
};

const choose = (run: ReviewRun, choice: Choice): ReviewStep => {
  const notice = obstacle(run, choice);
  if (notice !== undefined) return { run: { ...run, notice } };
  return choice.asks === undefined ? decide(run, choice) : { run: { ...run, asking: { choice, typed: "" } } };
};

const decide = (run: ReviewRun, choice: Choice, reason?: string): ReviewStep => {
  const { at, hash } = run;
  const notice = obstacle(run, choice);
  if (notice !== undefined || hash === undefined) return { run: { ...run, notice } };
  return give(run, { at, choice, hash, ...(reason === undefined ? {} : { reason }) });
};

const mostTyped = 300;

const typed = (run: ReviewRun, asking: AskedReason, text: string): ReviewRun => {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ");
  return { ...run, asking: { ...asking, typed: `${asking.typed}${line}`.slice(0, mostTyped) } };
};

const typeKey = (run: ReviewRun, asking: AskedReason, key: string): ReviewStep => {
  if (key === "ctrl+c") return { run: { ...run, end: "broken-off" } };
  if (key === "escape") return { run: { ...run, asking: undefined, notice: undefined } };
  if (key === "backspace") {
    return { run: { ...run, asking: { ...asking, typed: [...asking.typed].slice(0, -1).join("") } } };
  }
  if (key === "enter") {
    const reason = asking.typed.trim();
    if (reason === "")
      return { run: { ...run, notice: "A reason is needed: it is kept, and shown to whoever says it again." } };
    return decide({ ...run, asking: undefined, notice: undefined }, asking.choice, reason);
  }
  return { run: [...key].length === 1 ? typed(run, asking, key) : run };
};

/** Takes an answer, carries out the one before, and goes to the next item that has none. */
const give = (run: ReviewRun, answer: HeldAnswer): ReviewStep => {
  const { run: released, carryOut } = run.held?.at === answer.at ? { run } : release(run);
  const open = Array.from({ length: run.count - answer.at - 1 }, (_, index) => answer.at + 1 + index);
  const next = open.find((at) => !released.states.has(at)) ?? run.count;
  return { run: moved({ ...released, held: answer }, next), ...(carryOut === undefined ? {} : { carryOut }) };
};

const release = (run: ReviewRun): ReviewStep => {
  const { held } = run;
  if (held === undefined) return { run };
  const states = new Map(run.states).set(held.at, held.choice === "skip" ? "skipped" : held.choice.state);
  const problems = new Map([...run.problems].filter(([at]) => at !== held.at));
  const released = { ...run, held: undefined, states, problems };
  return held.choice === "skip" ? { run: released } : { run: released, carryOut: held };
};

const leave = (run: ReviewRun): ReviewStep => {
  const { run: released, carryOut } = release(run);
  return { run: { ...released, end: "finished" }, ...(carryOut === undefined ? {} : { carryOut }) };
};

const moved = (run: ReviewRun, wanted: number): ReviewRun => {
  const at = Math.min(Math.max(wanted, 0), run.count);
  return at === run.at ? run : { ...run, at, hash: undefined, isGone: false };
};

const takeBack = (run: ReviewRun): ReviewRun =>
  run.held === undefined
    ? { ...run, notice: "Nothing to take back: what you answered is carried out. p goes back, to answer anew." }
    : { ...moved(run, run.held.at), held: undefined, notice: "Taken back." };

/** What is decided already stays so when it is looked at again. */
const shown = (run: ReviewRun, hash: string | undefined): ReviewRun => {
  if (hash !== undefined) return { ...run, hash, isGone: false };
  const states = run.states.has(run.at) ? run.states : new Map(run.states).set(run.at, "gone");
  return { ...run, hash, isGone: true, states };
};

const failed = (run: ReviewRun, { at, problem }: { readonly at: number; readonly problem: string }): ReviewRun => ({
  ...run,
  states: new Map(run.states).set(at, "failed"),
  problems: new Map(run.problems).set(at, problem),
  notice: `Number ${at + 1} was left as it is: ${problem}`,
});
