/** What names stand for: variables, positional parameters, and what the shell itself provides. */

import { itemsOf, plainText, type Value } from "../state.ts";
import { mark } from "../text.ts";
import type { Frame } from "./frame.ts";

/** Undefined when unset. */
export const variable = (name: string, frame: Frame): string | undefined => {
  const { state, shell } = frame;
  const own = state.variables.get(name);
  if (own !== undefined) return plainText(own);
  if (name === "PWD") return state.cwd;
  if (name === "OLDPWD") return state.oldCwd;
  if (/^\d+$/.test(name)) return name === "0" ? state.scriptName : state.positional[Number(name) - 1];
  if (name === "#") return String(state.positional.length);
  if (!/^[A-Za-z_]\w*$/.test(name) || unforeseen.has(name)) return mark.unknown;
  return shell.variable(name);
};

const unforeseen: ReadonlySet<string> = new Set(["RANDOM", "SRANDOM", "SECONDS", "EPOCHSECONDS", "BASHPID", "LINENO"]);

/** The elements of `$@`, `${name[@]}`; a plain variable has one. */
export const elements = (name: string, frame: Frame): readonly string[] => {
  if (name === "@" || name === "*") return frame.state.positional;
  const own = frame.state.variables.get(name);
  if (own !== undefined) return itemsOf(own);
  const plain = variable(name, frame);
  return plain === undefined ? [] : [plain];
};

/** `${name[index]}`; an index that can't be foreseen may be any. */
export const element = (name: string, index: string, frame: Frame): string | undefined => {
  const own: Value | undefined = frame.state.variables.get(name);
  if (own === undefined) return variable(name, frame);
  if (own.kind === "map") return own.entries.get(index);
  const position = /^-?\d+$/.test(index) ? Number(index) : undefined;
  return position === undefined ? mark.unknown : itemsOf(own).at(position);
};

/** What joins the elements of `"$*"`. */
export const joiner = (frame: Frame): string => (variable("IFS", frame) ?? " ").slice(0, 1);

/** Separators of unquoted words. */
export const separators = (frame: Frame): string =>
  frame.state.variables.has("IFS") ? (variable("IFS", frame) ?? "") : " \t\n";
