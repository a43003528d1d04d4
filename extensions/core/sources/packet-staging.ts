/** Builds a packet in a hidden folder beside the visible ones, and clears away what dead writers left there. */

import type { Files, Platform } from "../../platform/platform.ts";
import { WikiError } from "../errors.ts";
import { packetFolders } from "../vault/layout.ts";
import {
  type Manifest,
  type PacketFile,
  type PacketPrefix,
  packetVersion,
  parsePacketId,
  renderManifest,
} from "./packet.ts";

export interface NewPacketFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

export interface NewPacket {
  readonly prefix: PacketPrefix;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  /** Paths are relative to the packet's folder; asked for with the id where the files hold it. */
  readonly files: readonly NewPacketFile[] | ((id: string) => readonly NewPacketFile[]);
  /** The rest of the manifest; the id is known only now. */
  readonly describe: (id: string) => Omit<Manifest, "id" | "packet_version" | "captured" | "files">;
  /** When a packet already has an original with this SHA-256, that one is the answer and nothing is written. */
  readonly unlessOriginal?: string;
  /** Awaited before the packet becomes visible: the ledger's event. */
  readonly record: (packet: RecordedPacket) => Promise<void>;
}

export interface RecordedPacket {
  readonly id: string;
  readonly path: string;
  readonly manifest: Manifest;
  /** SHA-256 of manifest.json, which in turn holds those of all other files. */
  readonly manifestHash: string;
}

export const manifestName = "manifest.json";

export interface StagingPlace {
  readonly files: Files;
  readonly raw: string;
  readonly platform: Platform;
}

export const stagingPath = (raw: string, id: string): string => `${raw}/.staging-${id}`;

/** Staging folders of writers that are gone: whoever holds the lock is the only one alive. */
export const stagedIds = (files: Files, raw: string): readonly string[] =>
  files.list(raw).flatMap((name) => {
    const id = name.startsWith(".staging-") ? name.slice(".staging-".length) : "";
    return parsePacketId(id) === undefined ? [] : [id];
  });

interface Target {
  readonly id: string;
  readonly path: string;
  readonly staging: string;
}

/** Leaves nothing behind when it fails. */
export const stagePacket = async (place: StagingPlace, packet: NewPacket, target: Target): Promise<RecordedPacket> => {
  try {
    return await stage(place, packet, target);
  } catch (error) {
    await place.files.remove(target.staging).catch(() => {
      // The first failure is the one to report; the next capture clears the folder away.
    });
    throw error;
  }
};

const stage = async ({ files, platform }: StagingPlace, packet: NewPacket, target: Target): Promise<RecordedPacket> => {
  const { id, path, staging } = target;
  if (!(await files.createFolder(staging))) throw new WikiError("name_taken", { path: staging });
  const write = async (name: string, content: string | Uint8Array): Promise<PacketFile> => {
    const place = `${staging}/${name}`;
    if (!(await files.create(place, content))) throw new WikiError("name_taken", { path: place });
    await files.protect(place);
    const bytes = typeof content === "string" ? new TextEncoder().encode(content).length : content.length;
    return { path: name, sha256: platform.hash(content), bytes };
  };
  const written: PacketFile[] = [];
  const given = typeof packet.files === "function" ? packet.files(id) : packet.files;
  for (const file of given) written.push(await write(file.path, file.content));
  const manifest: Manifest = {
    id,
    captured: packet.day,
    packet_version: packetVersion,
    ...packet.describe(id),
    files: written,
  };
  const { sha256 } = await write(manifestName, renderManifest(manifest));
  return { id, path, manifest, manifestHash: sha256 };
};

/** The packet stands: what fails here is tried again by the next capture. */
export const removeLeftovers = async (files: Files, raw: string, ids: readonly string[]): Promise<void> => {
  for (const id of ids) {
    try {
      await removeLeftover(files, raw, id);
    } catch {
      return;
    }
  }
};

const removeLeftover = async (files: Files, raw: string, id: string): Promise<void> => {
  const name = parsePacketId(id);
  const place = name === undefined ? undefined : `${packetFolders[name.prefix]}/${id}`;
  // A crash in the middle of the rename leaves an empty folder that had claimed the name.
  if (place !== undefined && isEmptyFolder(files, place)) await files.remove(place);
  await files.remove(stagingPath(raw, id));
};

export const isEmptyFolder = (files: Files, path: string): boolean =>
  files.kind(path) === "folder" && files.list(path).length === 0;
