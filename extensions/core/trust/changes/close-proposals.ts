/** Ends what was proposed without doing it, or puts a person's own text in its place. */

import { WikiError } from "../../errors.ts";
import { openLedger } from "../../ledger/ledger-store.ts";
import type { Vault, WriteContext } from "../../vault/vault.ts";
import { mayAdjudicate } from "../conflicts.ts";
import { declinedProposals, type Proposal, proposalEvent, proposalIn } from "../proposals.ts";
import { openRevisions } from "../revision-store.ts";

interface Place {
  readonly vault: Vault;
  readonly context: WriteContext;
}

/** Throws `person_required`. The page stays as it is. */
export const declineProposal = async (
  proposal: Proposal,
  open: readonly Proposal[],
  { vault, context }: Place,
): Promise<void> => {
  refuseOthers(context);
  const ledger = openLedger({ platform: context.platform, vault });
  await ledger.append(context, [declinedProposals(proposal.page, [proposal.id])]);
  await forgetRevisions([proposal], open, { vault, context });
};

/** Throws `person_required`. Gives the proposal that waits now, of this text for the page as it is. */
export const amendProposal = async (
  proposal: Proposal,
  { text, base }: { readonly text: string; readonly base: string },
  { vault, context }: Place,
): Promise<Proposal> => {
  refuseOthers(context);
  const { platform } = context;
  const revision = await openRevisions(platform, vault).put(text);
  const { page, reason } = proposal;
  const event = proposalEvent({
    page,
    change: "revise",
    base,
    revision,
    ...(reason === undefined ? {} : { reason }),
  });
  const ledger = openLedger({ platform, vault });
  const closing = { ...event, details: { ...event.details, closes: [proposal.id] }, withSeen: true } as const;
  const amended = (await ledger.append(context, [closing])).map(proposalIn)[0];
  if (amended === undefined) throw new Error("The ledger did not give back the proposal that was written.");
  await forgetRevisions([proposal], [proposal, amended], { vault, context });
  return amended;
};

/** Removes the texts that no proposal waits with any more; `open` are those of the page before some were closed. */
export const forgetRevisions = async (
  closed: readonly Pick<Proposal, "id" | "revision">[],
  open: readonly Proposal[],
  { vault, context: { platform } }: Place,
): Promise<void> => {
  const ids = new Set(closed.map(({ id }) => id));
  const waiting = new Set(open.filter(({ id }) => !ids.has(id)).map(({ revision }) => revision));
  for (const { revision } of closed) {
    if (revision !== undefined && !waiting.has(revision)) await openRevisions(platform, vault).remove(revision);
  }
};

const refuseOthers = ({ channel }: WriteContext): void => {
  if (mayAdjudicate(channel)) return;
  throw new WikiError("person_required", { verb: "Deciding on a proposal", command: "pi-wiki review" });
};
