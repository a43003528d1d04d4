/** Runs lists, pipelines and compound commands, following every way they may go. */

import type { CommandNode, CompoundList, FunctionBody, ListNode, Redirection, Script, Statement } from "../parser.ts";
import type { Shell } from "../shell.ts";
import { distinct, ended, followed, type Outcome, type ShellState, withEntry } from "../state.ts";
import { mark } from "../text.ts";
import { runCase, runFor, runIf, runWhile } from "./compound.ts";
import { runArithmetic, runTest } from "./conditions.ts";
import { redirected } from "./redirect.ts";
import { runSimple } from "./run-simple.ts";

const runList = (statements: readonly Statement[], shell: Shell, state: ShellState): readonly Outcome[] => {
  let outcomes: readonly Outcome[] = [ended(state, true)];
  for (const statement of statements) {
    if (shell.isOver) break;
    outcomes = followed(outcomes, (after) => runStatement(statement, shell, after.state));
  }
  return outcomes;
};

export const runBody = (body: Script | CompoundList, shell: Shell, state: ShellState): readonly Outcome[] =>
  runList(body.commands, shell, state);

/** In a process of its own: what changes in it is gone afterwards. */
export const runApart = (outcomes: readonly Outcome[], state: ShellState): readonly Outcome[] =>
  distinct(outcomes.map(({ ok, out }) => ended(kept(outcomes, state), ok, out)));

/** Files and links outlive the process that made them. */
const kept = (outcomes: readonly Outcome[], state: ShellState): ShellState => {
  const changed = outcomes.find((one) => one.state.links !== state.links || one.state.texts !== state.texts);
  return changed === undefined ? state : { ...state, links: changed.state.links, texts: changed.state.texts };
};

const runStatement = ({ command, background }: Statement, shell: Shell, state: ShellState): readonly Outcome[] => {
  const outcomes = runNode(command, shell, state);
  return background === true ? runApart(outcomes, state).map((one) => ({ ...one, ok: true, out: one.out })) : outcomes;
};

const runNode = (node: ListNode, shell: Shell, state: ShellState): readonly Outcome[] => {
  if (node.type !== "AndOr") return runPipelineNode(node, shell, state);
  let outcomes: readonly Outcome[] = [ended(state, true)];
  for (const [index, command] of node.commands.entries()) {
    const operator = index === 0 ? "&&" : (node.operators[index - 1] ?? "&&");
    outcomes = followed(outcomes, (after) => {
      const isSkipped = operator === "&&" ? after.ok === false : after.ok === true;
      const skipped = { ...after, out: "" };
      if (isSkipped) return [skipped];
      const run = runPipelineNode(command, shell, after.state);
      return after.ok === undefined ? [...run, { ...skipped, ok: operator === "||" }] : run;
    });
  }
  return outcomes;
};

const runPipelineNode = (node: CommandNode, shell: Shell, state: ShellState): readonly Outcome[] => {
  if (node.type !== "Pipeline") return runCommand(node, shell, state);
  const isNegated = node.prefixes.some((prefix) => prefix.type === "Negation");
  const negate = (one: Outcome): Outcome =>
    isNegated ? { ...one, ok: one.ok === undefined ? undefined : !one.ok } : one;
  const [only] = node.commands;
  if (node.commands.length === 1 && only !== undefined) return runPipelineNode(only, shell, state).map(negate);
  return runStages(node.commands, shell, state).map(negate);
};

const runStages = (stages: readonly CommandNode[], shell: Shell, state: ShellState): readonly Outcome[] => {
  let outcomes: readonly Outcome[] = [ended(state, true, state.stdin)];
  for (const [index, stage] of stages.entries()) {
    const isHeard = index < stages.length - 1 || state.isHeard;
    outcomes = distinct(
      outcomes.flatMap((before) => {
        const inside = { ...before.state, stdin: before.out, isHeard };
        const after = { ...before.state, stdin: state.stdin };
        return runApart(runPipelineNode(stage, shell, inside), after);
      }),
    );
  }
  return outcomes;
};

const runCommand = (node: Exclude<CommandNode, { type: "Pipeline" }>, shell: Shell, state: ShellState) => {
  if (shell.isOver) return [ended(state)];
  switch (node.type) {
    case "Command":
      return runSimple(node, shell, state);
    case "Redirected":
      return runRedirected(node.command, node.redirects, { shell, state });
    case "Function":
      return [ended({ ...state, functions: withEntry(state.functions, node.name.value, node.body) }, true)];
    case "Coproc":
      return runApart(runFunctionBody(node.body, shell, { ...state, stdin: mark.unknown }), state);
    default:
      return runCompound(node, shell, state);
  }
};

type Compound = Extract<FunctionBody, { readonly type: "Redirected" }>["command"];

const runCompound = (node: Compound, shell: Shell, state: ShellState): readonly Outcome[] => {
  switch (node.type) {
    case "BraceGroup":
      return runBody(node.body, shell, state);
    case "Subshell":
      return runApart(runBody(node.body, shell, state), state);
    case "If":
      return runIf(node, shell, state);
    case "For":
    case "Select":
    case "ArithmeticFor":
      return runFor(node, shell, state);
    case "While":
      return runWhile(node, shell, state);
    case "Case":
      return runCase(node, shell, state);
    case "TestCommand":
      return runTest(node.expression, shell, state);
    case "ArithmeticCommand":
      return runArithmetic(node.expression, shell, state);
  }
};

const runRedirected = (
  command: Compound,
  redirects: readonly Redirection[],
  { shell, state }: { readonly shell: Shell; readonly state: ShellState },
): readonly Outcome[] => {
  const inside = redirected(redirects, { shell, state });
  const outcomes = runCompound(command, shell, inside.state);
  return outcomes.map((one) => inside.finish(one, state));
};

/** The body of a function or coprocess. */
export const runFunctionBody = (
  body: FunctionBody | Extract<CommandNode, { readonly type: "Command" }>,
  shell: Shell,
  state: ShellState,
): readonly Outcome[] => (body.type === "CompoundList" ? runBody(body, shell, state) : runCommand(body, shell, state));
