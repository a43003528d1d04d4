/** make: the recipes of the targets that it would run. */

import { hasOption, optionValue, optionValues, readArguments } from "../../commands/arguments.ts";
import { touchNamed } from "../../commands/unknown.ts";
import type { Call, Command } from "../../shell.ts";
import { mark } from "../../text.ts";

const mostTargets = 40;

export const make: Command = (call) => {
  const given = readArguments(call.args, {
    short: "CfIjloWO",
    long: ["directory", "file", "makefile", "include-dir", "jobs", "old-file", "what-if"],
  });
  const settings = given.operands.filter((word) => word.includes("="));
  for (const word of [...optionValues(given, "C", "directory"), ...settings]) touchNamed(word, call);
  if (hasOption(given, "n", "just-print", "dry-run", "q", "question")) return undefined;
  const folder = optionValue(given, "C", "directory");
  const state = folder === undefined ? call.state : { ...call.state, cwd: call.shell.placeOf(folder, call.state) };
  const text = makefileText({ ...call, state }, optionValue(given, "f", "file", "makefile"));
  if (text !== undefined && text !== mark.unknown) runTargets({ ...call, state }, text, given.operands);
  return undefined;
};

const makefileText = ({ shell, state }: Call, given: string | undefined): string | undefined => {
  if (given === "-") return state.stdin;
  const names = given === undefined ? ["GNUmakefile", "makefile", "Makefile"] : [given];
  return names.map((name) => shell.textOf(name, state)).find((text) => text !== undefined);
};

interface Makefile {
  readonly variables: Map<string, string>;
  readonly rules: Map<string, { readonly needs: readonly string[]; readonly recipe: string[] }>;
  first: string | undefined;
}

const runTargets = (call: Call, text: string, operands: readonly string[]): void => {
  const file = parsed(text);
  for (const word of operands) {
    const [, name, value] = /^([^=]+?)[:+?]?=(.*)$/.exec(word) ?? [];
    if (name !== undefined && value !== undefined) file.variables.set(name, value);
  }
  const wanted = operands.filter((word) => !word.includes("="));
  const first = file.first === undefined ? [] : [file.first];
  for (const target of withNeeds(wanted.length > 0 ? wanted : first, file)) {
    const { needs = [], recipe = [] } = file.rules.get(target) ?? {};
    for (const line of recipe) call.shell.runText(recipeLine(line, { file, target, needs }), call.state);
  }
};

/** Targets, and all that they need. */
const withNeeds = (targets: readonly string[], file: Makefile): readonly string[] => {
  const found = new Set(targets);
  for (const target of found) {
    for (const need of file.rules.get(target)?.needs ?? []) if (found.size < mostTargets) found.add(need);
  }
  return [...found];
};

const parsed = (text: string): Makefile => {
  const file: Makefile = { variables: new Map(), rules: new Map(), first: undefined };
  let recipes: string[][] = [];
  for (const line of text.replaceAll(/\\\n/g, " ").split("\n")) {
    if (line.startsWith("\t")) for (const recipe of recipes) recipe.push(line.slice(1));
    else recipes = readLine(line, file) ?? recipes;
  }
  return file;
};

/** The recipes that the lines below belong to, where the line begins a rule. */
const readLine = (line: string, file: Makefile): string[][] | undefined => {
  const [, name, operator, value = ""] =
    /^\s*(?:export\s+|override\s+)?([\w.-]+)\s*([:+?!]{0,2}=)\s*(.*)$/.exec(line) ?? [];
  if (name !== undefined) {
    if (operator !== "?=" || !file.variables.has(name)) file.variables.set(name, value);
    return undefined;
  }
  const [, targets, needs = "", inline] = /^([^\s:#][^:=]*)::?([^=;]*)(?:;(.*))?$/.exec(line) ?? [];
  return targets === undefined ? undefined : addRules(file, { targets, needs, inline });
};

const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== "");

const addRules = (
  file: Makefile,
  { targets, needs, inline }: { readonly targets: string; readonly needs: string; readonly inline: string | undefined },
): string[][] =>
  words(targets).map((target) => {
    const old = file.rules.get(target);
    const recipe = old?.recipe ?? [];
    if (inline !== undefined) recipe.push(inline);
    file.rules.set(target, { needs: [...(old?.needs ?? []), ...words(needs)], recipe });
    if (!target.startsWith(".")) file.first ??= target;
    return recipe;
  });

interface Recipe {
  readonly file: Makefile;
  readonly target: string;
  readonly needs: readonly string[];
}

const recipeLine = (line: string, { file, target, needs }: Recipe): string => {
  const automatic: Readonly<Record<string, string>> = { "@": target, "<": needs[0] ?? "", "^": needs.join(" ") };
  let text = line.replace(/^[@+-]+/, "");
  for (let depth = 0; depth < 5 && /\$[({@<^]/.test(text); depth += 1) {
    text = text.replace(/\$([@<^])|\$[({](\w+)[)}]/g, (whole, short: string | undefined, name: string | undefined) =>
      short !== undefined
        ? (automatic[short] ?? "")
        : name !== undefined
          ? (file.variables.get(name) ?? "")
          : String(whole),
    );
  }
  return text.replaceAll("$$", "$");
};
