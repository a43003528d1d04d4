/** A run through the review queue: what each key means, and what comes of it. Pure; every screen is driven by it. */

import type { PageDecision } from "../set-status.ts";

export interface ReviewAnswer {
  /** Which item, counted from 0. */
  readonly at: number;
  readonly decision: Exclude<PageDecision, "restore">;
  readonly reason?: string;
  /** SHA-256 of the text that was on the screen. */
  readonly hash: string;
}

export type HeldAnswer = ReviewAnswer | { readonly at: number; readonly decision: "skip" };

export interface AskedReason {
  readonly decision: "reject" | "retire";
  readonly typed: string;
}

export type ItemState = "accepted" | "rejected" | "retired" | "skipped" | "failed" | "gone";

export interface ReviewRun {
  readonly count: number;
  /** The item that is looked at; `count` behind the last one. */
  readonly at: number;
  readonly states: ReadonlyMap<number, ItemState>;
  /** Why answers could not be carried out. */
  readonly problems: ReadonlyMap<number, string>;
  /** The last answer: the next one, or leaving, carries it out, and until then it can be taken back. */
  readonly held: HeldAnswer | undefined;
  /** A reason is being typed. */
  readonly asking: AskedReason | undefined;
  /** Of the text that is on the screen; undefined while there is none. */
  readonly hash: string | undefined;
  /** Hashes of texts all of which have been on the screen. */
  readonly read: ReadonlySet<string>;
  readonly notice: string | undefined;
  /** `broken-off`: the last answer was dropped. */
  readonly end: "finished" | "broken-off" | undefined;
}

export type ReviewEvent =
  | { readonly type: "key"; readonly key: string }
  | { readonly type: "paste"; readonly text: string }
  /** An item's text came on the screen; without a hash its page has gone. */
  | { readonly type: "shown"; readonly at: number; readonly hash: string | undefined }
  /** All of a text has been on the screen, for long enough to be seen. */
  | { readonly type: "read"; readonly hash: string }
  | { readonly type: "told"; readonly notice: string }
  | { readonly type: "failed"; readonly at: number; readonly problem: string };

export interface ReviewStep {
  readonly run: ReviewRun;
  readonly carryOut?: ReviewAnswer;
}

export const startReview = (count: number): ReviewRun => ({
  count,
  at: 0,
  states: new Map(),
  problems: new Map(),
  held: undefined,
  asking: undefined,
  hash: undefined,
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

const after: Readonly<Record<ReviewAnswer["decision"] | "skip", ItemState>> = {
  confirm: "accepted",
  reject: "rejected",
  retire: "retired",
  skip: "skipped",
};

const keys: Readonly<Record<string, (run: ReviewRun) => ReviewStep>> = {
  a: (run) => decide(run, { decision: "confirm" }),
  r: (run) => ask(run, "reject"),
  t: (run) => ask(run, "retire"),
  s: (run) => (run.at === run.count ? { run } : give(run, { at: run.at, decision: "skip" })),
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
  const act = Object.hasOwn(keys, key) ? keys[key] : undefined;
  return act === undefined ? { run } : act({ ...run, notice: undefined });
};

/** Why no decision can be taken now. */
const obstacle = (run: ReviewRun, decision: ReviewAnswer["decision"]): string | undefined => {
  if (run.at === run.count) return "There is nothing to decide here: p goes back, u takes back the last answer.";
  if (run.states.get(run.at) === "gone") return "The page has gone: n goes on.";
  if (!canDecide(run)) return "That did not count: not all of the text has been on the screen. Space scrolls on.";
  const isRepeated = run.states.get(run.at) === after[decision] && run.held?.at !== run.at;
  return isRepeated ? `It is ${after[decision]} already.` : undefined;
};

const decide = (run: ReviewRun, { decision, reason }: Pick<ReviewAnswer, "decision" | "reason">): ReviewStep => {
  const { at, hash } = run;
  const notice = obstacle(run, decision);
  if (notice !== undefined || hash === undefined) return { run: { ...run, notice } };
  return give(run, { at, decision, hash, ...(reason === undefined ? {} : { reason }) });
};

const ask = (run: ReviewRun, decision: "reject" | "retire"): ReviewStep => {
  const notice = obstacle(run, decision);
  return { run: notice === undefined ? { ...run, asking: { decision, typed: "" } } : { ...run, notice } };
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
    return decide({ ...run, asking: undefined, notice: undefined }, { decision: asking.decision, reason });
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
  const states = new Map(run.states).set(held.at, after[held.decision]);
  const problems = new Map([...run.problems].filter(([at]) => at !== held.at));
  const released = { ...run, held: undefined, states, problems };
  return held.decision === "skip" ? { run: released } : { run: released, carryOut: held };
};

const leave = (run: ReviewRun): ReviewStep => {
  const { run: released, carryOut } = release(run);
  return { run: { ...released, end: "finished" }, ...(carryOut === undefined ? {} : { carryOut }) };
};

const moved = (run: ReviewRun, wanted: number): ReviewRun => {
  const at = Math.min(Math.max(wanted, 0), run.count);
  return at === run.at ? run : { ...run, at, hash: undefined };
};

const takeBack = (run: ReviewRun): ReviewRun =>
  run.held === undefined
    ? { ...run, notice: "Nothing to take back: what you answered is carried out. p goes back, to answer anew." }
    : { ...moved(run, run.held.at), held: undefined, notice: "Taken back." };

const shown = (run: ReviewRun, hash: string | undefined): ReviewRun => {
  if (hash !== undefined) return { ...run, hash };
  return { ...run, states: new Map(run.states).set(run.at, "gone") };
};

const failed = (run: ReviewRun, { at, problem }: { readonly at: number; readonly problem: string }): ReviewRun => ({
  ...run,
  states: new Map(run.states).set(at, "failed"),
  problems: new Map(run.problems).set(at, problem),
  notice: `Number ${at + 1} was left as it is: ${problem}`,
});
