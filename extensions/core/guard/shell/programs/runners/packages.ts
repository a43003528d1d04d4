/** npm and its kin: programs by name, and scripts from package.json. */

import { runRest } from "../../builtins/control.ts";
import { readArguments } from "../../commands/arguments.ts";
import { runUnknown, touchNamed } from "../../commands/unknown.ts";
import type { Call, Command } from "../../shell.ts";
import { ended, setText, withEntry } from "../../state.ts";
import { withEnvironment } from "./shells.ts";

const npxRules = { short: "pc", long: ["package", "call", "workspace"] };

/** `npx`, `bunx`, `pnpm dlx`: a program by its package's name. */
export const npx: Command = (call) => runPackage(call, call.args);

const runPackage = (call: Call, args: readonly string[]) => {
  const first = args.findIndex(
    (arg, index) => !arg.startsWith("-") && !/^(-p|--package|-c|--call|-w|--workspace)$/.test(args[index - 1] ?? ""),
  );
  const leading = readArguments(first < 0 ? args : args.slice(0, first), npxRules);
  for (const { name, value } of leading.options) {
    if (value !== undefined && (name === "c" || name === "call")) call.shell.runText(value, call.state);
  }
  const rest = first < 0 ? [] : args.slice(first);
  const [program = "", ...others] = rest[0] === "--" ? rest.slice(1) : rest;
  return program === "" ? undefined : runRest(call, [withoutVersion(program), ...others]);
};

/** `name@1.2.3` and `@scope/name@latest` without what follows the last `@`. */
const withoutVersion = (name: string): string => name.replace(/(?<=.)@[^@/]*$/, "");

const runners: ReadonlySet<string> = new Set(["exec", "x", "dlx"]);
const scriptVerbs: ReadonlySet<string> = new Set(["run", "run-script", "rum", "urn"]);
const lifecycle: ReadonlySet<string> = new Set(["test", "t", "start", "stop", "restart"]);

/** `npm`, `pnpm`, `yarn`, `bun`. */
export const packageManager: Command = (call) => {
  const given = readArguments(call.args, packageRules);
  for (const { value } of given.options) if (value !== undefined) touchNamed(value, call);
  const [verb = "", script = ""] = given.operands;
  const after = (word: string): readonly string[] => call.args.slice(call.args.indexOf(word) + 1);
  if (runners.has(verb)) return runPackage(call, after(verb));
  if (scriptVerbs.has(verb)) return runScript(call, script, after(script));
  if (lifecycle.has(verb)) return runScript(call, verb === "t" ? "test" : verb, after(verb));
  if (readingVerbs.has(verb)) return undefined;
  if (verb === "pkg" && script === "set") return setScripts(call, after("set"));
  return call.name === "npm" ? runUnknown(call) : runBare(call, verb, after(verb));
};

const packageRules = {
  short: "Cw",
  long: "prefix cwd dir workspace filter pack-destination cache userconfig globalconfig loglevel".split(" "),
};

/** Other managers than npm take a script, and some a program, without a verb. */
const runBare = (call: Call, verb: string, args: readonly string[]): ReturnType<Command> => {
  if (verb !== "" && isScript(call, verb)) return runScript(call, verb, args);
  const takesPrograms = call.name === "yarn" || call.name === "bun";
  return takesPrograms && !packageVerbs.has(verb) ? runPackage(call, [verb, ...args]) : runUnknown(call);
};

const packageVerbs: ReadonlySet<string> = new Set(
  "add audit bin cache config create global import info init install link list login logout outdated owner pack publish remove tag team unlink unplug upgrade version versions why workspace workspaces i ci".split(
    " ",
  ),
);

const readingVerbs: ReadonlySet<string> = new Set(
  "view show info ls list outdated why explain get bin root prefix ping whoami search help fund doctor".split(" "),
);

const isScript = (call: Call, name: string): boolean => ownScripts(call).has(name);

const ownScripts = ({ shell, state }: Call): ReadonlyMap<string, string> =>
  scriptsIn(shell.textOf("package.json", state) ?? "");

const scriptsIn = (text: string): ReadonlyMap<string, string> => {
  try {
    const manifest: unknown = JSON.parse(text);
    const scripts = isRecord(manifest) && isRecord(manifest["scripts"]) ? manifest["scripts"] : {};
    return new Map(Object.entries(scripts).flatMap(([name, line]) => (typeof line === "string" ? [[name, line]] : [])));
  } catch {
    // No package.json that npm could read either.
    return new Map();
  }
};

/** `npm pkg set scripts.name=line`: a script that a later command may run. */
const setScripts = ({ shell, state }: Call, settings: readonly string[]): ReturnType<Command> => {
  const lines = [...scriptsIn(shell.textOf("package.json", state) ?? "")];
  for (const setting of settings) {
    const [, name, line] = /^scripts\.([^=]+)=([\s\S]*)$/.exec(setting) ?? [];
    if (name !== undefined && line !== undefined) lines.push([name, line]);
  }
  shell.touch("package.json", "write", state);
  const text = JSON.stringify({ scripts: Object.fromEntries(lines) });
  const texts = withEntry(state.texts, shell.placeOf("package.json", state), text);
  return [ended({ ...state, texts }, undefined, "")];
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const runScript = (call: Call, name: string, args: readonly string[]) => {
  const inside = setText(withEnvironment(call), "npm_lifecycle_event", name);
  const extra = args.filter((arg) => arg !== "--" && !/^-(s|-silent)$/.test(arg));
  const scripts = ownScripts(call);
  for (const part of [`pre${name}`, name, `post${name}`]) {
    const line = scripts.get(part);
    if (line === undefined) continue;
    const words = part === name ? extra.map((arg) => `'${arg.replaceAll("'", "'\\''")}'`) : [];
    call.shell.runText([line, ...words].join(" "), inside);
  }
  return undefined;
};

/** `uv run`, `poetry run`, `bundle exec`: the program after the verb. */
export const runnerAfterVerb: Command = (call) => {
  const at = call.args.findIndex((arg) => arg === "run" || arg === "exec" || arg === "-c");
  if (at < 0) return runUnknown(call);
  const rest = call.args.slice(at + 1).filter((arg, index) => !(index === 0 && arg === "--"));
  return runRest(call, rest);
};
