/** Offers the tools as they are, and calls them: answers, refusals and what was put right meanwhile. */

import { isWikiError } from "../../core/errors.ts";
import { asLine } from "../../core/visible.ts";
import type { Tool } from "../../tools/tool.ts";
import { openInputCheck } from "./check-input.ts";
import { type McpCall, McpRefusal, type OfferedTool, type ToolAnswer } from "./served.ts";
import { type McpSession, problemOf } from "./session.ts";
import type { ShownPages } from "./shown-pages.ts";

export const offerTool = ({ name, title, description, input, effect }: Tool): OfferedTool => ({
  name,
  title,
  description,
  input,
  // Nothing that a tool writes takes anything away: it makes drafts and proposals.
  annotations: effect === "read" ? { readOnlyHint: true } : { readOnlyHint: false, destructiveHint: false },
});

export interface ToolCallsParts {
  readonly session: McpSession;
  readonly tools: readonly Tool[];
  readonly shown: ShownPages;
  onProblem(problem: unknown): void;
}

export type CallTool = (name: string, input: unknown, call: McpCall) => Promise<ToolAnswer>;

/** A refusal of ours is an answer, so that the model reads it; a tool that is not offered is an error of the client. */
export const openToolCalls = ({ session, tools, shown, onProblem }: ToolCallsParts): CallTool => {
  const known = new Map(tools.map((tool) => [tool.name, { tool, check: openInputCheck(tool.name, tool.input) }]));
  const run = async (tool: Tool, input: unknown, call: McpCall): Promise<ToolAnswer> => {
    const { workspace } = session;
    const work = async () => {
      call.signal.throwIfAborted();
      return tool.run(input, { workspace, ...call });
    };
    const { text, data } = await (tool.effect === "write" ? session.writing(work) : work());
    await shown.note(tool, data).catch(onProblem);
    session.after(tool.effect);
    return answerOf(text, asObject(data));
  };
  const withNotices = (answer: ToolAnswer): ToolAnswer => {
    const notices = session.takeNotices().map((line) => ({ type: "text" as const, text: `wiki: ${line}` }));
    return notices.length === 0 ? answer : { ...answer, content: [...answer.content, ...notices] };
  };
  return async (name, input, call) => {
    const found = known.get(name);
    if (found === undefined) throw new McpRefusal("params", `There is no tool ${asLine(name, 60)} here.`);
    try {
      found.check(input);
      return withNotices(await run(found.tool, input, call));
    } catch (error) {
      if (!isWikiError(error) && !call.signal.aborted) onProblem(error);
      return withNotices(refusalOf(error));
    }
  };
};

const answerOf = (text: string, structuredContent: Record<string, unknown>): ToolAnswer => ({
  content: [{ type: "text", text }],
  structuredContent,
});

const refusalOf = (error: unknown): ToolAnswer => {
  const text = problemOf(error);
  const shown = isWikiError(error)
    ? { code: error.code, message: error.message, hint: error.hint }
    : { code: "internal", message: text };
  return { ...answerOf(text, { error: shown }), isError: true };
};

/** Plain JSON, as it will be on the wire; the protocol has objects only. */
const asObject = (data: unknown): Record<string, unknown> => {
  const value: unknown = JSON.parse(JSON.stringify(data ?? {}));
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : { result: value };
};
