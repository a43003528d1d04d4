/** What the parts of the interpreter share: how they run, look up and report. Types only; built in decide-command.ts. */

import type { Paths } from "../../../platform/platform.ts";
import type { Denial } from "../decision.ts";
import type { Reach } from "../protection.ts";
import type { CompoundList, FunctionBody, Parse, Script } from "./parser.ts";
import type { Outcome, ShellState } from "./state.ts";

export interface Shell {
  readonly paths: Paths;
  readonly home: string;
  readonly ignoreCase: boolean;
  readonly parse: Parse;
  /** A refusal was found, or the work that a decision may take is used up. */
  readonly isOver: boolean;
  /** An environment variable: undefined when unset, marked when that can't be known. */
  variable(name: string): string | undefined;
  /** Something changes at a path as written; refused when it may be a protected one. */
  touch(path: string, reach: Reach, state: ShellState): void;
  refuse(denial: Denial): void;
  /** True for a path that may be protected, or that may hold what is. */
  isSealed(path: string, state: ShellState): boolean;
  /** Where a path leads; its last name as it stands, unless it is followed. */
  placeOf(path: string, state: ShellState, options?: { readonly follow: boolean }): string;
  /** The protected paths at or below a folder, absolute. */
  sealedBelow(place: string): readonly string[];
  /** What a small file says, or what the command itself wrote there. */
  textOf(path: string, state: ShellState): string | undefined;
  /** Keeps the output of a process substitution; returns its path. */
  keep(text: string): string;
  run(body: Script | CompoundList, state: ShellState): readonly Outcome[];
  runText(text: string, state: ShellState): readonly Outcome[];
  runFunction(body: FunctionBody, state: ShellState, positional: readonly string[]): readonly Outcome[];
  runCall(call: Call): readonly Outcome[];
}

/** A program or builtin, about to start. */
export interface Call {
  readonly shell: Shell;
  readonly state: ShellState;
  /** As written, then without its folder. */
  readonly program: string;
  readonly name: string;
  readonly args: readonly string[];
  /** Variables set for this call alone. */
  readonly environment: ReadonlyMap<string, string>;
}

/** What a known program does: reports what it changes, and says how it ends where that matters. */
export type Command = (call: Call) => readonly Outcome[] | undefined;
