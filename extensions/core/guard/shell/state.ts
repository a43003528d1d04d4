/** What a shell knows at one point of a command: folder, variables, functions, options. Values, never changed in place. */

import type { FunctionBody } from "./parser.ts";
import { mark } from "./text.ts";

export type Value =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | { readonly kind: "map"; readonly entries: ReadonlyMap<string, string> };

export interface ShellState {
  /** As the shell spells it, links and all. */
  readonly cwd: string;
  readonly oldCwd: string;
  readonly folders: readonly string[];
  readonly variables: ReadonlyMap<string, Value>;
  readonly functions: ReadonlyMap<string, FunctionBody>;
  readonly aliases: ReadonlyMap<string, string>;
  readonly positional: readonly string[];
  readonly scriptName: string;
  /** Names of `shopt` and `set` options that are on. */
  readonly options: ReadonlySet<string>;
  /** Links that the command made so far: place to target place. */
  readonly links: ReadonlyMap<string, string>;
  /** Texts that the command wrote so far, by place. */
  readonly texts: ReadonlyMap<string, string>;
  /** Files behind numbered descriptors. */
  readonly descriptors: ReadonlyMap<string, string>;
  /** What is left to read on standard input; marked where unknown. */
  readonly stdin: string;
  /** Something reads what is printed here: then it is worth knowing. */
  readonly isHeard: boolean;
}

export const startState = (cwd: string): ShellState => ({
  cwd,
  oldCwd: mark.unknown,
  folders: [],
  variables: new Map(),
  functions: new Map(),
  aliases: new Map(),
  positional: [],
  scriptName: "bash",
  options: new Set(),
  links: new Map(),
  texts: new Map(),
  descriptors: new Map(),
  stdin: mark.unknown,
  isHeard: false,
});

export const withEntry = <Item>(map: ReadonlyMap<string, Item>, name: string, item: Item): ReadonlyMap<string, Item> =>
  new Map(map).set(name, item);

const textValue = (text: string): Value => ({ kind: "text", text });

export const setVariable = (state: ShellState, name: string, value: Value): ShellState => ({
  ...state,
  variables: withEntry(state.variables, name, value),
});

export const setText = (state: ShellState, name: string, text: string): ShellState =>
  setVariable(state, name, textValue(text));

/** One element of an array or map, or the whole of a plain variable. */
export const setElement = (
  state: ShellState,
  { name, index, text }: { readonly name: string; readonly index: string; readonly text: string },
): ShellState => {
  const old = state.variables.get(name);
  if (old?.kind === "map")
    return setVariable(state, name, { kind: "map", entries: withEntry(old.entries, index, text) });
  const position = Number(index);
  const isPosition = Number.isInteger(position) && position >= 0 && position < 1_000;
  if (!isPosition) return setVariable(state, name, { kind: "map", entries: new Map([[index, text]]) });
  const items = old === undefined ? [] : itemsOf(old);
  const padded = Array.from({ length: Math.max(items.length, position + 1) }, (_, at) => items[at] ?? "");
  return setVariable(state, name, { kind: "list", items: padded.with(position, text) });
};

export const itemsOf = (value: Value): readonly string[] => {
  if (value.kind === "text") return [value.text];
  return value.kind === "list" ? value.items : [...value.entries.values()];
};

/** What `$name` gives. */
export const plainText = (value: Value): string =>
  value.kind === "map" ? (value.entries.get("0") ?? "") : (itemsOf(value)[0] ?? "");

const mostForks = 8;

/** How a command may have ended: the state it leaves, whether it succeeded, and what it printed. */
export interface Outcome {
  readonly state: ShellState;
  /** Undefined where that can't be known. */
  readonly ok: boolean | undefined;
  readonly out: string;
  /** What follows does not run: up to the end of the loop, the function or the script. */
  readonly stop?: "loop" | "function" | "script";
}

export const ended = (state: ShellState, ok?: boolean, out = ""): Outcome => ({ state, ok, out });

/** Outcomes that no later command can tell apart count once, and only so many are followed. */
export const distinct = (outcomes: readonly Outcome[]): readonly Outcome[] => {
  if (outcomes.length < 2) return outcomes;
  const kept: Outcome[] = [];
  for (const one of outcomes) {
    const isKnown = kept.some(
      (other) => other.state === one.state && other.ok === one.ok && other.out === one.out && other.stop === one.stop,
    );
    if (!isKnown) kept.push(one);
  }
  return kept.length > mostForks ? [...kept.slice(0, mostForks / 2), ...kept.slice(-mostForks / 2)] : kept;
};

/** Goes on from each way that has not stopped; what was printed adds up. */
export const followed = (
  outcomes: readonly Outcome[],
  next: (before: Outcome) => readonly Outcome[],
): readonly Outcome[] =>
  distinct(
    outcomes.flatMap((before) =>
      before.stop === undefined ? next(before).map((one) => ({ ...one, out: joined(before.out, one.out) })) : [before],
    ),
  );

const longestOutput = 64 * 1024;

const joined = (first: string, second: string): string =>
  first.length + second.length > longestOutput ? mark.unknown : first + second;

/** Without the end of the loop, function or script that brought it here. */
export const goingOn = ({ state, ok, out }: Outcome): Outcome => ({ state, ok, out });
