/** git: what names a protected path is refused; what concerns the whole tree is the user's history, and allowed. */

import { runRest } from "../../builtins/control.ts";
import { type Arguments, hasOption, optionValue, optionValues, readArguments } from "../../commands/arguments.ts";
import type { Call, Command } from "../../shell.ts";
import { ended, type ShellState } from "../../state.ts";
import { isUnknown, mark } from "../../text.ts";
import { touchPatched } from "../files/patch.ts";
import { isHooksSetting, runHooks, withHooksFolder } from "./hooks.ts";
import { touchSpecs } from "./pathspec.ts";

const globalRules = {
  short: "Cc",
  long: ["git-dir", "work-tree", "namespace", "exec-path", "config-env", "super-prefix"],
};

export const git: Command = (call) => {
  const verbAt = verbIndex(call.args);
  const given = readArguments(call.args.slice(0, verbAt), globalRules);
  const verb = call.args[verbAt] ?? "";
  const folder = optionValues(given, "C").reduce(
    (at, one) => call.shell.placeOf(one, { ...call.state, cwd: at }),
    call.state.cwd,
  );
  const inside = { ...call, state: { ...call.state, cwd: folder }, args: call.args.slice(verbAt + 1) };
  runConfigured(given, inside);
  for (const place of optionValues(given, "work-tree", "git-dir")) call.shell.touch(place, "into", call.state);
  for (const name of ["GIT_WORK_TREE", "GIT_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"]) {
    const place = call.environment.get(name);
    if (place !== undefined) call.shell.touch(place, "into", call.state);
  }
  runHooks(verb, { ...inside, state: withConfiguredHooks(inside.state, given) });
  return verbs[verb]?.(inside) ?? touchOutput(inside);
};

const verbIndex = (args: readonly string[]): number => {
  let at = 0;
  while (at < args.length && args[at]?.startsWith("-") === true) {
    at += /^(-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--config-env|--super-prefix)$/.test(args[at] ?? "")
      ? 2
      : 1;
  }
  return at;
};

/** Settings and variables whose value git runs. */
const commandSetting =
  /^(alias\.|core\.(editor|pager|sshcommand|fsmonitor)|sequence\.editor|diff\.external|pager\.|(diff|merge)tool\..*\.cmd|filter\..*\.(clean|smudge|process)|credential\.helper)/i;
const commandVariables = [
  "GIT_EDITOR",
  "GIT_SEQUENCE_EDITOR",
  "GIT_PAGER",
  "GIT_SSH_COMMAND",
  "GIT_EXTERNAL_DIFF",
  "GIT_ASKPASS",
  "EDITOR",
  "VISUAL",
  "PAGER",
];

const runConfigured = (given: Arguments, call: Call): void => {
  for (const setting of optionValues(given, "c")) {
    const [, name = "", value = ""] = /^([^=]*)=([\s\S]*)$/.exec(setting) ?? [];
    runSetting(name, value, call);
  }
  for (const name of commandVariables) {
    const line = call.environment.get(name);
    if (line !== undefined) call.shell.runText(line, call.state);
  }
};

const withConfiguredHooks = (state: ShellState, given: Arguments): ShellState =>
  optionValues(given, "c").reduce((at, one) => {
    const [name = "", folder = ""] = one.split("=");
    return isHooksSetting(name) ? withHooksFolder(at, folder) : at;
  }, state);

const runSetting = (name: string, value: string, call: Call): void => {
  if (!commandSetting.test(name)) return;
  if (!name.toLowerCase().startsWith("alias.")) call.shell.runText(value, call.state);
  else if (value.startsWith("!")) call.shell.runText(value.slice(1), call.state);
};

/** Options of any verb that name a file to write. */
const touchOutput = (call: Call): undefined => {
  const given = readArguments(call.args, { long: ["output", "output-directory", "extcmd", "exec", "prefix"] });
  for (const file of optionValues(given, "output")) call.shell.touch(file, "write", call.state);
  for (const line of optionValues(given, "extcmd", "exec", "tree-filter", "index-filter"))
    call.shell.runText(line, call.state);
  return undefined;
};

const restoring: Command = (call) => {
  const given = readArguments(call.args, {
    short: "bBsU",
    long: ["source", "pathspec-from-file", "orphan", "conflict"],
  });
  if (call.args.includes("--staged") && !hasOption(given, "worktree", "W")) return undefined;
  touchSpecs(call, given);
  return undefined;
};

const remove: Command = (call) => {
  const given = readArguments(call.args, { long: ["pathspec-from-file"] });
  if (!hasOption(given, "cached", "n", "dry-run")) touchSpecs(call, given);
  return undefined;
};

const move: Command = (call) => {
  const { operands } = readArguments(call.args);
  const target = operands.at(-1) ?? "";
  const isFolder = call.shell.paths.kind(call.shell.placeOf(target, call.state)) === "folder";
  for (const source of operands.slice(0, -1)) {
    call.shell.touch(source, "tree", call.state);
    call.shell.touch(isFolder ? `${target}/${source.split("/").at(-1) ?? ""}` : target, "entry", call.state);
  }
  return undefined;
};

const clean: Command = (call) => {
  const given = readArguments(call.args, { short: "e", long: ["exclude"] });
  if (hasOption(given, "n", "dry-run")) return undefined;
  touchSpecs(call, given);
  if (given.operands.length === 0 && call.shell.isSealed(".", call.state)) call.shell.touch(".", "into", call.state);
  return undefined;
};

const stash: Command = (call) => {
  const at = call.args.indexOf("--");
  if (at >= 0) touchSpecs(call, { options: [], operands: call.args.slice(at + 1) });
  return undefined;
};

