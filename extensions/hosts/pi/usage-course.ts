/** Reads from a session's branch what bears on the use of pages: what was shown, answered and run, and how that ended. */

import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import { toolKind } from "../../core/guard/tool-kind.ts";
import type { Course, CourseStep } from "../../core/usage/course.ts";
import { fieldIn, recallTools } from "./context-pages.ts";
import { recallMessageType } from "./recall-message.ts";

type Branch = ReturnType<ExtensionContext["sessionManager"]["getBranch"]>;
type Entry = Branch[number];
type Message = Extract<Entry, { readonly type: "message" }>["message"];

/** Entries that compaction has removed from the context have happened all the same. */
export const courseOf = (session: string, branch: Branch): Course => {
  const reading: Reading = { turn: 0, commands: new Map(), writes: new Map() };
  return { session, steps: branch.flatMap((entry) => stepsIn(entry, reading)) };
};

interface Reading {
  turn: number;
  /** Of the model's calls, by their ids. */
  readonly commands: Map<string, string>;
  /** Paths that they are to write, in the same way. */
  readonly writes: Map<string, string>;
}

type Entered = Pick<CourseStep, "entry" | "at">;

const stepsIn = (entry: Entry, reading: Reading): readonly CourseStep[] => {
  const entered: Entered = { entry: `${entry.id} ${entry.timestamp}`, at: entry.timestamp };
  if (entry.type === "custom_message") {
    if (entry.customType !== recallMessageType) return [];
    return shown(entered, { how: "injected", reading, pages: fieldIn(entry.details, "pages") });
  }
  return entry.type === "message" ? stepsOfMessage(entry.message, entered, reading) : [];
};

const stepsOfMessage = (message: Message, entered: Entered, reading: Reading): readonly CourseStep[] => {
  switch (message.role) {
    case "user":
      reading.turn += 1;
      return [];
    case "assistant":
      return answered(message.content, entered, reading);
    case "toolResult":
      return afterTool(message, entered, reading);
    case "bashExecution":
      return ended(message, entered);
    default:
      return [];
  }
};

const shown = (
  entered: Entered,
  { how, reading, pages }: { readonly how: "injected" | "asked"; readonly reading: Reading; readonly pages: unknown },
): readonly CourseStep[] => {
  const found = listOf(pages).flatMap((page) => {
    const [id, path, tokens] = [fieldIn(page, "id"), fieldIn(page, "path"), fieldIn(page, "tokens")];
    if (typeof id !== "string" || typeof path !== "string") return [];
    return [{ id, path, tokens: typeof tokens === "number" ? tokens : 0 }];
  });
  return found.length === 0 ? [] : [{ kind: "shown", ...entered, how, turn: Math.max(1, reading.turn), pages: found }];
};

const answered = (content: unknown, entered: Entered, { commands, writes }: Reading): readonly CourseStep[] => {
  const parts = listOf(content);
  for (const part of parts) {
    const [id, tool] = [fieldIn(part, "id"), fieldIn(part, "name")];
    if (fieldIn(part, "type") !== "toolCall" || typeof id !== "string" || typeof tool !== "string") continue;
    const given = fieldIn(part, "arguments");
    const kind = toolKind(tool);
    note(commands, id, kind === "command" ? fieldIn(given, "command") : undefined);
    note(writes, id, kind === "write" ? (fieldIn(given, "path") ?? fieldIn(given, "file_path")) : undefined);
  }
  const text = parts.flatMap((part) => textOf(part) ?? []).join("\n\n");
  return text === "" ? [] : [{ kind: "answered", ...entered, text }];
};

/** An id may be used again by another call. */
const note = (calls: Map<string, string>, id: string, value: unknown): void => {
  if (typeof value === "string") calls.set(id, value);
  else calls.delete(id);
};

const textOf = (part: unknown): string | undefined => {
  const text = fieldIn(part, "type") === "text" ? fieldIn(part, "text") : undefined;
  return typeof text === "string" ? text : undefined;
};

const afterTool = (
  result: Extract<Message, { readonly role: "toolResult" }>,
  entered: Entered,
  reading: Reading,
): readonly CourseStep[] => {
  const { toolName, toolCallId, details, content, isError } = result;
  if (recallTools.has(toolName)) return shown(entered, { how: "asked", reading, pages: fieldIn(details, "hits") });
  if (toolName === "wiki_feedback") return saidUseful(details, entered);
  const written = isError ? undefined : reading.writes.get(toolCallId);
  if (written !== undefined) return [{ kind: "wrote", ...entered, path: written }];
  const command = reading.commands.get(toolCallId);
  if (command === undefined) return [];
  const isOk = isError ? statusOf(content) : true;
  return isOk === undefined ? [] : [{ kind: "ran", ...entered, command, isOk }];
};

/**
 * A failure only where the command itself ended with a status that says so: one that was blocked, broken off, not found
 * or killed proves nothing.
 */
const statusOf = (content: unknown): false | undefined => {
  const last = listOf(content)
    .flatMap((part) => textOf(part) ?? [])
    .join("\n");
  const [, status = ""] = /Command exited with code (\d+)\s*$/.exec(last) ?? [];
  return isFailure(Number(status)) ? false : undefined;
};

const isFailure = (status: number): boolean => status > 0 && status < 126;

const saidUseful = (details: unknown, entered: Entered): readonly CourseStep[] => {
  const [id, path] = [fieldIn(details, "id"), fieldIn(details, "path")];
  if (typeof id !== "string" || typeof path !== "string") return [];
  return listOf(fieldIn(details, "recorded")).includes("adopted")
    ? [{ kind: "said-useful", ...entered, page: { id, path } }]
    : [];
};

/** A command that the user typed. */
const ended = (
  { command, exitCode, cancelled }: Extract<Message, { readonly role: "bashExecution" }>,
  entered: Entered,
): readonly CourseStep[] => {
  if (cancelled || exitCode === undefined || (exitCode !== 0 && !isFailure(exitCode))) return [];
  return [{ kind: "ran", ...entered, command, isOk: exitCode === 0 }];
};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
