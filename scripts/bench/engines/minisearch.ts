/** MiniSearch as it comes: title and text, any word may match, BM25+. */

import { createRequire } from "node:module";
import { deepest, type Engine, indexedText, timed } from "./engine.ts";

interface MiniIndex {
  addAll(docs: readonly object[]): void;
  search(query: string): readonly { readonly id: number }[];
}

type MiniSearch = new (options: object) => MiniIndex;

export const miniSearch: Engine = async (docs) => {
  const MiniSearchIndex = createRequire(import.meta.url)("minisearch") as MiniSearch; // Untyped by createRequire.
  const { value: index, ms } = await timed(() => {
    const built = new MiniSearchIndex({ fields: ["title", "text"] });
    built.addAll(docs.map((doc, id) => ({ id, title: doc.title, text: indexedText(doc) })));
    return built;
  });
  return {
    buildMs: ms,
    search: async (query) =>
      index
        .search(query)
        .slice(0, deepest)
        .flatMap(({ id }) => docs[id]?.id ?? []),
  };
};
