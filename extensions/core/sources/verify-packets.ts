/** Compares the packets on disk with their manifests. */

import type { Platform } from "../../platform/platform.ts";
import { isWikiError } from "../errors.ts";
import type { Finding } from "../finding.ts";
import { atOnce, type Steps } from "../steps.ts";
import { packetFolders } from "../vault/layout.ts";
import type { Vault } from "../vault/vault.ts";
import type { PacketFile, PacketPrefix } from "./packet.ts";
import { manifestName } from "./packet-staging.ts";
import { listPackets, type Packet } from "./packet-store.ts";

interface World {
  readonly vault: Vault;
  readonly platform: Platform;
  /** By packet id, the SHA-256 that each capture of that id recorded for its manifest; the ledger knows them. */
  readonly recorded?: ReadonlyMap<string, ReadonlySet<string>>;
}

const prefixes = Object.keys(packetFolders).filter((key): key is PacketPrefix => key in packetFolders);

/** Damaged manifests, and files that are missing, changed or not listed; empty when all is as captured. */
export const verifyPackets = (world: World): readonly Finding[] => atOnce(verifySteps(world));

/** The same, one step a packet. */
export function* verifySteps(world: World): Steps<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const prefix of prefixes) {
    for (const packet of listPackets(world.vault, prefix)) {
      findings.push(...verifyPacket(world, packet));
      yield;
    }
  }
  return findings;
}

/** Of one packet. */
export const verifyPacket = (world: World, packet: Packet): readonly Finding[] => {
  const { manifest } = packet;
  if (manifest === undefined) return packet.findings;
  const { files } = manifest;
  if (files === undefined) return [...packet.findings, unhashed(packet)];
  const changes = files.flatMap((file) => compare(world, packet, file));
  return [...packet.findings, ...manifestChange(world, packet), ...changes, ...unlisted(world, packet, files)];
};

/** The manifest can't list its own hash. Two branches may have given one id: either manifest is what was captured. */
const manifestChange = ({ vault, platform, recorded }: World, { id, path, findings }: Packet): readonly Finding[] => {
  const hashes = recorded?.get(id);
  const manifest = `${path}/${manifestName}`;
  const bytes = hashes === undefined || findings.length > 0 ? undefined : vault.files.read(manifest);
  if (bytes === undefined || hashes?.has(platform.hash(bytes)) === true) return [];
  return [finding(manifest, "packet-file-changed", "The manifest is not what the ledger recorded of it")];
};

const compare = ({ vault, platform }: World, packet: Packet, file: PacketFile): readonly Finding[] => {
  const path = `${packet.path}/${file.path}`;
  const kind = vault.files.kind(path);
  if (kind === undefined) return [finding(path, "packet-file-missing", "A captured file is missing")];
  if (kind !== "file") return [finding(path, "packet-file-changed", `A captured file is now a ${kind}`)];
  try {
    const bytes = vault.files.read(path);
    const isSame = bytes !== undefined && bytes.length === file.bytes && platform.hash(bytes) === file.sha256;
    return isSame ? [] : [finding(path, "packet-file-changed", "A captured file is not what was captured")];
  } catch (error) {
    if (!isWikiError(error)) throw error;
    return [finding(path, "packet-file-changed", `A captured file can't be read: ${error.message}`)];
  }
};

const unlisted = ({ vault }: World, packet: Packet, files: readonly PacketFile[]): readonly Finding[] => {
  const known: ReadonlySet<string> = new Set([manifestName, ...files.map((file) => file.path)]);
  const scan = vault.files.scan(packet.path);
  const present = [...scan.files, ...scan.skipped].map(({ path }) =>
    path.slice(packet.path.length + 1).normalize("NFC"),
  );
  return present
    .filter((path) => !known.has(path))
    .map((path) =>
      finding(`${packet.path}/${path}`, "packet-file-unlisted", "A file was added to a packet after it was captured"),
    );
};

const finding = (path: string, code: string, message: string): Finding => ({
  code,
  severity: "error",
  path,
  line: 0,
  message,
  remedy:
    code === "packet-file-unlisted"
      ? "Move the file out of the packet."
      : "Restore the file from git, a backup or its sealed copy.",
});

const unhashed = (packet: Packet): Finding => ({
  code: "packet-unhashed",
  severity: "info",
  path: `${packet.path}/${manifestName}`,
  line: 0,
  message: "The packet was written by a tool that lists no hashes, so that changes can't be noticed",
  remedy: "Capture the source again to have it guarded.",
});
