/** weakness: the weakness wiki of a run: what is broken, what was tried, what was kept. */

import { WikiError } from "../../../core/errors.ts";
import { type RuleCount, replacedText } from "../../../core/secrets/rule-counts.ts";
import { rowData, weaknessData } from "../../../core/weaknesses/answer-data.ts";
import { graphOf, renderDot, renderMermaid } from "../../../core/weaknesses/graph.ts";
import type { Remark } from "../../../core/weaknesses/weakness.ts";
import type { Weaknesses } from "../../../core/weaknesses/weaknesses.ts";
import { countFindings, countsText, findingsText, paragraphs } from "../findings-text.ts";
import { refused, type ValuesOf } from "../option.ts";
import { argumentText } from "../stdin-text.ts";
import { suggestion } from "../suggestion.ts";
import { type Answer, type Call, defineVerb } from "../verb.ts";
import { weaknessOptions } from "../weakness-options.ts";
import { listText, nextText, showText } from "../weakness-text.ts";

type Given = ValuesOf<typeof weaknessOptions>;

interface Input {
  readonly given: Given;
  /** What a word after the action names, else --slug. */
  readonly slug: string;
  readonly wiki: Weaknesses;
  readonly call: Call;
}

type Act = (input: Input) => Promise<Answer> | Answer;

const needed = (value: string | undefined, name: string): string => {
  if (value !== undefined && value.trim() !== "") return value;
  throw new WikiError("usage", { problem: `--${name} is missing.` }, "See `pi-wiki help weakness`.");
};

const done = (data: object & { readonly redactions?: readonly RuleCount[] }, text: string): Answer => ({
  data,
  text: () => [text, replacedText(data.redactions)].filter((line) => line !== "").join("\n"),
});

const changesText = (changes: readonly Remark[]): string =>
  changes.map(({ of, note }) => (note === "" ? of : `${of}: ${note}`)).join("; ");

const fileText = async (given: string, name: string, call: Call): Promise<string> => {
  if (given === "-") return await call.readStdin();
  const { platform, options } = await call.workspace();
  const text = platform.paths.text(platform.paths.resolve(options.cwd, given), largestFile);
  if (text === undefined) throw new WikiError("source_not_found", { source: `--${name} ${given}` });
  return text;
};

const largestFile = 64 * 1024 * 1024;

const acts: Readonly<Record<string, Act>> = {
  open: async ({ given, slug, wiki, call }) => {
    const opened = await wiki.open({
      slug,
      title: needed(given.title, "title"),
      iteration: needed(given.iteration, "iteration"),
      tasks: given.tasks,
      tags: given.tags,
      related: given.related,
      what: given.what === undefined ? undefined : await argumentText(given.what, call),
      notes: given.note,
      references: given.reference,
      style: given["related-style"],
    });
    return done(opened, `Opened ${opened.slug}: ${opened.path}`);
  },
  attack: async ({ given, slug, wiki }) => {
    const style = given["related-style"];
    const attacked = await wiki.attack({ slug, iteration: needed(given.iteration, "iteration"), style });
    return done(attacked, `${attacked.slug} is ${attacked.status}.`);
  },
  reject: async ({ given, slug, wiki }) => {
    const rejected = await wiki.reject({
      slug,
      iteration: needed(given.iteration, "iteration"),
      direction: needed(given.direction, "direction"),
      thesis: needed(given.thesis, "thesis"),
      change: needed(changesText(given.change), "change"),
      metrics: given.metric,
      why: needed(given.why, "why"),
      style: given["related-style"],
    });
    return done(rejected, `Kept as rejected in ${rejected.slug}: ${rejected.entry}`);
  },
  solve: async ({ given, slug, wiki, call }) => {
    const gate = given["gate-result"];
    const solved = await wiki.solve({
      slug,
      iteration: needed(given.iteration, "iteration"),
      title: given.title,
      thesis: given.thesis,
      diff: given.diff === undefined ? undefined : await fileText(given.diff, "diff", call),
      metrics: given.metric,
      changes: given.change,
      deltas: given.delta,
      gateResult: gate === undefined ? undefined : await fileText(gate, "gate-result", call),
      style: given["related-style"],
    });
    const record = solved.new_record ? ", a new record" : "";
    return done(
      solved,
      `${solved.solution} is ${solved.outcome}${record}; ${solved.slug} is ${solved.status}.\n${solved.folder}`,
    );
  },
  status: async ({ given, slug, wiki }) => {
    const to = needed(given.to ?? given.status, "to");
    const moved = await wiki.status({ slug, to, iteration: given.iteration, style: given["related-style"] });
    return done(moved, `${moved.slug} was ${moved.from}, and is ${moved.status}.`);
  },
  relate: async ({ given, slug, wiki }) => {
    const related = await wiki.relate({ slug, related: given.related, style: given["related-style"] });
    return done(related, `${related.slug} is related to ${given.related.map((one) => one.slug).join(", ")}.`);
  },
  "tasks add": async ({ given, slug, wiki }) => {
    const iteration = needed(given.iteration, "iteration");
    const grown = await wiki.addTasks({ slug, iteration, tasks: given.tasks, style: given["related-style"] });
    return done(grown, `${grown.slug} affects ${grown.affected_tasks.join(", ")}.`);
  },
  "round start": async ({ given, wiki }) => {
    const started = await wiki.startRound({ n: roundOf(given), split: given.split });
    return done(started, `Started round ${started.round} (${started.split}): ${started.path}`);
  },
  "round finish": async ({ given, wiki, call }) => {
    const rows = given["per-task"];
    const finished = await wiki.finishRound({
      n: roundOf(given),
      split: given.split,
      metrics: given.metric,
      perTask: rows === undefined ? undefined : rowsOf(await fileText(rows, "per-task", call)),
      numTasks: given["num-tasks"],
    });
    return done(finished, `Finished round ${finished.round} (${finished.split}): ${finished.path}`);
  },
  list: ({ given, wiki }) => {
    const weaknesses = wiki
      .read()
      .weaknesses.filter(({ status }) => given.status === undefined || status === given.status);
    return { data: { weaknesses: weaknesses.map(rowData) }, text: (paint) => listText(weaknesses, paint) };
  },
  show: ({ slug, wiki }) => {
    const weakness = wiki.show(slug);
    const diffs = Object.fromEntries(weakness.solutions.map((one) => [one.id, wiki.readDiff(one)?.text]));
    const data = weaknessData(weakness);
    const solutions = data.solutions.map((one) => ({ ...one, diff: diffs[one.id] }));
    return { data: { weakness: { ...data, solutions } }, text: (paint) => showText(weakness, paint) };
  },
  next: ({ wiki }) => {
    const weaknesses = wiki.next();
    return { data: { weaknesses }, text: (paint) => nextText(weaknesses, paint) };
  },
  validate: ({ wiki }) => {
    const findings = wiki.validate();
    const counts = countFindings(findings);
    return {
      data: { counts, findings: findings.map((finding) => ({ ...finding, rule: finding.code })) },
      text: (paint) =>
        paragraphs(findingsText(findings, { paint }), countsText(findings)) || paint.good("Nothing is wrong."),
      exitCode: counts.error + counts.warning > 0 ? 4 : 0,
    };
  },
  graph: ({ given: { format = "json" }, wiki }) => {
    const graph = graphOf(wiki.read());
    if (format === "json") return { data: graph, text: () => JSON.stringify(graph, undefined, 2) };
    const text = format === "dot" ? renderDot(graph) : renderMermaid(graph);
    return { data: { format, text }, text: () => text };
  },
};

