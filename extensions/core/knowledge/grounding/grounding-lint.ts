/** What is to be said of a page's hints: advice, one line each, that changes no verdict. Pure. */

import type { KnownSymbols } from "../symbols/symbol-map.ts";
import type { GroundedFile, GroundedSymbol, Grounding } from "./ground.ts";
import { type Hints, sectionOf } from "./hints.ts";

export interface GroundingWarning {
  /** 1-based. */
  readonly line: number;
  readonly message: string;
}

export const groundingWarnings = (
  story: { readonly text: string; readonly hints: Hints },
  grounding: Grounding,
  map: KnownSymbols,
): readonly GroundingWarning[] => {
  const { affectedFiles, targetSymbols } = story.hints;
  const lines = [...affectedFiles, ...targetSymbols].map(({ line }) => line);
  // Grounded in the order of the hints.
  const grounded = [...grounding.affected_files, ...grounding.target_symbols];
  return [
    ...grounding.diagnostics,
    ...grounded.flatMap((one, index) => {
      const message = warningOf(one);
      return message === undefined ? [] : [{ line: lines[index] ?? 0, message }];
    }),
    ...namedInCriteria(story.text, map),
  ].sort((left, right) => left.line - right.line);
};

const warningOf = (one: GroundedFile | GroundedSymbol): string | undefined => {
  const what = one.kind === "affected-file" ? "file" : "symbol";
  if (one.classification === "verified") {
    return one.declared_new ? `${what} hint ${one.hint} is marked new but already exists` : undefined;
  }
  if (one.classification === "new") return undefined;
  const near =
    one.kind === "affected-file"
      ? one.suggestions.map(({ file }) => file)
      : one.suggestions.map(({ qualified_name }) => qualified_name);
  const message = `${what} hint ${one.hint} is unknown; near misses: ${near.length === 0 ? "none" : near.join(", ")}`;
  return one.declared_new && one.kind === "target-symbol" ? `${message}${whyNotNew(one)}` : message;
};

const mostNamed = 3;

const whyNotNew = ({ evidence: { grep_fallback: scan } }: GroundedSymbol): string => {
  const skipped = scan?.skipped ?? [];
  const [found] = scan?.matches ?? [];
  if (found !== undefined) return `; it is no new name, since its text occurs in ${found.file}:${found.line_start}`;
  if (skipped.length === 0) return "";
  const named = skipped.slice(0, mostNamed).map(({ file, reason }) => `${file} (${reason})`);
  const rest = skipped.length - named.length;
  return `; that it is new is not known, since not searched were ${named.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
};

/** `snake_case` or `CamelCase` of more than one hump: a word that hardly stands there by chance. */
const looksLikeCode = /^[A-Za-z0-9]+_[A-Za-z0-9_]+$|^[A-Za-z0-9]*[a-z0-9][A-Z][A-Za-z0-9]*$/;

const namedInCriteria = (text: string, map: KnownSymbols): readonly GroundingWarning[] => {
  const criteria = sectionOf(text, /^## acceptance criteria$/i);
  const named = criteria.flatMap(({ text: line, number }) =>
    [...line.matchAll(/`([^`]+)`/g)].map((match) => ({ token: match[1] ?? "", line: number })),
  );
  const codeLike = named.filter(({ token }) => looksLikeCode.test(token.slice(token.lastIndexOf(".") + 1)));
  if (codeLike.length === 0) return [];
  const known = new Set(map.symbols.flatMap(({ name, qualified_name }) => [name, qualified_name]));
  return codeLike
    .filter(({ token }) => known.has(token))
    .map(({ token, line }) => ({
      line,
      message: `acceptance criteria name the code identifier ${token}; say what must hold, and name it among the hints`,
    }));
};
