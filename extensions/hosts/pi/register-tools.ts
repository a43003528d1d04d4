/** Offers the tools to Pi as they are. */

import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";
import { isWikiError } from "../../core/errors.ts";
import type { ReadRecord } from "../../core/trajectories/recorded.ts";
import { asLine } from "../../core/visible.ts";
import { usualTools } from "../../tools/all.ts";
import type { Tool } from "../../tools/tool.ts";
import { recordOf } from "../session-steps.ts";
import { driverOf } from "./knowledge/driver.ts";
import type { OpenSessions } from "./open-sessions.ts";
import { promptTexts } from "./prompt-text.ts";
import { saidIn } from "./said-words.ts";
import { courseOf } from "./usage-course.ts";

export const registerTools = (pi: ExtensionAPI, sessions: OpenSessions): void => {
  for (const tool of usualTools) registerTool(pi, tool, sessions);
};

export const registerTool = (pi: ExtensionAPI, tool: Tool, sessions: OpenSessions): void => {
  const text = promptTexts[tool.name];
  pi.registerTool({
    name: tool.name,
    label: tool.title,
    description: tool.description,
    parameters: tool.input,
    ...(text === undefined ? {} : { promptSnippet: text.snippet, promptGuidelines: [...text.guidelines] }),
    execute: async (...[, input, signal, onUpdate, ctx]) => {
      const session = await sessions.of(ctx);
      const entry = ctx.sessionManager.getLeafId();
      const workspace = session.workspace.as("tool", { session: session.id, ...(entry === null ? {} : { entry }) });
      const onProgress = (line: string): void => onUpdate?.({ content: [{ type: "text", text: line }], details: {} });
      // The prompts of a sub-agent's session were written by another agent.
      const said = session.isChild ? undefined : () => saidIn(ctx.sessionManager.getBranch());
      const record: ReadRecord = (platform) =>
        recordOf(ctx.sessionManager.getBranch(), { session: session.id, cwd: ctx.cwd, platform });
      const steps = () => courseOf(session.id, ctx.sessionManager.getBranch()).steps;
      const call = { workspace, signal, onProgress, said, steps, driver: () => driverOf(ctx), record };
      const { text: answer, data } = await tool.run(input, call).catch(explain);
      return { content: [{ type: "text", text: answer }], details: data };
    },
  });
};

/** Pi shows a thrown error's message to the model: it must name the remedy too. */
const explain = (error: unknown): never => {
  if (isWikiError(error)) throw new Error(asLine(`${error.message} ${error.hint}`), { cause: error });
  throw error;
};
