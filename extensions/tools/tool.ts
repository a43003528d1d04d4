/** What a tool is: written once, offered by every host as it is. */

import type { Static, TObject } from "@sinclair/typebox";
import type { Usage } from "../core/knowledge/earned/usage.ts";
import type { Watching } from "../core/knowledge/repository-knowledge.ts";
import type { ReadRecord } from "../core/trajectories/recorded.ts";
import type { SaidWords } from "../core/trust/proposals.ts";
import type { CourseStep } from "../core/usage/course.ts";
import type { Workspace } from "../workspace.ts";
import { refuseScope } from "./scope-arguments.ts";

/** Who calls: the model, and what it has used up in this session. */
export interface Driver {
  /** `provider/model`. */
  readonly profile: string;
  readonly usage: Usage;
}

export interface ToolCall {
  readonly workspace: Workspace;
  readonly signal?: AbortSignal | undefined;
  /** One line on what a long call is doing. */
  readonly onProgress?: ((line: string) => void) | undefined;
  /** What the person typed in this session, oldest first; absent where the host can't tell. */
  readonly said?: (() => readonly SaidWords[]) | undefined;
  /** What happened in this session; absent where the host can't tell. */
  readonly steps?: (() => readonly CourseStep[]) | undefined;
  /** Absent where the host can't tell. */
  readonly driver?: (() => Driver) | undefined;
  /** What was done in this session; absent where the host can't tell. */
  readonly record?: ReadRecord | undefined;
}

export interface ToolOutput {
  /** For a model. */
  readonly text: string;
  /** For programs: plain JSON values. */
  readonly data: unknown;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  /** When to use it, not how it works. */
  readonly description: string;
  readonly effect: "read" | "write";
  /** Offered only where this setting is on; tools without one always are. */
  readonly setting?: "distill" | "knowledge" | "trajectories" | "weaknesses";
  /** JSON Schema of an object. */
  readonly input: TObject;
  run(input: unknown, call: ToolCall): Promise<ToolOutput>;
}

export interface ToolDefinition<Input extends TObject> extends Omit<Tool, "input" | "run"> {
  readonly input: Input;
  run(input: Static<Input>, call: ToolCall): Promise<ToolOutput>;
}

/** For a call that works on the files of the repository: it can be ended, and says how far it is. */
export const watching = ({ signal, onProgress }: ToolCall): Watching => ({
  signal,
  onProgress: onProgress && ((done, total) => onProgress(`Map: ${done} of ${total} files`)),
});

/** Keeps the input's type for `run`; hosts check the input against the schema before they call it. */
export const defineTool = <Input extends TObject>(definition: ToolDefinition<Input>): Tool => ({
  ...definition,
  // Checked by hosts.
  run: async (input, call) => definition.run(asDeclared(input, definition.input) as Static<Input>, call),
});

/**
 * The arguments that the tool has, and no others: an option that is only a person's must not come in with them. Models
 * like to fill in everything, so an optional one that is blank was not given.
 */
const asDeclared = (input: unknown, { properties, required = [] }: TObject): Readonly<Record<string, unknown>> => {
  const isBlank = (value: unknown): boolean => typeof value === "string" && value.trim() === "";
  const given = (typeof input === "object" && input !== null ? Object.entries(input) : []).filter(
    ([key, value]) => required.includes(key) || !isBlank(value),
  );
  refuseScope(Object.fromEntries(given), Object.keys(properties));
  return Object.fromEntries(given.filter(([key]) => Object.hasOwn(properties, key)));
};
