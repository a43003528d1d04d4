/**
 * Patterns of commands whose exit code is evidence: words, the first a program, the others among its arguments in that
 * order; in a word `*` stands for any text and `|` parts alternatives. Pure.
 */

/** The most usual ones, one an ecosystem. */
export const usualTestCommands: readonly string[] = [
  "npm|pnpm|yarn|bun|deno test|t|check|lint",
  "npm|pnpm|yarn|bun|deno run|task test*|build*|lint*|check*|typecheck*|ci",
  "vitest|jest|mocha|ava|tap|playwright|cypress",
  "tsc|eslint|biome|oxlint|knip",
  "node --test",
  "pytest|tox|nox|ruff|mypy|pyright|unittest",
  "go test|build|vet",
  "cargo test|build|check|clippy|nextest",
  "make|just|task|rake|mage test*|check*|lint*|build*|all|ci",
  "mvn|mvnw|gradle|gradlew *test*|*build*|*check*|verify|package",
  "dotnet|swift|mix|zig|flutter|dart test|build|analyze",
  "ctest|rspec|phpunit|bats|shellcheck|golangci-lint",
];

/** With one of these a program only tells something. */
const onlyTelling: ReadonlySet<string> = new Set(
  "--help -h --version --dry-run --collect-only --list --list-tests --listTests --showConfig --print-config".split(" "),
);

/** A command that a pattern matches. */
export interface NamedCommand {
  /** The words that the pattern matched, such as `npm test`. */
  readonly name: string;
  readonly words: readonly string[];
}

/** What the patterns make of a command's words; undefined when none matches. */
export const namedBy = (patterns: readonly string[], words: readonly string[]): NamedCommand | undefined => {
  if (words.some((word) => onlyTelling.has(word))) return undefined;
  for (const pattern of patterns) {
    const name = matched(pattern.split(/\s+/).filter(Boolean), words);
    if (name !== undefined) return { name, words };
  }
  return undefined;
};

const matched = ([program, ...rest]: readonly string[], [first, ...args]: readonly string[]): string | undefined => {
  if (program === undefined || first === undefined) return undefined;
  const own = program.includes("/") ? first.replace(/^\.\//, "") : (first.split("/").at(-1) ?? first);
  if (!fits(program.replace(/^\.\//, ""), own)) return undefined;
  const found: string[] = [own];
  let from = 0;
  for (const wanted of rest) {
    const at = args.findIndex((arg, index) => index >= from && isWord(arg, wanted) && fits(wanted, arg));
    // Only options may stand before the word.
    const isNext = at >= 0 && args.slice(from, at).every((arg) => /^[-+]/.test(arg));
    const word = isNext ? args[at] : undefined;
    if (word === undefined) return undefined;
    found.push(shownAs(word, wanted));
    from = at + 1;
  }
  return found.join(" ");
};

/** What an option says is none of the words, unless an option is wanted. */
const isWord = (arg: string, wanted: string): boolean => !arg.startsWith("-") || wanted.startsWith("-");

/** Names are kept and shown: what may be anything goes by its pattern. */
const shownAs = (word: string, wanted: string): string => (/^[\w:.@/-]{1,40}$/.test(word) ? word : wanted);

const fits = (pattern: string, word: string): boolean =>
  pattern.split("|").some((one) => (one.includes("*") ? withStars(one, word) : one === word));

/** By hand: what a project's settings say must not become a slow expression. */
const withStars = (pattern: string, word: string): boolean => {
  const pieces = pattern.split("*");
  const [first = "", last = ""] = [pieces[0], pieces.at(-1)];
  if (!word.startsWith(first) || !word.endsWith(last) || word.length < first.length + last.length) return false;
  let from = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const at = word.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return from <= word.length - last.length;
};

/** A quick look that spares most commands from being parsed: might one of the patterns match within this text? */
export const mayHold = (patterns: readonly string[], text: string): boolean =>
  patterns.some((pattern) => {
    const [program = ""] = pattern.trim().split(/\s+/);
    return program.split("|").some((name) => name.includes("*") || text.includes(name.replace(/^.*\//, "")));
  });
