/** The tokens of a definition: what is left when comments, white space and the ways to lay code out are gone. Pure, given the tree. */

import type { Language } from "../symbols/language.ts";
import type { DefinedSymbol } from "./extract-module.ts";

type Node = DefinedSymbol["own"];
type Cursor = ReturnType<Node["walk"]>;

export interface TokenSetting {
  /** Of the whole file. */
  readonly text: string;
  readonly language: Language;
  /** The definition's own, which is replaced. */
  readonly name: string;
  /** Ids of nodes that are left out, their place is kept. */
  readonly cut: ReadonlySet<number>;
}

interface Taking extends TokenSetting {
  readonly tokens: string[];
  /** Up to where the text is accounted for. */
  end: number;
}

const ownName = "\u0002";
const leftOut = "\u0003";
const tupleComma = "\u0004";

export const leafTokens = (node: Node, setting: TokenSetting): readonly string[] => {
  const taking: Taking = { ...setting, tokens: [], end: node.startIndex };
  const cursor = node.walk();
  try {
    take(cursor, taking, "");
  } finally {
    cursor.delete();
  }
  takeGap(node.endIndex, taking);
  return withoutLayout(taking.tokens);
};

const take = (cursor: Cursor, taking: Taking, parent: string): void => {
  const { nodeType: type, startIndex, endIndex } = cursor;
  if (isProse(cursor, parent, taking.language)) {
    taking.end = Math.max(taking.end, endIndex);
    return;
  }
  if (taking.cut.size > 0 && taking.cut.has(cursor.nodeId)) {
    takeGap(startIndex, taking);
    taking.tokens.push(leftOut);
    taking.end = endIndex;
    return;
  }
  const isBlock = type === "block" && taking.language === "python";
  if (isBlock) taking.tokens.push("{");
  if (cursor.gotoFirstChild()) {
    do take(cursor, taking, type);
    while (cursor.gotoNextSibling());
    cursor.gotoParent();
  } else takeLeaf(cursor, taking, parent);
  if (isBlock) taking.tokens.push("}");
};

/** Comments, and the strings of Python that are nothing but documentation. */
const isProse = (cursor: Cursor, parent: string, language: Language): boolean => {
  const { nodeType: type } = cursor;
  if (type.endsWith("comment")) return cursor.nodeIsNamed;
  if (language !== "python" || type !== "expression_statement" || parent !== "block") return false;
  const node = cursor.currentNode;
  return node.namedChildCount === 1 && node.firstNamedChild?.type === "string";
};

const takeLeaf = (cursor: Cursor, taking: Taking, parent: string): void => {
  const { nodeType: type, startIndex, endIndex } = cursor;
  takeGap(startIndex, taking);
  taking.end = endIndex;
  const text = taking.text.slice(startIndex, endIndex).replace(/\r\n?/g, "\n");
  if (text === "") return;
  if (type === "jsx_text") pushWords(text, taking);
  else if (type === "," && isOnlyComma(cursor, parent)) taking.tokens.push(tupleComma);
  else if (text === taking.name && type.includes("identifier")) taking.tokens.push(ownName);
  else taking.tokens.push(isQuote(type, parent) ? text.replace(/'/g, '"') : text);
};

/** The comma that makes a tuple of one thing. */
const isOnlyComma = (cursor: Cursor, parent: string): boolean =>
  parent.startsWith("tuple") && cursor.currentNode.parent?.namedChildCount === 1;

const isQuote = (type: string, parent: string): boolean =>
  (parent === "string" && (type === "'" || type === '"')) || type === "string_start" || type === "string_end";

/** Text that no leaf holds, in grammars that leave some out. */
const takeGap = (until: number, taking: Taking): void => {
  if (until > taking.end) pushWords(taking.text.slice(taking.end, until), taking);
  taking.end = Math.max(taking.end, until);
};

const pushWords = (text: string, { tokens }: Taking): void => {
  const words = text.replace(/\s+/g, " ").trim();
  if (words !== "") tokens.push(words);
};

const closers: ReadonlySet<string> = new Set([")", "]", "}", ">"]);

/** Semicolons, and commas before what closes: formatters put and take them. */
const withoutLayout = (tokens: readonly string[]): readonly string[] =>
  tokens.filter((token, at) => token !== ";" && (token !== "," || !closers.has(tokens[at + 1] ?? "")));
