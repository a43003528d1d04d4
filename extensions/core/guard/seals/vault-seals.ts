/** Watches over one vault's sealed files for a session: seals what is right, finds what was altered, puts it back. */

import type { Platform } from "../../../platform/platform.ts";
import { inTurn } from "../../in-turn.ts";
import type { EventKind } from "../../ledger/event.ts";
import type { Ledger } from "../../ledger/ledger-store.ts";
import { openSealedCopy } from "../../ledger/sealed-copy-store.ts";
import { openRedactor } from "../../secrets/redactor.ts";
import { isTombstoneLine } from "../../trust/tombstones/tombstone-record.ts";
import { vaultPaths } from "../../vault/layout.ts";
import type { Vault, WriteContext } from "../../vault/vault.ts";
import { openEvidence } from "./evidence.ts";
import type { FoundFile } from "./files/file-healing.ts";
import { type ChangeFinder, openChangeFinder } from "./files/find-changes.ts";
import { healFiles } from "./files/heal-files.ts";
import { type CallStart, callStartOf, type GitState, openGitHistory, stashMarkOf } from "./git-history.ts";
import { type IsRecord, isEventLine } from "./lines/compare-lines.ts";
import { type HealedLedger, healLedger } from "./lines/heal-ledger.ts";
import { openSealStore, type SealStore } from "./seal-store.ts";
import type { CheckedCall, WatchedCall } from "./tool-call.ts";

/** One thing that was altered. */
export interface Tampering {
  /** Relative to the vault's root. */
  readonly path: string;
  readonly was: FoundFile["was"] | HealedLedger["was"];
  /** Of a ledger's first bad line; 0 for other files. */
  readonly line: number;
  /** Where what was found is kept, relative to the vault's root. */
  readonly kept: string | undefined;
  /** Why it could not be put right, when it could not. */
  readonly problem?: string;
}

export interface VaultSeals {
  /** Remembers how things stand before a call. */
  begin(): void;
  /** Compares with the seals, heals, and seals what is new; each tampering is told once. */
  check(call?: WatchedCall): Promise<readonly Tampering[]>;
  /** Seals files that were just written as they should be. */
  take(paths: readonly string[]): Promise<void>;
  /** Gives up a file or a folder that is to go for good, and its sealed copies. */
  release(path: string): Promise<void>;
  /** Resolves when all that was found right is sealed: a vault seen for the first time may take seconds. */
  sealed(): Promise<void>;
  /** Why sealing failed last, when it did. */
  problem(): string | undefined;
}

export interface VaultSealsParts {
  readonly platform: Platform;
  readonly vault: Vault;
  readonly ledger: Ledger;
}

export const openVaultSeals = (parts: VaultSealsParts): VaultSeals => new OpenVaultSeals(parts);

class OpenVaultSeals implements VaultSeals {
  readonly #parts: VaultSealsParts;
  readonly #store: SealStore;
  readonly #finder: ChangeFinder;
  readonly #turn = inTurn();
  readonly #told = new Set<string>();
  #sealing = Promise.resolve();
  /** How each file of lines looked, and the stashes, when it was last found right. */
  readonly #linesMarks = new Map<string, string | undefined>();
  #start: CallStart | undefined;

  constructor(parts: VaultSealsParts) {
    this.#parts = parts;
    this.#store = openSealStore(parts.platform, parts.vault);
    this.#finder = openChangeFinder({ ...parts, store: this.#store });
  }

  begin(): void {
    this.#start ??= callStartOf(this.#parts.platform, this.#parts.vault);
  }

