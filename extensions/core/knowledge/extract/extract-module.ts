/** Takes symbols, imports and references from the syntax tree of one file. Pure, given the tree. */

import type { Node, Query, QueryCapture, Tree } from "web-tree-sitter";
import { byCodePoint } from "../../ledger/canonical.ts";
import type { MapSymbol, SymbolKind } from "../symbols/symbol-map.ts";
import { type ByteOffset, byteOffsets } from "./byte-offsets.ts";

export interface LanguageQueries {
  readonly symbols: Query;
  readonly references: Query;
  readonly errors: Query;
  /** Types of nodes that belong to the definition that they hold: an `export`, a decorator. */
  readonly wrappers: ReadonlySet<string>;
}

export interface SourceFile {
  readonly path: string;
  readonly text: string;
  /** Of its UTF-8 form. */
  readonly byteLength: number;
  /** What it is called as a module, such as `src.lens`. */
  readonly module: string;
  readonly isTest: boolean;
}

export interface ExtractedModule {
  readonly imports: readonly string[];
  readonly references: readonly string[];
  readonly symbols: readonly MapSymbol[];
  /** `all` where what is left is too little to be trusted. */
  readonly errors: "none" | "some" | "all";
}

export const extractModule = (tree: Tree, file: SourceFile, queries: LanguageQueries): ExtractedModule => {
  const errors = errorsIn(tree, file, queries.errors);
  if (errors === "all") return { imports: [], references: [], symbols: [], errors };
  const { definitions, imports } = definitionsIn(tree, queries);
  const symbols = [moduleSymbol(file), ...nested(definitions, file).map(({ symbol }) => symbol)];
  return { imports, references: file.isTest ? referencesIn(tree, queries.references) : [], symbols, errors };
};

/** A symbol with the tree's nodes that it stands in. */
export interface DefinedSymbol {
  readonly symbol: MapSymbol;
  /** With what belongs to it: an `export`, a decorator. */
  readonly whole: Node;
  readonly own: Node;
}

/** What a file defines, without the file itself; undefined where too little of it could be read. */
export const definedSymbols = (
  tree: Tree,
  file: SourceFile,
  queries: LanguageQueries,
): readonly DefinedSymbol[] | undefined =>
  errorsIn(tree, file, queries.errors) === "all" ? undefined : nested(definitionsIn(tree, queries).definitions, file);

/** Every name that a file uses, whether it is a test or not. */
export const namesUsedIn = (tree: Tree, queries: LanguageQueries): readonly string[] =>
  referencesIn(tree, queries.references);

const mostDamaged = 0.2;

const errorsIn = (tree: Tree, { text }: SourceFile, query: Query): ExtractedModule["errors"] => {
  const { rootNode } = tree;
  if (!rootNode.hasError) return "none";
  if (rootNode.type === "ERROR") return "all";
  let end = 0;
  let damaged = 0;
  for (const { node } of query.captures(rootNode)) {
    damaged += Math.max(0, node.endIndex - Math.max(end, node.startIndex));
    end = Math.max(end, node.endIndex);
  }
  return damaged > text.length * mostDamaged ? "all" : "some";
};

type DefinitionKind = Exclude<SymbolKind, "method"> | "implementation";

interface Definition {
  readonly kind: DefinitionKind;
  readonly name: string;
  /** The type that a method stands outside of. */
  readonly owner: string | undefined;
  readonly start: number;
  readonly end: number;
  readonly lines: readonly [first: number, last: number];
  readonly whole: Node;
  readonly own: Node;
}

const definitionKinds: readonly string[] = [
  "module",
  "class",
  "function",
  "constant",
  "implementation",
] satisfies DefinitionKind[];

const definitionsIn = (
  tree: Tree,
  { symbols, wrappers }: LanguageQueries,
): { readonly definitions: readonly Definition[]; readonly imports: readonly string[] } => {
  const found = new Map<string, Definition>();
  const imports = new Set<string>();
  for (const { captures } of symbols.matches(tree.rootNode)) {
    const imported = nodeOf(captures, "import");
    if (imported !== undefined) imports.add(imported.text.replace(/\s+/g, " "));
    const definition = definitionOf(captures, wrappers);
    if (definition === undefined) continue;
    const key = `${definition.start}:${definition.end}:${definition.name}`;
    // What holds a function is one, though it is a constant too.
    if (definition.kind !== "constant" || !found.has(key)) found.set(key, definition);
  }
  return { definitions: [...found.values()], imports: [...imports].sort(byCodePoint) };
};

const nodeOf = (captures: readonly QueryCapture[], name: string): Node | undefined =>
  captures.find((capture) => capture.name === name)?.node;

