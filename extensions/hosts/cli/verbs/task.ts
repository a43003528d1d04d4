/** task: what a unit of work has learned, across sessions and machines. */

import { WikiError } from "../../../core/errors.ts";
import { compactionData, entryData, hitData } from "../../../core/tasks/answer-data.ts";
import { longestSummary } from "../../../core/tasks/memory/compaction.ts";
import type { MemoryEntry } from "../../../core/tasks/memory/memory-file.ts";
import type { EntryHit } from "../../../core/tasks/memory/search-memory.ts";
import type { TaskRow } from "../../../core/tasks/tasks.ts";
import { asLine, visible } from "../../../core/visible.ts";
import { flag, integer, layer, text, texts, time, type ValuesOf } from "../option.ts";
import type { Paint } from "../paint.ts";
import { argumentText } from "../stdin-text.ts";
import { suggestion } from "../suggestion.ts";
import { type Answer, type Call, defineVerb } from "../verb.ts";

const options = {
  aim: texts("AIM", "open: what is wanted."),
  check: texts("CHECK", "open: how to see that it is done."),
  text: text("TEXT", "remember, correct: what to keep; `-` reads it from standard input."),
  "captured-at": time("remember: when it happened; now when not given."),
  tokens: integer("N", { minimum: 100, maximum: 100_000, about: "context: most tokens; 2000 when not given." }),
  limit: integer("N", { minimum: 1, maximum: 20, about: "search: most entries; 10 when not given." }),
  all: flag("list: closed tasks too."),
  summary: text(
    "TEXT",
    `compact: what stands for the entries that move, at most ${longestSummary} characters; \`-\` reads it from standard input. Without it their first lines do.`,
  ),
  through: text("ENTRY", "compact: the last entry that the summary is about; newer ones stay."),
  "dry-run": flag("compact: only show what would move."),
  abandoned: flag("close: it was given up."),
  session: text("ID", "bind: the session that works on it."),
  layer: layer("open: the vault to keep it in; the project's when there is one."),
} as const;

interface Input {
  readonly words: readonly string[];
  readonly options: ValuesOf<typeof options>;
}

type Act = (input: Input, call: Call) => Promise<Answer>;

