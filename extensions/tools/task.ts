/** wiki_task: what a unit of work has learned, across sessions. */

import { WikiError } from "../core/errors.ts";
import { fence } from "../core/recall/fence.ts";
import { replacedText } from "../core/secrets/rule-counts.ts";
import { compactionData, entryData, hitData } from "../core/tasks/answer-data.ts";
import type { MemoryEntry } from "../core/tasks/memory/memory-file.ts";
import type { EntryHit } from "../core/tasks/memory/search-memory.ts";
import { taskTag } from "../core/tasks/task-context.ts";
import type { ClosedTask, CompactionAnswer, RememberedEntry, TaskRow } from "../core/tasks/tasks.ts";
import { asLine } from "../core/visible.ts";
import { object, oneOf, optional, text, texts } from "./schema.ts";
import { defineTool, type ToolCall, type ToolOutput } from "./tool.ts";

const actions = ["open", "list", "bind", "remember", "correct", "context", "search", "compact", "close"] as const;

interface TaskInput {
  readonly task?: string | undefined;
  readonly text?: string | undefined;
  readonly entry?: string | undefined;
  readonly aims?: readonly string[] | undefined;
  readonly checks?: readonly string[] | undefined;
  readonly captured_at?: string | undefined;
}

type Act = (input: TaskInput, call: ToolCall) => Promise<ToolOutput>;

const needed = (what: string, value: string | undefined): string => {
  if (value !== undefined) return value;
  throw new WikiError("invalid_input", { what, problem: "is missing for this action" });
};

const acts: Readonly<Record<(typeof actions)[number], Act>> = {
  open: async ({ text: title, aims = [], checks = [] }, { workspace }) => {
    const opened = await workspace.tasks.open({ title: needed("text", title), aims, checks });
    return { text: `Opened task ${opened.task_id}; this session works on it.\n${opened.path}`, data: opened };
  },
  list: async ({ text: which }, { workspace }) => {
    const tasks = await workspace.tasks.list(which === "all" ? "all" : "open");
    const lines = tasks.map(rowText);
    return { text: lines.length === 0 ? "No task is open." : fence(taskTag, lines.join("\n")), data: { tasks } };
  },
  bind: async ({ task }, { workspace }) => {
    const bound = await workspace.tasks.bind(needed("task", task));
    const context = await workspace.tasks.context({ task: bound.task_id });
    return { text: `This session works on task ${bound.task_id}.\n${context.text}`, data: { ...bound, context } };
  },
  remember: async ({ task, text: said, captured_at: capturedAt }, { workspace }) => {
    const remembered = await workspace.tasks.remember({ task, text: needed("text", said), capturedAt });
    return { text: rememberedText(remembered), data: remembered };
  },
  correct: async ({ task, entry, text: said }, { workspace }) => {
    const request = { task, entry: needed("entry", entry), text: needed("text", said) };
    const corrected = await workspace.tasks.correct(request);
    return { text: rememberedText(corrected), data: corrected };
  },
  context: async ({ task }, { workspace }) => {
    const { task_id, ...context } = await workspace.tasks.context({ task });
    return { text: context.text, data: { task_id, context } };
  },
  search: async ({ task, text: query }, { workspace }) => {
    const hits = await workspace.tasks.search({ task, query: needed("text", query) });
    const found = hits.map(hitText).join("\n\n");
    return { text: found === "" ? "No entry matches." : fence(taskTag, found), data: { hits: hits.map(hitData) } };
  },
  compact: async ({ task, text: summary, entry: through }, { workspace }) => {
    const compacted = await workspace.tasks.compact({ task, summary, through, isDryRun: summary === undefined });
    return { text: compactionText(compacted), data: compactionData(compacted) };
  },
  close: async ({ task, text: how }, { workspace }) => {
    const closed = await workspace.tasks.close({ task, status: how === "abandoned" ? how : "completed" });
    return { text: closedText(closed), data: { ...closed, entries: closed.entries.map(entryData) } };
  },
};

export const task = defineTool({
  name: "wiki_task",
  title: "Task",
  description:
    "Memory of the task at hand, kept across sessions, compaction and machines. Remember progress, decisions and dead ends as you go; search before redoing work; correct what proved wrong.",
  effect: "write",
  input: object({
    action: oneOf(actions, "compact: once without text, then as it says"),
    task: optional(text("Task id (default: this session's)")),
    text: optional(
      text("open: title; remember, correct: what to keep; search: query; list: all; close: abandoned, if given up"),
    ),
    entry: optional(text("correct: id of the entry that is wrong")),
    aims: optional(texts("open: what is wanted")),
    checks: optional(texts("open: how to see that it is done")),
    captured_at: optional(text("remember: ISO time when it happened, if not now")),
  }),
  run: ({ action, ...input }, call) => acts[action](input, call),
});

const rowText = ({ task_id, title, status, layer, branch, entries, is_current }: TaskRow): string => {
  const facts = [
    status,
    layer,
    ...(branch === undefined ? [] : [`branch ${asLine(branch)}`]),
    `${entries} entries`,
    ...(is_current ? ["this session's"] : []),
  ];
  return `- ${asLine(task_id)}: ${asLine(title)} (${facts.join("; ")})`;
};

const rememberedText = ({ task_id, entry, superseded, compaction_due, redactions }: RememberedEntry): string =>
  [
    `Remembered in ${task_id} as #${entry}${superseded === undefined ? "" : `, in place of #${superseded}`}.`,
    replacedText(redactions),
    ...(compaction_due === true ? ["Its entries have become many: call action compact."] : []),
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");

const entryText = ({ time, id, text: said }: MemoryEntry): string =>
  `${time}${id === undefined ? "" : ` #${id}`}\n${said.replace(/^/gm, "> ")}`;

const hitText = ({ task: of, user, entry, isArchived }: EntryHit): string =>
  `${asLine(of)}, ${asLine(user)}${isArchived ? ", archived" : ""}: ${entryText(entry)}`;

const compactionText = (answer: CompactionAnswer): string => {
  const { task_id, isDue, is_done, moved, kept, summarised, summaryBefore } = answer;
  if (is_done) return `Moved ${moved.length} entries of ${task_id} to its archive; ${kept} and the summary stay.`;
  if (!isDue) return `${task_id} has no need of it: ${kept} entries stay as they are.`;
  const last = summarised.at(-1);
  const before = summaryBefore === "" ? [] : [`Summary so far:\n${summaryBefore.replace(/^/gm, "> ")}`];
  return [
    `Sum up the entries below, with the summary so far, in at most 4,096 characters: what still matters for the task, with its reasons, no dead detail. Then call compact with it as text${last?.id === undefined ? "" : ` and entry ${last.id}`}. ${moved.length} entries move to the archive, ${kept} stay.`,
    fence(taskTag, [...before, ...summarised.map(entryText)].join("\n\n")),
  ].join("\n");
};

const closedText = ({ task_id, status, entries }: ClosedTask): string => {
  const said = `Task ${task_id} is ${status}.`;
  if (entries.length === 0) return said;
  return [
    `${said} What of this is true beyond the task is worth a page: write it with wiki_note, one matter a note.`,
    fence(taskTag, entries.map(entryText).join("\n\n")),
  ].join("\n");
};
