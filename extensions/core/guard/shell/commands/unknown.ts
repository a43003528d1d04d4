/** Programs that nobody described here: an argument that names a protected path counts as a write. */

import type { Call } from "../shell.ts";
import { isUnknown } from "../text.ts";

export const runUnknown = (call: Call): undefined => {
  for (const arg of call.args) touchNamed(arg, call);
  touchVariables(call);
  // Where all is protected, whatever it makes is.
  if (call.shell.isSealed("new", call.state)) call.shell.touch("new", "write", call.state);
  return undefined;
};

/** Variables that name a place for files. */
export const touchVariables = (call: Call): void => {
  for (const [name, value] of call.environment) if (isOutputVariable(name)) touchNamed(value, call);
};

/** Variables that tell programs where to put files. */
const isOutputVariable = (name: string): boolean =>
  /(FILE|DIR|FOLDER|PATH|PREFIX|CACHE|COVERAGE|OUT|OUTPUT|LOG|TRACE|HOME|DEST|DESTDIR|TMP|TEMP|COV|TARGET|HISTORY|WORK_TREE|INDEX)$/i.test(
    name,
  ) &&
  name !== "PATH" &&
  name !== "NODE_PATH" &&
  name !== "PYTHONPATH" &&
  name !== "WIKI_HOME";

/** Refuses an argument, or the value in it, that names a protected path. */
export const touchNamed = (arg: string, call: Call): void => {
  const { shell, state } = call;
  for (const reading of readingsOf(arg)) {
    if (!looksLikePath(reading, call)) continue;
    if (shell.isSealed(reading, state)) shell.touch(reading, "tree", state);
  }
};

/** Words that are no paths would stand for one in a protected folder. */
const looksLikePath = (text: string, { shell, state }: Call): boolean =>
  /[./]/.test(text) || (!isUnknown(text) && shell.paths.kind(shell.placeOf(text, state)) !== undefined);

/** `--out=PATH`, `-oPATH`, `key=PATH`, `@PATH`, `from:PATH`. */
const readingsOf = (arg: string): readonly string[] => {
  const readings = [arg];
  const [, value] = /^[^=/]*=([\s\S]+)$/.exec(arg) ?? [];
  if (value !== undefined) readings.push(value);
  const [, attached] = /^-\w([\s\S]+)$/.exec(arg) ?? [];
  if (attached !== undefined) readings.push(attached);
  if (arg.startsWith("@")) readings.push(arg.slice(1));
  if (arg.includes(":")) readings.push(...arg.split(":"));
  return readings.filter((reading) => reading !== "");
};
