/** Reads everything that a vault holds: pages and packets, with a finding for whatever could not be read. */

import { isWikiError } from "../errors.ts";
import type { Finding } from "../finding.ts";
import { parseJsonObject } from "../ledger/canonical.ts";
import type { Page } from "../pages/page.ts";
import { atOnce, type Steps } from "../steps.ts";
import type { Packet } from "./derived/registry.ts";
import { packetFolders, vaultPaths } from "./layout.ts";
import { type OnFinding, pageSteps } from "./page-files.ts";
import type { Vault } from "./vault.ts";

export interface VaultContent {
  readonly pages: readonly Page[];
  /** Ids of captured sources, trajectories and conversations, sorted. */
  readonly packets: readonly string[];
  /** Of the vault and of every page in it. */
  readonly findings: readonly Finding[];
}

export const readVault = (vault: Vault): VaultContent => atOnce(readVaultSteps(vault));

/** The same, one step a page. */
export function* readVaultSteps(vault: Vault): Steps<VaultContent> {
  const findings: Finding[] = [];
  const note: OnFinding = (finding) => findings.push(finding);
  const pages = yield* pageSteps(vault, note);
  const packets = packetIds(vault, note);
  for (const page of pages) findings.push(...page.findings);
  return { pages, packets, findings };
}

/**
 * The packets that `isWanted` picks by their ids, with their manifests; one whose manifest can't be read is a finding
 * and left out. Nothing is looked at of the others.
 */
export const readPackets = (
  vault: Vault,
  { isWanted, onFinding }: { readonly isWanted: (id: string) => boolean; readonly onFinding: OnFinding },
): readonly Packet[] =>
  packetNames(vault, onFinding)
    .filter((id) => isWanted(id) && isPacketFolder(vault, id))
    .flatMap((id) => {
      const path = `${folderOfPacket(id)}/${id}/manifest.json`;
      const manifest = readManifest(vault, { path, onFinding });
      return manifest === undefined ? [] : [{ id, manifest }];
    });

/**
 * How many sources were captured, by their names: of thousands of packets not one is looked into, but for the last,
 * which may be a name that a capture had claimed when it was cut short.
 */
export const countSources = (vault: Vault): number => {
  const ids = packetNames(vault, () => undefined).filter((id) => id.startsWith("SRC-"));
  const last = ids.at(-1);
  return last === undefined || isPacketFolder(vault, last) ? ids.length : ids.length - 1;
};

const packetName = /^(SRC|TRJ|CNV)-\d{4}-\d{2}-\d{2}-\d{3,}$/;
const manifestLimit = 4 * 1024 * 1024;

const folderOfPacket = (id: string): string => {
  const folders: Readonly<Record<string, string>> = packetFolders;
  return folders[id.slice(0, 3)] ?? "";
};

const packetIds = (vault: Vault, onFinding: OnFinding): readonly string[] =>
  packetNames(vault, onFinding).filter((id) => isPacketFolder(vault, id));

/** A capture that was cut short may leave an empty folder that has claimed the name: it is no packet. */
const isPacketFolder = ({ files }: Vault, id: string): boolean => {
  const path = `${folderOfPacket(id)}/${id}`;
  return files.kind(path) === "folder" && files.list(path).length > 0;
};

const packetNames = (vault: Vault, onFinding: OnFinding): readonly string[] => {
  const { raw } = vaultPaths[vault.layout];
  const kind = vault.files.kind(raw);
  if (kind !== undefined && kind !== "folder") {
    onFinding(packetFinding(raw, "Captured packets can't be read: this is not a folder"));
    return [];
  }
  return Object.entries(packetFolders)
    .flatMap(([prefix, folder]) =>
      namesIn(vault, { folder, onFinding }).filter((name) => name.startsWith(`${prefix}-`)),
    )
    .filter((name) => packetName.test(name))
    .sort();
};

const namesIn = (
  vault: Vault,
  { folder, onFinding }: { readonly folder: string; readonly onFinding: OnFinding },
): readonly string[] => {
  try {
    return vault.files.kind(folder) === "folder" ? vault.files.list(folder) : [];
  } catch (error) {
    if (!isWikiError(error)) throw error;
    onFinding(packetFinding(folder, error.message));
    return [];
  }
};

const readManifest = (
  vault: Vault,
  { path, onFinding }: { readonly path: string; readonly onFinding: OnFinding },
): Packet["manifest"] | undefined => {
  try {
    const manifest = parseJsonObject(vault.files.readText(path, manifestLimit) ?? "");
    if (manifest === undefined) onFinding(packetFinding(path, "The packet's manifest is missing or not a JSON object"));
    return manifest;
  } catch (error) {
    if (!isWikiError(error)) throw error;
    onFinding(packetFinding(path, error.message));
    return undefined;
  }
};

const packetFinding = (path: string, message: string): Finding => ({
  code: "packet-unreadable",
  severity: "error",
  path,
  line: 0,
  message,
  remedy: "Run `pi-wiki verify`; restore it from git or a backup.",
});
