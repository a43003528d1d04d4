/** Sorts files that have no seal yet: those that are right, and those that a call put where they don't belong. */

import { parsePacketId } from "../../../sources/packet.ts";
import { readPacket } from "../../../sources/packet-store.ts";
import { verifyPacket } from "../../../sources/verify-packets.ts";
import { vaultPaths } from "../../../vault/layout.ts";
import { packetOf, sealKindOf } from "../seal.ts";
import type { FileHealing } from "./file-healing.ts";

export interface SortedFiles {
  readonly right: readonly RightFile[];
  readonly wrong: readonly string[];
}

/** A file to be sealed, if it still has this content by then; undefined where nothing tells what it should be. */
export interface RightFile {
  readonly path: string;
  readonly sha256?: string | undefined;
}

/** What is new and right is sealed; what is new and was put there by the call is not left there. */
export const sortFresh = async (fresh: readonly string[], healing: FileHealing): Promise<SortedFiles> => {
  const { layout } = healing.vault;
  const isWork = healing.call?.mayWriteAnywhere === true;
  const loose = fresh.filter((path) => packetOf(path) === undefined);
  const dropped = isWork ? loose.filter((path) => path.startsWith(`${vaultPaths[layout].raw}/`)) : [];
  const right: RightFile[] = loose.filter((path) => !dropped.includes(path)).map((path) => ({ path }));
  const doubtful = [...dropped];
  for (const [id, paths] of byPacket(fresh)) {
    const { isRight, isListed, sha256Of } = stateOfPacket(id, healing);
    const listed = paths.filter(isListed);
    if (isRight) right.push(...listed.map((path) => ({ path, sha256: sha256Of(path) })));
    else doubtful.push(...listed);
    doubtful.push(...paths.filter((path) => !isListed(path)));
    // A vault that is seen for the first time may have thousands.
    await healing.platform.pause();
  }
  const fromHistory = await broughtByGit(doubtful, healing);
  const brought = [...fromHistory].filter((path) => sealKindOf(path, layout) === "packet").map((path) => ({ path }));
  const wrong = isWork ? doubtful.filter((path) => !fromHistory.has(path)) : [];
  return { right: [...right, ...brought], wrong };
};

/** Links among captured files that a call made: no capture makes any. */
export const wrongLinks = async (links: readonly string[], healing: FileHealing): Promise<readonly string[]> => {
  if (links.length === 0 || healing.call?.mayWriteAnywhere !== true) return [];
  const history = await healing.git();
  if (typeof history === "string") return links;
  const known = await history.atHead(links);
  return links.filter((path) => !known.has(path));
};

const byPacket = (paths: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const packets = new Map<string, string[]>();
  for (const path of paths) {
    const packet = packetOf(path);
    if (packet === undefined) continue;
    const others = packets.get(packet.id) ?? [];
    others.push(path);
    packets.set(packet.id, others);
  }
  return packets;
};

const toleratedFindings: ReadonlySet<string> = new Set(["packet-unhashed", "packet-file-unlisted"]);

/** A packet is right when it is whole, and either the ledger knows it or no call can have made it. */
const stateOfPacket = (id: string, { vault, platform, manifests, call }: FileHealing) => {
  const packet = parsePacketId(id) === undefined ? undefined : readPacket(vault, id);
  const files = packet?.manifest?.files;
  const place = (name: string): string => `${packet?.path ?? ""}/${name}`;
  const own = new Set(["manifest.json", ...(files ?? []).map(({ path }) => path)].map(place));
  const damage = packet === undefined ? [] : verifyPacket({ vault, platform }, packet);
  const isWhole = packet?.manifest !== undefined && damage.every(({ code }) => toleratedFindings.has(code));
  const manifest = isWhole ? vault.files.read(place("manifest.json")) : undefined;
  const manifestHash = manifest && platform.hash(manifest);
  const isKnown = manifestHash !== undefined && manifests().has(manifestHash);
  const hashes = new Map((files ?? []).map(({ path, sha256 }) => [place(path), sha256]));
  return {
    isRight: isKnown || (isWhole && call?.mayWriteAnywhere !== true),
    // Other tools' manifests list no files: all that is there is the packet.
    sha256Of: (path: string): string | undefined =>
      path === place("manifest.json") ? manifestHash : (hashes.get(path) ?? hashes.get(path.normalize("NFC"))),
    isListed: (path: string): boolean => files === undefined || own.has(path) || own.has(path.normalize("NFC")),
  };
};

/** Files that a checkout, merge or pull brought, and that the call did not commit itself. */
const broughtByGit = async (paths: readonly string[], { git, call }: FileHealing): Promise<ReadonlySet<string>> => {
  const history = paths.length === 0 ? "none" : await git();
  if (typeof history === "string") return new Set();
  const [disk, head] = [await history.onDisk(paths), await history.atHead(paths)];
  const byCall = call === undefined ? new Set<string>() : await history.committedByCall(paths);
  const unsettled = await history.unsettled(paths);
  const isAsHead = (path: string): boolean => disk.get(path)?.has(head.get(path) ?? "") === true;
  return new Set(paths.filter((path) => (isAsHead(path) && !byCall.has(path)) || unsettled.has(path)));
};
