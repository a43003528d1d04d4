/** Takes digests of code by references: of a symbol, of a file by its exported names, of any other file as it is. */

import type { Platform } from "../../../platform/platform.ts";
import {
  type DigestedFile,
  digestFile,
  digestRules,
  type SymbolDigest,
} from "../../knowledge/extract/digest-symbols.ts";
import { type Extractor, extractorIdentity, openExtractor } from "../../knowledge/extract/tree-sitter.ts";
import { type Language, languageOf, moduleName } from "../../knowledge/symbols/language.ts";

/** What a reader of code found: `unread` where a symbol may be there all the same. */
export type Found =
  | { readonly state: "found"; readonly digest: SymbolDigest }
  | { readonly state: "absent" | "unread" };

export interface CodeReader {
  /** What makes the digests of a file; empty for one without symbols. */
  extractorOf(path: string): string;
  find(file: ReadFile, symbol: string | undefined): Promise<Found>;
  /** Gives what the file defines, while it is parsed; undefined where it can't be. */
  inspect<T>(file: ReadFile, read: (digested: DigestedFile, isDamaged: boolean) => T): Promise<T | undefined>;
}

export interface ReadFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

const identityLength = 16;

export const openCodeReader = (platform: Platform): CodeReader => {
  const extractors = new Map<Language, Extractor>();
  const identities = new Map<Language, string>();
  const extractorFor = async (language: Language): Promise<Extractor> => {
    const known = extractors.get(language) ?? (await openExtractor(platform, [language]));
    extractors.set(language, known);
    return known;
  };
  const identityOf = (language: Language): string => {
    const known = identities.get(language);
    if (known !== undefined) return known;
    const made = platform.hash(`${extractorIdentity(platform, language)} ${digestRules}`).slice(0, identityLength);
    identities.set(language, made);
    return made;
  };
  const inspect: CodeReader["inspect"] = async ({ path, bytes }, read) => {
    const language = languageOf(path);
    if (language === undefined) return undefined;
    const extractor = await extractorFor(language);
    const setting = { language, module: moduleName(path, language), hash: (text: string) => platform.hash(text) };
    return extractor.inspect({ path, language, bytes }, (inspected) =>
      read(digestFile(inspected, setting), inspected.root.hasError),
    );
  };
  return {
    extractorOf: (path) => {
      const language = languageOf(path);
      return language === undefined ? "" : identityOf(language);
    },
    inspect,
    find: async (file, symbol) => {
      const asFile = (): Found => ({ state: "found", digest: fileDigest(platform, file.bytes) });
      const found = await inspect(file, (digested, isDamaged) =>
        findIn(digested, { path: file.path, symbol, isDamaged, asFile }),
      );
      if (found !== undefined) return found;
      return symbol === undefined && languageOf(file.path) === undefined ? asFile() : { state: "unread" };
    },
  };
};

interface Finding {
  readonly path: string;
  readonly symbol: string | undefined;
  /** Parsed with errors: symbols may be missing. */
  readonly isDamaged: boolean;
  asFile(): Found;
}

const findIn = (digested: DigestedFile, { path, symbol, isDamaged, asFile }: Finding): Found => {
  if (symbol === undefined) {
    if (isDamaged) return { state: "unread" };
    return digested.symbols.length === 0 ? asFile() : { state: "found", digest: digested.module() };
  }
  const [name, ...more] = namesMeant(path, symbol, digested);
  const digest = name === undefined || more.length > 0 ? undefined : digested.digest(name);
  if (digest !== undefined) return { state: "found", digest };
  return { state: isDamaged || more.length > 0 ? "unread" : "absent" };
};

const moduleOf = (path: string): string => path.replace(/\.[a-z]+$/, "").replaceAll("/", ".");

/** Names within the file that a symbol may be: itself, with the module before it, or those that end with it. */
export const namesMeant = (
  path: string,
  symbol: string,
  { symbols }: Pick<DigestedFile, "symbols">,
): readonly string[] => {
  const wanted = symbol.replace(/\(\)$/, "").replaceAll("::", ".");
  const module = `${moduleOf(path)}.`;
  const inside = wanted.startsWith(module) ? wanted.slice(module.length) : wanted;
  if (symbols.some(({ name }) => name === inside)) return [inside];
  return symbols.flatMap(({ name }) => (name.endsWith(`.${inside}`) ? [name] : []));
};

/** A file without symbols has no shape: its content is all there is. Ends of lines are no content. */
const fileDigest = (platform: Platform, bytes: Uint8Array): SymbolDigest => {
  const text = bytes.includes(0) ? undefined : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const body = platform.hash(text === undefined ? bytes : text.replace(/\r\n?/g, "\n"));
  return { body, shape: "", tokens: bytes.length };
};
