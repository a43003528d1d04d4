/** sqlite3: databases, and the files that statements and dot commands write. */

import { hasOption, readArguments } from "../../commands/arguments.ts";
import type { Call, Command } from "../../shell.ts";
import { mark } from "../../text.ts";

const valueOptions = ["cmd", "init", "separator", "newline", "nullvalue", "vfs", "maxsize", "mmap"];

export const sqlite: Command = (call) => {
  const { shell, state } = call;
  const given = readArguments(call.args, { singleDash: valueOptions, long: valueOptions });
  const [database, ...statements] = given.operands;
  const isReadOnly = hasOption(given, "readonly") || call.args.includes("-readonly");
  const commands = given.options.flatMap(({ name, value }) => (name === "cmd" && value !== undefined ? [value] : []));
  const typed = statements.length === 0 && state.stdin !== mark.unknown ? [state.stdin] : [];
  const all = [...commands, ...statements, ...typed];
  for (const text of all) runStatements(text, call);
  const reads = all.length > 0 && all.every(isReading);
  if (database !== undefined && database !== ":memory:" && !isReadOnly && !reads) shell.touch(database, "write", state);
  return undefined;
};

const isReading = (text: string): boolean =>
  text
    .split(/;|\n/)
    .every((one) =>
      /^\s*($|select\b|with\b|explain\b|values\b|pragma\s+[\w.]+\s*(\(|$)|\.(tables|schema|dump|mode|headers?|indexes|dbinfo|databases|fullschema|width|separator|print|show|help)\b)/i.test(
        one,
      ),
    );

const runStatements = (text: string, { shell, state }: Call): void => {
  for (const [, , path] of text.matchAll(
    /\b(writefile\s*\(|attach\s+(?:database\s+)?|vacuum\s+(?:\w+\s+)?into\s+)\s*'([^']+)'/gi,
  )) {
    shell.touch(path ?? "", "write", state);
  }
  for (const line of text.split("\n")) {
    const [, verb = "", rest = ""] = /^\s*\.(\w+)\s*(.*)$/.exec(line) ?? [];
    if (/^(shell|system)$/.test(verb)) shell.runText(rest, state);
    if (/^(output|once|backup|save|log|trace|clone|excel|open|iotrace|testcase)$/.test(verb))
      touchFile(rest, { shell, state });
  }
};

const touchFile = (words: string, { shell, state }: Pick<Call, "shell" | "state">): void => {
  const file = words
    .split(/\s+/)
    .filter((word) => word !== "" && !word.startsWith("-"))
    .at(-1)
    ?.replace(/^["']|["']$/g, "");
  if (file?.startsWith("|") === true) shell.runText(file.slice(1), state);
  else if (file !== undefined && !/^(off|on|stdout|stderr)$/.test(file)) shell.touch(file, "write", state);
};
