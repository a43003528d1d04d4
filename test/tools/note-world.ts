/** A keeper's folder with one page that counts, and what tests ask of changes to pages. */

import { openLedger } from "../../extensions/core/ledger/ledger-store.ts";
import { foldTrust } from "../../extensions/core/trust/trust-fold.ts";
import { jsonLines, openToolWorld, type ToolWorld, type ToolWorldOptions } from "./tool-world.ts";

export const stableId = "notes/oil";
export const stableText = "# Lamp oil\n\nThe lamp burns colza oil from the cellar.";

export interface NoteWorld extends ToolWorld {
  /** Calls wiki_note. */
  note(input: Readonly<Record<string, unknown>>): ReturnType<ToolWorld["call"]>;
  /** The code of the refusal of such a call, and its whole text. */
  refusal(input: Readonly<Record<string, unknown>>): Promise<string>;
  pageText(id: string): string;
  events(kind: string): readonly Readonly<Record<string, unknown>>[];
  /** What counts of a page, as its ledger says. */
  record(id: string): Promise<ReturnType<ReturnType<typeof foldTrust>["of"]>>;
  recalled(query: string): Promise<string>;
}

export const openNoteWorld = async (options: ToolWorldOptions = {}): Promise<NoteWorld> => {
  const world = await openToolWorld(options);
  world.page(stableId, stableText, { status: "stable", title: "Lamp oil", tags: ["lamp"] });
  const note = (input: Readonly<Record<string, unknown>>) => world.call("wiki_note", input);
  return {
    ...world,
    note,
    refusal: (input) =>
      note(input).then(
        () => "accepted",
        ({ code, message }: { readonly code?: string } & Error) => `${code}: ${message}`,
      ),
    pageText: (id) => world.read(`lighthouse/.llm-wiki/wiki/${id}.md`),
    events: (kind) =>
      jsonLines(world.read("lighthouse/.llm-wiki/meta/events.jsonl")).filter((event) => event["kind"] === kind),
    record: async (id) => {
      const [vault] = (await world.workspace.layers()).layers;
      if (vault === undefined) throw new Error("there is no vault");
      const ledger = openLedger({ platform: world.platform, vault });
      const fold = foldTrust((event) => ledger.vouch(event));
      fold.take(ledger.read().events);
      return fold.of(id);
    },
    recalled: async (query) => (await world.call("wiki_recall", { query })).text,
  };
};
