/** What follows a change of pages, by whomever: events for edits that left none, and the derived files. */

import type { NewEvent } from "../ledger/event.ts";
import type { Ledger } from "../ledger/ledger-store.ts";
import { pageIdOf } from "../pages/parse-page.ts";
import type { PageChange } from "../recall/indexing/page-changes.ts";
import { blockedEvent } from "../trust/tombstones/refuse-tombstoned.ts";
import { openTombstones } from "../trust/tombstones/tombstone-store.ts";
import { openTombstonedPages } from "../trust/tombstones/tombstoned-pages.ts";
import type { IndexedPages } from "./derived/known-pages-store.ts";
import { vaultPaths } from "./layout.ts";
import type { OpenedVault } from "./opened-vaults.ts";
import type { Vault, WriteContext } from "./vault.ts";

/** Changes that were seen at once, and the hand they count as. */
export interface EditBatch {
  readonly by: WriteContext;
  readonly changes: readonly PageChange[];
}

export interface Settlement {
  /** Edits that now have an event. */
  readonly recorded: number;
  /** Derived files that were written. */
  readonly refreshed: readonly string[];
}

export interface SettledVault extends OpenedVault {
  readonly index: IndexedPages;
  /** Ids of pages that no list is to name. */
  withheld(): Promise<ReadonlySet<string>>;
}

/** Records changes that no event tells of yet, with the hashes before and after, then refreshes what is derived. */
export const settleVault = async (
  vault: Vault,
  batches: readonly EditBatch[],
  { ledger, derived, index, withheld }: SettledVault,
): Promise<Settlement> => {
  const recorded = await recordEdits(vault, batches, { ledger, index });
  const { events, unchained } = ledger.read();
  const told = { pages: index, events: [...unchained, ...events], withheld: await withheld() };
  const { changed } = await derived.refresh(vault, told);
  return { recorded, refreshed: changed };
};

const recordEdits = async (
  vault: Vault,
  batches: readonly EditBatch[],
  { ledger, index }: { readonly ledger: Ledger; readonly index: IndexedPages },
): Promise<number> => {
  const { wiki, meta } = vaultPaths[vault.layout];
  const edits = batches
    .map(({ by, changes }) => ({ by, changes: changes.filter(({ path }) => path.startsWith(`${wiki}/`)) }))
    .filter(({ changes }) => changes.length > 0);
  if (edits.length === 0) return 0;
  // Another session sees the same edit: it must find our event, or we its.
  return vault.files.withLock(`${meta}/edits`, async () => {
    let recorded = 0;
    for (const { by, changes } of edits) {
      const events = unrecorded(changes, ledger);
      const edited = new Set(events.map(({ details }) => details["page"]));
      const fresh = changes.filter(({ path }) => edited.has(pageIdOf(path)));
      const blocked = blockedEdits(fresh, { vault, by, ledger, index });
      await ledger.append(by, [...events, ...blocked]);
      recorded += events.length;
    }
    return recorded;
  });
};

/** A change whose result the ledger already names as the page's last state was made by us. */
const unrecorded = (changes: readonly PageChange[], ledger: Ledger): readonly NewEvent[] => {
  const last = new Map<string, string | undefined>();
  for (const { details } of ledger.read().events) {
    const { page, before, after } = details;
    if (typeof page === "string" && (before ?? after) !== undefined) last.set(page, asText(after));
  }
  return changes.flatMap(({ path, before, after }): NewEvent[] => {
    const page = pageIdOf(path);
    if (before === after || (last.has(page) && last.get(page) === after)) return [];
    const kind = before === undefined ? "page_created" : "page_edited";
    const hashes = { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
    return [{ kind, details: { page, ...hashes } }];
  });
};

/** Pages that now state what was rejected: they are withheld, and the ledger says through what they came. */
const blockedEdits = (
  changes: readonly PageChange[],
  {
    vault,
    by,
    ledger,
    index,
  }: Pick<EditBatch, "by"> & {
    readonly vault: Vault;
    readonly ledger: Ledger;
    readonly index: IndexedPages;
  },
): readonly NewEvent[] => {
  if (changes.length === 0) return [];
  const tombstones = openTombstones({ platform: by.platform, vault, ledger }).all();
  const pages = openTombstonedPages()(index.parts, tombstones);
  return changes.flatMap(({ path, after }) => {
    const met = pages.get(path);
    return met === undefined || after === undefined ? [] : [blockedEvent(met, pageIdOf(path))];
  });
};

const asText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
