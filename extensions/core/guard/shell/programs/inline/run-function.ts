/** Calls of functions in one-liners: reports what they change, and gives what they return where that is a path. */

import type { Reach } from "../../../protection.ts";
import { expandGlob } from "../../files/glob.ts";
import { withEntry } from "../../state.ts";
import { activated, isUnknown, mark } from "../../text.ts";
import type { Code } from "./code.ts";
import {
  effectOf,
  evaluates,
  joins,
  lists,
  loads,
  opens,
  pathMethods,
  prints,
  runs,
  sameText,
  writingMode,
} from "./effects.ts";
import { type Argument, type FunctionCall, isKnown, joined, nothing, type Value } from "./value.ts";

/** Named arguments that a path may be given by. */
const namesTarget = /^(path|dst|dest|destination|to|target|filename|extract_dir|output)$/;

export const runFunction = (call: FunctionCall, code: Code): Value => {
  const { name, receiver, args } = call;
  const isGiven = ({ key }: Argument): boolean => key === undefined || namesTarget.test(key);
  const texts = args.filter(isGiven).map(({ value }) => code.oneOf(value));
  if (opens.test(name)) open(call, texts, code);
  if (runs.test(name)) runProgram(args, code);
  if (prints.test(name)) code.printed += `${texts.join(" ")}\n`;
  if (texts[0] !== undefined) runText(name, texts[0], code);
  const method = receiver?.isPath === true ? pathMethods[name.toLowerCase()] : undefined;
  if (method !== undefined && receiver !== undefined) change(receiver.text, method, code);
  changeArguments(call, texts, code);
  link(call, texts, code);
  return returned(call, texts, code);
};

/** Code that is evaluated or loaded, and folders that are entered. */
const runText = (name: string, text: string, code: Code): void => {
  if (evaluates.test(name)) code.runInner(text);
  if (loads.test(name)) load(text, code);
  if (/^(chdir|cd)$/.test(name)) code.cwd = code.call.shell.placeOf(text, code.state);
};

const changeArguments = ({ name, receiver }: FunctionCall, texts: readonly string[], code: Code): void => {
  const effect = effectOf(name, receiver?.name);
  if (effect === undefined) return;
  for (const position of effect.positions) {
    const target = texts[position];
    if (target !== undefined) change(target, effect.reach, code);
  }
};

/** Another name of a file: what is written to it later lands there. */
const link = ({ name, receiver }: FunctionCall, texts: readonly string[], code: Code): void => {
  const [, kind, isMethod] = /^(symlink|ln_sf?|link|hardlink)(_to)?(?:sync|_file)?$/i.exec(name) ?? [];
  const [target, path] = isMethod === undefined ? texts : [texts[0], receiver?.text];
  if (kind === undefined || target === undefined || path === undefined || isUnknown(target + path)) return;
  const { shell } = code.call;
  const place = shell.placeOf(path, code.state, { follow: false });
  const isHard = /^(hard)?link$/i.test(kind);
  const cwd = isHard ? code.cwd : place.slice(0, place.lastIndexOf("/"));
  code.links = withEntry(code.links, place, shell.placeOf(target, { ...code.state, cwd }));
};

const isAimless = (path: string): boolean => isUnknown(path) && /^[\uE000/]*$/.test(path);

const change = (path: string, reach: Reach, code: Code): void => {
  if (isAimless(path)) code.isAimless = true;
  else code.call.shell.touch(fromHome(path, code), reach, code.state);
};

const fromHome = (path: string, code: Code): string =>
  /^~(\/|$)/.test(path) ? `${code.call.shell.home}${path.slice(1)}` : path;

/** The mode decides. */
const open = (call: FunctionCall, texts: readonly string[], code: Code): void => {
  if (code.language === "perl") {
    openInPerl(texts, code);
    return;
  }
  const { receiver, args } = call;
  const [path, mode] = receiver?.isPath === true ? [receiver.text, texts[0]] : texts;
  const named = args.find(({ key }) => key !== undefined && /^(mode|flags?)$/.test(key))?.value.text;
  const how = named ?? mode;
  if (path !== undefined && how !== undefined && (writingMode.test(how) || how === mark.unknown)) {
    change(path, "write", code);
  }
};

/** There the mode stands before the path, or in it. */
const openInPerl = ([, mode = "", path]: readonly string[], code: Code): void => {
  const [, sign, rest = mark.unknown] = /^\s*(\+?[<>|]{1,2})-?\s*(.*)$/.exec(mode) ?? [];
  if (sign === undefined) return;
  if (sign.startsWith("|")) code.call.shell.runText(path ?? rest, code.state);
  else if (writingMode.test(sign)) change(path ?? rest, "write", code);
};

