/** /wiki confirm, reject, retire and promote: the person at the keyboard sees the whole page, then decides on it. */

import { WikiError } from "../../core/errors.ts";
import { idList } from "../../core/pages/page-fields.ts";
import type { ItemKind } from "../../core/trust/review/review-queue.ts";
import type { LayerName } from "../../core/vault/vault.ts";
import { reviewOnScreen } from "./review-screen.ts";
import type { Verb } from "./verb.ts";

interface PageVerb {
  readonly name: string;
  readonly kind: ItemKind;
  readonly summary: string;
  /** What the terminal's command takes after the id. */
  more(layer: LayerName): string;
}

const pageVerb = ({ name, kind, summary, more }: PageVerb): Verb => ({
  name,
  usage: "ID",
  summary,
  writes: true,
  completes: "pages",
  run: async ({ rest, session, ctx }) => {
    const [id] = idList([rest]);
    if (id === undefined) return `Say which page: /wiki ${name} ID`;
    const workspace = session.workspace.as("ui", { session: session.id });
    const item = await workspace.review.page(id, kind);
    if (item === undefined) throw new WikiError("page_not_found", { id });
    // The keys of a sub-agent's session may be an agent's.
    const outcome = session.isChild ? undefined : await reviewOnScreen(ctx, { workspace, items: [item] });
    if (outcome !== undefined) return outcome.text;
    throw new WikiError("person_required", {
      verb: `/wiki ${name}`,
      command: `pi-wiki ${name} ${id}${more(item.layer)}`,
    });
  },
});

const nothing = (): string => "";
const reason = (): string => ' --reason "…"';
const otherLayer = (layer: LayerName): string => ` --to ${layer === "personal" ? "project" : "personal"}`;

export const pageVerbs: readonly Verb[] = [
  pageVerb({ name: "confirm", kind: "asked", summary: "See a page and confirm it", more: nothing }),
  pageVerb({ name: "reject", kind: "asked", summary: "See a page and reject it: its claim stays out", more: reason }),
  pageVerb({ name: "retire", kind: "asked", summary: "See a page and retire it: it was true once", more: reason }),
  pageVerb({
    name: "promote",
    kind: "promotion",
    summary: "See a page and copy it into the other layer",
    more: otherLayer,
  }),
];
