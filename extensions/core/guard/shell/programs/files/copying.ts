/** cp, mv, ln, install, rsync: where each source lands, and what of a source goes away. */

import { type Arguments, hasOption, optionValue, optionValues, readArguments } from "../../commands/arguments.ts";
import { absoluteText } from "../../files/place.ts";
import type { Call, Command } from "../../shell.ts";
import { ended, type ShellState, withEntry } from "../../state.ts";
import { isUnknown } from "../../text.ts";

const copyRules = { short: "tSZ", long: ["target-directory", "suffix", "context", "backup"] };

interface Landing {
  readonly source: string;
  readonly target: string;
}

/** Each source with the path it gets. */
const landings = (given: Arguments, call: Call): readonly Landing[] => {
  const folder = optionValue(given, "t", "target-directory");
  const sources = folder === undefined ? given.operands.slice(0, -1) : given.operands;
  const target = folder ?? given.operands.at(-1);
  if (target === undefined || sources.length === 0) return [];
  const isFolder =
    folder !== undefined || (!hasOption(given, "T", "no-target-directory") && isInto(target, sources, call));
  return sources.map((source) => ({ source, target: isFolder ? `${target}/${lastName(source)}` : target }));
};

const isInto = (target: string, sources: readonly string[], { shell, state }: Call): boolean => {
  if (sources.length > 1 || target.endsWith("/") || /(^|\/)\.\.?$/.test(target)) return true;
  return shell.paths.kind(shell.placeOf(target, state)) === "folder";
};

/** `.` as a source means what is in the folder. */
const lastName = (path: string): string =>
  path
    .split("/")
    .filter((name) => name !== "")
    .at(-1) ?? "";

export const cp: Command = (call) => {
  const given = readArguments(call.args, copyRules);
  const isDeep = hasOption(given, "r", "R", "a", "recursive", "archive");
  let state = call.state;
  for (const { source, target } of landings(given, call)) {
    call.shell.touch(target, "write", state);
    if (isDeep) mergeTree(call, source, target);
    state = copied(state, { source, target, call, given });
  }
  return [ended(state)];
};

/** What is copied keeps its text, and with some options its being another name of something. */
const copied = (
  state: ShellState,
  { source, target, call, given }: Landing & { readonly call: Call; readonly given: Arguments },
): ShellState => {
  const { shell } = call;
  const place = shell.placeOf(target, state, { follow: false });
  if (hasOption(given, "l", "link"))
    return { ...state, links: withEntry(state.links, place, shell.placeOf(source, state)) };
  if (hasOption(given, "s", "symbolic-link", "a", "archive", "d", "P", "no-dereference")) {
    const isLink = shell.paths.kind(shell.placeOf(source, state, { follow: false })) === "link";
    if (isLink || hasOption(given, "s", "symbolic-link")) {
      return { ...state, links: withEntry(state.links, place, shell.placeOf(source, state)) };
    }
  }
  const text =
    state.texts.size === 0 && !/\.(sh|bash|py|js|cjs|mjs|pl|rb)$/.test(source) && !place.includes("/hooks/")
      ? undefined
      : shell.textOf(source, state);
  return text === undefined ? state : { ...state, texts: withEntry(state.texts, place, text) };
};

/** A folder copied over another lands on each file that both have. */
const mergeTree = ({ shell, state }: Call, source: string, target: string): void => {
  if (isUnknown(source) || isUnknown(target)) return;
  const from = absoluteText(source, state.cwd);
  const to = shell.placeOf(target, state);
  for (const sealed of shell.sealedBelow(to)) {
    const inner = shell.paths.inside(to, sealed);
    if (inner !== undefined && shell.paths.kind(`${from}/${inner}`) !== undefined) shell.touch(sealed, "entry", state);
  }
};

