/** wiki_weakness: what is broken across the iterations of a run, what was tried, and what was kept. */

import { WikiError } from "../core/errors.ts";
import { fence } from "../core/recall/fence.ts";
import { type RuleCount, replacedText } from "../core/secrets/rule-counts.ts";
import { asLine, visible } from "../core/visible.ts";
import { rowData, weaknessData } from "../core/weaknesses/answer-data.ts";
import { givenDelta, givenMetric, givenRelated, givenRemark } from "../core/weaknesses/given-text.ts";
import type { NextWeakness } from "../core/weaknesses/next.ts";
import type { WeaknessNode } from "../core/weaknesses/read-wiki-store.ts";
import type { Weaknesses } from "../core/weaknesses/weaknesses.ts";
import { integer, object, oneOf, optional, text, texts } from "./schema.ts";
import { defineTool, type ToolOutput } from "./tool.ts";

const actions = [
  "next",
  "list",
  "show",
  "open",
  "attack",
  "reject",
  "solve",
  "status",
  "relate",
  "add_tasks",
  "start_round",
  "finish_round",
  "validate",
] as const;

interface Input {
  readonly slug?: string | undefined;
  readonly iteration?: string | undefined;
  readonly title?: string | undefined;
  readonly text?: string | undefined;
  readonly tasks?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly related?: readonly string[] | undefined;
  readonly direction?: string | undefined;
  readonly changes?: readonly string[] | undefined;
  readonly metrics?: readonly string[] | undefined;
  readonly why?: string | undefined;
  readonly diff?: string | undefined;
  readonly deltas?: readonly string[] | undefined;
  readonly to?: string | undefined;
  readonly round?: number | undefined;
  readonly split?: string | undefined;
}

type Act = (input: Input, wiki: Weaknesses) => Promise<ToolOutput> | ToolOutput;

const needed = (input: Input, name: "slug" | "iteration" | "title" | "text" | "direction" | "why" | "to"): string => {
  const value = input[name];
  if (value !== undefined) return value;
  throw new WikiError("invalid_input", { what: name, problem: "is missing for this action" });
};

const roundOf = ({ round }: Input): number => {
  if (round !== undefined) return round;
  throw new WikiError("invalid_input", { what: "round", problem: "is missing for this action" });
};

const metricsOf = ({ metrics = [] }: Input) => metrics.map((one) => givenMetric(one, "metrics"));
const relatedOf = ({ related = [] }: Input) => related.map((one) => givenRelated(one));

const done = (data: { readonly redactions?: readonly RuleCount[] }, said: string): ToolOutput => ({
  text: [said, replacedText(data.redactions)].filter((line) => line !== "").join(" "),
  data,
});

const acts: Readonly<Record<(typeof actions)[number], Act>> = {
  next: (_input, wiki) => {
    const weaknesses = wiki.next();
    const lines = weaknesses.map(nextText).join("\n\n");
    return { text: lines === "" ? "Nothing is left to attack." : fence(tag, lines), data: { weaknesses } };
  },
  list: (_input, wiki) => {
    const { weaknesses } = wiki.read();
    const lines = weaknesses.map(rowText).join("\n");
    return {
      text: lines === "" ? "No weakness yet." : fence(tag, lines),
      data: { weaknesses: weaknesses.map(rowData) },
    };
  },
  show: (input, wiki) => {
    const weakness = wiki.show(needed(input, "slug"));
    return { text: fence(tag, nodeText(weakness)), data: { weakness: weaknessData(weakness) } };
  },
  open: async (input, wiki) => {
    const { title = "", tasks = [], tags, text: what } = input;
    const [slug, iteration] = [needed(input, "slug"), needed(input, "iteration")];
    const opened = await wiki.open({ slug, title, iteration, tasks, tags, related: relatedOf(input), what });
    return done(opened, `Opened ${opened.slug}.\n${opened.path}`);
  },
  attack: async (input, wiki) => {
    const attacked = await wiki.attack({ slug: needed(input, "slug"), iteration: needed(input, "iteration") });
    return done(attacked, `${attacked.slug} is ${attacked.status}.`);
  },
  reject: async (input, wiki) => {
    const rejected = await wiki.reject({
      slug: needed(input, "slug"),
      iteration: needed(input, "iteration"),
      direction: needed(input, "direction"),
      thesis: needed(input, "text"),
      change: (input.changes ?? []).join("; "),
      metrics: metricsOf(input),
      why: needed(input, "why"),
    });
    return done(rejected, `Kept as rejected in ${rejected.slug}: ${rejected.entry}.`);
  },
  solve: async (input, wiki) => {
    const solved = await wiki.solve({
      slug: needed(input, "slug"),
      iteration: needed(input, "iteration"),
      title: input.title,
      thesis: input.text,
      diff: input.diff,
      metrics: metricsOf(input),
      changes: (input.changes ?? []).map(givenRemark),
      deltas: (input.deltas ?? []).map((one) => givenDelta(one, "deltas")),
    });
    const waits =
      solved.outcome === "pending" ? " LEDGER.md does not show it accepted; call solve again when it does." : "";
    return done(solved, `${solved.solution} is ${solved.outcome}; ${solved.slug} is ${solved.status}.${waits}`);
  },
  status: async (input, wiki) => {
    const moved = await wiki.status({
      slug: needed(input, "slug"),
      to: needed(input, "to"),
      iteration: input.iteration,
    });
    return done(moved, `${moved.slug} was ${moved.from}, and is ${moved.status}.`);
  },
  relate: async (input, wiki) => {
    const related = await wiki.relate({ slug: needed(input, "slug"), related: relatedOf(input) });
    return done(related, `${related.slug} has its neighbours.`);
  },
  add_tasks: async (input, wiki) => {
    const [slug, iteration] = [needed(input, "slug"), needed(input, "iteration")];
    const grown = await wiki.addTasks({ slug, iteration, tasks: input.tasks ?? [] });
    return done(grown, `${grown.slug} affects ${grown.affected_tasks.join(", ")}.`);
  },
  start_round: async (input, wiki) => {
    const started = await wiki.startRound({ n: roundOf(input), split: input.split });
    return done(started, `Started round ${started.round} (${started.split}) at ${started.started_at}.`);
  },
  finish_round: async (input, wiki) => {
    const finished = await wiki.finishRound({ n: roundOf(input), split: input.split, metrics: metricsOf(input) });
    return done(finished, `Finished round ${finished.round} (${finished.split}).`);
  },
  validate: (_input, wiki) => {
    const findings = wiki.validate();
    const lines = findings.map(({ severity, path, line, code, message, remedy }) =>
      asLine(`${severity} ${path}:${line} ${message} (${code}) ${remedy}`),
    );
    return { text: lines.length === 0 ? "Nothing is wrong." : fence(tag, lines.join("\n")), data: { findings } };
  },
};