const apply: Command = (call) => {
  const given = readArguments(call.args, {
    short: "pC",
    long: ["directory", "exclude", "include", "build-fake-ancestor", "whitespace"],
  });
  if (hasOption(given, "stat", "numstat", "summary", "check")) return undefined;
  if (hasOption(given, "cached") && !hasOption(given, "index")) return undefined;
  const strip = Number(optionValue(given, "p") ?? "1");
  const folder = optionValue(given, "directory");
  if (folder !== undefined) call.shell.touch(folder, "into", call.state);
  const texts =
    given.operands.length === 0
      ? [call.state.stdin]
      : given.operands.map((file) => call.shell.textOf(file, call.state));
  for (const text of texts) if (text !== undefined) touchPatched(text, { call, strips: [strip], folder: folder ?? "" });
  return undefined;
};

const applyMail: Command = (call) => {
  const given = readArguments(call.args, { short: "pCS", long: ["directory", "exclude", "include"] });
  return apply({ ...call, args: given.operands });
};

/** Verbs whose last operand is a folder or file that they make. */
const making =
  (position: number, rules: { readonly short?: string; readonly long?: readonly string[] } = {}): Command =>
  (call) => {
    const given = readArguments(call.args, rules);
    const target = given.operands[position];
    if (target !== undefined) call.shell.touch(target, "write", call.state);
    if (target === undefined && position === 0 && call.shell.isSealed(".", call.state))
      call.shell.touch(".", "into", call.state);
    for (const file of optionValues(given, "o", "output", "output-directory", "separate-git-dir"))
      call.shell.touch(file, "write", call.state);
    return undefined;
  };

const worktree: Command = (call) => {
  const [verb, ...rest] = call.args;
  const { operands } = readArguments(rest, { short: "bB", long: ["reason"] });
  if (verb === "add" || verb === "move")
    for (const place of operands.slice(0, 2)) call.shell.touch(place, "write", call.state);
  if (verb === "remove") for (const place of operands) call.shell.touch(place, "tree", call.state);
  return undefined;
};

const checkoutIndex: Command = (call) => {
  const given = readArguments(call.args, { long: ["prefix", "stage"] });
  const prefix = optionValue(given, "prefix");
  if (prefix !== undefined) call.shell.touch(`${prefix}x`, "write", call.state);
  else touchSpecs(call, given);
  return undefined;
};

const config: Command = (call) => {
  const given = readArguments(call.args, { short: "f", long: ["file", "blob", "type", "default"] });
  const file = optionValue(given, "f", "file");
  if (file !== undefined && !hasOption(given, "get", "list", "l", "get-all", "get-regexp"))
    call.shell.touch(file, "write", call.state);
  const [name = "", value] = given.operands;
  if (value === undefined) return undefined;
  runSetting(name, value, call);
  return isHooksSetting(name) ? [ended(withHooksFolder(call.state, value), true)] : undefined;
};

const difftool: Command = (call) => {
  const given = readArguments(call.args, { short: "xt", long: ["extcmd", "tool"] });
  for (const line of optionValues(given, "x", "extcmd")) call.shell.runText(line, call.state);
  return undefined;
};

const rebase: Command = (call) => {
  const given = readArguments(call.args, { short: "xsX", long: ["exec", "onto", "strategy"] });
  for (const line of optionValues(given, "x", "exec")) call.shell.runText(line, call.state);
  return undefined;
};

const bisect: Command = (call) => {
  if (call.args[0] === "run") runRest(call, call.args.slice(1));
  return undefined;
};

const forEach: Command = (call) => {
  const at = call.args.indexOf("foreach");
  const words = call.args.slice(at + 1).filter((arg) => !arg.startsWith("--"));
  if (at >= 0) call.shell.runText(words.join(" "), call.state);
  return undefined;
};

const revParse: Command = (call) => {
  if (!call.args.includes("--show-toplevel")) return undefined;
  const { paths } = call.shell;
  let folder = call.shell.placeOf(".", call.state);
  if (isUnknown(folder)) return undefined;
  while (paths.kind(paths.join(folder, ".git")) === undefined) {
    const parent = paths.dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
  return [ended(call.state, true, `${folder}\n`)];
};

const listFiles: Command = (call) => {
  if (!call.state.isHeard) return undefined;
  const { shell, state } = call;
  const base = shell.placeOf(".", state);
  const { operands } = readArguments(call.args, { short: "xX", long: ["exclude", "exclude-from"] });
  const roots = operands.length === 0 ? ["."] : operands;
  const sealed = roots
    .filter((root) => !/[*?[]/.test(root))
    .flatMap((root) => shell.sealedBelow(shell.placeOf(root, state)));
  const files = sealed
    .filter((path) => shell.paths.kind(path) === "file")
    .map((path) => shell.paths.inside(base, path) ?? path);
  return [ended(state, true, [mark.unknown, ...files, ""].join("\n"))];
};

const verbs: Readonly<Record<string, Command>> = {
  checkout: restoring,
  restore: restoring,
  rm: remove,
  mv: move,
  clean,
  stash,
  apply,
  am: applyMail,
  archive: making(Number.POSITIVE_INFINITY, { short: "o", long: ["output", "format", "remote", "exec", "prefix"] }),
  "format-patch": making(Number.POSITIVE_INFINITY, { short: "o", long: ["output-directory"] }),
  clone: making(1, {
    short: "obcuj",
    long: ["origin", "branch", "config", "depth", "reference", "separate-git-dir", "template"],
  }),
  init: making(0, { short: "b", long: ["initial-branch", "template", "separate-git-dir"] }),
  bundle: making(1),
  worktree,
  "checkout-index": checkoutIndex,
  config,
  difftool,
  rebase,
  bisect,
  submodule: forEach,
  "rev-parse": revParse,
  "ls-files": listFiles,
};
