/** Turns a question or a whole prompt into weighted query terms. Pure. */

import { type AnalyseOptions, analyse, termsOf } from "../analysis/analyse.ts";
import { languageOf } from "../analysis/language.ts";
import { isStemmerLoaded, type StemLanguage } from "../analysis/stem.ts";
import { stopWords } from "../analysis/stop-words.ts";
import type { IndexPart } from "../indexing/index-part.ts";
import { correctionOf } from "./correct.ts";
import {
  type PreparedTerm,
  prepareTerm,
  type QueryTerm,
  type Statistics,
  type WeighedTerm,
  weighTerm,
} from "./term.ts";

const mostTerms = 24;
/** Text that names things exactly: code, file names, error messages. */
const exactWeight = 2;
const correctedWeight = 0.8;
/** Two neighbouring words that pages may write as one: "data frame", `dataframe`. */
const pairWeight = 0.5;

/** Overlapping characters and pairs say the same thing more than once, and hiragana is mostly grammar. */
const ideographWeight = (term: string): number => {
  if (/^\p{Script=Hiragana}+$/u.test(term)) return 0.2;
  return /^\p{Script=Han}$/u.test(term) ? 0.3 : 1;
};

interface Span {
  readonly text: string;
  readonly weight: number;
}

const exactText =
  /```[^\n]*\n([\s\S]*?)```|`([^`\n]+)`|((?:[\w.-]+\/)+[\w.-]+|\b[\w-]+\.[a-z]{1,5}\b)|^(.*\b(?:[A-Z]\w*(?:Error|Exception)|error|fatal|panic)\b:.*)$/gm;

/** Cuts a prompt into plain text and text that names things exactly. */
const spansOf = (prompt: string): readonly Span[] => {
  const spans: Span[] = [];
  let from = 0;
  for (const match of prompt.matchAll(exactText)) {
    if (match.index > from) spans.push({ text: prompt.slice(from, match.index), weight: 1 });
    spans.push({ text: match[1] ?? match[2] ?? match[0], weight: exactWeight });
    from = match.index + match[0].length;
  }
  spans.push({ text: prompt.slice(from), weight: 1 });
  return spans;
};

/** The languages a query is stemmed in: English, and those that pages of the index are written in. */
const languagesFor = (parts: readonly IndexPart[], prompt: string): readonly StemLanguage[] => {
  const languages = new Set<StemLanguage>(["en", languageOf(prompt)]);
  for (const part of parts) for (const language of part.languages) languages.add(language);
  return [...languages].filter(isStemmerLoaded);
};

interface Counted {
  alternatives: Set<string>;
  weight: number;
  times: number;
  /** Made from two words: never corrected, and not missed when no page holds it. */
  readonly pair: boolean;
}

/** The terms of a prompt in order, each once; a word under several stemmers is one term. */
export const queryTermsOf = (prompt: string, languages: readonly StemLanguage[]): readonly QueryTerm[] => {
  const counted = collect(prompt, languages, false);
  const terms = counted.size > 0 ? counted : collect(prompt, languages, true);
  return [...terms.values()].map(({ alternatives, weight, times, pair }) => ({
    alternatives: [...alternatives],
    pair,
    weight: weight * (1 + Math.log(times)),
  }));
};

const collect = (
  prompt: string,
  languages: readonly StemLanguage[],
  keepStopWords: boolean,
): ReadonlyMap<string, Counted> => {
  const terms = new Map<string, Counted>();
  for (const span of spansOf(prompt)) {
    const byLanguage = languages.map((language) => listTerms(span.text, { language, keepStopWords }));
    const [main = []] = byLanguage;
    // Lists of another length don't stand word beside word.
    const others = byLanguage.filter((list) => list.length === main.length);
    for (const [at, term] of main.entries()) {
      const known = terms.get(term) ?? { alternatives: new Set([term]), weight: 0, times: 0, pair: false };
      for (const list of others) known.alternatives.add(list[at] ?? term);
      known.times += 1;
      known.weight = Math.max(known.weight, span.weight * ideographWeight(term));
      terms.set(term, known);
    }
  }
  addPairs(prompt, terms);
  return terms;
};

const listTerms = (text: string, options: AnalyseOptions): readonly string[] => {
  const list: string[] = [];
  analyse(text, options, (term) => list.push(term));
  return list;
};

const addPairs = (prompt: string, terms: Map<string, Counted>): void => {
  const words = prompt.toLowerCase().match(/[a-z]+/g) ?? [];
  for (const [at, word] of words.entries()) {
    const before = words[at - 1];
    if (before === undefined || stopWords.has(before) || stopWords.has(word)) continue;
    if (before.length + word.length < 6) continue;
    for (const term of termsOf(before + word, { language: "en" })) {
      if (!terms.has(term))
        terms.set(term, { alternatives: new Set([term]), weight: pairWeight, times: 1, pair: true });
    }
  }
};

export interface PreparedQuery {
  /** Terms that pages hold, in the prompt's order; at most the 24 rarest. */
  readonly terms: readonly PreparedTerm[];
  /** All terms of the prompt, those that no page holds too. */
  readonly asked: readonly QueryTerm[];
  /** The sum of idf · weight over its rarest terms, unknown words included: what a page could hold of it. */
  readonly weight: number;
  /** Words that were corrected, as written in the index. */
  readonly corrected: readonly { readonly from: string; readonly to: string }[];
}

/** Looks the prompt's terms up, corrects unknown words, and keeps the rarest terms wherever they stand. */
export const prepareQuery = (prompt: string, parts: readonly IndexPart[], statistics: Statistics): PreparedQuery => {
  const corrected: { from: string; to: string }[] = [];
  const weighed = queryTermsOf(prompt, languagesFor(parts, prompt)).flatMap((term) => {
    const found = weighTerm(term, parts, statistics);
    if (found.pages > 0) return found;
    if (term.pair) return [];
    const word = term.alternatives[0] ?? "";
    const correction = stopWords.has(word) ? undefined : correctionOf(word, parts);
    if (correction === undefined) return found;
    corrected.push({ from: word, to: correction });
    const other = { alternatives: [correction], weight: term.weight * correctedWeight, pair: false };
    return weighTerm(other, parts, statistics);
  });
  const rarest = [...weighed].sort((left, right) => worthOf(right) - worthOf(left));
  const kept = new Set(rarest.filter((term) => term.pages > 0).slice(0, mostTerms));
  const weight = rarest.slice(0, mostTerms).reduce((sum, term) => sum + worthOf(term), 0);
  const terms = weighed.filter((term) => kept.has(term)).map(({ term }) => prepareTerm(term, parts, statistics));
  return { terms, asked: weighed.map(({ term }) => term), weight, corrected };
};

const worthOf = ({ idf, term }: WeighedTerm): number => idf * term.weight;
