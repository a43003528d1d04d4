/**
 * Brings a vault and its remote together through git: fetch, verify both ledgers, merge, find what now contradicts, push.
 * Nothing is rewritten, and no file outside the vault is touched.
 */

import { WikiError } from "../errors.ts";
import type { Finding } from "../finding.ts";
import type { LedgerEvent } from "../ledger/event.ts";
import { eventRules } from "../ledger/event.ts";
import { contentFindings } from "../ledger/ledger-findings.ts";
import { foldLedger, type LedgerContent } from "../ledger/ledger-fold.ts";
import { splitLines } from "../ledger/ledger-lines.ts";
import { pageIdOf } from "../pages/parse-page.ts";
import { ownership, vaultPaths } from "../vault/layout.ts";
import { type AppliedSync, applySync, type SyncPlace, seenNow, whileSyncing } from "./apply-sync-store.ts";
import { isSameListing, type Listing } from "./listing.ts";
import { lostLines } from "./merge-lines.ts";
import { planFile, type SyncStep } from "./plan-sync.ts";
import { openSyncedCommits, type SyncedCommits } from "./synced-commit-store.ts";
import { type GitAbsence, openVaultGit, type VaultGit } from "./vault-git-store.ts";

export interface SyncParts extends SyncPlace {
  /** Called when files have come: brings indexes up to date, and opens conflicts between new pages of both sides. */
  welcome(came: CameTogether): Promise<void>;
}

/** Ids of pages that only one side had. */
export interface CameTogether {
  readonly theirs: readonly string[];
  readonly ours: readonly string[];
}

export interface SyncedVault extends Omit<AppliedSync, "missed"> {
  /** `refused`: one of the ledgers is broken, or nothing can be brought together; the findings say which. */
  readonly state: "synced" | "refused" | GitAbsence;
  readonly remote?: string;
  /** What the remote's branch is at now. */
  readonly commit?: string;
  /** Files that differ from what the remote had. */
  readonly sent: number;
}

const nothing = { received: [], merged: [], pairs: [], findings: [], sent: 0 } as const;
const mostRounds = 60;

export const syncVault = async (parts: SyncParts): Promise<SyncedVault> => {
  const { vault, context } = parts;
  const git = await openVaultGit(context.platform, vault);
  if ("absent" in git) return { ...nothing, state: git.absent };
  return whileSyncing(vault, () => new Syncing(parts, git).run());
};

class Syncing {
  readonly #parts: SyncParts;
  readonly #git: VaultGit;
  readonly #synced: SyncedCommits;
  readonly #remote: string;
  readonly #done = { received: new Set<string>(), merged: new Set<string>(), pairs: new Set<string>() };
  readonly #ledgers = new Map<string, string>();
  #findings: readonly Finding[] = [];

  constructor(parts: SyncParts, git: VaultGit) {
    this.#parts = parts;
    this.#git = git;
    this.#synced = openSyncedCommits(parts.context.platform, parts.vault);
    this.#remote = `${git.upstream.remote}/${git.upstream.branch}`;
  }

  async run(): Promise<SyncedVault> {
    for (let round = 0; round < mostRounds; round += 1) {
      const theirs = await this.#git.fetch();
      if (theirs === undefined) return this.#answer("unpushed");
      const together = await this.#bringTogether(theirs);
      if (together === "refused") return this.#answer("refused");
      const done = together === "again" ? undefined : await this.#send(theirs, together);
      if (done !== undefined) return this.#answer("synced", done);
    }
    throw new WikiError("git_failed", { step: "git push", reason: "others were faster each time" });
  }

