/**
 * Packets on disk. A packet is built in a hidden staging folder and appears by one rename, so that nobody
 * ever sees a part of one. All of it happens under one lock of the vault.
 */

import type { Files, Platform } from "../../platform/platform.ts";
import { isWikiError } from "../errors.ts";
import type { Finding } from "../finding.ts";
import { openCloneStore } from "../ledger/clone-store.ts";
import type { LedgerEvent } from "../ledger/event.ts";
import { openLedger } from "../ledger/ledger-store.ts";
import { cloneOf } from "../ledger/writer.ts";
import { packetFolders, vaultPaths } from "../vault/layout.ts";
import type { Vault } from "../vault/vault.ts";
import {
  comparePacketNames,
  type Manifest,
  nextNumber,
  type PacketNumbers,
  type PacketPrefix,
  packetIdOf,
  packetNumbers,
  parseManifest,
  parsePacketId,
} from "./packet.ts";
import {
  isEmptyFolder,
  manifestName,
  type NewPacket,
  type RecordedPacket,
  removeLeftovers,
  type StagingPlace,
  stagedIds,
  stagePacket,
  stagingPath,
} from "./packet-staging.ts";

export interface Packet {
  readonly id: string;
  /** The packet's folder, relative to the vault's root. */
  readonly path: string;
  /** Undefined when absent or damaged, with a finding that says so. */
  readonly manifest: Manifest | undefined;
  readonly findings: readonly Finding[];
}

export type PacketOutcome = { readonly created: RecordedPacket } | { readonly duplicate: Packet };

const maxManifestBytes = 4 * 1024 * 1024;
const lockTimeoutMs = 30_000;

/**
 * Creates a packet whole or not at all. When it fails after `record`, its number is not given again: the
 * staging folder keeps it until a later packet has taken a higher one.
 */
export const createPacket = async (
  { vault, platform }: { readonly vault: Vault; readonly platform: Platform },
  packet: NewPacket,
): Promise<PacketOutcome> => {
  const { files } = vault;
  const raw = vaultPaths[vault.layout].raw;
  return await files.withLock(
    `${raw}/.staging`,
    async () => {
      const duplicate = packet.unlessOriginal === undefined ? undefined : findByContent(vault, packet.unlessOriginal);
      if (duplicate !== undefined) return { duplicate };
      const leftovers = stagedIds(files, raw);
      const { events } = openLedger({ vault, platform }).read();
      const taken = [...leftovers, ...forgottenIds(events)];
      const numbers = packetNumbers(await strangerIn({ vault, platform }, events));
      const created = await publish({ files, raw, platform }, packet, { taken, numbers });
      await removeLeftovers(files, raw, leftovers);
      return { created };
    },
    lockTimeoutMs,
  );
};

const publish = async (
  place: StagingPlace,
  packet: NewPacket,
  { taken, numbers }: { readonly taken: readonly string[]; readonly numbers: PacketNumbers },
): Promise<RecordedPacket> => {
  const { files, raw } = place;
  const folder = packetFolders[packet.prefix];
  const number = nextNumber([...files.list(folder), ...taken], packet, numbers);
  const id = packetIdOf({ ...packet, number });
  const staging = stagingPath(raw, id);
  const recorded = await stagePacket(place, packet, { id, path: `${folder}/${id}`, staging });
  await packet.record(recorded);
  await files.move(staging, recorded.path);
  return recorded;
};

/** This clone's id, where the vault was made in another one: what that one captures meanwhile can't be seen here. */
const strangerIn = async (
  { vault, platform }: { readonly vault: Vault; readonly platform: Platform },
  [first]: readonly LedgerEvent[],
): Promise<string | undefined> => {
  const { id } = await openCloneStore(platform, vault).establish();
  return first === undefined || cloneOf(first.writer) === id ? undefined : id;
};

/** What rested on a packet that was forgotten must not come to rest on another one. */
const forgottenIds = (events: readonly LedgerEvent[]): readonly string[] =>
  events.flatMap(({ kind, details: { source_id: id } }) =>
    kind === "forgotten" && typeof id === "string" ? [id] : [],
  );

/** All packets of a kind, oldest first; folders that are empty or have other names are none. */
export const listPackets = (vault: Vault, prefix: PacketPrefix = "SRC"): readonly Packet[] => {
  const { files } = vault;
  const folder = packetFolders[prefix];
  const names = files.list(folder).flatMap((name) => {
    const parsed = parsePacketId(name);
    return parsed?.prefix === prefix ? [{ name, parsed }] : [];
  });
  return names
    .sort((a, b) => comparePacketNames(a.parsed, b.parsed))
    .filter(({ name }) => files.kind(`${folder}/${name}`) === "folder" && !isEmptyFolder(files, `${folder}/${name}`))
    .map(({ name }) => packetAt(files, name, `${folder}/${name}`));
};

/** Undefined when there is no such packet, or the id is none. */
export const readPacket = (vault: Vault, id: string): Packet | undefined => {
  const name = parsePacketId(id);
  if (name === undefined) return undefined;
  const path = `${packetFolders[name.prefix]}/${id}`;
  const isThere = vault.files.kind(path) === "folder" && !isEmptyFolder(vault.files, path);
  return isThere ? packetAt(vault.files, id, path) : undefined;
};

const packetAt = (files: Files, id: string, path: string): Packet => {
  const place = `${path}/${manifestName}`;
  const finding = (message: string): Packet => ({
    id,
    path,
    manifest: undefined,
    findings: [
      {
        code: "packet-manifest-damaged",
        severity: "error",
        path: place,
        line: 0,
        message,
        remedy: "Restore the packet from git or a backup.",
      },
    ],
  });
  const kind = files.kind(place);
  if (kind !== "file") return finding(kind === undefined ? "The packet has no manifest" : `The manifest is a ${kind}`);
  const { size } = files.state(place) ?? { size: 0 };
  if (size > maxManifestBytes) return finding(`The manifest has ${size} bytes; at most ${maxManifestBytes} are read`);
  return { id, path, ...parseManifest(files.readText(place) ?? "", { place, id }) };
};

/** The packet whose original has these bytes and is still there. */
export const findByContent = (vault: Vault, sha256: string): Packet | undefined => {
  const { files } = vault;
  for (const id of files.list(packetFolders.SRC)) {
    // Most of the thousands of manifests don't name the hash at all, and need not be parsed.
    if (!mentions(files, `${packetFolders.SRC}/${id}/${manifestName}`, sha256)) continue;
    const packet = readPacket(vault, id);
    if (packet !== undefined && holdsOriginal(files, packet, sha256)) return packet;
  }
  return undefined;
};

const mentions = (files: Files, manifest: string, sha256: string): boolean => {
  try {
    return files.readText(manifest, maxManifestBytes)?.includes(sha256) ?? false;
  } catch (error) {
    // One that can't be read hides no other; verify reports it.
    if (isWikiError(error)) return false;
    throw error;
  }
};

const holdsOriginal = (files: Files, { path, manifest }: Packet, sha256: string): boolean =>
  manifest?.files?.some(
    (file) =>
      file.sha256 === sha256 &&
      file.path.startsWith("original/") &&
      files.state(`${path}/${file.path}`)?.size === file.bytes,
  ) ?? false;

/** The text that was taken from the source; undefined when it is not there. */
export const readExtracted = (vault: Vault, packet: Pick<Packet, "path">): string | undefined =>
  vault.files.readText(`${packet.path}/extracted.md`);
