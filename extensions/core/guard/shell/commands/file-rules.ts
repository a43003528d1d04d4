/** Programs that a table describes: which operands and option values they write. */

import { opensslText } from "../programs/files/filters.ts";
import type { Call, Command } from "../shell.ts";
import { ended } from "../state.ts";
import { mark } from "../text.ts";
import { type Arguments, hasOption, optionValue, optionValues, readArguments } from "./arguments.ts";
import { byRule, type FileRule } from "./file-rule.ts";
import { runUnknown, touchNamed } from "./unknown.ts";

const isDeep = (given: Arguments): boolean => hasOption(given, "r", "R", "recursive");

/** The mode or owner comes first, unless a reference file gives it. */
const attributes = (given: Arguments, { shell, state, args }: Call): void => {
  const isInOption =
    args.some((arg) => /^-[rwxXstugo]+$/.test(arg) && !/^-R+$/.test(arg)) || hasOption(given, "reference");
  const files = isInOption ? given.operands : given.operands.slice(1);
  for (const file of files) shell.touch(isDeep(given) ? `${file}/` : file, isDeep(given) ? "tree" : "write", state);
};

const removal = (given: Arguments, { shell, state }: Call): void => {
  for (const operand of given.operands) shell.touch(operand, isDeep(given) ? "tree" : "entry", state);
};

const settings = (given: Arguments, { shell, state }: Call): void => {
  for (const operand of given.operands) {
    if (operand.startsWith("of=")) shell.touch(operand.slice("of=".length), "write", state);
  }
};

/** Where a download without a name lands. */
const download = (given: Arguments, { shell, state, name }: Call): void => {
  const toFile =
    name === "wget" ? !hasOption(given, "O", "output-document", "spider") : hasOption(given, "O", "remote-name", "J");
  const folder = optionValue(given, "P", "directory-prefix", "output-dir");
  if (folder !== undefined) shell.touch(folder, "into", state);
  else if (toFile) shell.touch(".", "into", state);
  const config = optionValue(given, "K", "config");
  const text = config === undefined ? undefined : shell.textOf(config, state);
  for (const [, file] of text?.matchAll(/^\s*-*(?:output|o)\s*[=\s:]\s*"?([^"\n]+)"?/gm) ?? [])
    shell.touch(file ?? "", "write", state);
};

const compilerOutputs = { o: "write", MF: "write", "save-temps": "write", dumpbase: "write" } as const;

/** Tools that reformat what they are given when told to. */
const formatter: FileRule = {
  operands: "write",
  onlyWith: ["w", "write", "fix", "i", "in-place", "inplace", "U", "update-all", "apply", "unsafe", "overwrite", "r"],
};
/** And those that do so unless told not to. */
const eagerFormatter: FileRule = {
  operands: "write",
  harmless: ["check", "diff", "check-only", "l", "list"],
  short: "ltcj",
  long: ["line-length", "target-version", "config", "edition"],
};

const rules: Readonly<Record<string, FileRule>> = {
  tee: { operands: "write" },
  sponge: { operands: "write" },
  touch: { operands: "write", short: "dtrA", long: ["date", "reference", "time"] },
  truncate: { operands: "write", short: "sr", long: ["size", "reference"] },
  shred: { operands: "write", short: "ns", long: ["iterations", "size"] },
  mkdir: { operands: "entry", short: "m", long: ["mode"] },
  mkfifo: { operands: "entry", short: "m", long: ["mode"] },
  mknod: { operands: { 0: "entry" }, short: "m", long: ["mode"] },
  rmdir: { operands: "entry" },
  unlink: { operands: "entry" },
  rm: { operands: removal },
  trash: { operands: "tree" },
  "trash-put": { operands: "tree" },
  rimraf: { operands: "tree" },
  del: { operands: "tree" },
  "del-cli": { operands: "tree" },
  chmod: { operands: attributes },
  chown: { operands: attributes },
  chgrp: { operands: attributes },
  dd: { operands: settings },
  split: { operands: { 1: "write" }, short: "abClnt", long: ["bytes", "lines", "number", "suffix-length", "filter"] },
  csplit: { written: { f: "write", prefix: "write" }, short: "bn" },
  sort: { written: { o: "write", output: "write" }, short: "kStT" },
  shuf: { written: { o: "write", output: "write" }, short: "ine" },
  uniq: { operands: { 1: "write" }, short: "fsw", long: ["skip-fields", "skip-chars", "check-chars"] },
  xxd: { operands: { 1: "write" }, short: "cglosn" },
  tree: { written: { o: "write" }, short: "LPIH" },
  xmllint: { written: { output: "write", o: "write" } },
  diff: { written: { output: "write" }, short: "UCIxX" },
  sdiff: { written: { o: "write", output: "write" } },
  yq: { operands: { 0: "write", 1: "write", 2: "write" }, onlyWith: ["i", "in-place", "inplace"] },
  sd: { operands: { 2: "write", 3: "write", 4: "write" } },
  curl: {
    written: {
      o: "write",
      output: "write",
      D: "write",
      "dump-header": "write",
      trace: "write",
      "trace-ascii": "write",
      stderr: "write",
      c: "write",
      "cookie-jar": "write",
      "etag-save": "write",
      hsts: "write",
      "alt-svc": "write",
      libcurl: "write",
    },
    short: "HdXuAebFTmKwxrYyCEPQtUz",
    long: [
      "header",
      "data",
      "request",
      "user",
      "config",
      "output-dir",
      "user-agent",
      "form",
      "upload-file",
      "url",
      "max-time",
      "proxy",
      "write-out",
    ],
    operands: download,
  },
  wget: {
    written: {
      o: "write",
      "output-file": "write",
      O: "write",
      "output-document": "write",
      a: "write",
      "append-output": "write",
      "save-cookies": "write",
      "warc-file": "write",
      "rejected-log": "write",
    },
    short: "tTPUQlARDIXBei",
    long: ["directory-prefix", "header", "user-agent", "input-file", "tries", "timeout"],
    operands: download,
  },
  pandoc: { written: { o: "write", output: "write", log: "write", "extract-media": "write" }, short: "frtwVMHBAcF" },
  cc: {
    written: compilerOutputs,
    singleDash: ["MF", "MT", "MQ", "include", "isystem"],
    singleDashFlags: ["M", "MM", "MD", "MMD", "MP", "MG", "static", "shared"],
    short: "xIDLlUT",
  },
  tsc: {
    written: { outDir: "into", outFile: "write", declarationDir: "into", tsBuildInfoFile: "write" },
    short: "p",
    long: ["project"],
  },
  prettier: formatter,
  eslint: formatter,
  biome: formatter,
  markdownlint: formatter,
  "markdownlint-cli2": formatter,
  stylelint: formatter,
  remark: formatter,
  gofmt: formatter,
  shfmt: formatter,
  "clang-format": formatter,
  ruff: formatter,
  codespell: formatter,
  textlint: formatter,
  black: eagerFormatter,
  isort: eagerFormatter,
  rustfmt: eagerFormatter,
  autopep8: formatter,
  dos2unix: { operands: "write" },
  unix2dos: { operands: "write" },
  tmux: { commands: [], operands: (given, call) => runLines(given, call) },
  screen: { short: "SDcht", operands: (given, call) => runLines(given, call) },
  at: { short: "fqt", operands: (_given, call) => runTyped(call) },
  batch: { operands: (_given, call) => runTyped(call) },
};

