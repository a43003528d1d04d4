/** Puts back what was cut from the ledger or edited in it; what was appended meanwhile stays. */

import type { Platform } from "../../../platform/platform.ts";
import { eventRules } from "../../ledger/event.ts";
import type { SealedCopy } from "../../ledger/sealed-copy-store.ts";
import type { Vault } from "../../vault/vault.ts";
import { compareLines, type LineDamage, type LinesComparison, textsOf, withAdded } from "./compare-lines.ts";
import type { GitHistory, GitState } from "./git-history.ts";
import type { CheckedCall } from "./tool-call.ts";

export interface LedgerHealing {
  readonly vault: Vault;
  readonly platform: Platform;
  /** Relative to the vault's root. */
  readonly path: string;
  readonly sealed: SealedCopy;
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

/** Under the ledger's own lock, so that an append at the same time comes before or after, whole. */
export const healLedger = (healing: LedgerHealing): Promise<LedgerCheck> =>
  healing.vault.files.withLock(healing.path, () => healLocked(healing), lockTimeoutMs);

const healLocked = async (healing: LedgerHealing): Promise<LedgerCheck> => {
  const { vault, path, sealed, platform, call } = healing;
  const disk = vault.files.kind(path) === "file" ? vault.files.read(path, largest) : undefined;
  const copy = sealed.read();
  if (copy === undefined || copy.length === 0) return await accept(sealed, disk);
  const comparison = compareLines(copy, disk, eventRules(platform.hash));
  const isLittered = comparison.junk.length > 0 && call?.mayWriteAnywhere === true;
  if (comparison.damage === undefined && !isLittered) return await accept(sealed, withAdded(copy, comparison.added));
  const verdict = await judge(healing, comparison);
  if (verdict === "waiting") return verdict;
  if (verdict === "history") return await accept(sealed, disk);
  const { damage, added, junk } = comparison;
  const kept = disk === undefined ? await healing.keep(path) : await healing.keep(path);
  const restored = withAdded(copy, added);
  await vault.files.write(path, restored);
  await sealed.replace(restored);
  return damage === undefined ? { was: "junk", line: junk[0]?.line ?? 1, kept } : { ...damage, kept };
};

const accept = async (sealed: SealedCopy, content: Uint8Array | undefined): Promise<"whole"> => {
  if (content !== undefined && content.length !== sealed.read()?.length) await sealed.replace(content);
  return "whole";
};

type Verdict = "tampered" | "history" | "waiting";

/** Whether the user's git explains what is missing, and what is there. */
const judge = async (
  { path, git, call }: LedgerHealing,
  { missing, added, junk }: LinesComparison,
): Promise<Verdict> => {
  const history = await git();
  if (history === "unreadable") return call === undefined ? "waiting" : "tampered";
  if (history === "none") return "tampered";
  if ((await history.unsettled([path])).has(path)) return "waiting";
  if (call !== undefined && (await history.committedByCall([path])).has(path)) return "tampered";
  const head = (await history.atHead([path])).get(path);
  const atHead = head === undefined ? new Set<string>() : textsOf(await history.text(head));
  if (missing.some(({ text }) => atHead.has(text))) return "tampered";
  if (junk.some(({ text }) => !atHead.has(text)) && (missing.length > 0 || added.length === 0)) return "tampered";
  return await whereaboutsOf(new Set(missing.map(({ text }) => text)), history, path);
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