const acts: Readonly<Record<string, Act>> = {
  open: async ({ words, options: { aim, check, layer: wanted } }, call) => {
    const title = words.join(" ");
    if (title.trim() === "") throw missing("open", "TITLE");
    const { tasks } = await call.workspace();
    const { task_id, path } = await tasks.open({ title, aims: aim, checks: check, layer: wanted });
    return { data: { task_id, path }, text: (paint) => `${paint.good("Opened")} ${task_id}\n${paint.dim(path)}` };
  },
  list: async ({ words, options: { all } }, call) => {
    refuseMore("list", words);
    const tasks = await (await call.workspace()).tasks.list(all ? "all" : "open");
    return { data: { tasks }, text: (paint) => listText(tasks, paint) };
  },
  bind: async ({ words, options: { session } }, call) => {
    const task = onlyTask("bind", words);
    if (task === undefined) throw missing("bind", "ID");
    const bound = await (await call.workspace()).tasks.bind(task, session);
    return { data: bound, text: () => `The session works on ${bound.task_id} now.` };
  },
  remember: async ({ words, options: given }, call) => {
    const task = onlyTask("remember", words);
    const said = await neededText("remember", given.text, call);
    const { tasks } = await call.workspace();
    const remembered = await tasks.remember({ task, text: said, capturedAt: given["captured-at"] });
    return { data: remembered, text: (paint) => `${paint.good(`#${remembered.entry}`)} in ${remembered.task_id}` };
  },
  correct: async ({ words, options: given }, call) => {
    const [task, entry, ...rest] = words;
    if (task === undefined || entry === undefined) throw missing("correct", "ID ENTRY");
    refuseMore("correct", rest);
    const said = await neededText("correct", given.text, call);
    const corrected = await (await call.workspace()).tasks.correct({ task, entry, text: said });
    return {
      data: corrected,
      text: (paint) => `${paint.good(`#${corrected.entry}`)} in place of #${corrected.superseded}`,
    };
  },
  context: async ({ words, options: { tokens } }, call) => {
    const task = onlyTask("context", words);
    const { text: shown, tokens: used, omitted } = await (await call.workspace()).tasks.context({ task, tokens });
    return { data: { text: shown, tokens: used, omitted }, text: () => visible(shown) };
  },
  search: async ({ words, options: { limit } }, call) => {
    if (words.join("").trim() === "") throw missing("search", "QUERY");
    const { tasks } = await call.workspace();
    const [first = "", ...rest] = words;
    const isTask = rest.length > 0 && (await tasks.list("all")).some(({ task_id }) => task_id === first);
    const query = (isTask ? rest : words).join(" ");
    const hits = await tasks.search({ task: isTask ? first : undefined, query, limit });
    return { data: { hits: hits.map(hitData) }, text: (paint) => hitsText(hits, paint) };
  },
  compact: async ({ words, options: given }, call) => {
    const task = onlyTask("compact", words);
    const summary = given.summary === undefined ? undefined : await argumentText(given.summary, call);
    const { tasks } = await call.workspace();
    const request = { task, summary, through: given.through, isDryRun: given["dry-run"] };
    const compacted = await tasks.compact(request);
    const { moved, kept, isDue, is_done } = compacted;
    const state = is_done
      ? "moved to the archive"
      : isDue
        ? "would move"
        : "would move, but there is no need of it yet";
    return {
      data: compactionData(compacted),
      text: (paint) =>
        [
          `${moved.length} entries ${state}, ${kept} stay.`,
          ...(is_done ? [] : moved.map((one) => entryText(one, paint))),
        ].join("\n"),
    };
  },
  close: async ({ words, options: { abandoned } }, call) => {
    const task = onlyTask("close", words);
    const { tasks } = await call.workspace();
    const { task_id, status, entries } = await tasks.close({ task, status: abandoned ? "abandoned" : "completed" });
    return {
      data: { task_id, status, entries: entries.map(entryData) },
      text: (paint) =>
        [
          `${paint.good(task_id)} is ${status}.`,
          ...(entries.length === 0 ? [] : ["What is true beyond it is worth a page (pi-wiki note):"]),
          ...entries.map((one) => entryText(one, paint)),
        ].join("\n"),
    };
  },
};

export const task = defineVerb({
  name: "task",
  summary: "Keeps what a task has learned: open, list, bind, remember, correct, context, search, compact, close.",
  words: {
    placeholder: "ACTION …",
    about:
      "open TITLE; list; bind ID; remember ID; correct ID ENTRY; context ID; search [ID] QUERY; compact ID; close ID. Without ID the task that is open on the branch.",
    isRequired: true,
    take: "each",
  },
  options,
  run: async ({ words: [action = "", ...words], options: given }, call) => {
    const act = acts[action];
    if (act !== undefined) return act({ words, options: given }, call);
    const meant = suggestion(action, Object.keys(acts));
    throw new WikiError("usage", { problem: `task can't "${action}".` }, meant);
  },
});

const missing = (action: string, what: string): WikiError =>
  new WikiError("usage", { problem: `task ${action} needs ${what}.` }, "See `pi-wiki help task`.");

const refuseMore = (action: string, words: readonly string[]): void => {
  if (words.length === 0) return;
  throw new WikiError("usage", { problem: `task ${action} does not take "${words.join(" ")}".` });
};

const onlyTask = (action: string, [task, ...rest]: readonly string[]): string | undefined => {
  refuseMore(action, rest);
  return task;
};

const neededText = async (action: string, given: string | undefined, call: Call): Promise<string> => {
  if (given === undefined) throw missing(action, "--text TEXT");
  return argumentText(given, call);
};

const listText = (tasks: readonly TaskRow[], paint: Paint): string =>
  tasks.length === 0
    ? "No task is open."
    : tasks
        .map(({ task_id, title, status, layer: where, branch, entries }) => {
          const facts = [status, where, ...(branch === undefined ? [] : [`branch ${branch}`]), `${entries} entries`];
          return `${paint.good(asLine(task_id))} ${asLine(title)} ${paint.dim(`(${asLine(facts.join(", "))})`)}`;
        })
        .join("\n");

const entryText = ({ time: at, id, text: said }: MemoryEntry, paint: Paint): string =>
  [paint.dim(id === undefined ? at : `${at} #${id}`), visible(said).replace(/^/gm, "  ")].join("\n");

const hitsText = (hits: readonly EntryHit[], paint: Paint): string =>
  hits.length === 0
    ? "No entry matches."
    : hits
        .map(({ task: of, user, entry, isArchived }) => {
          const place = [of, user, ...(isArchived ? ["archived"] : [])].map((one) => asLine(one)).join(", ");
          return `${paint.strong(place)} ${entryText(entry, paint)}`;
        })
        .join("\n\n");