export const weakness = defineTool({
  name: "wiki_weakness",
  title: "Weakness",
  description:
    "The weaknesses of the run at hand, across its iterations. Before an attempt: next or show, and try no rejected direction again. After it: reject or solve. A new failure: open.",
  effect: "write",
  setting: "weaknesses",
  input: object({
    action: oneOf(actions, "What to do"),
    slug: optional(text("The weakness")),
    iteration: optional(text("Id of this iteration or candidate, such as cand_0007")),
    title: optional(text("open, solve: title")),
    text: optional(text("open: what fails; reject, solve: the idea in a line")),
    tasks: optional(texts("open, add_tasks: tasks it was found on", 200)),
    tags: optional(texts("open: tags")),
    related: optional(texts("open, relate: slug: why")),
    direction: optional(text("reject: what was tried, as a slug")),
    changes: optional(texts("reject, solve: path: what changed", 100)),
    metrics: optional(texts("reject, solve, finish_round: name=value, with :lower and :primary where they matter")),
    why: optional(text('reject: "dead end" or "reverted"')),
    diff: optional(text("solve: the diff against the parent")),
    deltas: optional(texts("solve: task=before:after", 200)),
    to: optional(text("status: in-progress, completed, solved, reverted")),
    round: optional(integer("start_round, finish_round: its number", 0, 1_000_000)),
    split: optional(oneOf(["train", "val", "test"], "Rounds: default val")),
  }),
  run: async ({ action, ...input }, { workspace }) => acts[action](input, workspace.weaknesses()),
});

const tag = "wiki-weakness";

const rowText = ({ slug, title, status, affectedTasks, rejections, solutions }: WeaknessNode): string =>
  asLine(
    `- ${slug}: ${title} (${status}; ${affectedTasks.length} tasks; ${solutions.length} solutions; ${rejections.length} rejected)`,
  );

const nextText = ({ slug, title, status, affected_tasks: tasks, rejected, solutions }: NextWeakness): string =>
  [
    asLine(`## ${slug}: ${title} (${status})`),
    asLine(`tasks: ${tasks.join(", ")}`),
    ...solutions.map(({ id, outcome, title: said }) => asLine(`[${outcome}] ${id}: ${said}`)),
    ...rejected.map(({ iteration, direction, thesis, metrics, why }) =>
      asLine(`[rejected] ${iteration} · ${direction}: ${thesis} (${metrics}; ${why})`),
    ),
  ].join("\n");

const nodeText = (weakness: WeaknessNode): string => {
  const { slug, title, status, related, whatFails, references, attackedIn } = weakness;
  return [
    asLine(`# ${slug}: ${title} (${status})`),
    asLine(`tasks: ${weakness.affectedTasks.join(", ")}`),
    asLine(`attacked in: ${attackedIn.join(", ")}`),
    ...related.map(({ slug: other, why }) => asLine(`related: ${other}${why === undefined ? "" : `, ${why}`}`)),
    ...(whatFails === "" ? [] : [visible(whatFails).replace(/^/gm, "> ")]),
    ...references.map(({ of, note }) => asLine(`at ${of}: ${note}`)),
    ...weakness.solutions.map(({ id, outcome, title: said, thesis }) =>
      asLine(`[${outcome}] ${id}: ${said}: ${thesis}`),
    ),
    ...weakness.rejections.map(({ iteration, direction, thesis, change, metrics, why }) =>
      asLine(`[rejected] ${iteration} · ${direction}: ${thesis} (${change}; ${metrics}; ${why})`),
    ),
  ].join("\n");
};
