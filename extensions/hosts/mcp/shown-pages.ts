/** Records which pages an answer put before a model, and which it said were useful, as a session in Pi does. */

import type { CourseStep } from "../../core/usage/course.ts";
import type { Tool } from "../../tools/tool.ts";
import type { McpSession } from "./session.ts";

export interface ShownPages {
  note(tool: Tool, data: unknown): Promise<void>;
}

/** An agent that asks so often has a long session: earlier steps are recorded already. */
const mostSteps = 500;

export const openShownPages = ({ id, workspace }: McpSession): ShownPages => {
  const steps: CourseStep[] = [];
  let calls = 0;
  return {
    note: async (tool, data) => {
      calls += 1;
      const entered = { entry: `${id} ${calls}`, at: workspace.platform.now() };
      const step = shownIn(data, entered, calls) ?? saidUsefulIn(tool, data, entered);
      if (step === undefined) return;
      steps.push(step);
      if (steps.length > mostSteps) steps.shift();
      await workspace.usage.observe({ session: id, steps, ...(await workspace.tasks.scope()) }, workspace.options.cwd);
    },
  };
};

type Entered = Pick<CourseStep, "entry" | "at">;

/** A call is a turn of its own: what the person typed is not told. */
const shownIn = (data: unknown, entered: Entered, turn: number): CourseStep | undefined => {
  const hits = fieldIn(data, "hits");
  if (!Array.isArray(hits)) return undefined;
  const pages = hits.flatMap((hit: unknown) => {
    const [id, path, tokens] = [fieldIn(hit, "id"), fieldIn(hit, "path"), fieldIn(hit, "tokens")];
    if (typeof id !== "string" || typeof path !== "string" || typeof tokens !== "number") return [];
    return [{ id, path, tokens }];
  });
  return pages.length === 0 ? undefined : { kind: "shown", ...entered, how: "asked", turn, pages };
};

const saidUsefulIn = (tool: Tool, data: unknown, entered: Entered): CourseStep | undefined => {
  const [id, path, recorded] = [fieldIn(data, "id"), fieldIn(data, "path"), fieldIn(data, "recorded")];
  if (tool.name !== "wiki_feedback" || typeof id !== "string" || typeof path !== "string") return undefined;
  if (!Array.isArray(recorded) || !recorded.includes("adopted")) return undefined;
  return { kind: "said-useful", ...entered, page: { id, path } };
};

const fieldIn = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
