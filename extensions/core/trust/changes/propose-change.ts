/** Puts a change of a page before a person: once, however often it is asked for. */

import { openLedger } from "../../ledger/ledger-store.ts";
import { type NewProposal, type Proposal, proposalEvent } from "../proposals.ts";
import type { BelievedPage } from "./believed-page.ts";
import type { ChangeSetting } from "./changed-page.ts";

export type WantedChange = Omit<NewProposal, "page" | "base">;

/** `keep` writes what the proposal names, before it is named. */
export const proposeChange = async (
  wanted: WantedChange,
  { page, hash, trust }: Pick<BelievedPage, "page" | "hash" | "trust">,
  { vault, context }: Pick<ChangeSetting, "vault" | "context">,
  keep: () => Promise<unknown> = async () => undefined,
): Promise<"proposed" | "known"> => {
  if (trust.proposals.some((open) => isSame(open, wanted))) return "known";
  await keep();
  const event = proposalEvent({ ...wanted, page: page.id, base: hash });
  await openLedger({ platform: context.platform, vault }).append(context, [event]);
  return "proposed";
};

/** One that adds the person's words is more than the same without. */
const isSame = (open: Proposal, wanted: WantedChange): boolean =>
  open.change === wanted.change &&
  open.revision === wanted.revision &&
  open.reason === wanted.reason &&
  open.claim === wanted.claim &&
  (wanted.quote === undefined || open.quote?.text === wanted.quote.text);
