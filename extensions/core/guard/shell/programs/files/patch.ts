/** patch, and the paths that a patch would change. */

import { patchedPaths } from "../../../patch-paths.ts";
import { type Arguments, hasOption, optionValue, optionValues, readArguments } from "../../commands/arguments.ts";
import type { Call, Command } from "../../shell.ts";

interface Patching {
  readonly call: Call;
  /** How many leading folders the tool takes off the paths. */
  readonly strips: readonly number[];
  readonly folder: string;
}

export const touchPatched = (text: string, { call, strips, folder }: Patching): void => {
  for (const path of patchedPaths(text)) {
    for (const strip of strips) {
      const stripped = path.split("/").slice(strip).join("/");
      if (stripped !== "") call.shell.touch(folder === "" ? stripped : `${folder}/${stripped}`, "write", call.state);
    }
  }
};

export const patch: Command = (call) => {
  const given = readArguments(call.args, {
    short: "dipoFrDVBzYg",
    long: ["directory", "input", "strip", "output", "reject-file", "prefix", "suffix"],
  });
  const { shell, state } = call;
  for (const file of optionValues(given, "r", "reject-file", "o", "output")) shell.touch(file, "write", state);
  if (hasOption(given, "dry-run", "C", "check")) return undefined;
  const folder = optionValue(given, "d", "directory");
  const inside = folder === undefined ? call : { ...call, state: { ...state, cwd: shell.placeOf(folder, state) } };
  const [original] = given.operands;
  const isElsewhere = hasOption(given, "o", "output");
  if (original === undefined) patchNamed(given, inside);
  else if (!isElsewhere) shell.touch(original, "write", inside.state);
  return undefined;
};

/** The patch itself names the files. */
const patchNamed = (given: Arguments, call: Call): void => {
  const file = optionValue(given, "i", "input");
  const text = file === undefined ? call.state.stdin : call.shell.textOf(file, call.state);
  const strip = optionValue(given, "p", "strip");
  // Without -p only the name counts, but for files that are there under their whole path.
  const strips = strip === undefined ? [0, 1] : [Number(strip)];
  if (text !== undefined) touchPatched(text, { call, strips, folder: "" });
};
