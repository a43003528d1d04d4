/** The expression of find, asked for single paths: which actions would it take there? Pure. */

import { boundedPattern } from "../../text.ts";

export type Action =
  | { readonly kind: "print" }
  | { readonly kind: "delete" }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "run"; readonly words: readonly string[]; readonly isInFolder: boolean };

type Node =
  | { readonly type: "and" | "or" | "comma"; readonly parts: readonly Node[] }
  | { readonly type: "not"; readonly part: Node }
  | { readonly type: "test"; readonly test: Test }
  | { readonly type: "prune" }
  | { readonly type: "action"; readonly action: Action };

/** Undefined where the file itself would have to be looked at. */
type Test = (at: Subject) => boolean | undefined;

export interface FindExpression {
  readonly node: Node;
  readonly prunes: boolean;
  readonly minDepth: number;
  readonly maxDepth: number;
}

const valueTests =
  /^-(i?name|i?path|i?wholename|i?regex|i?lname|type|xtype|newer\w*|[amc](time|min)|size|perm|user|group|uid|gid|inum|links|samefile|fstype|used|context|mindepth|maxdepth|regextype)$/;

export const parseFind = (
  args: readonly string[],
): { readonly roots: readonly string[]; readonly expression: FindExpression } => {
  const isOption = (arg: string): boolean => /^-([HLP]|O\d|D)$/.test(arg);
  const start = args.findIndex((arg) => !isOption(arg));
  const words = start < 0 ? [] : args.slice(start);
  const end = words.findIndex((word) => /^[-(!,]/.test(word) && word.length >= 1);
  const roots = end < 0 ? words : words.slice(0, end);
  const parser = new ExpressionParser(end < 0 ? [] : words.slice(end));
  return { roots: roots.length === 0 ? ["."] : roots, expression: parser.parse() };
};

class ExpressionParser {
  readonly #words: readonly string[];
  #at = 0;
  #minDepth = 0;
  #maxDepth = Number.POSITIVE_INFINITY;

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  parse(): FindExpression {
    const node = this.#list();
    const acts = actionsIn(node).length > 0;
    const whole: Node = acts ? node : { type: "and", parts: [node, { type: "action", action: { kind: "print" } }] };
    const prunes = this.#words.includes("-prune");
    return { node: whole, prunes, minDepth: this.#minDepth, maxDepth: this.#maxDepth };
  }

  #next(): string {
    const word = this.#words[this.#at] ?? "";
    this.#at += 1;
    return word;
  }

  #takes(...words: readonly string[]): boolean {
    if (!words.includes(this.#words[this.#at] ?? "")) return false;
    this.#at += 1;
    return true;
  }

  #list(): Node {
    const parts = [this.#alternatives()];
    while (this.#takes(",")) parts.push(this.#alternatives());
    return { type: "comma", parts };
  }

  #alternatives(): Node {
    const parts = [this.#sequence()];
    while (this.#takes("-o", "-or")) parts.push(this.#sequence());
    return { type: "or", parts };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    while (this.#at < this.#words.length && !/^(-o|-or|,|\))$/.test(this.#words[this.#at] ?? "")) {
      if (!this.#takes("-a", "-and")) parts.push(this.#single());
    }
    return { type: "and", parts };
  }

  #single(): Node {
    if (this.#takes("!", "-not")) return { type: "not", part: this.#single() };
    if (this.#takes("(")) {
      const inner = this.#list();
      this.#takes(")");
      return inner;
    }
    return this.#primary(this.#next());
  }

  #primary(word: string): Node {
    if (word === "-prune") return { type: "prune" };
    if (word === "-delete") return action({ kind: "delete" });
    if (/^-(exec|execdir|ok|okdir)$/.test(word)) return action(this.#command(word.endsWith("dir")));
    if (/^-f(print0?|ls)$/.test(word)) return action({ kind: "file", path: this.#next() });
    if (word === "-fprintf") return this.#printed();
    if (word === "-printf") this.#next();
    if (/^-(print0?|printf|ls)$/.test(word)) return action({ kind: "print" });
    if (!valueTests.test(word)) return { type: "test", test: testOf(word, "") };
    const value = this.#next();
    if (word === "-mindepth") this.#minDepth = Number(value) || 0;
    if (word === "-maxdepth" && /^\d+$/.test(value)) this.#maxDepth = Number(value);
    return { type: "test", test: testOf(word, value) };
  }

  #printed(): Node {
    const path = this.#next();
    this.#next();
    return action({ kind: "file", path });
  }

  #command(isInFolder: boolean): Action {
    const words: string[] = [];
    while (this.#at < this.#words.length) {
      const word = this.#next();
      if (word === ";" || (word === "+" && words.at(-1) === "{}")) break;
      words.push(word);
    }
    return { kind: "run", words, isInFolder };
  }
}

const action = (one: Action): Node => ({ type: "action", action: one });

const actionsIn = (node: Node): readonly Action[] => {
  if (node.type === "action") return [node.action];
  if (node.type === "not") return actionsIn(node.part);
  return "parts" in node ? node.parts.flatMap(actionsIn) : [];
};

export const actionsOf = ({ node }: FindExpression): readonly Action[] => actionsIn(node);

export interface Reached {
  /** The root as given, without a slash at its end. */
  readonly base: string;
  readonly isFolder: (inner: string) => boolean;
}

/** The actions taken at `inner`, relative to the root: none where a folder above it is pruned. */
export const reaches = (inner: string, expression: FindExpression, tree: Reached): readonly Action[] => {
  const names = inner === "" ? [] : inner.split("/");
  if (names.length > expression.maxDepth) return [];
  for (let depth = expression.minDepth; expression.prunes && depth < names.length; depth += 1) {
    if (evaluate(expression.node, subject(names.slice(0, depth).join("/"), tree)).pruned) return [];
  }
  return names.length < expression.minDepth ? [] : evaluate(expression.node, subject(inner, tree)).actions;
};

interface Subject {
  readonly name: string;
  readonly path: string;
  readonly isFolder: boolean;
}

const subject = (inner: string, { base, isFolder }: Reached): Subject => {
  const path = inner === "" ? base : `${base}/${inner}`;
  return { name: path.split("/").at(-1) ?? path, path, isFolder: isFolder(inner) };
};

interface Evaluated {
  /** Undefined where the file itself would have to be looked at. */
  readonly holds: boolean | undefined;
  readonly actions: readonly Action[];
  /** Certainly not entered. */
  readonly pruned: boolean;
}

const evaluate = (node: Node, at: Subject): Evaluated => {
  switch (node.type) {
    case "test":
      return { holds: node.test(at), actions: [], pruned: false };
    case "prune":
      return { holds: true, actions: [], pruned: at.isFolder };
    case "action":
      return { holds: true, actions: [node.action], pruned: false };
    case "not": {
      const inner = evaluate(node.part, at);
      return { ...inner, holds: inner.holds === undefined ? undefined : !inner.holds };
    }
    default:
      return evaluateParts(node.type, node.parts, at);
  }
};

const evaluateParts = (type: "and" | "or" | "comma", parts: readonly Node[], at: Subject): Evaluated => {
  const actions: Action[] = [];
  let isCertain = true;
  let pruned = false;
  let last: boolean | undefined = true;
  for (const part of parts) {
    const one = evaluate(part, at);
    actions.push(...one.actions);
    pruned ||= isCertain && one.pruned;
    last = one.holds;
    if (type !== "comma" && last === (type === "or")) return { holds: settled(type, isCertain), actions, pruned };
    isCertain &&= last !== undefined;
  }
  if (type === "comma") return { holds: last, actions, pruned };
  return { holds: isCertain ? type === "and" : undefined, actions, pruned };
};

/** The rest is not looked at: an `and` has failed, an `or` holds unless it did before. */
const settled = (type: "and" | "or", isCertain: boolean): boolean | undefined => {
  if (type === "and") return false;
  return isCertain ? true : undefined;
};

const testOf = (name: string, value: string): Test => {
  const [, isFolded, kind] = /^-(i?)(name|path|wholename)$/.exec(name) ?? [];
  if (kind !== undefined) {
    const pattern = shellPattern(value, isFolded === "i");
    return (at) => pattern.test(kind === "name" ? at.name : at.path);
  }
  if (name === "-type") return typeTest(value.split(","));
  if (/^-(true|mindepth|maxdepth|depth|d|mount|xdev|noleaf|daystart|follow|regextype|warn|nowarn)$/.test(name))
    return () => true;
  return () => (name === "-false" ? false : undefined);
};

const typeTest =
  (letters: readonly string[]): Test =>
  ({ isFolder }) =>
    letters.includes(isFolder ? "d" : "f");

/** find's patterns let `*` pass over slashes. */
const shellPattern = (pattern: string, isFolded: boolean): RegExp => {
  const source = pattern.replace(
    /\[(!?)([^\]]+)\]|\\?[\s\S]/g,
    (piece: string, not: string | undefined, set: string | undefined) => {
      if (set !== undefined) return `[${not ? "^" : ""}${set.replace(/[\\\]^[]/g, "\\$&")}]`;
      if (piece === "*") return "[\\s\\S]*";
      if (piece === "?") return "[\\s\\S]";
      return piece.slice(-1).replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    },
  );
  return boundedPattern(`^(?:${source})$`, isFolded ? "i" : "");
};
