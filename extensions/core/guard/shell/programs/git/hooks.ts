/** Hooks that a command puts in place, and then has git run. */

import type { Call } from "../../shell.ts";
import { type ShellState, setText } from "../../state.ts";
import { variable } from "../../words/variables.ts";

/** Where the command has put the setting; no variable of a shell has such a name. */
const setting = "git core.hookspath";

const names: Readonly<Record<string, string>> = {
  commit: "pre-commit prepare-commit-msg commit-msg post-commit",
  merge: "pre-merge-commit prepare-commit-msg commit-msg post-merge",
  pull: "post-merge pre-rebase post-rewrite",
  rebase: "pre-rebase post-rewrite post-checkout",
  checkout: "post-checkout",
  switch: "post-checkout",
  clone: "post-checkout",
  worktree: "post-checkout",
  push: "pre-push",
  am: "applypatch-msg pre-applypatch post-applypatch",
};

export const isHooksSetting = (name: string): boolean => name.toLowerCase() === "core.hookspath";

export const withHooksFolder = (state: ShellState, folder: string): ShellState => setText(state, setting, folder);

/**
 * Those of a folder that the command named are read from the disk. Of the ones in `.git/hooks` only those count that
 * the command itself wrote: the others are the user's, and run whatever the guard says.
 */
export const runHooks = (verb: string, call: Call): void => {
  const { shell, state } = call;
  const folder = state.variables.has(setting) ? variable(setting, { shell, state }) : undefined;
  for (const name of (names[verb] ?? "").split(" ").filter((one) => one !== "")) {
    const path = `${folder ?? ".git/hooks"}/${name}`;
    const text = folder === undefined ? state.texts.get(shell.placeOf(path, state)) : shell.textOf(path, state);
    if (text !== undefined) shell.runCall({ ...call, program: path, name, args: [] });
  }
};