  check(call?: WatchedCall): Promise<readonly Tampering[]> {
    return this.#turn(async () => {
      const found = await this.#check(call && { ...call, start: this.#start });
      // Other calls may still run beside the one that has ended; a check between calls takes none its beginning.
      if (call?.isTurn === true) this.#start = undefined;
      else if (call !== undefined) this.#start = callStartOf(this.#parts.platform, this.#parts.vault);
      return found;
    });
  }

  take(paths: readonly string[]): Promise<void> {
    return this.#store.put(paths.map((path) => ({ path })));
  }

  release(path: string): Promise<void> {
    return this.#turn(() => this.#store.destroy(path));
  }

  sealed(): Promise<void> {
    return this.#sealing;
  }

  problem(): string | undefined {
    return this.#store.problem();
  }

  async #check(call: CheckedCall): Promise<readonly Tampering[]> {
    const { platform, vault } = this.#parts;
    // A project that was moved or removed as a whole is not to rise again.
    if (platform.paths.kind(platform.paths.dirname(vault.root)) !== "folder") return [];
    let history: Promise<GitState> | undefined;
    const git = (): Promise<GitState> => {
      history ??= openGitHistory({ platform, vault }, call?.start);
      return history;
    };
    const { events, tombstones } = vaultPaths[vault.layout];
    const isEvent = (line: string): boolean => isEventLine(line, platform.hash);
    const isTombstone = (line: string): boolean => isTombstoneLine(line, platform.hash);
    const found = [
      ...(await this.#checkLines({ path: events, isRecord: isEvent }, call, git)),
      ...(await this.#checkLines({ path: tombstones, isRecord: isTombstone }, call, git)),
      ...(await this.#checkFiles(call, git)),
    ];
    const news = found.filter((one) => !this.#told.has(keyOf(one)));
    for (const one of found) if (one.problem !== undefined) this.#told.add(keyOf(one));
    const restored = news.filter(({ problem }) => problem === undefined);
    await this.#record("tamper_restored", restored, call);
    return news;
  }

  async #checkLines(
    { path, isRecord }: { readonly path: string; readonly isRecord: IsRecord },
    call: CheckedCall,
    git: () => Promise<GitState>,
  ): Promise<readonly Tampering[]> {
    const { platform, vault } = this.#parts;
    const mark = this.#linesMarks.get(path);
    if (mark !== undefined && mark === this.#markOf(path)) return [];
    const evidence = openEvidence(platform, vault);
    const sealed = openSealedCopy(platform, vault, path);
    const keep = (place: string): Promise<string | undefined> => evidence.keep(place);
    const checked = await healLedger({ vault, path, sealed, isRecord, git, call, keep });
    this.#linesMarks.set(path, this.#markOf(path));
    if (typeof checked === "string") return [];
    await this.#record("tamper_detected", [{ path, ...checked }], call);
    return [{ path, ...checked }];
  }

  /** An entry that changed a moment ago may change again unseen. */
  #markOf(path: string): string | undefined {
    const { platform, vault } = this.#parts;
    const [sign] = vault.files.signs([path]);
    return sign === undefined || sign.isSettled ? `${sign?.sign ?? ""}\n${stashMarkOf(platform, vault)}` : undefined;
  }

  async #checkFiles(call: CheckedCall, git: () => Promise<GitState>): Promise<readonly Tampering[]> {
    const { platform, vault, ledger } = this.#parts;
    const changes = await this.#finder.find(call === undefined || call.isTurn === true);
    if (changes.broken.length + changes.fresh.length + changes.links.length === 0) return [];
    const evidence = openEvidence(platform, vault);
    const manifests = (): ReadonlySet<string> => hashesIn(ledger, ["manifest_sha256"]);
    const memories = (): ReadonlySet<string> => hashesIn(ledger, ["after", "archive"]);
    const announce = (found: readonly FoundFile[]): Promise<void> =>
      this.#record(
        "tamper_detected",
        found.map((file) => ({ ...file, line: 0 })),
        call,
      );
    const { healed, right } = await healFiles(changes, {
      ...this.#parts,
      store: this.#store,
      call,
      evidence,
      git,
      manifests,
      memories,
      announce,
    });
    // What stays without a seal for now must not be laid to a later call's charge.
    this.#finder.leave([...changes.fresh, ...changes.links]);
    this.#sealing = this.#sealing.then(() => this.#store.put(right));
    if (right.length <= sealedAtOnce) await this.#sealing;
    return healed.map((file) => ({ line: 0, ...file }));
  }

  async #record(kind: EventKind, found: readonly Omit<Tampering, "kept">[], call: CheckedCall): Promise<void> {
    if (found.length === 0) return;
    const { platform, ledger } = this.#parts;
    const context: WriteContext = { platform, actor: platform.environment.user, channel: "system" };
    const paths = found
      .slice(0, mostPaths)
      .map(({ path, was, line }) => ({ path, was, ...(line === 0 ? {} : { line }) }));
    const by = call === undefined ? {} : { tool: call.tool, command: await recordable(call.command, platform) };
    await ledger.append(context, [{ kind, details: { count: found.length, paths, ...by } }]);
  }
}

/** Characters of a command that are looked at, and those that are kept. */
const [mostRead, mostKept] = [4_000, 300];

/** As it may stand in a file that is committed. */
const recordable = async (command: string, platform: Platform): Promise<string> => {
  const clean = await openRedactor(platform).text(command.slice(0, mostRead));
  return [...clean].slice(0, mostKept).join("");
};

const mostPaths = 20;
const sealedAtOnce = 20;

const keyOf = ({ path, was, problem }: Tampering): string => `${path}\n${was}\n${problem ?? ""}`;

/** Hashes of files, as events name them in these details. */
const hashesIn = (ledger: Ledger, keys: readonly string[]): ReadonlySet<string> => {
  const named = ledger.read().events.flatMap(({ details }) => keys.map((key) => details[key]));
  return new Set(named.filter((hash) => typeof hash === "string"));
};
