/** Removes a page, or a captured source with its page and its sealed copies, for good. The ledger keeps hashes only. */

import { WikiError } from "../errors.ts";
import type { NewEvent } from "../ledger/event.ts";
import { openLedger } from "../ledger/ledger-store.ts";
import { openPages } from "../pages/page-store.ts";
import { parsePacketId } from "../sources/packet.ts";
import { type Packet, readPacket } from "../sources/packet-store.ts";
import type { Vault, WriteContext } from "../vault/vault.ts";

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
}

export interface Forgotten {
  readonly id: string;
  /** What is gone, relative to the vault's root. */
  readonly removed: readonly string[];
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
  const event = { kind: "forgotten", details: { reason: reason.trim() }, withSeen: true } as const;
  if (page === undefined || !(await pages.remove(id, setting.context, event))) {
    throw new WikiError("page_not_found", { id });
  }
  return { id, removed: [page.path] };
};

const forgetPacket = async ({ id, reason }: ForgetRequest, setting: ForgetSetting): Promise<Forgotten> => {
  const { vault, context } = setting;
  const { ledger, pages } = openIn(setting);
  const packet = readPacket(vault, id);
  if (packet === undefined) throw new WikiError("page_not_found", { id });
  await ledger.append(context, [eventOf(packet, reason)]);
  await setting.release(packet.path);
  await vault.files.remove(packet.path);
  const page = `sources/${id}`;
  const own = pages.read(page);
  const isGone =
    own !== undefined && (await pages.remove(page, context, { kind: "forgotten", details: { source_id: id } }));
  return { id, removed: [packet.path, ...(isGone ? [own.path] : [])] };
};

/** The hashes let an import tell what was forgotten, and tell nothing else. */
const eventOf = ({ id, manifest }: Packet, reason: string): NewEvent => ({
  kind: "forgotten",
  details: { source_id: id, reason: reason.trim(), hashes: (manifest?.files ?? []).map(({ sha256 }) => sha256) },
  withSeen: true,
});
