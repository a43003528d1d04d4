/** Follows statements and expressions of a one-liner: strings, joins, variables, calls. */

import { mark } from "../../text.ts";
import type { Code } from "./code.ts";
import type { Node } from "./tokens.ts";
import { type Argument, isKnown, joined, nothing, type Value } from "./value.ts";

/** Runs statements; the value of the last expression is theirs. */
export const runNodes = (nodes: readonly Node[], code: Code): Value => {
  let last = nothing;
  for (let at = 0; at < nodes.length && !code.call.shell.isOver; ) {
    const taken = assignment(nodes, at, code) ?? expression(nodes, at, code);
    last = taken.value;
    at = Math.max(taken.next, at + 1);
  }
  return last;
};

interface Taken {
  readonly value: Value;
  readonly next: number;
}

const textAt = (nodes: readonly Node[], at: number): string => {
  const node = nodes[at];
  return node?.kind === "word" || node?.kind === "sign" ? node.text : "";
};

const declares = /^(const|let|var|my|our|local|for|foreach)$/;

/** `name = …`, `for name in …`, `for (const name of …)`. */
const assignment = (nodes: readonly Node[], from: number, code: Code): Taken | undefined => {
  const at = declares.test(textAt(nodes, from)) ? from + 1 : from;
  const node = nodes[at];
  const sign = textAt(nodes, at + 1);
  if (node?.kind !== "word" || !/^(=|in|of)$/.test(sign)) return undefined;
  const { value, next } = expression(nodes, at + 2, code);
  const kept = sign === "=" ? value : { text: code.oneOf(value), isPath: value.isPath === true };
  code.variables.set(node.text.replace(/^[$@%]/, ""), kept);
  return { value, next };
};

const expression = (nodes: readonly Node[], from: number, code: Code): Taken => {
  let taken = primary(nodes, from, code);
  for (;;) {
    const more = continued(nodes, taken, code);
    if (more === undefined) return taken;
    taken = more;
  }
};

/** A member, an element, or what is joined to a value. */
const continued = (nodes: readonly Node[], taken: Taken, code: Code): Taken | undefined => {
  const { value, next } = taken;
  const node = nodes[next];
  if (isMember(nodes, next, code)) return named(nodes, next + 1, { receiver: value, code });
  if (node?.kind === "group" && node.open === "[" && (value.items ?? value.name) !== undefined) {
    return { value: elementOf(value, runNodes(node.nodes, code), code), next: next + 1 };
  }
  if (node?.kind === "string" && code.language === "python")
    return joinedTo(taken, members(nodes, primary(nodes, next, code), code));
  const operator = textAt(nodes, next);
  if (operator === "/" && code.language === "python") {
    const right = primary(nodes, next + 1, code);
    return { value: { text: joined([value.text, right.value.text]), isPath: true }, next: right.next };
  }
  if (operator !== "+" && !isConcatenation(operator, code)) return undefined;
  return joinedTo(taken, members(nodes, primary(nodes, next + 1, code), code));
};

const joinedTo = (left: Taken, right: Taken): Taken => ({
  value: { text: left.value.text + right.value.text },
  next: right.next,
});

const isConcatenation = (operator: string, { language }: Code): boolean =>
  operator === "." && (language === "perl" || language === "php");

const isMember = (nodes: readonly Node[], at: number, code: Code): boolean => {
  const operator = textAt(nodes, at);
  return /^(\.|->|::|\?\.)$/.test(operator) && !isConcatenation(operator, code) && nodes[at + 1]?.kind === "word";
};

/** Members bind closer than what joins. */
const members = (nodes: readonly Node[], taken: Taken, code: Code): Taken =>
  isMember(nodes, taken.next, code)
    ? members(nodes, named(nodes, taken.next + 1, { receiver: taken.value, code }), code)
    : taken;

const elementOf = (value: Value, index: Value, code: Code): Value => {
  const position = Number(index.name ?? index.text);
  if (value.items === undefined || !Number.isInteger(position)) return { text: code.oneOf(value) };
  // The program itself is the first of the arguments, but not in perl and ruby.
  const offset = /argv$/i.test(value.name ?? "") && !/^(perl|ruby|lua)$/.test(code.language) && position > 0 ? 1 : 0;
  return { text: value.items.at(position - offset) ?? mark.unknown };
};

const skipped =
  /^(new|await|return|not|yield|async|throw|raise|and|or|if|elif|else|while|unless|then|with|typeof|void|export|default|const|let|var|my|our|local)$/;