/** A command line, or a program with its arguments. */
const runProgram = (args: readonly Argument[], code: Code): void => {
  const { shell } = code.call;
  const [first, second] = args.filter(({ key }) => key === undefined).map(({ value }) => value);
  const words =
    first?.items ?? (second?.items !== undefined && isKnown(first) ? [first.text, ...second.items] : undefined);
  if (words !== undefined) {
    const [program = "", ...rest] = words;
    shell.runCall({ ...code.call, state: code.state, program, name: program.split("/").at(-1) ?? program, args: rest });
    return;
  }
  const plain = args.filter(({ key }) => key === undefined).map(({ value }) => value.text);
  if (plain.length > 1 && plain.every((text) => !text.includes(" "))) {
    const [program = "", ...rest] = plain;
    shell.runCall({ ...code.call, state: code.state, program, name: program.split("/").at(-1) ?? program, args: rest });
  }
  if (isKnown(first)) shell.runText(first.text, code.state);
};

/** A file of the project that is run as well. */
const load = (path: string, code: Code): void => {
  if (!/[./]/.test(path) || path === mark.unknown) return;
  const names = [path, `${path}.js`, `${path}.rb`, `${path}.pl`];
  const text = names.map((name) => code.call.shell.textOf(name, code.state)).find((one) => one !== undefined);
  if (text !== undefined) code.runInner(text);
};

const returned = (call: FunctionCall, texts: readonly string[], code: Code): Value => {
  const { name, receiver, args } = call;
  if (/^(foreach|map|filter|each|sort|reverse|split|list|sorted)$/i.test(name))
    return receiver ?? args[0]?.value ?? nothing;
  if (lists.test(name)) return { ...nothing, items: listed(name, { receiver, texts, code }) };
  return joinedList(call, texts) ?? knownText(call, texts, code);
};

/** A list joined by a text; in Python the text is the receiver. */
const joinedList = ({ name, receiver, args }: FunctionCall, texts: readonly string[]): Value | undefined => {
  if (name.toLowerCase() !== "join" || receiver === undefined) return undefined;
  if (receiver.items !== undefined) return { text: receiver.items.join(texts[0] ?? ",") };
  const items = args[0]?.value.items;
  return items !== undefined && isKnown(receiver) ? { text: items.join(receiver.text) } : undefined;
};

const knownText = ({ name, receiver, args }: FunctionCall, texts: readonly string[], code: Code): Value => {
  if (/^(chr|fromcharcode)$/i.test(name)) return { text: characters(args) };
  if (/^(cwd|getcwd|pwd)$/i.test(name)) return { text: "." };
  if (/^(homedir|home)$/i.test(name)) return { text: code.call.shell.home };
  if (joins.test(name)) return joinedPath(name, { receiver, texts });
  if (!sameText.test(name)) return nothing;
  return receiver !== undefined && isKnown(receiver) ? receiver : { text: texts[0] ?? mark.unknown };
};

const characters = (args: readonly Argument[]): string =>
  args
    .map(({ value }) => (/^\d+$/.test(value.name ?? "") ? String.fromCharCode(Number(value.name)) : mark.unknown))
    .join("");

interface Returning {
  readonly receiver: Value | undefined;
  readonly texts: readonly string[];
  readonly code: Code;
}

const joinedPath = (name: string, { receiver, texts }: Omit<Returning, "code">): Value => {
  const isPath = /path/i.test(name) || receiver?.isPath === true;
  const base = receiver !== undefined && isKnown(receiver) && receiver.isPath === true ? [receiver.text] : [];
  return { text: joined([...base, ...texts]), isPath };
};

/** The names in a folder, or the matches of a pattern, as they are now. */
const listed = (name: string, { receiver, texts, code }: Returning): readonly string[] => {
  const { shell } = code.call;
  const isPattern = /glob/i.test(name);
  const base = receiver?.isPath === true ? receiver.text : undefined;
  if (base !== undefined) return [`${base}/${mark.unknown}`];
  const [first] = texts;
  if (first === undefined || first === mark.unknown) return [mark.unknown];
  if (!isPattern && /^walk$/i.test(name)) return [`${first}/${mark.unknown}`];
  if (!isPattern) return shell.paths.list(shell.placeOf(first, code.state));
  const rules = { paths: shell.paths, cwd: code.cwd, options: new Set(["nullglob"]), worthEntering: () => false };
  return expandGlob(activated(first), rules);
};
