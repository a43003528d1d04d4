/** Runs a simple command: assignments, words, redirections, then whatever the first word names. */

import type { Assignment, SimpleCommand, Word } from "../parser.ts";
import type { Shell } from "../shell.ts";
import { ended, type Outcome, type ShellState, setElement, setText, setVariable, type Value } from "../state.ts";
import { expandText, expandWord } from "../words/expand-word.ts";
import type { Frame } from "../words/frame.ts";
import { elements, variable } from "../words/variables.ts";
import { redirected } from "./redirect.ts";

export const runSimple = (node: SimpleCommand, shell: Shell, state: ShellState): readonly Outcome[] => {
  const frame: Frame = { shell, state };
  const assignments = node.prefix.filter((one) => one.type === "Assignment");
  const [program, ...args] = node.name === undefined ? [] : wordsOf([node.name, ...node.args], frame);
  if (program === undefined) {
    for (const one of assignments) assign(one, frame);
    return finished(node, { shell, state: frame.state, before: state }, (inside) => [
      ended(inside, true, inside.stdin),
    ]);
  }
  const before = frame.state;
  const environment = new Map(assignments.map((one) => [one.name, assignedText(one, frame)]));
  const name = program.split("/").at(-1) ?? program;
  const call = { shell, program, name, args, environment };
  if (name === "exec" && args.length === 0) {
    return [ended(redirected(node.redirects, { shell, state: before }).lasting, true)];
  }
  return finished(node, { shell, state: before, before }, (inside) => shell.runCall({ ...call, state: inside }));
};

interface Around {
  readonly shell: Shell;
  readonly state: ShellState;
  readonly before: ShellState;
}

const finished = (
  node: SimpleCommand,
  { shell, state, before }: Around,
  run: (inside: ShellState) => readonly Outcome[],
): readonly Outcome[] => {
  if (node.redirects.length === 0) return node.name === undefined ? [ended(state, true)] : run(state);
  const inside = redirected(node.redirects, { shell, state });
  const outcomes = run(inside.state);
  const outer = state === before ? before : state;
  return outcomes.map((one) => inside.finish(one, outer));
};

/** Assignments among the words are words to all but the declaring builtins, which take them apart again. */
const wordsOf = (words: SimpleCommand["args"], frame: Frame): readonly string[] =>
  words.flatMap((one) => {
    if (one.type === "Word") return expandWord(one, frame);
    assign(one, frame);
    return [`${one.name}=${variable(one.name, frame) ?? ""}`];
  });

const assignedText = ({ value }: Assignment, frame: Frame): string =>
  value.type === "Word" ? expandText(value, frame) : value.elements.map((one) => expandText(one, frame)).join(" ");

const assign = (one: Assignment, frame: Frame): void => {
  const { name, value, append, index } = one;
  if (value.type === "ArrayValue") {
    const old = append === true ? elements(name, frame) : [];
    frame.state = setVariable(frame.state, name, arrayValue(value.elements, old, frame));
    return;
  }
  const text = expandText(value, frame);
  if (index !== undefined) {
    frame.state = setElement(frame.state, { name, index: expandText(index, frame), text });
    return;
  }
  const old = append === true ? (variable(name, frame) ?? "") : "";
  frame.state = setText(frame.state, name, old + text);
};

const arrayValue = (words: readonly Word[], old: readonly string[], frame: Frame): Value => {
  const keyed = words.map((word) =>
    /^\[([^\]]*)\]=([\s\S]*)$/.exec(word.parts === undefined ? word.value : expandText(word, frame)),
  );
  if (words.length > 0 && keyed.every((match) => match !== null)) {
    const entries = keyed.map((match) => [unquoted(match?.[1] ?? ""), match?.[2] ?? ""] as const);
    return { kind: "map", entries: new Map(entries) };
  }
  return { kind: "list", items: [...old, ...words.flatMap((word) => expandWord(word, frame))] };
};

const unquoted = (text: string): string => text.replace(/^(["'])(.*)\1$/, "$2");
