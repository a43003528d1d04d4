/** Keeps what a person wrote in their editor while they reviewed: into the page, or in place of what was proposed. */

import { WikiError } from "../../errors.ts";
import { openLedger } from "../../ledger/ledger-store.ts";
import { openPages } from "../../pages/page-store.ts";
import { amendProposal } from "../changes/close-proposals.ts";
import type { DecisionSetting } from "../decide-page.ts";
import type { QueueItem } from "./review-queue.ts";
import { showItem } from "./show-item-store.ts";

export interface ItemEdit {
  readonly text: string;
  /** Of what was on the screen when the editor opened. */
  readonly mark: string;
}

/** Gives the item as it waits now. Throws `changed_meanwhile` when it is shown otherwise by now: nothing is kept then. */
export const editItem = async (
  item: QueueItem,
  { text: edited, mark }: ItemEdit,
  { vault, context, trust }: DecisionSetting,
): Promise<QueueItem> => {
  const { platform } = context;
  // Not every editor ends the last line.
  const text = edited === "" || edited.endsWith("\n") ? edited : `${edited}\n`;
  const shown = await showItem(item, { platform, vault, trust });
  const changed = new WikiError("changed_meanwhile", { page: item.id });
  if (shown?.mark !== mark) throw changed;
  const { proposal } = item;
  if (proposal?.change === "revise") {
    return { ...item, proposal: await amendProposal(proposal, { text, base: shown.hash }, { vault, context }) };
  }
  const change = (before: string): string => {
    if (platform.hash(before) !== shown.hash) throw changed;
    return text;
  };
  await openPages({ platform, vault, ledger: openLedger({ platform, vault }) }).edit(item.id, change, context);
  return item;
};