  /** Undefined when somebody was faster. */
  async #send(theirs: string, files: Listing): Promise<{ readonly commit: string; readonly sent: number } | undefined> {
    const { context } = this.#parts;
    const there = await this.#git.at(theirs);
    const message = `Update the wiki, by ${context.actor}`;
    const commit = isSameListing(files, there) ? theirs : await this.#git.commit(theirs, files, message);
    if (commit !== theirs && (await this.#git.push(commit)) === "behind") return undefined;
    await this.#synced.remember(this.#remote, commit);
    await this.#git.follow(commit, files, message);
    const paths = new Set([...files.keys(), ...there.keys()]);
    return { commit, sent: [...paths].filter((path) => files.get(path)?.id !== there.get(path)?.id).length };
  }

  /** What we have then; `again` when somebody wrote meanwhile: what they wrote is brought together as well. */
  async #bringTogether(commit: string): Promise<Listing | "refused" | "again"> {
    const [ours, theirs] = [await this.#git.now(), await this.#git.at(commit)];
    if (isSameListing(ours, theirs)) return ours;
    const ledgers = await this.#readLedgers(ours, theirs);
    const base = await this.#baseOf(commit, ledgers.ours);
    const problems = [...ledgers.problems, ...(await this.#lostOf(base, ledgers.theirs))];
    if (problems.length > 0) return this.#refuse(problems);
    const steps = this.#plan(
      { base, ours, theirs },
      forgottenIn([...ledgers.content.events, ...this.#parts.ledger.read().events]),
    );
    const refused = steps.filter((step) => step.act === "refuse");
    if (refused.length > 0) return this.#refuse(refused.map(({ finding }) => finding));
    if (steps.length === 0) return ours;
    const isDone = await this.#apply(steps, ours);
    await this.#parts.welcome({ theirs: pagesOnlyIn(theirs, base, ours), ours: pagesOnlyIn(ours, base, theirs) });
    return isDone ? this.#git.now() : "again";
  }

  /** False when a file changed meanwhile: the next round sees it as it is. */
  async #apply(steps: readonly SyncStep[], ours: Listing): Promise<boolean> {
    const paths = steps.map(({ path }) => path);
    const seen = seenNow(paths, this.#parts.vault);
    const ids = await this.#git.idsOf(paths);
    const isAsSeen = steps.every(({ act, path }, at) => act === "union" || ids[at] === ours.get(path)?.id);
    if (!isAsSeen) return false;
    const contents = await this.#git.read(steps.flatMap(contentsOf));
    const { received, merged, pairs, findings, missed } = await applySync(steps, { contents, seen }, this.#parts);
    for (const path of received) this.#done.received.add(path);
    for (const id of merged) this.#done.merged.add(id);
    for (const id of pairs) this.#done.pairs.add(id);
    this.#findings = [...this.#findings, ...findings];
    return missed.length === 0;
  }

  #plan(
    { base, ours, theirs }: { readonly base: Listing; readonly ours: Listing; readonly theirs: Listing },
    isForgotten: (path: string) => boolean,
  ): readonly SyncStep[] {
    const { vault } = this.#parts;
    const paths = new Set([...base.keys(), ...ours.keys(), ...theirs.keys()]);
    return [...paths].sort().flatMap((path) => {
      const sides = { base: base.get(path)?.id, ours: ours.get(path)?.id, theirs: theirs.get(path)?.id };
      if (sides.ours === sides.theirs) return [];
      const step = planFile({ path, owner: ownership(path, vault), isForgotten: isForgotten(path) }, sides);
      return step === undefined ? [] : [step];
    });
  }

  /** Both must hang together before anything is brought together. */
  async #readLedgers(ours: Listing, theirs: Listing) {
    const { vault, ledger, context } = this.#parts;
    const path = vaultPaths[vault.layout].events;
    const ids = [ours.get(path)?.id, theirs.get(path)?.id];
    const contents = await this.#git.read(ids.flatMap((id) => id ?? []));
    const [own, other] = ids.map((id) => (id === undefined ? undefined : contents.get(id)) ?? new Uint8Array());
    const fold = foldLedger(eventRules(context.platform.hash));
    fold.take(splitLines(other ?? new Uint8Array()));
    const content: LedgerContent = fold.content();
    const inRemote = contentFindings(path, content).map((one) => ({ ...one, path: `${this.#remote}:${path}` }));
    const problems = [...ledger.verify().findings, ...inRemote].filter(({ severity }) => severity === "error");
    return { ours: textOf(own), theirs: textOf(other), content, problems };
  }

  /**
   * What both sides have come from: the commit of the last sync, or where the branches part, whichever is the later one
   * that this vault has all events of. A checkout of an older branch has not.
   */
  async #baseOf(theirs: string, ownLedger: string): Promise<Listing> {
    const head = await this.#git.head();
    const last = this.#synced.of(this.#remote);
    const candidates: string[] = [];
    if (last !== undefined && (await this.#git.isAncestor(last, theirs))) candidates.push(last);
    const parting = await this.#git.mergeBase(head, theirs);
    if (parting !== undefined) candidates.push(parting);
    const [first, second] = candidates;
    if (first !== undefined && second !== undefined && (await this.#git.isAncestor(first, second)))
      candidates.reverse();
    for (const commit of new Set(candidates)) {
      const listing = await this.#git.at(commit);
      if (lostLines(await this.#ledgerOf(listing), ownLedger).length === 0) return listing;
    }
    return new Map();
  }

  async #lostOf(base: Listing, theirs: string): Promise<readonly Finding[]> {
    const lost = lostLines(await this.#ledgerOf(base), theirs);
    return lost.length === 0
      ? []
      : [cutThere(`${this.#remote}:${vaultPaths[this.#parts.vault.layout].events}`, lost.length)];
  }

  async #ledgerOf(listing: Listing): Promise<string> {
    const id = listing.get(vaultPaths[this.#parts.vault.layout].events)?.id;
    if (id === undefined) return "";
    const text = this.#ledgers.get(id) ?? textOf((await this.#git.read([id])).get(id));
    this.#ledgers.set(id, text);
    return text;
  }

  #refuse(findings: readonly Finding[]): "refused" {
    this.#findings = [...this.#findings, ...findings];
    return "refused";
  }

  #answer(state: SyncedVault["state"], done?: { readonly commit: string; readonly sent: number }): SyncedVault {
    const { received, merged, pairs } = this.#done;
    return {
      state,
      remote: this.#remote,
      received: [...received].sort(),
      merged: [...merged].sort(),
      pairs: [...pairs].sort(),
      findings: this.#findings,
      sent: 0,
      ...done,
    };
  }
}

const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

const contentsOf = (step: SyncStep): readonly string[] => {
  if (step.act === "take") return [step.content];
  if (!("sides" in step)) return [];
  const { base, ours, theirs } = step.sides;
  return [base, ours, theirs].flatMap((id) => id ?? []);
};

const pagesOnlyIn = (side: Listing, base: Listing, other: Listing): readonly string[] =>
  [...side.keys()].filter((path) => !base.has(path) && !other.has(path) && /^wiki\/.*\.md$/.test(path)).map(pageIdOf);

/** By the events of both sides. */
const forgottenIn = (events: readonly LedgerEvent[]): ((path: string) => boolean) => {
  const names = new Set(
    events.flatMap(({ kind, details: { page, source_id: id } }) => (kind === "forgotten" ? [page, id] : [])),
  );
  return (path) => {
    const packet = /^raw\/[^/]+\/([^/]+)\//.exec(path)?.[1];
    return names.has(packet ?? pageIdOf(path));
  };
};

const cutThere = (path: string, lines: number): Finding => ({
  code: "sync-ledger-cut",
  severity: "error",
  path,
  line: 0,
  message: `${lines} events that were there are not any more`,
  remedy: "Bring the remote's ledger back from git, then run `pi-wiki sync` again; nothing was changed here.",
});
