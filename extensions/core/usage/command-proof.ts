/**
 * Which programs' success or failure a shell command's exit status tells of. A program that is only named, whose status
 * is lost in a pipeline, behind `||`, in the background, or before the last command, tells nothing. Pure.
 */

import type { CommandNode, ListNode, Parse, SimpleCommand, Statement } from "../guard/shell/parser.ts";

/** A program that ran as far as its exit status can be told. */
export interface ProvenProgram {
  /** Its words, without what only starts it (`env`, `timeout`, `npx` …). */
  readonly words: readonly string[];
  /** The folders that the command went to before, as written. */
  readonly folders: readonly string[];
}

export interface CommandProof {
  /** All of these succeeded if the whole did. */
  readonly ifPassed: readonly ProvenProgram[];
  /** This one failed if the whole did. */
  readonly ifFailed: ProvenProgram | undefined;
  /** If the whole succeeded, everything that it names ran and succeeded. */
  readonly isWhole: boolean;
}

const nothing: CommandProof = { ifPassed: [], ifFailed: undefined, isWhole: false };

const longestCommand = 16_384;
const deepest = 4;

export const proofOf = (text: string, parse: Parse, depth = 0): CommandProof => {
  if (text.length > longestCommand || depth > deepest) return nothing;
  const script = parse(text);
  if ((script.errors?.length ?? 0) > 0) return nothing;
  const chain = chainOf(script.commands);
  if (chain === undefined) return nothing;
  const [only] = chain.decisive;
  const inner = chain.decisive.length === 1 && only !== undefined ? scriptOf(wordsOf(only)) : undefined;
  const isWhole = !hasSubstitution.test(text) && chain.before.every(isTame);
  if (inner !== undefined) {
    const proof = proofOf(inner, parse, depth + 1);
    return { ...proof, isWhole: proof.isWhole && isWhole };
  }
  return { ...provenBy(chain), isWhole };
};

const provenBy = (chain: Chain): Omit<CommandProof, "isWhole"> => {
  const folders = [...chain.before, ...chain.decisive].flatMap(folderOf);
  const programs = chain.decisive.map((command) => ({ command, words: startedBy(wordsOf(command)), folders }));
  const mayFail = programs.filter(({ words }) => !isHarmless(words));
  const mayStop = chain.before.some((command) => wordsOf(command)[0] === "set" && !chain.before.every(isTame));
  const failed = mayFail.length === 1 && !mayStop ? mayFail[0] : undefined;
  return {
    ifPassed: mayFail.map(({ words }) => ({ words, folders })),
    ifFailed: failed && { words: failed.words, folders },
  };
};