const runLines = ({ operands }: Arguments, { shell, state }: Call): void => {
  for (const operand of operands) if (operand.includes(" ")) shell.runText(operand, state);
  shell.runText(operands.slice(1).join(" "), state);
};

const runTyped = ({ shell, state }: Call): void => {
  if (state.stdin !== mark.unknown) shell.runText(state.stdin, state);
};

/** A file that nobody has yet: what is made in it harms nothing. */
const mktemp: Command = ({ args, shell, state, environment }) => {
  const given = readArguments(args, { short: "p", long: ["suffix"] });
  const base = environment.get("TMPDIR");
  const folder =
    optionValue(given, "p", "tmpdir") ?? (hasOption(given, "t") || given.operands.length === 0 ? base : undefined);
  const template = given.operands[0] ?? "tmp.XXXXXXXXXX";
  const isElsewhere = given.operands.length === 0 || hasOption(given, "t", "p", "tmpdir");
  const path = folder !== undefined ? `${folder}/${template}` : isElsewhere ? `/tmp/${template}` : template;
  if (!hasOption(given, "u", "dry-run")) shell.touch(path, "entry", state);
  return [ended(state, true, `${path}\n`)];
};

/** `script FILE`: a record of the session, and maybe a command. */
const script: Command = ({ args, shell, state }) => {
  const given = readArguments(args, {
    short: "cETtOBIom",
    long: ["command", "log-out", "log-in", "log-io", "log-timing", "timing"],
  });
  for (const line of optionValues(given, "c", "command")) shell.runText(line, state);
  const files = [
    ...given.operands,
    ...optionValues(given, "O", "B", "I", "T", "log-out", "log-in", "log-io", "log-timing", "timing"),
  ];
  for (const file of files.length > 0 ? files : ["typescript"]) shell.touch(file, "write", state);
  return undefined;
};

/** What is read has a name of its own; all else that is named may be written. */
const openssl: Command = (call) => {
  const { options } = readArguments(call.args, {
    singleDash: ["in", "inkey", "CAfile", "cert", "key", "config", "extfile"],
  });
  const read = new Set(options.flatMap(({ value }) => value ?? []));
  for (const arg of call.args) if (!read.has(arg)) touchNamed(arg, call);
  return opensslText(call);
};

/** Without a name for its result, gpg puts it beside what it reads. */
const gpg: Command = (call) => {
  const given = readArguments(call.args, {
    short: "oru",
    long: ["output", "homedir", "recipient", "local-user", "passphrase"],
  });
  const out = optionValue(given, "o", "output");
  if (out === undefined) return runUnknown(call);
  call.shell.touch(out, "write", call.state);
  return undefined;
};

const compilers = ["gcc", "clang", "c++", "g++", "clang++", "ld", "as", "rustc", "go-build"];

export const fileRules: Readonly<Record<string, Command>> = {
  ...Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, byRule(rule)])),
  ...Object.fromEntries(compilers.map((name) => [name, byRule(rules["cc"] ?? {})])),
  mktemp,
  script,
  openssl,
  ...Object.fromEntries(["gpg", "gpg2"].map((name) => [name, gpg])),
};
