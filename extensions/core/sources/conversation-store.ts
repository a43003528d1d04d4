/** Keeps what was said in a session as a packet, once and for good; what a packet holds already is not kept twice. */

import type { Platform } from "../../platform/platform.ts";
import type { NewEvent } from "../ledger/event.ts";
import { openLedger } from "../ledger/ledger-store.ts";
import { openRedactor } from "../secrets/redactor.ts";
import type { RuleCount } from "../secrets/rule-counts.ts";
import { vaultPaths } from "../vault/layout.ts";
import type { Vault, WriteContext } from "../vault/vault.ts";
import { redactionsField } from "./clean-source.ts";
import { type Conversation, parseTranscript, renderTranscript, type SpokenTurn, spokenIn } from "./conversation.ts";
import type { Manifest, PacketFile } from "./packet.ts";
import type { NewPacket, RecordedPacket } from "./packet-staging.ts";
import { createPacket, listPackets, type Packet } from "./packet-store.ts";
import { safeTitle } from "./safe-name.ts";

export interface CapturedConversation {
  readonly id: string;
  /** The packet's folder, relative to the vault's root. */
  readonly path: string;
  readonly title: string;
  readonly turns: number;
  readonly files: readonly PacketFile[];
  /** The packet that holds the last of these turns; nothing was written then. */
  readonly duplicate_of?: string;
  /** Secrets that were replaced by `[redacted:<rule>]`; absent when there were none. */
  readonly redactions?: readonly RuleCount[];
}

export interface ConversationSetting {
  readonly vault: Vault;
  readonly context: WriteContext;
  /** The task that the session is bound to. */
  readonly task?: string;
}

const transcriptName = "transcript.jsonl";
const lockTimeoutMs = 30_000;

/** Undefined when nobody said anything of their own. */
export const captureConversation = async (
  conversation: Conversation,
  setting: ConversationSetting,
): Promise<CapturedConversation | undefined> => {
  const { vault, context } = setting;
  const { platform } = context;
  const { turns: spoken, omitted } = spokenIn(conversation.turns);
  if (spoken.length === 0) return undefined;
  const redactor = openRedactor(platform);
  const named = await openNames([conversation.session, conversation.root, ...spoken.map(({ id }) => id)], platform);
  const [session, root] = [named(conversation.session), named(conversation.root)];
  const clean: SpokenTurn[] = [];
  for (const turn of spoken) clean.push({ ...turn, id: named(turn.id), text: await redactor.text(turn.text) });
  const redactions = redactor.found();
  // Compaction and the session's end may come at once, each with the same turns.
  return await vault.files.withLock(
    `${vaultPaths[vault.layout].raw}/.conversations`,
    async () => {
      const known = packetsOf(vault, root);
      const held = new Set(known.flatMap((packet) => readTranscript(vault, packet).map(({ entry }) => entry)));
      const fresh = clean.filter(({ id }) => !held.has(id));
      const last = known.at(-1);
      if (fresh.length === 0 && last !== undefined) return duplicateOf(last);
      const facts = { session, root, omitted, redactions, continues: last?.id };
      return await keep(fresh, { facts, setting });
    },
    lockTimeoutMs,
  );
};

const nameLength = 16;

/** Names that hold a secret go by their hash: a file that is given as a session's may name things as it likes. */
export const openNames = async (names: readonly string[], platform: Platform): Promise<(name: string) => string> => {
  const together = names.join("\n");
  if ((await openRedactor(platform).text(together)) === together) return (name) => name;
  const held = new Set<string>();
  for (const name of names) if ((await openRedactor(platform).text(name)) !== name) held.add(name);
  return (name) => (held.has(name) ? platform.hash(name).slice(0, nameLength) : name);
};

interface ConversationFacts {
  readonly session: string;
  readonly root: string;
  readonly omitted: number;
  readonly redactions: readonly RuleCount[];
  /** The packet with what was said before. */
  readonly continues: string | undefined;
}

const keep = async (
  turns: readonly SpokenTurn[],
  { facts, setting }: { readonly facts: ConversationFacts; readonly setting: ConversationSetting },
): Promise<CapturedConversation> => {
  const { vault, context } = setting;
  const { platform } = context;
  const title = titleOf(turns);
  const packet: NewPacket = {
    prefix: "CNV",
    day: platform.now().slice(0, 10),
    files: [{ path: transcriptName, content: renderTranscript(turns) }],
    describe: () => describe(turns, { title, facts, setting }),
    record: async (recorded) => {
      await openLedger({ platform, vault }).append(context, [eventOf(recorded, turns.length)]);
    },
  };
  const outcome = await createPacket({ vault, platform }, packet);
  if ("duplicate" in outcome) return duplicateOf(outcome.duplicate);
  const { id, path, manifest } = outcome.created;
  const { redactions } = facts;
  return { id, path, title, turns: turns.length, files: manifest.files ?? [], ...redactionsField(redactions) };
};

const describe = (
  turns: readonly SpokenTurn[],
  { title, facts, setting }: { title: string; facts: ConversationFacts; setting: ConversationSetting },
): Omit<Manifest, "id" | "packet_version" | "captured" | "files"> => {
  const { session, root, omitted, redactions, continues } = facts;
  const { context, task } = setting;
  return {
    title,
    format: "conversation",
    extractor: "session",
    extraction_status: "success",
    captured_at: context.platform.now(),
    ...(task === undefined ? {} : { task_id: task }),
    extra: {
      session,
      conversation: root,
      turns: turns.length,
      ...(omitted === 0 ? {} : { omitted_turns: omitted }),
      ...(continues === undefined ? {} : { continues }),
      ...redactionsField(redactions),
    },
  };
};

const eventOf = ({ id, manifest, manifestHash }: RecordedPacket, turns: number): NewEvent => ({
  kind: "conversation_captured",
  details: {
    source_id: id,
    session: String(manifest.extra["session"]),
    turns,
    manifest_sha256: manifestHash,
  },
});

const longestTitle = 80;

const titleOf = (turns: readonly SpokenTurn[]): string => {
  const first = turns.find(({ role }) => role === "user") ?? turns[0];
  const line = first?.text.split("\n").find((one) => one.trim() !== "") ?? "";
  return safeTitle([...line.replace(/^[#>*\s-]+/, "")].slice(0, longestTitle).join("")) || "Conversation";
};

const packetsOf = (vault: Vault, root: string): readonly Packet[] =>
  listPackets(vault, "CNV").filter(({ manifest }) => manifest?.extra["conversation"] === root);

const duplicateOf = ({ id, path, manifest }: Packet): CapturedConversation => {
  const turns = manifest?.extra["turns"];
  return {
    id,
    path,
    title: manifest?.title ?? id,
    turns: typeof turns === "number" ? turns : 0,
    files: manifest?.files ?? [],
    duplicate_of: id,
  };
};

/** Empty for a packet without one. */
export const readTranscript = (vault: Vault, { path }: Pick<Packet, "path">) =>
  parseTranscript(vault.files.readText(transcriptPath({ path })) ?? "");

/** Relative to the vault's root. */
export const transcriptPath = ({ path }: Pick<Packet, "path">): string => `${path}/${transcriptName}`;