const definitionOf = (captures: readonly QueryCapture[], wrappers: ReadonlySet<string>): Definition | undefined => {
  const defining = captures.find(({ name }) => definitionKinds.includes(name));
  const name = nodeOf(captures, "name")?.text;
  if (defining === undefined || name === undefined) return undefined;
  const node = outermost(defining.node, wrappers);
  const { row, column } = node.endPosition;
  return {
    kind: defining.name as DefinitionKind, // One of their names.
    name,
    owner: nodeOf(captures, "owner")?.text,
    start: node.startIndex,
    end: node.endIndex,
    whole: node,
    own: defining.node,
    // A node that takes the line feed with it ends on the line before.
    lines: [node.startPosition.row + 1, column === 0 && row > node.startPosition.row ? row : row + 1],
  };
};

/** With what belongs to it and to nothing else. */
const outermost = (node: Node, wrappers: ReadonlySet<string>): Node => {
  const { parent } = node;
  if (parent === null || !wrappers.has(parent.type)) return node;
  const isShared = parent.type.endsWith("_declaration") && parent.namedChildCount > 1;
  return isShared ? node : outermost(parent, wrappers);
};

/** Names each definition by those that it stands in. */
const nested = (definitions: readonly Definition[], file: SourceFile): readonly DefinedSymbol[] => {
  const sorted = [...definitions].sort((left, right) => left.start - right.start || right.end - left.end);
  const offset = byteOffsets(file.text, file.byteLength);
  const open: Definition[] = [];
  const symbols: DefinedSymbol[] = [];
  const constants = new Set<string>();
  for (const definition of sorted) {
    while (!holds(open.at(-1), definition)) open.pop();
    const symbol = symbolOf(definition, { around: open, file, offset });
    open.push(definition);
    if (symbol === undefined || (symbol.kind === "constant" && constants.has(symbol.qualified_name))) continue;
    // A name that is set again is still one constant.
    if (symbol.kind === "constant") constants.add(symbol.qualified_name);
    symbols.push({ symbol, whole: definition.whole, own: definition.own });
  }
  return symbols;
};

/** Of several names in one declaration none holds the other. */
const holds = (outer: Definition | undefined, { start, end }: Definition): boolean =>
  outer === undefined || (outer.end > start && !(outer.start === start && outer.end === end));

interface Surroundings {
  /** Outermost first. */
  readonly around: readonly Definition[];
  readonly file: SourceFile;
  readonly offset: ByteOffset;
}

const symbolOf = (definition: Definition, { around, file, offset }: Surroundings): MapSymbol | undefined => {
  const kind = kindOf(definition, around);
  if (kind === undefined) return undefined;
  const { name, owner, start, end, lines } = definition;
  const [line_start, line_end] = lines;
  const names = [file.module, ...around.map((one) => one.name), ...(owner === undefined ? [] : [owner]), name];
  return {
    kind,
    name,
    qualified_name: names.join("."),
    file: file.path,
    line_start,
    line_end,
    byte_start: offset(start),
    byte_end: offset(end),
  };
};

/** Undefined for what is no symbol: a block of methods, a constant that only a function sees. */
const kindOf = ({ kind, owner }: Definition, around: readonly Definition[]): SymbolKind | undefined => {
  switch (kind) {
    case "implementation":
      return undefined;
    case "constant":
      return around.some((one) => one.kind === "function") ? undefined : kind;
    case "function": {
      const holder = around.at(-1)?.kind;
      return owner !== undefined || holder === "class" || holder === "implementation" ? "method" : kind;
    }
    case "module":
    case "class":
      return kind;
  }
};

const moduleSymbol = ({ path, text, byteLength, module }: SourceFile): MapSymbol => ({
  kind: "module",
  // The file's own name, so that not every `lamp.test.ts` is called `test`.
  name: /\/__init__\.py/.test(path)
    ? module.slice(module.lastIndexOf(".") + 1)
    : path.slice(path.lastIndexOf("/") + 1).replace(/\.[a-z]+$/, ""),
  qualified_name: module,
  file: path,
  line_start: 1,
  line_end: Math.max(1, linesOf(text)),
  byte_start: 0,
  byte_end: byteLength,
});

const linesOf = (text: string): number => {
  let lines = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
};

const referencesIn = (tree: Tree, query: Query): readonly string[] => {
  const names = new Map<number, string>();
  const declared = new Set<number>();
  for (const { name, node } of query.captures(tree.rootNode)) {
    if (name === "declared") declared.add(node.startIndex);
    else names.set(node.startIndex, node.text);
  }
  for (const start of declared) names.delete(start);
  return [...new Set(names.values())].sort(byCodePoint);
};
