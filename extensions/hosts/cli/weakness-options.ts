/** The options of `weakness`. */

import { givenDelta, givenMetric, givenNote, givenRelated, givenRemark } from "../../core/weaknesses/given-text.ts";
import { graphFormats } from "../../core/weaknesses/graph.ts";
import { relatedStyles } from "../../core/weaknesses/write/render-front-matter.ts";
import { integer, list, type Option, oneOf, text, texts } from "./option.ts";

/** Each text read by a rule of its own. */
const each = <Value>(
  placeholder: string,
  about: string,
  read: (given: string, name: string) => Value,
): Option<readonly Value[]> => {
  const plain = texts(placeholder, about);
  return { ...plain, read: (given, name) => plain.read(given, name).map((one) => read(one, name)) };
};

const gateResult: Option<string | undefined> = {
  ...text("FILE", "solve: the gate's result on the candidate, where LEDGER.md does not show it; a person's to give."),
  person: "script",
};

export const weaknessOptions = {
  "run-dir": text("DIR", "The run directory, absolute: the folder that holds wiki/. PI_WIKI_RUN_DIR when not given."),
  slug: text("SLUG", "Which weakness."),
  title: text("TITLE", "open, solve: its title."),
  iteration: text("ID", "The iteration or candidate that this is done in, such as cand_0007."),
  tasks: list("TASK,TASK", "open, tasks add: tasks it was found on; frozen after the iteration that discovered it."),
  tags: list("TAG,TAG", "open: tags."),
  related: each("SLUG:WHY", "open, relate: a neighbour in the graph, and why.", givenRelated),
  "related-style": oneOf(
    relatedStyles,
    "How related is written; `documented` nests {slug, why}, whose edges existing dashboards don't see.",
  ),
  what: text("TEXT", "open: what fails; `-` reads it from standard input."),
  note: each("TASK=NOTE", "open: what was seen on a task.", givenNote),
  reference: each("PATH:LINE:NOTE", "open: where in the code it shows.", givenRemark),
  to: text("STATUS", "status: open, in-progress, completed, solved or reverted."),
  status: text("STATUS", "status: the same as --to; list: only these."),
  direction: text("NAME", "reject: what was tried, as a slug."),
  thesis: text("TEXT", "reject, solve: the idea, in a line."),
  change: each("PATH:WHY", "reject, solve: a file that was changed, and how.", givenRemark),
  metric: each(
    "NAME=VALUE",
    "reject, solve, round finish: what was measured; :higher or :lower is better, :primary counts.",
    givenMetric,
  ),
  why: text("WHY", 'reject: "dead end (no gain)" or "reverted (broke another task)".'),
  diff: text("FILE", "solve: the candidate's diff against its parent."),
  delta: each("TASK=BEFORE:AFTER", "solve: what a task was measured at.", givenDelta),
  "gate-result": gateResult,
  n: integer("N", { minimum: 0, maximum: 1_000_000, about: "round: its number." }),
  split: oneOf(["train", "val", "test"], "round: what was measured on; val when not given."),
  "per-task": text("FILE", "round finish: JSON rows with task_id and what was measured."),
  "num-tasks": integer("N", {
    minimum: 0,
    maximum: 10_000_000,
    about: "round finish: how many tasks, where there are no rows.",
  }),
  format: oneOf(graphFormats, "graph: json when not given."),
} as const;
