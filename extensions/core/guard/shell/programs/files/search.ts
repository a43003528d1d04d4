/** grep, ls and the like read; but the names they print may be changed by what follows them. */

import { runRest } from "../../builtins/control.ts";
import { hasOption, optionValue, optionValues, readArguments } from "../../commands/arguments.ts";
import { absoluteText } from "../../files/place.ts";
import type { Call, Command } from "../../shell.ts";
import { ended, type Outcome } from "../../state.ts";
import { activated, globPattern, isUnknown, mark } from "../../text.ts";

const grepRules = {
  short: "efmABCDdgtTjM",
  long: "regexp file max-count after-context before-context context include exclude exclude-dir exclude-from devices directories glob iglob type type-not color colour label replace".split(
    " ",
  ),
};

export const grep: Command = (call) => {
  const { state } = call;
  if (!state.isHeard) return undefined;
  const given = readArguments(call.args, grepRules);
  const patterns = optionValues(given, "e", "regexp");
  const [first, ...rest] = given.operands;
  const files = patterns.length > 0 ? given.operands : rest;
  const wanted = patterns.length > 0 ? patterns : first === undefined ? [] : [first];
  if (files.length === 0 && !isRecursive(call, given)) return filtered(call, wanted, given);
  const namesOnly = hasOption(given, "l", "files-with-matches", "L", "files-without-match", "files");
  return namesOnly ? listed(call, files, { wanted, given }) : undefined;
};

type Given = ReturnType<typeof readArguments>;

const isRecursive = ({ name }: Call, given: Given): boolean =>
  !/grep$/.test(name) || hasOption(given, "r", "R", "recursive", "dereference-recursive");

/** Lines of known input that fit; an expression that is not ours to read lets all pass. */
const filtered = (call: Call, wanted: readonly string[], given: Given): readonly Outcome[] | undefined => {
  const { stdin } = call.state;
  if (stdin === mark.unknown || hasOption(given, "c", "q", "o", "count", "quiet", "only-matching")) return undefined;
  const fits = lineTest(wanted, given);
  const isInverted = hasOption(given, "v", "invert-match");
  const lines = stdin.split("\n").filter((line) => isUnknown(line) || fits === undefined || fits(line) !== isInverted);
  return [ended(call.state, undefined, lines.join("\n"))];
};

const lineTest = (wanted: readonly string[], given: Given): ((line: string) => boolean) | undefined => {
  const isFolded = hasOption(given, "i", "ignore-case");
  if (hasOption(given, "F", "fixed-strings")) {
    const fold = (text: string): string => (isFolded ? text.toLowerCase() : text);
    return (line) => wanted.some((one) => fold(line).includes(fold(one)));
  }
  try {
    const tests = wanted.map(
      (one) => new RegExp(hasOption(given, "E", "P") ? one : basicAsExtended(one), isFolded ? "i" : ""),
    );
    return (line) => tests.some((test) => test.test(line));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** In basic expressions `\(` groups and `(` is itself. */
const basicAsExtended = (pattern: string): string =>
  pattern.replace(/\\?[(){}|+?]/g, (piece) => (piece.startsWith("\\") ? piece.slice(1) : `\\${piece}`));

const largestFile = 256 * 1024;

/** The protected files below that hold what is looked for. */
const listed = (
  call: Call,
  files: readonly string[],
  { wanted, given }: { readonly wanted: readonly string[]; readonly given: Given },
): readonly Outcome[] => {
  const { shell, state } = call;
  const fits = lineTest(wanted, given);
  const globs = [
    ...optionValues(given, "include"),
    ...optionValues(given, "g", "glob").filter((glob) => !glob.startsWith("!")),
  ];
  const found = (files.length === 0 ? ["."] : files).flatMap((root) => {
    const place = shell.placeOf(root, state);
    return shell.sealedBelow(place).flatMap((path) => {
      const name = path.split("/").at(-1) ?? "";
      const isWanted =
        globs.length === 0 || globs.some((glob) => globPattern(activated(glob.split("/").at(-1) ?? "")).test(name));
      const text = isWanted && !isSkipped(call, given, path) ? shell.paths.text(path, largestFile) : undefined;
      const isHit = text !== undefined && (fits === undefined || text.split("\n").some(fits));
      return isHit ? [`${root}/${shell.paths.inside(place, path) ?? ""}`] : [];
    });
  });
  return [ended(state, undefined, [mark.unknown, ...found, ""].join(hasOption(given, "Z", "0", "null") ? "\0" : "\n"))];
};

/** ripgrep and its kin leave hidden files alone unless told otherwise; grep may leave folders out. */
const isSkipped = ({ name }: Call, given: Given, path: string): boolean => {
  const left = optionValues(given, "exclude-dir").some((glob) =>
    path.split("/").some((one) => globPattern(activated(glob)).test(one)),
  );
  return left || (!/grep$/.test(name) && !hasOption(given, "hidden", "u", "uu", "uuu", "unrestricted", "."));
};

/** Names in folders, as they are now. */
export const ls: Command = (call) => {
  const { shell, state } = call;
  const given = readArguments(call.args, { short: "IwT" });
  if (!state.isHeard || hasOption(given, "l", "R", "recursive")) return undefined;
  const operands = given.operands.length === 0 ? ["."] : given.operands;
  if (operands.some(isUnknown) || isUnknown(state.cwd)) return undefined;
  const showsHidden = hasOption(given, "a", "A", "all", "almost-all");
  const lines = operands.flatMap((operand) => {
    const place = absoluteText(operand, state.cwd);
    const isFolder =
      !hasOption(given, "d", "directory") && shell.paths.kind(shell.placeOf(operand, state)) === "folder";
    if (!isFolder) return shell.paths.kind(place) === undefined ? [] : [operand];
    return shell.paths.list(place).filter((name) => showsHidden || !name.startsWith("."));
  });
  return [ended(state, true, [...lines.slice(0, 2_000), ""].join("\n"))];
};

/** fd: its commands run for files that it finds; hidden ones only when asked for. */
export const fd: Command = (call) => {
  const at = call.args.findIndex((arg) => /^(-x|-X|--exec|--exec-batch)$/.test(arg));
  if (at < 0) return undefined;
  const given = readArguments(call.args.slice(0, at), {
    short: "etdEcjS",
    long: ["extension", "type", "max-depth", "exclude", "glob"],
  });
  const words = call.args.slice(at + 1).filter((word) => word !== ";");
  const root = optionValue(given, "base-directory") ?? given.operands[1] ?? ".";
  const isDeep = hasOption(given, "H", "hidden", "u", "unrestricted");
  const place = call.shell.placeOf(root, call.state);
  const sealed = isDeep || call.shell.isSealed(root, call.state) ? call.shell.sealedBelow(place) : [];
  for (const path of [mark.unknown, ...sealed.slice(0, 200)]) {
    const filled = words.map((word) => word.replace(/\{[/.]*\}/g, path));
    runRest(call, words.some((word) => word.includes("{")) ? filled : [...words, path]);
  }
  return undefined;
};
