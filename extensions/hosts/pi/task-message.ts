/** The message that tells the model of the session's task, and which tasks it was told of already. */

import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import { asLine } from "../../core/visible.ts";
import { fieldIn, liveEntries } from "./context-pages.ts";
import { linesOf } from "./message-lines.ts";

const taskMessageType = "wiki-task";

export interface TaskDetails {
  /** The task whose context this is. */
  readonly task?: string;
  readonly tokens?: number;
  readonly omitted?: number;
  /** Tasks that were only named. */
  readonly offered?: readonly string[];
}

export const taskMessage = (content: string, details: TaskDetails) => ({
  customType: taskMessageType,
  content,
  display: true,
  details,
});

type Branch = ReturnType<ExtensionContext["sessionManager"]["getBranch"]>;

/** Tasks whose context the model has: sent unasked, or asked for with wiki_task, and not compacted away since. */
export const tasksInContext = (branch: Branch): ReadonlySet<string> =>
  new Set(
    liveEntries(branch).flatMap((entry) => {
      if (entry.type === "custom_message" && entry.customType === taskMessageType) return textIn(entry.details, "task");
      if (entry.type !== "message" || entry.message.role !== "toolResult") return [];
      const { toolName, details } = entry.message;
      const hasContext = toolName === "wiki_task" && fieldIn(details, "context") !== undefined;
      return hasContext ? textIn(details, "task_id") : [];
    }),
  );

/** Tasks that were ever named to the model on this branch. */
export const tasksOffered = (branch: Branch): ReadonlySet<string> =>
  new Set(
    branch.flatMap((entry) => {
      if (entry.type !== "custom_message" || entry.customType !== taskMessageType) return [];
      const offered = fieldIn(entry.details, "offered");
      return Array.isArray(offered) ? offered.filter((task) => typeof task === "string") : [];
    }),
  );

const textIn = (holder: unknown, key: string): readonly string[] => {
  const value = fieldIn(holder, key);
  return typeof value === "string" ? [value] : [];
};

const summary = ({ task, tokens = 0, omitted = 0, offered = [] }: TaskDetails): string => {
  if (task === undefined) return `wiki: open tasks: ${offered.map((one) => asLine(one)).join(", ")}`;
  return `wiki: task ${asLine(task)}, ${tokens} tokens${omitted === 0 ? "" : `, ${omitted} entries left out`}`;
};

export const registerTaskMessage = (pi: ExtensionAPI): void =>
  pi.registerMessageRenderer(taskMessageType, linesOf<TaskDetails>({ summary }));
