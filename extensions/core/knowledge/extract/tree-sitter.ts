/** Opens the parsers of source files: the runtime, one grammar a language, our own queries. */

import type { Node, Parser, Query } from "web-tree-sitter";
import type { Platform } from "../../../platform/platform.ts";
import { utf8 } from "../../git/path-bytes.ts";
import { canonicalHash } from "../../ledger/canonical.ts";
import { isTestFile, type Language, moduleName } from "../symbols/language.ts";
import { gapRecord, parsedRecord } from "../symbols/module-record.ts";
import type { MapModule, TrackedFile } from "../symbols/symbol-map.ts";
import {
  type DefinedSymbol,
  definedSymbols,
  extractModule,
  type LanguageQueries,
  namesUsedIn,
} from "./extract-module.ts";
import { go } from "./queries/go.ts";
import { java } from "./queries/java.ts";
import { python } from "./queries/python.ts";
import { rust } from "./queries/rust.ts";
import { javascript, typescript } from "./queries/scripts.ts";

const sources = { python, typescript, tsx: typescript, javascript, go, rust, java } as const satisfies Record<
  Language,
  unknown
>;

const runtimeFile = "web-tree-sitter/web-tree-sitter.wasm";
const grammarFile = (language: Language): string => `@vscode/tree-sitter-wasm/wasm/tree-sitter-${language}.wasm`;

/** To be raised with every change of extract-module.ts that changes what it gives. */
const rules = 1;

/**
 * What decides which symbols a file has, beside the file: the runtime, the grammar, the queries and our own rules. Two
 * maps of one tree agree only when this does.
 */
export const extractorIdentity = (platform: Platform, language: Language): string => {
  const hashOf = (file: string): string => hashOfFile(platform, file);
  const parts = { runtime: hashOf(runtimeFile), grammar: hashOf(grammarFile(language)), rules };
  return canonicalHash({ ...parts, queries: sources[language] }, platform.hash);
};

/** A package's files stay as they are: one look at each is enough. */
const hashOfFile = (platform: Platform, file: string): string => {
  const hashes = fileHashes.get(platform) ?? new Map<string, string>();
  fileHashes.set(platform, hashes);
  const own = hashes.get(file) ?? platform.hash(platform.packageFile(file));
  hashes.set(file, own);
  return own;
};

const fileHashes = new WeakMap<Platform, Map<string, string>>();

export interface Extractor {
  /** The record of a file of one of the languages, from its blob; the bytes are not kept. */
  extract(file: TrackedFile, language: Language, bytes: Uint8Array): MapModule;
  /**
   * Gives a file's definitions with their nodes, and what `read` makes of them while the tree is there; undefined for
   * bytes that can't be read.
   */
  inspect<T>(source: InspectedSource, read: (inspected: Inspected) => T): T | undefined;
}

export interface InspectedSource {
  readonly path: string;
  readonly language: Language;
  readonly bytes: Uint8Array;
}

export interface Inspected {
  readonly text: string;
  readonly root: Node;
  readonly symbols: readonly DefinedSymbol[];
  /** Every name that it uses. */
  names(): readonly string[];
}

/** Loads the runtime, and the grammars of these languages; each is loaded once and stays. */
export const openExtractor = async (platform: Platform, wanted: Iterable<Language>): Promise<Extractor> => {
  const opened = new Map<Language, Tools>();
  for (const language of wanted) opened.set(language, await toolsOf(platform, language));
  const toolsFor = (language: Language): Tools => {
    const tools = opened.get(language);
    if (tools === undefined) throw new Error(`The grammar of ${language} was not opened.`);
    return tools;
  };
  return {
    extract: (file, language, bytes) => recordOf(file, { language, bytes, tools: toolsFor(language) }),
    inspect: ({ path, language, bytes }, read) => inspected({ path, language, bytes, tools: toolsFor(language) }, read),
  };
};

interface Tools {
  readonly parser: Parser;
  readonly queries: LanguageQueries;
}

const loaded = new Map<Language, Tools>();

const toolsOf = async (platform: Platform, language: Language): Promise<Tools> => {
  const known = loaded.get(language);
  if (known !== undefined) return known;
  const library = await import("web-tree-sitter");
  await library.Parser.init({ wasmBinary: platform.packageFile(runtimeFile) });
  const grammar = await library.Language.load(platform.packageFile(grammarFile(language)));
  const parser = new library.Parser();
  parser.setLanguage(grammar);
  const { symbols, references, wrappers } = sources[language];
  const query = (source: string): Query => new library.Query(grammar, source);
  const queries = { symbols: query(symbols), references: query(references), errors: query("(ERROR) @error") };
  const tools: Tools = { parser, queries: { ...queries, wrappers: new Set<string>(wrappers) } };
  loaded.set(language, tools);
  return tools;
};

interface Source {
  readonly language: Language;
  readonly bytes: Uint8Array;
  readonly tools: Tools;
}

const inspected = <T>(
  { path, language, bytes, tools: { parser, queries } }: Source & { readonly path: string },
  read: (inspected: Inspected) => T,
): T | undefined => {
  const text = bytes.includes(0) ? undefined : utf8(bytes);
  const tree = text === undefined ? null : parser.parse(text);
  if (text === undefined || tree === null) return undefined;
  try {
    const module = moduleName(path, language);
    const symbols = definedSymbols(tree, { path, module, isTest: false, text, byteLength: bytes.length }, queries);
    const names = (): readonly string[] => namesUsedIn(tree, queries);
    return symbols && read({ text, root: tree.rootNode, symbols, names });
  } finally {
    tree.delete();
  }
};

const recordOf = (file: TrackedFile, { language, bytes, tools }: Source): MapModule => {
  const text = bytes.includes(0) ? undefined : utf8(bytes);
  if (text === undefined) return gapRecord(file, bytes.includes(0) ? "binary" : `unparseable-${language}`);
  const { parser, queries } = tools;
  const tree = parser.parse(text);
  if (tree === null) return gapRecord(file, `unparseable-${language}`);
  try {
    const { path } = file;
    const names = { path, module: moduleName(path, language), isTest: isTestFile(path, language) };
    const { errors, ...found } = extractModule(tree, { ...names, text, byteLength: bytes.length }, queries);
    if (errors === "all") return gapRecord(file, `unparseable-${language}`);
    return parsedRecord(file, found, errors === "some" ? `partial-${language}` : null);
  } finally {
    tree.delete();
  }
};
