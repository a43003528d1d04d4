/** What follows a change of pages, by whomever: events for edits that left none, and the derived files. */

import type { NewEvent } from "../ledger/event.ts";
import type { Ledger } from "../ledger/ledger-store.ts";
import { pageIdOf } from "../pages/parse-page.ts";
import type { PageChange } from "../recall/indexing/index-store.ts";
import { refreshDerived } from "./derived-files.ts";
import { vaultPaths } from "./layout.ts";
import { readPages } from "./page-files.ts";
import type { Vault, WriteContext } from "./vault.ts";

export interface Settlement {
  /** Edits that now have an event. */
  readonly recorded: number;
  /** Derived files that were written. */
  readonly refreshed: readonly string[];
}

/** Records changes that no event tells of yet, with the hashes before and after, then refreshes what is derived. */
export const settleVault = async (
  vault: Vault,
  context: WriteContext,
  { ledger, changes }: { readonly ledger: Ledger; readonly changes: readonly PageChange[] },
): Promise<Settlement> => {
  const { wiki } = vaultPaths[vault.layout];
  const edits = changes.filter((change) => change.path.startsWith(`${wiki}/`) && change.before !== change.after);
  const events = unrecorded(edits, ledger);
  if (events.length > 0) await ledger.append(context, events);
  const { events: told, unchained } = ledger.read();
  const refreshed = await refreshDerived(
    vault,
    readPages(vault, () => undefined),
    [...unchained, ...told],
  );
  return { recorded: events.length, refreshed: refreshed.changed };
};

/** A change whose result the ledger already names as the page's last state was made by us. */
const unrecorded = (edits: readonly PageChange[], ledger: Ledger): readonly NewEvent[] => {
  if (edits.length === 0) return [];
  const last = new Map<string, string | undefined>();
  for (const { details } of ledger.read().events) {
    if (typeof details["page"] === "string") last.set(details["page"], asText(details["after"]));
  }
  return edits.flatMap(({ path, before, after }): NewEvent[] => {
    const page = pageIdOf(path);
    if (last.has(page) && last.get(page) === after) return [];
    const kind = before === undefined ? "page_created" : "page_edited";
    const hashes = { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
    return [{ kind, details: { page, ...hashes } }];
  });
};

const asText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
