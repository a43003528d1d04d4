/** /wiki task: the tasks on a screen where there is one; lists, shows and opens them, and takes one up. */

import type { TaskRow } from "../../core/tasks/tasks.ts";
import { asLine } from "../../core/visible.ts";
import { taskOnScreen } from "./task-screen.ts";
import type { Verb, VerbCall } from "./verb.ts";

const usage = "/wiki task [ID | list | show ID | open TITLE | remember TEXT | close ID]";

export const taskVerb: Verb = {
  name: "task",
  usage: "[ID]",
  summary: "The tasks: list, show, open, close, or take one up",
  writes: true,
  completes: "tasks",
  run: async (call) => {
    const [, word = "", rest = ""] = /^(\S*)\s*([\s\S]*)$/.exec(call.rest) ?? [];
    const act = acts[word];
    return act === undefined ? switchTo(call, call.rest) : act(call, rest);
  },
};

const acts: Readonly<Record<string, (call: VerbCall, rest: string) => Promise<string>>> = {
  "": async (call) => {
    const tasks = await call.workspace.tasks.list("open");
    if (tasks.length === 0) return `No task is open. ${usage}`;
    // The keys of a sub-agent's session may be an agent's.
    const chosen = call.session.isChild
      ? undefined
      : await taskOnScreen(call.ctx, { tasks, open: call.workspace.tasks });
    if (chosen === undefined) return listText(tasks);
    return "switched" in chosen ? switchTo(call, chosen.switched) : "The session's task stays as it is.";
  },
  list: async ({ workspace }, rest) => {
    const tasks = await workspace.tasks.list(rest === "all" ? "all" : "open");
    return tasks.length === 0 ? "No task is open." : listText(tasks);
  },
  show: async ({ workspace }, rest) => (await workspace.tasks.context({ task: rest || undefined })).text,
  open: async ({ workspace }, rest) => {
    if (rest === "") return "Say what the task is: /wiki task open TITLE";
    const { task_id, path } = await workspace.tasks.open({ title: rest });
    return `Opened ${task_id}; this session works on it.\n${path}`;
  },
  remember: async ({ workspace }, rest) => {
    if (rest === "") return "Say what to keep: /wiki task remember TEXT";
    const { task_id, entry } = await workspace.tasks.remember({ text: rest });
    return `Remembered in ${task_id} as #${entry}.`;
  },
  close: async ({ workspace }, rest) => {
    const { task_id, status, entries } = await workspace.tasks.close({ task: rest || undefined });
    const offer = `Ask the agent to keep what is true beyond it as notes: ${entries.length} entries.`;
    return [`Task ${task_id} is ${status}.`, ...(entries.length === 0 ? [] : [offer])].join("\n");
  },
};

const switchTo = async ({ workspace }: VerbCall, task: string): Promise<string> => {
  const { task_id } = await workspace.tasks.bind(task);
  return `This session works on task ${task_id}; the agent is told with the next prompt.`;
};

const listText = (tasks: readonly TaskRow[]): string =>
  tasks
    .map(({ task_id, title, status, branch, entries, is_current }) => {
      const facts = [status, ...(branch === undefined ? [] : [`branch ${asLine(branch)}`]), `${entries} entries`];
      return `${is_current ? "* " : "  "}${asLine(task_id)}: ${asLine(title)} (${facts.join(", ")})`;
    })
    .join("\n");