const roundOf = ({ n }: Given): number => {
  if (n !== undefined) return n;
  throw new WikiError("usage", { problem: "--n N is missing." });
};

/** A list, an object with one, or an object a line. */
const rowsOf = (text: string): readonly Readonly<Record<string, unknown>>[] => {
  const value = parsedRows(text);
  const rows: unknown = typeof value === "object" && value !== null && "per_task" in value ? value.per_task : value;
  if (!Array.isArray(rows) || rows.some((row) => typeof row !== "object" || row === null || Array.isArray(row))) {
    throw refused("--per-task", "it is no list of JSON objects");
  }
  return rows;
};

const parsedRows = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    try {
      return lines.map((line): unknown => JSON.parse(line));
    } catch {
      throw refused("--per-task", `it is not JSON: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
};

const onRun = new Set(["list", "next", "validate", "graph", "round start", "round finish"]);

export const weakness = defineVerb({
  name: "weakness",
  summary:
    "The weakness wiki of a run: open, attack, reject, solve, status, relate, tasks add, round start and round finish write it by the rules of the format; list, show, next, graph read it; validate exits 4 for findings.",
  words: {
    placeholder: "ACTION [SLUG]",
    about:
      "open, attack, reject, solve, status, relate, tasks add, show: with SLUG or --slug; round start, round finish, list, next, validate, graph.",
    isRequired: true,
    take: "each",
  },
  options: weaknessOptions,
  run: async ({ words, options: given }, call) => {
    const { action, rest } = actionOf(words);
    const act = acts[action];
    if (act === undefined) {
      throw new WikiError("usage", { problem: `weakness can't "${action}".` }, suggestion(action, Object.keys(acts)));
    }
    const [slug, ...more] = rest;
    if (more.length > 0 || (slug !== undefined && onRun.has(action))) {
      throw new WikiError("usage", { problem: `weakness ${action} does not take "${rest.join(" ")}".` });
    }
    const named = onRun.has(action) ? "" : needed(slug ?? given.slug, "slug");
    const workspace = await call.workspace();
    return act({ given, slug: named, wiki: workspace.weaknesses(given["run-dir"]), call });
  },
});

/** `round start` and `tasks add` are two words. */
const actionOf = ([first = "", second, ...rest]: readonly string[]): {
  readonly action: string;
  readonly rest: readonly string[];
} => {
  if (first === "round" || first === "tasks")
    return { action: second === undefined ? first : `${first} ${second}`, rest };
  return { action: first, rest: second === undefined ? [] : [second, ...rest] };
};
