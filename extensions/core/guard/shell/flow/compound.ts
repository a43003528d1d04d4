/** Branches and loops: each way they may go is followed, loops over known words one by one. */

import type { CommandNode, CompoundList, Word } from "../parser.ts";
import type { Shell } from "../shell.ts";
import { distinct, ended, followed, goingOn, type Outcome, type ShellState, setText } from "../state.ts";
import { globPattern, isUnknown, mark } from "../text.ts";
import { arithmetic, expandText, expandWord } from "../words/expand-word.ts";

type NodeOf<Type> = Extract<CommandNode, { readonly type: Type }>;

const mostRounds = 64;

export const runIf = (node: NodeOf<"If">, shell: Shell, state: ShellState): readonly Outcome[] => {
  const branches = [node, ...node.elif];
  const elseWays = (from: ShellState): readonly Outcome[] =>
    node.else === undefined ? [ended(from, true)] : shell.run(node.else, from);
  const runFrom = (index: number, from: ShellState): readonly Outcome[] => {
    const branch = branches[index];
    if (branch === undefined) return elseWays(from);
    return followed(shell.run(branch.clause, from), ({ ok, state: decided }) => [
      ...(ok === false ? [] : shell.run(branch.then, decided)),
      ...(ok === true ? [] : runFrom(index + 1, decided)),
    ]);
  };
  return runFrom(0, state);
};

type Loop = NodeOf<"For"> | NodeOf<"Select"> | NodeOf<"ArithmeticFor">;

export const runFor = (node: Loop, shell: Shell, state: ShellState): readonly Outcome[] => {
  const frame = { shell, state };
  if (node.type === "ArithmeticFor") {
    for (const part of [node.initialize, node.test, node.update]) arithmetic(part, frame);
    return [ended(frame.state), ...oneRound(node.body, shell, frame.state)];
  }
  const words = node.wordlist === undefined ? state.positional : wordsOf(node.wordlist, frame);
  let outcomes: readonly Outcome[] = [ended(frame.state, true)];
  for (const word of words.slice(0, mostRounds)) {
    outcomes = followed(outcomes, (before) => oneRound(node.body, shell, setText(before.state, node.name.value, word)));
  }
  return outcomes.map(unlooped);
};

const wordsOf = (list: readonly Word[], frame: { shell: Shell; state: ShellState }): readonly string[] =>
  list.flatMap((word) => expandWord(word, frame));

/** `break` and `continue` end a round; the loop goes on for those who don't know how often. */
const oneRound = (body: CompoundList, shell: Shell, state: ShellState): readonly Outcome[] =>
  shell.run(body, state).map(unlooped);

const unlooped = (one: Outcome): Outcome => (one.stop === "loop" ? goingOn(one) : one);

/** Goes round once; again only while the condition reads lines that are known. */
export const runWhile = (node: NodeOf<"While">, shell: Shell, state: ShellState): readonly Outcome[] => {
  const left: Outcome[] = [];
  const inputs = new Set([state.stdin]);
  let running: readonly Outcome[] = [ended(state, true)];
  for (let round = 0; round < mostRounds && running.length > 0 && !shell.isOver; round += 1) {
    const tested = followed(running, (before) => shell.run(node.clause, before.state));
    const isOver = (one: Outcome): boolean => one.ok === (node.kind === "until");
    left.push(...tested.filter((one) => isOver(one) || one.ok === undefined || one.stop !== undefined));
    const going = tested.filter((one) => !isOver(one) && one.stop === undefined);
    const done = followed(going, (before) => oneRound(node.body, shell, before.state));
    running = done.filter((one) => one.stop === undefined && !inputs.has(one.state.stdin));
    left.push(...done.filter((one) => !running.includes(one)));
    for (const one of running) inputs.add(one.state.stdin);
  }
  return distinct(left.length === 0 ? [ended(state)] : left);
};

export const runCase = (node: NodeOf<"Case">, shell: Shell, state: ShellState): readonly Outcome[] => {
  const frame = { shell, state };
  const subject = expandText(node.word, frame);
  const ways: Outcome[] = [];
  for (const item of node.items) {
    const fits = item.pattern
      .map((word) => expandText(word, frame, { asPattern: true }))
      .map((one) => matches(subject, one));
    if (fits.every((fit) => fit === false)) continue;
    ways.push(...shell.run(item.body, frame.state));
    if (fits.includes(true)) return distinct(ways);
  }
  return distinct([...ways, ended(frame.state, true)]);
};

const matches = (subject: string, pattern: string): boolean | undefined => {
  if (isUnknown(subject) || pattern.includes(mark.unknown)) return undefined;
  return globPattern(pattern, { acrossSlash: true }).test(subject);
};
