/** Redirections: what they open for writing, and what a command reads through them. */

import type { Redirect, Redirection } from "../parser.ts";
import type { Shell } from "../shell.ts";
import { type Outcome, type ShellState, setText, withEntry } from "../state.ts";
import { isUnknown, mark } from "../text.ts";
import { expandParts, expandTarget, expandText } from "../words/expand-word.ts";
import type { Frame } from "../words/frame.ts";

export interface Redirected {
  /** Inside the redirections. */
  readonly state: ShellState;
  /** Puts output where it goes, and standard input back. */
  finish(outcome: Outcome, before: ShellState): Outcome;
  /** For `exec`: the redirections stay. */
  readonly lasting: ShellState;
}

export const redirected = (
  redirects: readonly Redirection[],
  { shell, state }: { readonly shell: Shell; readonly state: ShellState },
): Redirected => {
  const frame: Frame = { shell, state };
  const written: Written[] = [];
  for (const one of redirects) apply(one, frame, written);
  const inside = written.length > 0 ? { ...frame.state, isHeard: true } : frame.state;
  return {
    state: inside,
    lasting: frame.state,
    finish: (outcome, before) => {
      const after = {
        ...outcome.state,
        stdin: restoredInput(outcome.state, { inside, before }),
        descriptors: before.descriptors,
      };
      const state = written.reduce((at, file) => withText(at, file, outcome.out), after);
      return { ...outcome, state: same(state, before), out: written.length > 0 ? "" : outcome.out };
    },
  };
};

/** A loop that reads from a file leaves the input outside alone. */
const restoredInput = (
  state: ShellState,
  { inside, before }: { readonly inside: ShellState; readonly before: ShellState },
): string => (inside.stdin === before.stdin ? state.stdin : before.stdin);

const fields = [
  "cwd",
  "oldCwd",
  "variables",
  "functions",
  "aliases",
  "positional",
  "options",
  "links",
  "texts",
] as const;

/** The state before, when nothing that counts has changed: equal states are followed once. */
const same = (state: ShellState, before: ShellState): ShellState =>
  fields.every((field) => state[field] === before[field]) && state.stdin === before.stdin ? before : state;

/** A file that output goes to. */
interface Written {
  readonly place: string;
  readonly isAppended: boolean;
}

const withText = (state: ShellState, { place, isAppended }: Written, out: string): ShellState => {
  const old = isAppended ? state.texts.get(place) : "";
  if (old === undefined || out === "" || out === mark.unknown) return state;
  return { ...state, texts: withEntry(state.texts, place, old + out) };
};

const apply = (one: Redirection, frame: Frame, written: Written[]): void => {
  if (one.type === "HereDoc") {
    const { text, parts } = one.body;
    frame.state = { ...frame.state, stdin: parts === undefined ? text : expandParts(parts, frame) };
  } else if (one.type === "HereString") {
    const text = one.target === undefined ? "" : expandText(one.target, frame);
    frame.state = { ...frame.state, stdin: `${text}\n` };
  } else {
    applyFile(one, frame, written);
  }
};

const applyFile = (one: Redirect, frame: Frame, written: Written[]): void => {
  if (one.target === undefined) return;
  const [path = "", ...more] = expandTarget(one.target, frame);
  const isDuplicate = /^[<>]&$/.test(one.operator) && /^(\d+-?|-|\uE000)$/.test(path);
  if (isDuplicate || path === "" || more.length > 0) return;
  const { shell } = frame;
  if (one.operator === "<" || one.operator === "<&") {
    readFrom(path, one, frame);
    return;
  }
  shell.touch(path, "write", frame.state);
  open(path, one, frame);
  const isOutput = one.descriptor === undefined || numberOf(one) === 1;
  if (isOutput) written.push({ place: placeOf(path, frame), isAppended: one.operator.endsWith(">>") });
};

const placeOf = (path: string, { shell, state }: Frame): string => shell.placeOf(path, state);

const readFrom = (path: string, one: Redirect, frame: Frame): void => {
  open(path, one, frame);
  if (one.descriptor !== undefined && numberOf(one) !== 0) return;
  const text = isUnknown(path) ? undefined : frame.shell.textOf(path, frame.state);
  frame.state = { ...frame.state, stdin: text ?? mark.unknown };
};

const numberOf = ({ descriptor }: Redirect): number | undefined =>
  descriptor?.type === "FileDescriptor" ? descriptor.value : undefined;

/** Descriptors are other names of the files behind them. */
const open = (path: string, one: Redirect, frame: Frame): void => {
  const number = numberOf(one);
  if (number !== undefined && number > 2) {
    const descriptors = withEntry(frame.state.descriptors, String(number), placeOf(path, frame));
    frame.state = { ...frame.state, descriptors };
  }
  if (one.descriptor?.type === "FileDescriptorVariable") {
    frame.state = setText(frame.state, one.descriptor.name, mark.unknown);
  }
};
