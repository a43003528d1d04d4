/** Removes a page, or a captured source with its page and its sealed copies, for good. The ledger keeps hashes only. */

import { WikiError } from "../errors.ts";
import type { JsonObject } from "../ledger/canonical.ts";
import type { NewEvent } from "../ledger/event.ts";
import { type Ledger, openLedger } from "../ledger/ledger-store.ts";
import type { Page } from "../pages/page.ts";
import { idList } from "../pages/page-fields.ts";
import { openPages } from "../pages/page-store.ts";
import type { ExportedCopy } from "../skills/learned/skill-exports.ts";
import { parsePacketId } from "../sources/packet.ts";
import { type Packet, readPacket } from "../sources/packet-store.ts";
import { packetPageId } from "../vault/derived/registry.ts";
import { vaultPaths } from "../vault/layout.ts";
import type { LayerName, Vault, WriteContext } from "../vault/vault.ts";
import { proposalIn } from "./proposals.ts";
import { openRevisions } from "./revision-store.ts";

export interface ForgetRequest {
  /** A page's id, or a packet's. */
  readonly id: string;
  readonly reason: string;
}

export interface ForgetSetting {
  readonly vault: Vault;
  readonly context: WriteContext;
  /** Gives up the seals of a folder, so that nothing brings it back. */
  release(path: string): Promise<void>;
  /** Gives up what is kept of the vault's pages beside them, such as an index of their words: it is made anew. */
  purge(): Promise<void>;
}

export interface Forgotten {
  readonly id: string;
  /** What is gone, relative to the vault's root. */
  readonly removed: readonly string[];
  /** Layers with a copy of it, which is withheld from now on, and still there. */
  readonly copies?: readonly LayerName[];
  /** Where it was put as an Agent Skill, and still is. */
  readonly exported?: readonly ExportedCopy[];
}

const mayForget: ReadonlySet<string> = new Set(["ui", "terminal", "cli"]);

/** Throws `page_not_found`, `person_required` for a channel that is no person's, and `invalid_input` without a reason. */
export const forget = async (request: ForgetRequest, setting: ForgetSetting): Promise<Forgotten> => {
  const { id, reason } = request;
  if (!mayForget.has(setting.context.channel)) {
    throw new WikiError("person_required", { verb: "Forgetting", command: `pi-wiki forget ${id}` });
  }
  if (reason.trim() === "") throw new WikiError("invalid_input", { what: "reason", problem: "is asked for by forget" });
  return parsePacketId(id) === undefined ? forgetPage(request, setting) : forgetPacket(request, setting);
};

const openIn = ({ vault, context: { platform } }: ForgetSetting) => {
  const ledger = openLedger({ platform, vault });
  return { ledger, pages: openPages({ platform, vault, ledger }) };
};

const forgetPage = async ({ id, reason }: ForgetRequest, setting: ForgetSetting): Promise<Forgotten> => {
  const { pages } = openIn(setting);
  const page = pages.read(id);
  if (page === undefined) throw new WikiError("page_not_found", { id });
  await removePage(page, { reason: reason.trim() }, setting);
  await setting.purge();
  return { id, removed: [page.path] };
};

/** Its event says what came of it, for its file says it no more. */
const removePage = async (page: Page, details: JsonObject, setting: ForgetSetting): Promise<void> => {
  const { vault, context } = setting;
  const { pages, ledger } = openIn(setting);
  const heirs = { consolidated_into: idList(page.data["consolidated_into"]), superseded_by: page.supersededBy };
  const named = Object.fromEntries(Object.entries(heirs).filter(([, ids]) => ids.length > 0));
  const closes = await removeRevisions(page.id, { vault, context, ledger });
  const closing = closes.length === 0 ? {} : { closes };
  const told = { ...details, ...named, ...closing };
  await pages.remove(page.id, context, { kind: "forgotten", details: told, withSeen: true });
};

/** Texts that were proposed for a page are texts of it. Gives the ids of all that was proposed for it. */
const removeRevisions = async (
  page: string,
  { vault, context, ledger }: Pick<ForgetSetting, "vault" | "context"> & { readonly ledger: Ledger },
): Promise<readonly string[]> => {
  const revisions = openRevisions(context.platform, vault);
  const ids: string[] = [];
  for (const event of ledger.read().events) {
    const proposal = event.details["page"] === page ? proposalIn(event) : undefined;
    if (proposal !== undefined) ids.push(proposal.id);
    if (proposal?.revision !== undefined) await revisions.remove(proposal.revision);
  }
  return ids;
};

const forgetPacket = async ({ id, reason }: ForgetRequest, setting: ForgetSetting): Promise<Forgotten> => {
  const { vault, context } = setting;
  const { ledger, pages } = openIn(setting);
  const packet = readPacket(vault, id);
  if (packet === undefined) throw new WikiError("page_not_found", { id });
  await ledger.append(context, [eventOf(packet, reason)]);
  await setting.release(packet.path);
  await vault.files.remove(packet.path);
  await removeEvidence(vault, packet.path);
  const own = pages.read(packetPageId(id) ?? id);
  if (own !== undefined) await removePage(own, { source_id: id }, setting);
  await setting.purge();
  return { id, removed: [packet.path, ...(own === undefined ? [] : [own.path])] };
};

/** What was altered in a packet was kept aside: that is a copy of it too. */
const removeEvidence = async ({ files, layout }: Vault, packet: string): Promise<void> => {
  const kept = `${vaultPaths[layout].outputs}/tampered`;
  for (const check of files.list(kept)) await files.remove(`${kept}/${check}/${packet}`);
};

/** The hashes let an import tell what was forgotten, and tell nothing else. */
const eventOf = ({ id, manifest }: Packet, reason: string): NewEvent => ({
  kind: "forgotten",
  details: { source_id: id, reason: reason.trim(), hashes: (manifest?.files ?? []).map(({ sha256 }) => sha256) },
  withSeen: true,
});