/** Commands within words, whose status is lost. */
const hasSubstitution = /\$\(|`|[<>]\(/;

interface Chain {
  /** Commands whose status is lost. */
  readonly before: readonly SimpleCommand[];
  /** The whole succeeds only if all of these do, and fails only if one does. */
  readonly decisive: readonly SimpleCommand[];
}

/** After one of these nothing can be told: another command may stand behind a name, or the end may come earlier. */
const unpredictable: ReadonlySet<string> = new Set(
  "exit exec return trap alias eval enable hash kill break continue unalias".split(" "),
);

const chainOf = (statements: readonly Statement[]): Chain | undefined => {
  const last = statements.at(-1);
  if (last === undefined || last.background === true) return undefined;
  const before = statements.slice(0, -1).map((statement) => everyIn(statement.command));
  const ending = endingOf(last.command);
  if (ending === undefined || before.some((commands) => commands === undefined)) return undefined;
  const chain = {
    before: [...before.flatMap((commands) => commands ?? []), ...ending.before],
    decisive: ending.decisive,
  };
  const isPlain = [...chain.before, ...chain.decisive].every(isPlainCommand);
  return isPlain ? chain : undefined;
};

const isPlainCommand = (command: SimpleCommand): boolean =>
  !unpredictable.has(wordsOf(command)[0] ?? "") &&
  !command.prefix.some((one) => one.type === "Assignment" && one.name === "PATH");

/** What a list ends with; undefined where alternatives, negations or conditions decide. */
const endingOf = (node: ListNode): Chain | undefined => {
  if (node.type === "AndOr") {
    if (node.operators.some((operator) => operator !== "&&")) return undefined;
    const parts = node.commands.map(endingOf);
    const whole = parts.flatMap((part) => part ?? []);
    if (whole.length < parts.length) return undefined;
    return { before: whole.flatMap(({ before }) => before), decisive: whole.flatMap(({ decisive }) => decisive) };
  }
  if (node.type === "Pipeline") {
    const final = node.commands.at(-1);
    if (final === undefined || node.prefixes.some(({ type }) => type === "Negation")) return undefined;
    const stages = node.commands.slice(0, -1).map(everyIn);
    const ending = stages.includes(undefined) ? undefined : endingOf(final);
    return (
      ending && { before: [...stages.flatMap((stage) => stage ?? []), ...ending.before], decisive: ending.decisive }
    );
  }
  return endingOfCommand(node);
};

const endingOfCommand = (node: CommandNode): Chain | undefined => {
  switch (node.type) {
    case "Command":
      return { before: [], decisive: [node] };
    case "Redirected":
      return endingOf(node.command);
    case "Subshell":
    case "BraceGroup":
      return chainOf(node.body.commands);
    default:
      return undefined;
  }
};

/** All commands of a list; undefined when it holds more than plain ones. */
const everyIn = (node: ListNode): readonly SimpleCommand[] | undefined => {
  if (node.type === "Command") return [node];
  if (node.type !== "AndOr" && node.type !== "Pipeline") return undefined;
  const parts = node.commands.map(everyIn);
  return parts.includes(undefined) ? undefined : parts.flatMap((part) => part ?? []);
};

/** Words as they are written, without their quotes. */
const wordsOf = ({ name, args }: SimpleCommand): readonly string[] =>
  [...(name === undefined ? [] : [name]), ...args].map((word) => (word.type === "Word" ? word.value : word.text));

const folderOf = (command: SimpleCommand): readonly string[] => {
  const [program, folder] = wordsOf(command);
  return program === "cd" && folder !== undefined ? [folder] : [];
};

const harmless: ReadonlySet<string> = new Set(
  "cd echo printf export set true : pwd source . unset mkdir pushd popd sleep date umask declare local".split(" "),
);

const isHarmless = ([program]: readonly string[]): boolean => program === undefined || harmless.has(program);

const isTame = (command: SimpleCommand): boolean => isHarmless(wordsOf(command));

/** The script that a shell is given as an argument. */
const scriptOf = ([program = "", ...args]: readonly string[]): string | undefined => {
  if (!/(?:^|\/)(?:ba|da|z|k)?sh$/.test(program)) return undefined;
  const at = args.findIndex((arg) => /^-[a-z]*c$/.test(arg));
  return at < 0 || args.slice(0, at).some((arg) => !arg.startsWith("-")) ? undefined : args[at + 1];
};

/** These start the program that follows, after options, numbers and assignments of their own. */
const starters: ReadonlySet<string> = new Set(
  "env time timeout gtimeout nice nohup command sudo doas stdbuf xvfb-run caffeinate cross-env npx bunx pnpx chronic".split(
    " ",
  ),
);

const startingVerbs: ReadonlySet<string> = new Set([
  ...["npm exec", "npm x", "pnpm exec", "pnpm dlx", "yarn exec", "yarn dlx", "bun x", "bundle exec"],
  ...["uv run", "poetry run", "pipenv run", "pdm run", "rye run", "hatch run"],
  ...["python -m", "python3 -m", "py -m"],
]);

const startedBy = (words: readonly string[]): readonly string[] => {
  const [program = "", ...rest] = words;
  const name = program.split("/").at(-1) ?? program;
  const isVerb = startingVerbs.has(`${name} ${rest[0]}`);
  if (!isVerb && !starters.has(name)) return words;
  const after = isVerb ? rest.slice(1) : rest;
  const at = after.findIndex((word) => !/^-|^\d+(?:\.\d+)?[smhd]?$|^[A-Za-z_]\w*=/.test(word));
  return at < 0 ? [] : startedBy(after.slice(at));
};

/** Whether a command makes a commit where it stands; whether it did, git can tell. */
export const makesCommit = (text: string, parse: Parse): boolean => {
  if (text.length > longestCommand || !text.includes("git") || !text.includes("commit")) return false;
  return parse(text).commands.some(({ command }) =>
    plainCommands(command).some((one) => isCommit(startedBy(wordsOf(one)))),
  );
};

const plainCommands = (node: ListNode): readonly SimpleCommand[] => {
  switch (node.type) {
    case "Command":
      return [node];
    case "AndOr":
    case "Pipeline":
      return node.commands.flatMap(plainCommands);
    case "Redirected":
      return plainCommands(node.command);
    case "Subshell":
    case "BraceGroup":
      return node.body.commands.flatMap(({ command }) => plainCommands(command));
    default:
      return [];
  }
};

/** Options of git itself may stand before the verb; `-C` goes elsewhere. */
const isCommit = ([program, ...args]: readonly string[]): boolean => {
  const at = args.findIndex((arg, index) => !arg.startsWith("-") && args[index - 1] !== "-c");
  return program === "git" && args[at] === "commit" && !args.slice(0, at).includes("-C") && !args.includes("--dry-run");
};
