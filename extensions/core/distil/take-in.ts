/** Marks notes whose text another page holds from now on: they keep its name, and are recalled no more while it stands. */

import { editFrontMatter } from "../pages/edit-page.ts";
import { idList } from "../pages/page-fields.ts";
import type { PageStore } from "../pages/page-store.ts";
import type { WriteContext } from "../vault/vault.ts";

/** Ids of those that are marked now; one that is marked already is left as it is. */
export const takeIn = async (
  notes: readonly string[],
  into: string,
  { pages, context }: { readonly pages: PageStore; readonly context: WriteContext },
): Promise<readonly string[]> => {
  for (const id of notes) {
    const held = idList(pages.read(id)?.data["consolidated_into"]);
    if (held.includes(into)) continue;
    const change = (text: string): string => editFrontMatter(text, { consolidated_into: [...held, into] }, id);
    await pages.edit(id, change, context, { kind: "consolidated", details: { into } });
  }
  return notes;
};
