/** A knowledge packet before the model: as data in a fence, with the packet and its hash, by which it is checked again. */

import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import { asAdvice } from "../../../core/knowledge/advice.ts";
import { packetText } from "../../../core/knowledge/answer-text.ts";
import type { KnowledgePacket } from "../../../core/knowledge/packet/packet.ts";
import type { PacketAnswer } from "../../../core/knowledge/serve-knowledge.ts";
import { canonicalHash, type HashFunction } from "../../../core/ledger/canonical.ts";
import { unpainted } from "../../../core/paint.ts";
import { asLine } from "../../../core/visible.ts";
import { fieldIn, liveEntries } from "../context-pages.ts";
import { linesOf } from "../message-lines.ts";

const packetMessageType = "wiki-packet";

/** The packet's canonical text has this hash, and the message says what the packet holds and nothing else. */
export interface PacketDetails {
  readonly page: string;
  readonly packet: KnowledgePacket;
  readonly packet_sha256: string;
}

export const packetMessage = (page: string, { packet, packet_sha256 }: PacketAnswer) => ({
  customType: packetMessageType,
  content: contentOf(packet),
  display: true,
  details: { page, packet, packet_sha256 } satisfies PacketDetails,
});

export type PacketMessage = ReturnType<typeof packetMessage>;

const noWorktree = { dirty_paths: [], count: 0 };

const contentOf = (packet: KnowledgePacket): string =>
  asAdvice(packetText({ packet, worktree: noWorktree }, unpainted));

type Branch = ReturnType<ExtensionContext["sessionManager"]["getBranch"]>;

/** The hash of the last packet of a page that the model has; `altered` where message and hash do not agree. */
export const packetInContext = (branch: Branch, page: string, hash: HashFunction): string | undefined => {
  const own = liveEntries(branch).findLast(
    (entry) =>
      entry.type === "custom_message" &&
      entry.customType === packetMessageType &&
      fieldIn(entry.details, "page") === page,
  );
  if (own?.type !== "custom_message") return undefined;
  return isAsWritten(own.details, own.content, hash) ? String(fieldIn(own.details, "packet_sha256")) : "altered";
};

/** Nothing of what a session's file holds is believed: it is made again from the packet. */
const isAsWritten = (details: unknown, content: unknown, hash: HashFunction): boolean => {
  const packet = fieldIn(details, "packet");
  try {
    const known = packet as KnowledgePacket; // Whatever else it is does not have the hash, or throws.
    return canonicalHash(known, hash) === fieldIn(details, "packet_sha256") && contentOf(known) === content;
  } catch {
    return false;
  }
};

const summary = ({ page, packet }: PacketDetails): string =>
  `wiki: packet of ${asLine(page)}, ${packet.verified_locations.length} places, ${packet.used_bytes} bytes`;

export const registerPacketMessage = (pi: ExtensionAPI): void =>
  pi.registerMessageRenderer(packetMessageType, linesOf<PacketDetails>({ summary }));
