/**
 * FlexSearch at its best for ranking: one index over title and text, `suggest` (any word may match), and pi-wiki's own
 * analyser as its encoder. Its default demands all words, and its own encoder loses Chinese and Japanese.
 */

import { createRequire } from "node:module";
import { analyse } from "../../../extensions/core/recall/analysis/analyse.ts";
import { deepest, type Engine, indexedText, timed } from "./engine.ts";

interface FlexIndex {
  add(id: number, text: string): void;
  search(query: string, options: { readonly limit: number; readonly suggest: boolean }): readonly number[];
}

interface FlexSearch {
  readonly Index: new (options: object) => FlexIndex;
}

const encode = (text: string): readonly string[] => {
  const terms: string[] = [];
  analyse(text, { language: "en" }, (term) => terms.push(term));
  return terms;
};

export const flexSearch: Engine = async (docs) => {
  const { Index } = createRequire(import.meta.url)("flexsearch") as FlexSearch; // Untyped by createRequire.
  const { value: index, ms } = await timed(() => {
    const built = new Index({ tokenize: "strict", encode });
    for (const [at, doc] of docs.entries()) built.add(at, `${doc.title}. ${indexedText(doc)}`);
    return built;
  });
  return {
    buildMs: ms,
    search: async (query) => index.search(query, { limit: deepest, suggest: true }).flatMap((at) => docs[at]?.id ?? []),
  };
};
