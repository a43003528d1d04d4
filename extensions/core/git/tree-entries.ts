/** Reads what `git ls-tree -r -z -l` prints of a tree. Pure. */

import { byCodePoint } from "../ledger/canonical.ts";
import { decodePath } from "./path-bytes.ts";

export interface TreeEntry {
  readonly path: string;
  /** False for a path that git has in other bytes. */
  readonly isUtf8: boolean;
  readonly kind: "file" | "link" | "submodule";
  readonly id: string;
  /** 0 for a submodule, and for an object that is not there. */
  readonly size: number;
}

/** Sorted by path. */
export const readTreeEntries = (output: Uint8Array): readonly TreeEntry[] => {
  const entries: TreeEntry[] = [];
  for (let from = 0; from < output.length; ) {
    const end = endOf(output, from);
    entries.push(entryOf(output.subarray(from, end)));
    from = end + 1;
  }
  return entries.sort((left, right) => byCodePoint(left.path, right.path));
};

const endOf = (output: Uint8Array, from: number): number => {
  const end = output.indexOf(0, from);
  return end < 0 ? output.length : end;
};

const tab = 9;
const ascii = new TextDecoder("latin1");

const entryOf = (row: Uint8Array): TreeEntry => {
  const split = row.indexOf(tab);
  const [, mode, id, size] = /^(\d+) \w+ ([0-9a-f]+) +(\S+)$/.exec(ascii.decode(row.subarray(0, split))) ?? [];
  if (mode === undefined || id === undefined) throw new Error("git ls-tree printed a row that can't be read.");
  return { ...decodePath(row.subarray(split + 1)), kind: kindOf(mode), id, size: Number(size) || 0 };
};

const kindOf = (mode: string): TreeEntry["kind"] => {
  if (mode === "160000") return "submodule";
  return mode === "120000" ? "link" : "file";
};
