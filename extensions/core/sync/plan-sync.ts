/** Decides for each file of a vault what becomes of it when two clones come together. Pure. */

import type { Finding } from "../finding.ts";
import type { Owner } from "../vault/layout.ts";

/** Git's names of a file's contents; undefined where there is none. */
export interface FileSides {
  readonly base: string | undefined;
  readonly ours: string | undefined;
  readonly theirs: string | undefined;
}

export interface SyncedFile {
  readonly path: string;
  readonly owner: Owner;
  /** It was forgotten here or there: it does not come back. */
  readonly isForgotten: boolean;
}

/**
 * `take` puts a content there, `remove` takes the file away, `union` keeps the lines of both, and `page`, `json` and
 * `text` bring both together.
 */
export type SyncStep =
  | { readonly act: "take"; readonly path: string; readonly content: string; readonly finding?: Finding }
  | { readonly act: "remove"; readonly path: string }
  | { readonly act: "union" | "page" | "json" | "text"; readonly path: string; readonly sides: FileSides }
  | { readonly act: "keep"; readonly path: string; readonly finding: Finding }
  /** Nothing at all may be brought together. */
  | { readonly act: "refuse"; readonly path: string; readonly finding: Finding };

/** Undefined where ours stands as it is. */
export const planFile = (file: SyncedFile, sides: FileSides): SyncStep | undefined => {
  const { base, ours, theirs } = sides;
  if (file.owner === "raw") return planRaw(file, sides);
  if (isAppended(file)) return planAppended(file, sides);
  if (ours === theirs || theirs === base) return undefined;
  if (ours === base) return receive(file.path, theirs);
  return planBoth(file, sides);
};

/** Files that only grow, line by line. */
const isAppended = ({ path, owner }: SyncedFile): boolean => owner === "ledger" && path.endsWith(".jsonl");

const receive = (path: string, content: string | undefined): SyncStep =>
  content === undefined ? { act: "remove", path } : { act: "take", path, content };

/** A captured file is what it was captured as, whatever either clone has made of it since. */
const planRaw = ({ path, isForgotten }: SyncedFile, { base, ours, theirs }: FileSides): SyncStep | undefined => {
  if (isForgotten) return ours === undefined ? undefined : { act: "remove", path };
  const captured = base ?? theirs ?? ours;
  if (base === undefined && ours !== undefined && theirs !== undefined && ours !== theirs) {
    return { act: "refuse", path, finding: collision(path) };
  }
  if (captured === undefined) return undefined;
  if (base !== undefined && theirs !== base) {
    const finding = altered(path);
    return ours === base ? { act: "keep", path, finding } : { act: "take", path, content: base, finding };
  }
  return ours === captured ? undefined : { act: "take", path, content: captured };
};

const planAppended = ({ path }: SyncedFile, { ours, theirs, base }: FileSides): SyncStep | undefined => {
  if (ours === theirs || (theirs === base && ours !== undefined) || theirs === undefined) return undefined;
  if (ours === undefined) return { act: "take", path, content: theirs };
  return { act: "union", path, sides: { base, ours, theirs } };
};

const planBoth = (file: SyncedFile, sides: FileSides): SyncStep | undefined => {
  const { path, owner, isForgotten } = file;
  const { ours, theirs } = sides;
  if (theirs === undefined) return isForgotten ? { act: "remove", path } : { act: "keep", path, finding: kept(path) };
  if (ours === undefined) {
    return isForgotten ? undefined : { act: "take", path, content: theirs, finding: returned(path) };
  }
  if (owner === "page") return { act: "page", path, sides };
  if (owner === "task-memory") return { act: "union", path, sides };
  return { act: path.endsWith(".json") ? "json" : "text", path, sides };
};

const finding = (path: string, rest: Pick<Finding, "code" | "severity" | "message" | "remedy">): Finding => ({
  path,
  line: 0,
  ...rest,
});

const collision = (path: string): Finding =>
  finding(path, {
    code: "sync-packet-taken",
    severity: "error",
    message: "Two clones captured different things under one id",
    remedy: "Keep a copy of one packet's original, restore its folder from the other clone's branch, capture the copy.",
  });

const altered = (path: string): Finding =>
  finding(path, {
    code: "sync-raw-altered",
    severity: "warning",
    message: "A captured file was altered or removed in the remote; what was captured is put back",
    remedy: "Nothing to do; ask whoever altered it to use `pi-wiki forget`.",
  });

const kept = (path: string): Finding =>
  finding(path, {
    code: "sync-kept",
    severity: "warning",
    message: "It was removed in the remote and changed here: it is kept",
    remedy: "Forget or reject it if it is to go.",
  });

const returned = (path: string): Finding =>
  finding(path, {
    code: "sync-kept",
    severity: "warning",
    message: "It was removed here and changed in the remote: it is back",
    remedy: "Forget or reject it if it is to go.",
  });
