/** Puts back what was cut from a file that only grows, or edited in it; what was appended meanwhile stays. */

import type { SealedCopy } from "../../../ledger/sealed-copy-store.ts";
import type { Vault } from "../../../vault/vault.ts";
import type { GitHistory, GitState } from "../git-history.ts";
import type { CheckedCall } from "../tool-call.ts";
import {
  compareLines,
  type IsRecord,
  type LineDamage,
  type LinesComparison,
  textsOf,
  withAdded,
} from "./compare-lines.ts";

export interface LedgerHealing {
  readonly vault: Vault;
  /** Relative to the vault's root. */
  readonly path: string;
  readonly sealed: SealedCopy;
  readonly isRecord: IsRecord;
  git(): Promise<GitState>;
  readonly call: CheckedCall;
  /** Keeps what is about to be replaced; its place. */
  keep(path: string): Promise<string | undefined>;
}

export interface HealedLedger {
  readonly was: LineDamage | "junk";
  readonly line: number;
  readonly kept: string | undefined;
}

/** `waiting`: git has put lines away or has not finished; ask again when something changes. */
export type LedgerCheck = HealedLedger | "whole" | "waiting";

const lockTimeoutMs = 30_000;
const largest = 1024 ** 3;

/** A file that is whole is only read. Else under its own lock, so that an append at the same time comes before or after. */
export const healLedger = async (healing: LedgerHealing): Promise<LedgerCheck> => {
  const first = look(healing);
  if (isWhole(first)) return accept(healing.sealed, first.content);
  return healing.vault.files.withLock(healing.path, () => healLocked(healing), lockTimeoutMs);
};

interface Look {
  readonly disk: Uint8Array | undefined;
  /** Undefined where nothing was sealed yet. */
  readonly comparison: LinesComparison | undefined;
  /** What the file should hold; what it holds, where nothing was sealed yet. */
  readonly content: Uint8Array | undefined;
  /** A call may have written what is no record. */
  readonly isLittered: boolean;
}

const look = ({ vault, path, sealed, isRecord, call }: LedgerHealing): Look => {
  const disk = vault.files.kind(path) === "file" ? vault.files.read(path, largest) : undefined;
  const copy = sealed.read();
  if (copy === undefined || copy.length === 0) return { disk, comparison: undefined, content: disk, isLittered: false };
  const comparison = compareLines(copy, disk, isRecord);
  const isLittered = comparison.junk.length > 0 && call?.mayWriteAnywhere === true;
  return { disk, comparison, content: withAdded(copy, comparison.added), isLittered };
};

const isWhole = ({ comparison, isLittered }: Look): boolean => comparison?.damage === undefined && !isLittered;

const healLocked = async (healing: LedgerHealing): Promise<LedgerCheck> => {
  const { vault, path, sealed } = healing;
  const found = look(healing);
  const { disk, comparison, content = new Uint8Array() } = found;
  if (comparison === undefined || isWhole(found)) return accept(sealed, content);
  const verdict = await judge(healing, comparison);
  if (verdict === "waiting") return verdict;
  if (verdict === "history") return accept(sealed, disk);
  const kept = await healing.keep(path);
  await vault.files.write(path, content);
  await sealed.replace(content);
  const { damage, junk } = comparison;
  return damage === undefined ? { was: "junk", line: junk[0]?.line ?? 1, kept } : { ...damage, kept };
};

const accept = async (sealed: SealedCopy, content: Uint8Array = new Uint8Array()): Promise<"whole"> => {
  if (!isSame(content, sealed.read() ?? new Uint8Array())) await sealed.replace(content);
  return "whole";
};

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);

type Verdict = "tampered" | "history" | "waiting";

/** Whether the user's git explains what is missing, and what is there. */
const judge = async (healing: LedgerHealing, comparison: LinesComparison): Promise<Verdict> => {
  const { path, call } = healing;
  const history = await healing.git();
  if (history === "none") return "tampered";
  if (history === "unreadable") return call === undefined ? "waiting" : "tampered";
  if ((await history.unsettled([path])).has(path)) return "waiting";
  if (call !== undefined && (await history.committedByCall([path])).has(path)) return "tampered";
  return await judgeByHead(healing, comparison, history);
};

const judgeByHead = async (
  { path, call }: LedgerHealing,
  { missing, junk }: LinesComparison,
  history: GitHistory,
): Promise<Verdict> => {
  const head = (await history.atHead([path])).get(path);
  const atHead = head === undefined ? new Set<string>() : textsOf(await history.text(head));
  const isLittered = call?.mayWriteAnywhere === true && junk.some(({ text }) => !atHead.has(text));
  if (isLittered || missing.some(({ text }) => atHead.has(text))) return "tampered";
  if (missing.length > 0) return await whereaboutsOf(new Set(missing.map(({ text }) => text)), history, path);
  // Nothing is missing, but it is out of order: a merge may have done that.
  const isAsHead = head !== undefined && (await history.onDisk([path])).get(path)?.has(head) === true;
  return isAsHead ? "history" : "tampered";
};

/** Lines that no commit and no stash holds are lost to git, whatever made it drop them. */
const whereaboutsOf = async (lines: ReadonlySet<string>, history: GitHistory, path: string): Promise<Verdict> => {
  const uncommitted = await without(lines, await history.committed(path), history);
  if (uncommitted.size === 0) return "history";
  const lost = await without(uncommitted, await history.stashed(path), history);
  return lost.size === 0 ? "waiting" : "tampered";
};

const mostVersions = 100;

const without = async (
  lines: ReadonlySet<string>,
  versions: ReadonlySet<string>,
  history: GitHistory,
): Promise<ReadonlySet<string>> => {
  let rest = lines;
  for (const blob of [...versions].slice(0, mostVersions)) {
    if (rest.size === 0) break;
    const held = textsOf(await history.text(blob));
    rest = new Set([...rest].filter((text) => !held.has(text)));
  }
  return rest;
};
