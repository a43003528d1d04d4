/**
 * The files of earned records: `<git's common folder>/pmo-knowledge/earned/<kind>.jsonl`, one chain a kind, which all
 * work trees of a repository share. One lock stands for all of them.
 */

import type { EntryKind, Files, Platform } from "../../../platform/platform.ts";
import { isWikiError, WikiError } from "../../errors.ts";
import type { ChainRules } from "../../ledger/chain.ts";
import { classOf, folderOfClass } from "../item-class.ts";
import { type EarnedRecord, earnedRules, type OpenedChain, openChain } from "./record.ts";
import type { RecordKind } from "./record-kinds.ts";

export interface EarnedFiles {
  readonly files: Files;
  readonly rules: ChainRules;
  /** Of a kind's own chain, below the common folder. */
  pathOf(kind: RecordKind): string;
  /** Chains of other clones that parted from ours, below the common folder. */
  sidesOf(kind: RecordKind): readonly string[];
  /** Undefined where there is no file. Follows no link. */
  open<Kind extends RecordKind>(kind: Kind, path?: string): OpenedChain<Kind> | undefined;
  /** The records of a chain that stands; throws `earned_torn` or `earned_malformed`. */
  sound<Kind extends RecordKind>(kind: Kind, path?: string): readonly EarnedRecord<Kind>[];
  /** The same, looked at once more under the lock before it is refused: an append may be under way. */
  read<Kind extends RecordKind>(kind: Kind, path?: string): Promise<readonly EarnedRecord<Kind>[]>;
  /** Alone among all that write here. */
  locked<T>(action: () => Promise<T>): Promise<T>;
}

const folder = folderOfClass(classOf("lesson"));
const lock = `${folder}/.earned`;
export const sideFolder = `${folder}/side`;
export const tornFolder = `${folder}/torn`;
const largestChain = 256 * 1024 * 1024;

export const openEarnedFiles = (platform: Platform, commonDir: string): EarnedFiles => {
  const files = platform.files(commonDir, "private");
  const rules = earnedRules(platform.hash);
  const pathOf = (kind: RecordKind): string => `${folder}/${kind}.jsonl`;

  const open = <Kind extends RecordKind>(kind: Kind, path = pathOf(kind)): OpenedChain<Kind> | undefined => {
    requirePlaces(files, path);
    const bytes = files.read(path, largestChain);
    return bytes && openChain(bytes, { kind, rules });
  };
  const sound = <Kind extends RecordKind>(kind: Kind, path = pathOf(kind)): readonly EarnedRecord<Kind>[] => {
    const opened = open(kind, path);
    if (opened === undefined) return [];
    if (opened.state === "sound") return opened.records;
    throw brokenChain(opened, files.absolute(path));
  };
  const locked = async <T>(action: () => Promise<T>): Promise<T> => {
    requirePlaces(files, `${lock}.lock`);
    // The lock would make it for everybody to see.
    if (files.kind(folder) === undefined) await files.createFolder(folder);
    return files.withLock(lock, action);
  };
  return {
    files,
    rules,
    pathOf,
    open,
    sound,
    locked,
    sidesOf: (kind) => {
      requirePlaces(files, `${sideFolder}/${kind}`);
      const isOfKind = (name: string): boolean => name.startsWith(`${kind}.`) && name.endsWith(".jsonl");
      return files
        .list(sideFolder)
        .filter(isOfKind)
        .map((name) => `${sideFolder}/${name}`);
    },
    read: async (kind, path) => {
      try {
        return sound(kind, path);
      } catch (error) {
        if (!isBroken(error)) throw error;
        return locked(async () => sound(kind, path));
      }
    },
  };
};

export const brokenChain = (
  opened: Exclude<OpenedChain<RecordKind>, { readonly state: "sound" }>,
  path: string,
): WikiError => {
  if (opened.state === "torn") return new WikiError("earned_torn", { path, offset: opened.offset });
  return new WikiError("earned_malformed", { path, line: opened.line, problem: opened.problem });
};

const isBroken = (error: unknown): boolean =>
  isWikiError(error) && (error.code === "earned_torn" || error.code === "earned_malformed");

/** A link there could lead writes out of the git folder, or give a reader another's records. */
const requirePlaces = (files: Files, path: string): void => {
  const parts = path.split("/");
  for (let count = 1; count < parts.length; count += 1) requireKind(files, parts.slice(0, count).join("/"), "folder");
  requireKind(files, path, "file");
};

const requireKind = (files: Files, path: string, wanted: EntryKind): void => {
  const kind = files.kind(path);
  if (kind === undefined || kind === wanted) return;
  const hint = "Move it aside; what was earned is then read from the chains alone.";
  throw new WikiError("knowledge_place", { path: files.absolute(path), wanted, kind }, hint);
};
