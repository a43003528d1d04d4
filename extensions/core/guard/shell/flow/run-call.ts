/** Decides what a program's name stands for: a function, an alias, one of ours, a known program, a script. */

import { commandNamed } from "../commands/table.ts";
import { runUnknown } from "../commands/unknown.ts";
import { isOwnCommand, personDenial } from "../person-verbs.ts";
import { runFile, withEnvironment } from "../programs/runners/shells.ts";
import type { Call } from "../shell.ts";
import { ended, goingOn, type Outcome } from "../state.ts";
import { isUnknown, mark } from "../text.ts";

export const runCall = (call: Call): readonly Outcome[] => {
  const { shell, state, name, program, args } = call;
  const body = state.functions.get(program);
  if (body !== undefined) {
    const run = shell.runFunction(body, withEnvironment(call), args);
    return run.map((one) => ({
      ...(one.stop === "function" ? goingOn(one) : one),
      state: { ...one.state, positional: state.positional },
    }));
  }
  const alias = state.options.has("expand_aliases") ? state.aliases.get(program) : undefined;
  if (alias !== undefined) return shell.runText([alias, ...args].join(" "), { ...state, aliases: new Map() });
  const refusal = isOwnCommand(name, args) ? personDenial(name, args) : undefined;
  if (refusal !== undefined) shell.refuse(refusal);
  if (name === "pi-wiki") return [ended(state, undefined, mark.unknown)];
  return runProgram(call) ?? [ended(state, undefined, silent.has(name) ? "" : mark.unknown)];
};

/** Programs that print nothing where all goes well. */
const silent: ReadonlySet<string> = new Set(
  "touch mkdir rm cp mv ln chmod chown rmdir unlink truncate cd pushd popd test [ true false : sleep wait kill set shopt".split(
    " ",
  ),
);

const systemFolders = /^\/(usr\/)?(local\/)?s?bin\/|^\/opt\//;

const runProgram = (call: Call): readonly Outcome[] | undefined => {
  const { program, name } = call;
  const script = program.includes("/") && !systemFolders.test(program) ? ownScript(call, program) : shadowing(call);
  if (script !== undefined) return script;
  const command = isUnknown(name) ? undefined : commandNamed(name);
  return command === undefined ? (runUnknown(call) ?? undefined) : command(call);
};

/** A text file started by its path: what its first line names runs it. */
const ownScript = (call: Call, path: string): readonly Outcome[] | undefined => {
  const text = call.shell.textOf(path, call.state);
  if (text === undefined || text.includes("\0")) return undefined;
  const [, interpreter] = /^#!\s*(?:\S*\/env\s+(?:-S\s+)?)?(\S+)/.exec(text) ?? [];
  const name = interpreter?.split("/").at(-1);
  if (name === undefined || /^(ba|da|z|k)?sh$/.test(name)) return runFile(call, path, call.args);
  return call.shell.runCall({ ...call, program: name, name, args: [path, ...call.args] });
};

/** A program of the same name in a folder that the command put on the path. */
const shadowing = (call: Call): readonly Outcome[] | undefined => {
  const search = call.environment.get("PATH") ?? pathVariable(call);
  if (search === undefined || call.program.includes("/")) return undefined;
  for (const folder of search.split(":")) {
    if (folder === "" || isUnknown(folder) || systemFolders.test(`${folder}/`)) continue;
    const script = ownScript(call, `${folder}/${call.program}`);
    if (script !== undefined) return script;
  }
  return undefined;
};

const pathVariable = ({ state }: Call): string | undefined => {
  const value = state.variables.get("PATH");
  return value?.kind === "text" ? value.text : undefined;
};
