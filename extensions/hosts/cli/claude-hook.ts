/**
 * The protocol of Claude Code's hooks: before a tool call (PreToolUse) the call on standard input, and a decision as JSON
 * or silence; after it (PostToolUse) what was put right, or silence.
 */

import type { Decision } from "../../core/guard/decision.ts";
import { fieldsIn } from "./json-input.ts";
import { refused } from "./option.ts";
import type { Answer } from "./verb.ts";

interface ClaudeCall {
  /** The call has been made. */
  readonly isOver: boolean;
  readonly tool: string;
  readonly input: unknown;
  /** Follows what `cd` did in the session. */
  readonly cwd: string | undefined;
  /** The session's permission mode. */
  readonly mode: string | undefined;
}

export const askedByClaude = (given: string): ClaudeCall => {
  const {
    hook_event_name: event,
    tool_name: tool,
    tool_input: input,
    cwd,
    permission_mode: mode,
  } = fieldsIn(given, "it");
  if (typeof tool !== "string") throw refused("standard input", "it has no tool_name");
  return {
    isOver: event === "PostToolUse",
    tool,
    input,
    cwd: typeof cwd === "string" ? cwd : undefined,
    mode: typeof mode === "string" ? mode : undefined,
  };
};

/** Modes in which a person is asked; one that says nothing of its mode may have nobody to ask. */
const askingModes: ReadonlySet<string> = new Set(["default", "plan", "acceptEdits"]);

export const canAsk = (mode: string | undefined): boolean => mode !== undefined && askingModes.has(mode);

/** Silence leaves the call to the host's own rules. The host reads the JSON only with exit code 0. */
export const answerToClaude = async (decision: Decision, isAsked: boolean): Promise<Answer> => {
  if (decision.decision === "allow") return { data: {}, text: () => "" };
  const { renderDenial } = await import("../../core/guard/decide.ts");
  const data = {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: isAsked && decision.ask === true ? "ask" : "deny",
      permissionDecisionReason: renderDenial(decision),
    },
  };
  return { data, text: () => JSON.stringify(data) };
};

/** The user sees the one, the model the other: it must know that what it did was undone. */
export const tellClaude = (lines: readonly string[]): Answer => {
  if (lines.length === 0) return { data: {}, text: () => "" };
  const told = lines.map((line) => `wiki: ${line}`).join("\n");
  const data = {
    systemMessage: told,
    hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: told },
  };
  return { data, text: () => JSON.stringify(data) };
};
