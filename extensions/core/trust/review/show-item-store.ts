/** Gathers what an item of the review is shown with: the texts as they are now, what is proposed, and what speaks for it. */

import type { Platform } from "../../../platform/platform.ts";
import { openLedger } from "../../ledger/ledger-store.ts";
import type { Page } from "../../pages/page.ts";
import { tokensOf } from "../../recall/tokens.ts";
import { findPage, pageFileLimit } from "../../vault/page-files.ts";
import { textsInGit } from "../../vault/texts-in-git.ts";
import type { Vault } from "../../vault/vault.ts";
import { type BelievedPage, readBelieved } from "../changes/believed-page.ts";
import { openConflicts } from "../conflict-store.ts";
import type { Proposal } from "../proposals.ts";
import { openRevisions } from "../revision-store.ts";
import { claimTexts } from "../tombstones/claim-digests.ts";
import { openTombstones } from "../tombstones/tombstone-store.ts";
import type { VaultTrust } from "../trust-store.ts";
import { evidenceLines } from "./evidence-lines-store.ts";
import type { ItemKind, MetTombstone, QueueItem } from "./review-queue.ts";
import {
  diffPart,
  markOf,
  momentOf,
  proposalPart,
  type ShownItem,
  type ShownPart,
  saidPart,
  textPart,
  tombstonePart,
} from "./shown-item.ts";

export interface ReviewPlace {
  readonly platform: Platform;
  readonly vault: Vault;
  readonly trust: VaultTrust;
}

/** Undefined for an item that waits no longer: its page has gone, or it was decided on elsewhere. */
export const showItem = async (item: QueueItem, place: ReviewPlace): Promise<ShownItem | undefined> => {
  const found = readPage(item.id, place);
  if (found === undefined) return undefined;
  const tombstones = asksTombstones.has(item.kind) ? tombstonesMet(found.page, place) : [];
  const gathered = await gather(item, { found, tombstones }, place);
  if (gathered === undefined) return undefined;
  const { parts, current, editable = found.text } = gathered;
  return {
    item,
    status: found.trust.status,
    // The page's own record knows nothing of its code.
    labels: [...found.trust.labels, ...(item.codeLabels ?? [])],
    parts,
    mark: markOf(item, parts, place.platform.hash),
    tokens: current.reduce((sum, text) => sum + tokensOf(text), 0),
    editable,
    hash: place.platform.hash(found.text),
    tombstones,
  };
};

interface FoundPage extends BelievedPage {
  readonly text: string;
}

const readPage = (id: string, place: ReviewPlace): FoundPage | undefined => {
  const { platform, vault, trust } = place;
  const path = findPage(platform, vault, id);
  const text = path === undefined ? undefined : vault.files.readText(path, pageFileLimit);
  const believed = readBelieved(id, { vault, trust, context: { platform } });
  return text === undefined || believed === undefined ? undefined : { ...believed, text };
};

const asksTombstones: ReadonlySet<ItemKind> = new Set(["tombstoned", "doubted", "rival"]);

/** What a page states that was rejected. */
export const tombstonesMet = (
  page: Page,
  { platform, vault }: Pick<ReviewPlace, "platform" | "vault">,
): readonly MetTombstone[] =>
  openTombstones({ platform, vault, ledger: openLedger({ platform, vault }) })
    .blocks(claimTexts(page), { task: page.taskId })
    .map(({ id, at, actor, channel, reason, claims }) => ({ id, at, actor, channel, reason, claims }));

interface Gathered {
  readonly parts: readonly ShownPart[];
  /** Texts that would be current. */
  readonly current: readonly string[];
  readonly editable?: string;
}

interface Asked {
  readonly found: FoundPage;
  readonly tombstones: readonly MetTombstone[];
}

const gather = async (
  item: QueueItem,
  { found, tombstones }: Asked,
  place: ReviewPlace,
): Promise<Gathered | undefined> => {
  const { kind, proposal, other } = item;
  if (other !== undefined) return gatherConflict(found, other.id, place);
  const evidence = saidPart("What it rests on", evidenceLines(found, place));
  if (proposal !== undefined) return gatherProposal(proposal, { found, evidence }, place);
  // Lifted meanwhile, or edited out of the page.
  if (tombstones.length === 0 && (kind === "tombstoned" || kind === "doubted")) return undefined;
  const change = kind === "changed" ? await sinceReview(found, place) : [];
  const page = textPart("The page", found.text);
  return { parts: [...tombstones.map(tombstonePart), ...change, page, ...evidence], current: [found.text] };
};

const gatherProposal = (
  proposal: Proposal,
  { found, evidence }: { readonly found: FoundPage; readonly evidence: readonly ShownPart[] },
  { platform, vault }: ReviewPlace,
): Gathered | undefined => {
  if (!found.trust.proposals.some(({ id }) => id === proposal.id)) return undefined;
  const why = proposalPart(proposal);
  const { revision } = proposal;
  if (revision === undefined) {
    return { parts: [why, textPart("The page", found.text), ...evidence], current: [found.text] };
  }
  const text = openRevisions(platform, vault).read(revision);
  if (text === undefined) {
    const gone = saidPart("The proposed text", ["It is gone, or was altered: it can only be declined."]);
    return { parts: [why, ...gone, textPart("The page", found.text), ...evidence], current: [] };
  }
  const isLate = proposal.base !== "" && proposal.base !== found.hash;
  const late = isLate ? saidPart("Careful", ["The page has changed since this was proposed: see what it undoes."]) : [];
  const diff = diffPart("What changes in the page as it is now", found.text, text);
  const parts = [why, ...late, diff, textPart("The proposed text", text), ...evidence];
  return { parts, current: [text], editable: text };
};

const gatherConflict = (found: FoundPage, otherId: string, place: ReviewPlace): Gathered | undefined => {
  const { platform, vault } = place;
  const isOpen = openConflicts(openLedger({ platform, vault })).some(({ pages }) =>
    [found.page.id, otherId].every((id) => pages.some(({ page }) => page === id)),
  );
  if (!isOpen) return undefined;
  const other = readPage(otherId, place);
  if (other === undefined) return undefined;
  const parts = [
    textPart(headingOf("First", found), found.text),
    ...saidPart("It rests on", evidenceLines(found, place)),
    textPart(headingOf("Second", other), other.text),
    ...saidPart("It rests on", evidenceLines(other, place)),
  ];
  return { parts, current: [found.text, other.text] };
};

const headingOf = (place: string, { page, trust }: FoundPage): string =>
  `${place}: ${page.title} [[${page.id}]] ${[trust.status, ...trust.labels].join(", ")}`;

/** What became of the text that was confirmed, where git still has that. */
const sinceReview = async (
  { page, text }: FoundPage,
  { platform, vault, trust }: ReviewPlace,
): Promise<readonly ShownPart[]> => {
  const confirmation = trust.fold.of(page.id)?.confirmation;
  if (confirmation === undefined) return [];
  const { hash, by, at } = confirmation;
  const { texts } = await textsInGit({ platform, vault }, { path: page.path, wanted: new Set([hash]) });
  const confirmed = texts.get(hash);
  const heading = `What changed since ${by} confirmed it, ${momentOf(at)}`;
  if (confirmed !== undefined) return [diffPart(heading, confirmed, text)];
  return saidPart(heading, ["The text that was confirmed is not in git: what changed can't be shown."]);
};
