/** A seal: what a file of a vault was when it was last known to be right, and which files have one. Pure. */

import { parseJsonObject } from "../../ledger/canonical.ts";
import { parsePacketId } from "../../sources/packet.ts";
import { packetFolders, vaultPaths } from "../../vault/layout.ts";
import type { Layout } from "../../vault/vault.ts";

export interface Seal {
  /** Relative to the vault's root. */
  readonly path: string;
  readonly sha256: string;
  readonly bytes: number;
  /** As `Files.signs` gave it; empty when it could not be relied on. */
  readonly sign: string;
}

/**
 * `packet`: a file of a packet, which never changes. `kept`: what no tool may change, but its owner may, by hand and
 * unseen: a change counts only when it was made while a tool ran.
 */
export type SealKind = "packet" | "kept";

export const sealKindOf = (path: string, layout: Layout): SealKind | undefined => {
  const { raw, config } = vaultPaths[layout];
  if (packetOf(path) !== undefined) return "packet";
  if (path === config || path.startsWith(`${raw}/`)) return "kept";
  return isMemory(path, layout) ? "kept" : undefined;
};

/** What was learned in a task: its verbs record what they make of a file. */
export const isMemory = (path: string, layout: Layout): boolean => {
  const { tasks } = vaultPaths[layout];
  return path.startsWith(`${tasks}/`) && memories.test(path.slice(tasks.length + 1));
};

const memories = /^[^/]+\/memories(?:-archive)?\/./;

/** The folder of the packet that a path is in, or undefined. */
export const packetOf = (path: string): { readonly id: string; readonly folder: string } | undefined => {
  for (const [prefix, parent] of Object.entries(packetFolders)) {
    if (!path.startsWith(`${parent}/`)) continue;
    const [id = "", ...rest] = path.slice(parent.length + 1).split("/");
    if (rest.length > 0 && parsePacketId(id)?.prefix === prefix) return { id, folder: `${parent}/${id}` };
  }
  return undefined;
};

/** Seals in force, by path: a later line of a path replaces an earlier one. */
export const foldSeals = (text: string): { readonly seals: Map<string, Seal>; readonly lines: number } => {
  const seals = new Map<string, Seal>();
  return { seals, lines: applySeals(seals, text) };
};

/** Brings seals up to date with more lines; how many they were. A line that can't be read is none. */
export const applySeals = (seals: Map<string, Seal>, text: string): number => {
  const lines = text.split("\n").filter((line) => line !== "");
  for (const line of lines) {
    const { path, sha256, bytes, sign, gone } = parseJsonObject(line) ?? {};
    if (typeof path !== "string") continue;
    if (gone === true) seals.delete(path);
    else if (typeof sha256 === "string" && typeof bytes === "number" && typeof sign === "string") {
      seals.set(path, { path, sha256, bytes, sign });
    }
  }
  return lines.length;
};

export const sealLine = ({ path, sha256, bytes, sign }: Seal): string =>
  `${JSON.stringify({ path, sha256, bytes, sign })}\n`;

export const goneLine = (path: string): string => `${JSON.stringify({ path, gone: true })}\n`;