export const mv: Command = (call) => {
  const given = readArguments(call.args, copyRules);
  let { state } = call;
  for (const { source, target } of landings(given, call)) {
    const from = call.shell.placeOf(source, state, { follow: false });
    call.shell.touch(source, "tree", state);
    call.shell.touch(target, "entry", state);
    mergeTree(call, source, target);
    if (call.shell.paths.kind(from) === "link" || state.links.has(from)) {
      const place = call.shell.placeOf(target, state, { follow: false });
      state = { ...state, links: withEntry(state.links, place, call.shell.placeOf(source, state)) };
    }
  }
  return [ended(state)];
};

export const ln: Command = (call) => {
  const given = readArguments(call.args, copyRules);
  const { shell } = call;
  const isSymbolic = hasOption(given, "s", "symbolic");
  const single = given.operands.length === 1 && optionValue(given, "t", "target-directory") === undefined;
  const operands = single ? [...given.operands, "."] : given.operands;
  const named = hasOption(given, "n", "no-dereference")
    ? { ...given, options: [...given.options, { name: "T", value: undefined }] }
    : given;
  let { state } = call;
  for (const { source, target } of landings({ ...named, operands }, call)) {
    shell.touch(target, "entry", state);
    const place = shell.placeOf(target, state, { follow: false });
    const folder = place.slice(0, place.lastIndexOf("/"));
    const to = isSymbolic ? shell.placeOf(source, { ...state, cwd: folder }) : shell.placeOf(source, state);
    state = { ...state, links: withEntry(state.links, place, to) };
  }
  return [ended(state)];
};

export const install: Command = (call) => {
  const given = readArguments(call.args, {
    short: "gmoStZ",
    long: ["group", "mode", "owner", "suffix", "target-directory"],
  });
  if (hasOption(given, "d", "directory"))
    for (const folder of given.operands) call.shell.touch(folder, "entry", call.state);
  else for (const { target } of landings(given, call)) call.shell.touch(target, "write", call.state);
  return undefined;
};

const rsyncRules = {
  short: "efTBM",
  long: "rsh exclude exclude-from include include-from files-from filter log-file backup-dir temp-dir chmod chown max-size min-size bwlimit timeout port password-file partial-dir suffix out-format compare-dest copy-dest link-dest".split(
    " ",
  ),
};

export const rsync: Command = (call) => {
  const { shell, state } = call;
  const given = readArguments(call.args, rsyncRules);
  if (hasOption(given, "n", "dry-run", "list-only")) return undefined;
  for (const file of optionValues(given, "log-file")) shell.touch(file, "write", state);
  for (const folder of optionValues(given, "backup-dir", "temp-dir", "partial-dir")) shell.touch(folder, "into", state);
  const target = given.operands.at(-1);
  const sources = given.operands.slice(0, -1);
  if (hasOption(given, "remove-source-files")) for (const source of sources) shell.touch(source, "tree", state);
  if (target === undefined || isRemote(target)) return undefined;
  const isMirror = given.options.some(({ name }) => name.startsWith("delete"));
  for (const source of sources) mirror({ source, target }, call, isMirror);
  return undefined;
};

/** A source with a slash at its end stands for what is in it. */
const mirror = ({ source, target }: Landing, call: Call, isMirror: boolean): void => {
  const { shell, state } = call;
  const isInside = source.endsWith("/") || /(^|\/)\.$/.test(source);
  const lands = isInside ? target : `${target}/${lastName(source)}`;
  shell.touch(lands, isMirror ? "tree" : "entry", state);
  if (isMirror) return;
  mergeTree(call, source, lands);
  if (isInside) shell.touch(target, "into", state);
};

const isRemote = (path: string): boolean => /^[^/]+:/.test(path);

export const scp: Command = (call) => {
  const given = readArguments(call.args, { short: "cFiJloPSX" });
  const target = given.operands.at(-1);
  if (target === undefined || isRemote(target)) return undefined;
  for (const { target: lands } of landings(given, call)) call.shell.touch(lands, "write", call.state);
  return undefined;
};