const primary = (nodes: readonly Node[], at: number, code: Code): Taken => {
  const node = nodes[at];
  if (node === undefined || node.kind === "sign") return { value: nothing, next: at + 1 };
  if (node.kind === "string") return { value: stringValue(node, code), next: at + 1 };
  if (node.kind === "group") return { value: groupValue(node, code), next: at + 1 };
  if (skipped.test(node.text) && nodes[at + 1] !== undefined) return primary(nodes, at + 1, code);
  return named(nodes, at, { receiver: undefined, code });
};

const stringValue = (node: Extract<Node, { kind: "string" }>, code: Code): Value => {
  const text = code.filled(node.text);
  if (node.isCommand) code.call.shell.runText(text, code.state);
  if (code.sealed === undefined && code.isSealed(text)) code.sealed = text;
  return { text };
};

const groupValue = (node: Extract<Node, { kind: "group" }>, code: Code): Value => {
  const args = argumentsOf(node.nodes, code);
  if (node.open === "[") return { ...nothing, items: args.map(({ value }) => value.text) };
  return args.at(-1)?.value ?? nothing;
};

/** Comma by comma. */
const argumentsOf = (nodes: readonly Node[], code: Code): readonly Argument[] => {
  const pieces: Node[][] = [[]];
  for (const node of nodes) {
    if (node.kind === "sign" && node.text === ",") pieces.push([]);
    else if (node.kind !== "sign" || node.text !== "\n" || (pieces.at(-1)?.length ?? 0) > 0) pieces.at(-1)?.push(node);
  }
  return pieces.filter((piece) => piece.length > 0).map((piece) => argumentOf(piece, code));
};

const argumentOf = (piece: readonly Node[], code: Code): Argument => {
  const isNamed = piece[0]?.kind === "word" && /^[=:]$/.test(textAt(piece, 1)) && piece.length > 2;
  if (!isNamed) return { key: undefined, value: runNodes(piece, code) };
  return { key: textAt(piece, 0), value: runNodes(piece.slice(2), code) };
};

interface On {
  readonly receiver: Value | undefined;
  readonly code: Code;
}

/** A word: a call when arguments follow, in parentheses or, in some languages, without; else a variable. */
const named = (nodes: readonly Node[], at: number, { receiver, code }: On): Taken => {
  const name = textAt(nodes, at);
  const after = nodes[at + 1];
  const bare =
    after?.kind === "group" && after.open === "("
      ? { nodes: after.nodes, next: at + 2 }
      : bareArguments(nodes, at + 1, code);
  if (bare === undefined) return { value: variable(name, { receiver, code }), next: at + 1 };
  bindParameter(bare.nodes, receiver, code);
  const args = argumentsOf(bare.nodes, code);
  return { value: code.options.engine.call({ name, receiver, args }, code), next: bare.next };
};

const variable = (name: string, { receiver, code }: On): Value => {
  if (receiver === undefined) return code.named(name);
  const whole = `${receiver.name ?? ""}.${name}`;
  if (/^(process|sys)\.argv$/.test(whole)) return code.named("argv");
  const keepsText = name === "parent" && isKnown(receiver);
  return { text: keepsText ? receiver.text : mark.unknown, name: whole };
};

/** `list.forEach(item => …)`: the item is one of the list. */
const bindParameter = (nodes: readonly Node[], receiver: Value | undefined, code: Code): void => {
  if (receiver?.items === undefined || textAt(nodes, 1) !== "=>") return;
  const [first] = nodes;
  const inner = first?.kind === "group" ? first.nodes[0] : first;
  if (inner?.kind === "word") code.variables.set(inner.text, { text: code.oneOf(receiver) });
};

const bareLanguages: ReadonlySet<string> = new Set(["perl", "ruby", "php"]);
const noArgument = /^(if|unless|for|foreach|while|and|or|x|eq|ne|lt|gt|do|then|end|in)$/;

/** perl and ruby call functions without parentheses. */
const bareArguments = (
  nodes: readonly Node[],
  from: number,
  code: Code,
): { readonly nodes: readonly Node[]; readonly next: number } | undefined => {
  const first = nodes[from];
  if (!bareLanguages.has(code.language) || (first?.kind !== "string" && first?.kind !== "word")) return undefined;
  if (first.kind === "word" && noArgument.test(first.text)) return undefined;
  let next = from;
  while (next < nodes.length && !/^([;\n]|if|unless|for|foreach|or|and)$/.test(textAt(nodes, next))) next += 1;
  return { nodes: nodes.slice(from, next), next };
};
