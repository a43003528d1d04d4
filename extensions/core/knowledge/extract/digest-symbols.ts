/**
 * Digests of what a file defines. `body` is of a definition's leaf tokens without comments and white space, its own name
 * replaced; `shape` is the same up to the body. A class is its own and its members' shapes, a module its exported names.
 * Pure, given the tree.
 */

import type { HashFunction } from "../../ledger/canonical.ts";
import { byCodePoint } from "../../ledger/canonical.ts";
import type { Language } from "../symbols/language.ts";
import type { SymbolKind } from "../symbols/symbol-map.ts";
import type { DefinedSymbol } from "./extract-module.ts";
import { leafTokens } from "./leaf-tokens.ts";
import { bodyOf, memberValues } from "./parts-of-definition.ts";
import type { Inspected } from "./tree-sitter.ts";

/** To be raised with every change of what a digest is taken of. */
export const digestRules = 1;

export interface SymbolDigest {
  readonly body: string;
  readonly shape: string;
  /** How much there is to be alike: a definition of a few tokens is like many others. */
  readonly tokens: number;
}

export interface NamedSymbol {
  /** Within the file, such as `Pool.open`. */
  readonly name: string;
  readonly kind: SymbolKind;
  readonly lines: readonly [first: number, last: number];
}

export interface DigestedFile {
  /** By where they stand; several definitions of one name are one. */
  readonly symbols: readonly NamedSymbol[];
  digest(name: string): SymbolDigest | undefined;
  /** Of the file as a whole. */
  module(): SymbolDigest;
  /** Every name that it uses. */
  names(): readonly string[];
}

export interface DigestSetting {
  readonly language: Language;
  /** What the file is called as a module. */
  readonly module: string;
  readonly hash: HashFunction;
}

export const digestFile = (inspected: Inspected, setting: DigestSetting): DigestedFile => {
  const { symbols } = inspected;
  const groups = new Map<string, DefinedSymbol[]>();
  for (const one of symbols) {
    const name = one.symbol.qualified_name.slice(setting.module.length + 1);
    const known = groups.get(name);
    if (known === undefined) groups.set(name, [one]);
    else known.push(one);
  }
  const digestOf = (name: string): SymbolDigest | undefined => {
    const own = groups.get(name);
    return own && digestGroup(name, own, { groups, inspected, setting });
  };
  return {
    symbols: [...groups].map(([name, own]) => namedSymbol(name, own)),
    digest: digestOf,
    module: () => {
      const names = exportedNames(groups, inspected, setting.language);
      const digest = setting.hash(names.join("\n"));
      return { body: digest, shape: digest, tokens: names.length };
    },
    names: () => inspected.names(),
  };
};

const namedSymbol = (name: string, own: readonly DefinedSymbol[]): NamedSymbol => ({
  name,
  kind: own[0]?.symbol.kind ?? "constant",
  lines: [
    Math.min(...own.map(({ symbol }) => symbol.line_start)),
    Math.max(...own.map(({ symbol }) => symbol.line_end)),
  ],
});

type Groups = ReadonlyMap<string, readonly DefinedSymbol[]>;

interface Digesting {
  readonly groups: Groups;
  readonly inspected: Inspected;
  readonly setting: DigestSetting;
}

const digestGroup = (name: string, own: readonly DefinedSymbol[], digesting: Digesting): SymbolDigest => {
  const parts = own.map((one) => tokensOf(one, digesting));
  const { hash } = digesting.setting;
  const outside = outsideMembers(name, own, digesting);
  const body = [...parts.flatMap((part) => part.body), ...outside];
  const shape = [...parts.flatMap((part) => part.shape), ...outside];
  return { body: hash(body.join("\u0001")), shape: hash(shape.join("\u0001")), tokens: body.length };
};

const hasMembers = (kind: SymbolKind): boolean => kind === "class" || kind === "module";

const tokensOf = (
  { symbol, whole, own }: DefinedSymbol,
  { inspected: { text, symbols }, setting: { language } }: Digesting,
): { readonly body: readonly string[]; readonly shape: readonly string[] } => {
  const take = (cut: readonly number[]): readonly string[] =>
    leafTokens(whole, { text, language, name: symbol.name, cut: new Set(cut) });
  if (!hasMembers(symbol.kind)) {
    const body = bodyOf(own);
    return { body: take([]), shape: take(body === undefined ? [] : [body.id]) };
  }
  const members = symbols.filter((one) => one.own.id !== own.id && isInside(one, own) && isCallable(one));
  const bodies = members.flatMap((one) => bodyOf(one.own)?.id ?? []);
  return { body: take(bodies), shape: take([...bodies, ...memberValues(own)]) };
};

const isCallable = ({ symbol }: DefinedSymbol): boolean => symbol.kind === "function" || symbol.kind === "method";

const isInside = ({ own: { startIndex, endIndex } }: DefinedSymbol, outer: DefinedSymbol["own"]): boolean =>
  startIndex >= outer.startIndex && endIndex <= outer.endIndex;

/** Members that stand outside of their type, as in Go and Rust. */
const outsideMembers = (name: string, own: readonly DefinedSymbol[], digesting: Digesting): readonly string[] => {
  if (!own.some(({ symbol }) => hasMembers(symbol.kind))) return [];
  return [...digesting.groups]
    .filter(([member, [first]]) => {
      const isMember = member.startsWith(`${name}.`) && !member.slice(name.length + 1).includes(".");
      return isMember && first !== undefined && !own.some((one) => isInside(first, one.own));
    })
    .sort(([left], [right]) => byCodePoint(left, right))
    .flatMap(([member, group]) => [member, ...group.flatMap((one) => tokensOf(one, digesting).shape)]);
};

const exportedNames = (groups: Groups, { root, text }: Inspected, language: Language): readonly string[] => {
  const top = [...groups].filter(([name]) => !name.includes("."));
  const exported = top.filter(([name, [one]]) => one !== undefined && isExported(name, one, language));
  const listed = exported.map(([name]) => name);
  const clauses = isScript(language) ? clausesIn(root, { text, language }) : [];
  const found = [...new Set([...listed, ...clauses])].sort(byCodePoint);
  // A script, or a module of the older kind, says nothing of what is for others.
  return found.length > 0 ? found : top.map(([name]) => name).sort(byCodePoint);
};

const isScript = (language: Language): boolean =>
  language === "javascript" || language === "typescript" || language === "tsx";

const isExported = (name: string, { whole, own }: DefinedSymbol, language: Language): boolean => {
  switch (language) {
    case "python":
      return !name.startsWith("_");
    case "go":
      return /^\p{Lu}/u.test(name);
    case "rust":
      return own.namedChildren.some((child) => child?.type === "visibility_modifier");
    case "java":
      return true;
    case "javascript":
    case "typescript":
    case "tsx":
      return whole.type === "export_statement" || whole.parent?.parent?.type === "export_statement";
  }
};

/** `export { a as b }`, `export default …`, `export * from …`: what they name. */
const clausesIn = (
  root: Inspected["root"],
  setting: { readonly text: string; readonly language: Language },
): readonly string[] =>
  root.namedChildren.flatMap((child) => {
    if (child?.type !== "export_statement") return [];
    const isDefault = child.children.some((one) => one?.type === "default");
    if (isDefault) return ["default"];
    if (child.childForFieldName("declaration") !== null) return [];
    const clause = child.namedChildren.find((one) => one?.type === "export_clause");
    const specifiers = clause?.namedChildren ?? [child];
    return specifiers.flatMap((one) =>
      one === null ? [] : [leafTokens(one, { ...setting, name: "", cut: new Set() }).join(" ")],
    );
  });
