/** Copies a page into another layer's vault: its id, its text and its sources stay, and both ledgers tell of it. */

import { WikiError } from "../errors.ts";
import { openLedger } from "../ledger/ledger-store.ts";
import type { Status } from "../pages/page.ts";
import { openPages } from "../pages/page-store.ts";
import { findPage, pageFileLimit } from "../vault/page-files.ts";
import type { LayerName, Vault, WriteContext } from "../vault/vault.ts";
import type { Tier } from "./page-trust.ts";
import { refuseForgotten } from "./removal/refuse-forgotten.ts";
import { claimTexts } from "./tombstones/claim-digests.ts";
import { refuseTombstoned } from "./tombstones/refuse-tombstoned.ts";

export interface PromoteSetting {
  readonly from: Vault;
  readonly to: Vault;
  readonly context: WriteContext;
  /** What counts of the page where it is. */
  readonly status: Status;
  /** What it is worth there; it is worth no more where it goes. */
  readonly tier?: Tier;
}

export interface Promoted {
  readonly id: string;
  /** Absolute, of the copy. */
  readonly path: string;
  readonly layer: LayerName;
}

const unfit: Readonly<Record<Status, string | undefined>> = {
  draft: "is a draft: confirm it first",
  deprecated: "is withheld where it is",
  stable: undefined,
};

const mayPromote: ReadonlySet<string> = new Set(["ui", "terminal", "cli"]);

/**
 * Throws `person_required` for a channel that is no person's, `page_not_found`, `name_taken` where the other layer has
 * a page of that id, `tombstoned` where either layer has rejected what the page says, `forgotten` where it has
 * forgotten the same text, and `invalid_input` for a draft or a withheld page.
 */
export const promote = async (
  id: string,
  { from, to, context, status, tier = "unverified" }: PromoteSetting,
): Promise<Promoted> => {
  const { platform, channel } = context;
  if (!mayPromote.has(channel)) {
    throw new WikiError("person_required", { verb: "Promoting a page", command: `pi-wiki promote ${id}` });
  }
  const problem = unfit[status];
  if (problem !== undefined) throw new WikiError("invalid_input", { what: id, problem });
  const source = openPages({ platform, vault: from, ledger: openLedger({ platform, vault: from }) }).read(id);
  const path = findPage(platform, from, id);
  const text = path === undefined ? undefined : from.files.readText(path, pageFileLimit);
  if (source === undefined || text === undefined) throw new WikiError("page_not_found", { id });
  const ledger = openLedger({ platform, vault: to });
  const said = { texts: claimTexts(source), what: id, page: id, task: source.taskId };
  // What is withheld where it is must not come to light where nobody has rejected it.
  for (const vault of [from, to]) await refuseTombstoned(said, { vault, context });
  const hash = platform.hash(text);
  refuseForgotten([hash], { what: id, ledger });
  const copies = openPages({ platform, vault: to, ledger });
  // The copy's event names where it came from: what is forgotten there is found here.
  const details = { from_layer: from.layer, promoted_from: hash, tier };
  const stored = await copies.create({ id, text }, context, { kind: "promoted", details, withSeen: true });
  await openLedger({ platform, vault: from }).append(context, [
    { kind: "promoted", details: { page: id, to_layer: to.layer, promoted: hash } },
  ]);
  return { id, path: stored.path, layer: to.layer };
};
