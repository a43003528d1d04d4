/** Programs that run another one: env, sudo, timeout, nohup … */

import { type Option, type OptionRules, optionValue, readArguments } from "../commands/arguments.ts";
import type { Call, Command } from "../shell.ts";
import { ended } from "../state.ts";
import { runRest } from "./control.ts";

interface PrefixRule extends OptionRules {
  /** Arguments before the command: a duration, a mask, a lock file. */
  readonly skip?: number;
  /** `NAME=value` may stand before the command. */
  readonly assigns?: true;
  /** Options whose value is a file it writes. */
  readonly writes?: readonly string[];
  /** Options whose value is a whole command line. */
  readonly lines?: readonly string[];
  /** Options with which it only tells something. */
  readonly tells?: readonly string[];
}

const plain: PrefixRule = {};

const rules: Readonly<Record<string, PrefixRule>> = {
  env: { short: "uCS", long: ["unset", "chdir", "split-string"], assigns: true, lines: ["S", "split-string"] },
  "cross-env": { assigns: true },
  dotenv: { short: "ev" },
  sudo: { short: "ugpCDRrtTUh", long: ["user", "group", "chdir", "prompt"], assigns: true, tells: ["l", "v", "k"] },
  doas: { short: "uC", assigns: true },
  su: { short: "cgGsw", lines: ["c", "command"], long: ["command"] },
  runuser: { short: "cgGsu", lines: ["c", "command"] },
  nohup: plain,
  setsid: plain,
  chronic: plain,
  builtin: plain,
  command: { tells: ["v", "V"] },
  time: { short: "of", long: ["output", "format"], writes: ["o", "output"] },
  nice: { short: "n", long: ["adjustment"] },
  ionice: { short: "cnpPu", long: ["class", "classdata"] },
  chrt: { skip: 1 },
  timeout: { short: "sk", long: ["signal", "kill-after"], skip: 1 },
  gtimeout: { short: "sk", skip: 1 },
  stdbuf: { short: "ioe", long: ["input", "output", "error"] },
  taskset: { skip: 1 },
  numactl: { short: "NCmipl" },
  setarch: { skip: 1 },
  linux32: plain,
  linux64: plain,
  prlimit: plain,
  unshare: { short: "SG", long: ["root", "wd", "setuid", "setgid", "propagation"] },
  nsenter: { short: "tSGr" },
  chroot: { skip: 1 },
  fakeroot: { short: "is" },
  strace: { short: "oebEpsuPIaOSX", long: ["output", "trace"], writes: ["o", "output"] },
  ltrace: { short: "oeanpsul", writes: ["o", "output"] },
  "xvfb-run": { short: "enfpsw" },
  "dbus-run-session": plain,
  caffeinate: { short: "tw" },
  rlwrap: { short: "abCcDefFgHilmnOpPqsStwz" },
  unbuffer: plain,
  catchsegv: plain,
  busybox: plain,
  toybox: plain,
  flock: { short: "wEc", long: ["timeout", "conflict-exit-code", "command"], skip: 1, lines: ["c", "command"] },
  watch: { short: "nqd", long: ["interval"] },
  hyperfine: {
    short: "wmMrspncEeiPDLuNS",
    long: ["warmup", "runs", "prepare", "setup", "cleanup"],
    lines: ["prepare", "setup", "cleanup", "p", "s", "c"],
  },
  concurrently: { short: "nckpms", long: ["names", "prefix"] },
  nodemon: { short: "weix", long: ["watch", "ext", "ignore", "exec"], lines: ["x", "exec"] },
  entr: plain,
  "systemd-run": { short: "upEM", long: ["unit", "property", "setenv"] },
};

/** These take command lines as arguments. */
const takesLines: ReadonlySet<string> = new Set(["watch", "hyperfine", "concurrently"]);

const runPrefix = (call: Call, rule: PrefixRule): ReturnType<Command> => {
  const { shell, state } = call;
  const { options, rest } = leading(call.args, rule);
  if (options.some(({ name }) => rule.tells?.includes(name) === true)) return [ended(state)];
  for (const option of options) runOption(option, rest, { call, rule });
  const cwd = optionValue({ options, operands: [] }, "C", "chdir", "wd");
  const inside = cwd === undefined || call.name === "sudo" ? state : { ...state, cwd: shell.placeOf(cwd, state) };
  if (takesLines.has(call.name)) {
    for (const line of [rest.join(" "), ...rest.filter((arg) => arg.includes(" "))]) shell.runText(line, inside);
    return undefined;
  }
  const lock = rest[0];
  if (call.name === "flock" && lock !== undefined && /\D/.test(lock)) shell.touch(lock, "write", state);
  const { environment, command } = assignments(rest.slice(rule.skip ?? 0), call, rule);
  if (command[0] === "-c") shell.runText(command[1] ?? "", inside);
  return runRest({ ...call, state: inside, environment }, command)?.map((one) =>
    cwd === undefined ? one : { ...one, state: { ...one.state, cwd: state.cwd } },
  );
};

/** Files that the prefix writes itself, and command lines it is given in an option. */
const runOption = (
  { name, value }: Option,
  rest: readonly string[],
  { call, rule }: { readonly call: Call; readonly rule: PrefixRule },
): void => {
  if (value === undefined) return;
  if (rule.writes?.includes(name) === true) call.shell.touch(value, "write", call.state);
  if (rule.lines?.includes(name) !== true) return;
  // `env -S` goes on with the words that follow.
  const words = call.name === "env" ? rest : [];
  call.shell.runText([value, ...words].join(" "), call.state);
};

/** Options up to the first word that is none: what follows belongs to the command. */
const leading = (args: readonly string[], rule: PrefixRule) => {
  let end = 0;
  while (end < args.length) {
    const taken = readArguments(args.slice(0, end + 1), rule);
    if (taken.operands.length > 0 || args[end] === "--") break;
    const last = taken.options.at(-1);
    const wantsValue = last !== undefined && last.value === undefined && takesValue(last.name, rule);
    end += wantsValue ? 2 : 1;
  }
  const { options } = readArguments(args.slice(0, end), rule);
  return { options, rest: args.slice(args[end] === "--" ? end + 1 : end) };
};

const takesValue = (name: string, { short = "", long = [] }: PrefixRule): boolean =>
  name.length === 1 ? short.includes(name) : long.includes(name);

const assignments = (words: readonly string[], call: Call, { assigns }: PrefixRule) => {
  const environment = new Map(call.environment);
  let first = 0;
  while (assigns === true && first < words.length) {
    const [, name, value] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(words[first] ?? "") ?? [];
    if (name === undefined || value === undefined) break;
    environment.set(name, value);
    first += 1;
  }
  return { environment, command: words.slice(first) };
};

/** `exec` replaces the shell: nothing after it runs. */
const exec: Command = (call) => {
  const { rest } = leading(call.args, { short: "a" });
  return runRest(call, rest)?.map((one) => ({ ...one, stop: "script" as const }));
};

export const prefixes: Readonly<Record<string, Command>> = {
  ...Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, (call: Call) => runPrefix(call, rule)])),
  exec,
};
