/**
 * Reads a vault's tombstones, and keeps what was seen in the state folder, as `tombstones.jsonl`: it still holds when a
 * checkout lacks it. Files are read again only when they changed.
 */

import type { Files, Platform } from "../../../platform/platform.ts";
import { isWikiError } from "../../errors.ts";
import type { Finding } from "../../finding.ts";
import { splitLines } from "../../ledger/ledger-lines.ts";
import type { Ledger } from "../../ledger/ledger-store.ts";
import { vaultPaths } from "../../vault/layout.ts";
import type { Vault } from "../../vault/vault.ts";
import { foldTombstones, type TombstoneFold } from "./tombstone-fold.ts";
import type { Tombstone, TombstoneLift } from "./tombstone-record.ts";

export interface TombstoneReader {
  /** Those in force; the same list as long as nothing changed. */
  all(): readonly Tombstone[];
  /** What is wrong with the vault's file. */
  findings(): readonly Finding[];
  /** Keeps what was read in the state folder; a folder that is out of reach is no reason to stop. */
  keep(): Promise<void>;
  /** The same for a line that was just written, without reading the others. */
  keepLine(line: string): Promise<void>;
}

export interface TombstoneParts {
  readonly platform: Platform;
  readonly vault: Vault;
  readonly ledger: Pick<Ledger, "read" | "vouch">;
}

/** Through these a person has spoken. */
export const liftingChannels: readonly string[] = ["ui", "terminal"];

const seenFile = "tombstones.jsonl";
// Nothing is ever taken out of these files.
const largest = 1024 ** 3;

export const openTombstoneReader = ({ platform, vault, ledger }: TombstoneParts): TombstoneReader => {
  const { tombstones: path, events } = vaultPaths[vault.layout];
  const state = platform.files(platform.paths.join(platform.environment.stateRoot, vault.key));
  let tried: TombstoneFold | undefined;
  let known: { readonly mark: string; readonly fold: TombstoneFold } | undefined;

  const isVouched = ({ id, lifts, event: hash }: TombstoneLift): boolean => {
    const event = ledger.read().events.find((one) => one.hash === hash && one.kind === "tombstone_lifted");
    if (event === undefined || !liftingChannels.includes(event.channel)) return false;
    const { lift, tombstones } = event.details;
    const isNamed = Array.isArray(tombstones) && lifts.every((tombstone) => tombstones.includes(tombstone));
    return lift === id && isNamed && ledger.vouch(event) !== "forged";
  };
  const mark = (): string => {
    // The ledger can make a lift count that is in the file already.
    const waits = known?.fold.findings.some(({ code }) => code === "tombstone-lift-unvouched") ?? false;
    return [markOf(vault.files, path), markOf(state, seenFile), waits ? markOf(vault.files, events) : ""].join("\n");
  };
  const read = (): TombstoneFold => {
    const now = mark();
    if (known?.mark === now) return known.fold;
    const lines = splitLines(readQuietly(vault.files, path));
    const seen = splitLines(readQuietly(state, seenFile));
    const fold = foldTombstones({ lines, seen, hash: platform.hash, path, isVouched });
    const isSame = known !== undefined && sameTombstones(known.fold.inForce, fold.inForce);
    const kept = isSame && known ? { ...fold, inForce: known.fold.inForce } : fold;
    known = { mark: now, fold: kept };
    return kept;
  };
  return {
    all: () => read().inForce,
    findings: () => read().findings,
    keepLine: (line) => quietly(() => state.append(seenFile, `${line}\n`)),
    keep: async () => {
      const fold = read();
      const { unseen } = fold;
      // What could not be kept is not tried with each question.
      if (unseen.length === 0 || fold === tried) return;
      tried = fold;
      await quietly(() => state.append(seenFile, unseen.map((line) => `${line}\n`).join("")));
    },
  };
};

const markOf = (files: Files, path: string): string => {
  try {
    const state = files.state(path);
    return state === undefined ? "" : `${state.size} ${state.mtimeMs} ${state.inode}`;
  } catch (error) {
    if (isWikiError(error)) return "out of reach";
    throw error;
  }
};

/** A file that can't be read is as good as absent: what the other one holds still counts. */
const readQuietly = (files: Files, path: string): Uint8Array => {
  try {
    return files.read(path, largest) ?? new Uint8Array();
  } catch (error) {
    if (isWikiError(error)) return new Uint8Array();
    throw error;
  }
};

const quietly = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    if (!isWikiError(error)) throw error;
  }
};

const sameTombstones = (before: readonly Tombstone[], after: readonly Tombstone[]): boolean =>
  before.length === after.length &&
  before.every(({ id, digests }, at) => id === after[at]?.id && digests.join() === after[at]?.digests.join());
