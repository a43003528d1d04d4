/** What a change is: which paths have which content before and after. Its hash is the same however git would show it. Pure. */

import { byCodePoint, canonicalHash, type HashFunction } from "../ledger/canonical.ts";

/** One path; ids of zeros stand for what is not there. */
export interface ChangedPath {
  readonly path: string;
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldId: string;
  readonly newId: string;
}

/** Reads the records of `git diff --raw -z --no-abbrev --no-renames`. */
export const readRawDiff = (output: string): readonly ChangedPath[] => {
  const parts = output.split("\0");
  const changes: ChangedPath[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, oldMode = "", newMode = "", oldId = "", newId = ""] = rawForm.exec(parts[at] ?? "") ?? [];
    if (newId === "") return changes;
    changes.push({ path: parts[at + 1] ?? "", oldMode, newMode, oldId, newId });
  }
  return changes;
};

/** Reads what `git diff-tree --stdin --always --raw -z` prints: the id of each commit, and its records. */
export const readCommitDiffs = (
  output: string,
): readonly { readonly commit: string; readonly changes: readonly ChangedPath[] }[] => {
  const diffs: { readonly commit: string; readonly parts: string[] }[] = [];
  const parts = output.split("\0");
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? "";
    if (part.startsWith(":")) {
      diffs.at(-1)?.parts.push(part, parts[at + 1] ?? "");
      at += 1;
    } else if (part !== "") diffs.push({ commit: part.trim(), parts: [] });
  }
  return diffs.map(({ commit, parts: own }) => ({ commit, changes: readRawDiff(`${own.join("\0")}\0`) }));
};

const rawForm = /^\s*:(\d{6}) (\d{6}) ([0-9a-f]{40,64}) ([0-9a-f]{40,64}) [A-Z]/;

/** Without what lies below one of the folders: a vault tells of the change and is no part of it. */
export const outside = (changes: readonly ChangedPath[], folders: readonly string[]): readonly ChangedPath[] =>
  changes.filter(({ path }) => !folders.some((folder) => path === folder || path.startsWith(`${folder}/`)));

/** The hash of the canonical diff; paths in any order have the same. */
export const subjectOf = (changes: readonly ChangedPath[], hash: HashFunction): string =>
  canonicalHash(
    {
      kind: "pi-wiki-canonical-diff",
      schema_version: 1,
      changes: [...changes]
        .sort((left, right) => byCodePoint(left.path, right.path))
        .map(({ path, oldMode, newMode, oldId, newId }) => ({
          path,
          old_mode: oldMode,
          new_mode: newMode,
          old_id: oldId,
          new_id: newId,
        })),
    },
    hash,
  );

export const pathsOf = (changes: readonly ChangedPath[]): readonly string[] =>
  [...new Set(changes.map(({ path }) => path))].sort(byCodePoint);
