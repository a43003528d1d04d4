/** Carries out in a vault what was decided for its files: the ledger first, so that it tells of what then comes. */

import type { FileState } from "../../platform/platform.ts";
import { WikiError } from "../errors.ts";
import { exactText } from "../exact-text.ts";
import type { Finding } from "../finding.ts";
import type { Ledger } from "../ledger/ledger-store.ts";
import { openPages } from "../pages/page-store.ts";
import { pageIdOf } from "../pages/parse-page.ts";
import { isSameState } from "../same-state.ts";
import { proposalEvent } from "../trust/proposals.ts";
import { openRevisions } from "../trust/revision-store.ts";
import { ownership, vaultPaths } from "../vault/layout.ts";
import type { Vault, WriteContext } from "../vault/vault.ts";
import { mergeJson } from "./merge-json.ts";
import { mergeLines, unionLines } from "./merge-lines.ts";
import { mergePage, type PageVersions } from "./merge-page.ts";
import type { FileSides, SyncStep } from "./plan-sync.ts";

export interface SyncPlace {
  readonly vault: Vault;
  readonly context: WriteContext;
  readonly ledger: Ledger;
}

/** How files looked when it was decided what becomes of them. */
type SeenFiles = ReadonlyMap<string, FileState | undefined>;

export const seenNow = (paths: readonly string[], { files }: Vault): SeenFiles =>
  new Map(paths.map((path) => [path, files.state(path)]));

export interface SyncSources {
  readonly contents: Contents;
  readonly seen: SeenFiles;
}

export interface AppliedSync {
  /** Paths of which something came. */
  readonly received: readonly string[];
  /** Ids of pages that both had changed. */
  readonly merged: readonly string[];
  /** Those of them of which our version waits for a person. */
  readonly pairs: readonly string[];
  readonly findings: readonly Finding[];
  /** Paths that somebody else wrote meanwhile: nothing was done there. */
  readonly missed: readonly string[];
}

type Contents = ReadonlyMap<string, Uint8Array>;

/** One process at a time brings a vault together. */
export const whileSyncing = <T>({ files, layout }: Vault, work: () => Promise<T>): Promise<T> =>
  files.withLock(`${vaultPaths[layout].meta}/sync`, work, waitMs);

const waitMs = 120_000;

export const applySync = async (
  steps: readonly SyncStep[],
  sources: SyncSources,
  place: SyncPlace,
): Promise<AppliedSync> => {
  const applying = new Applying(sources, place);
  const rank = ({ path }: SyncStep): number => (ownership(path, place.vault) === "ledger" ? 0 : 1);
  for (const step of [...steps].sort((a, b) => rank(a) - rank(b))) await applying.take(step);
  return applying;
};

class Applying implements AppliedSync {
  readonly received: string[] = [];
  readonly merged: string[] = [];
  readonly pairs: string[] = [];
  readonly findings: Finding[] = [];
  readonly missed: string[] = [];
  readonly #sources: SyncSources;
  readonly #place: SyncPlace;

  constructor(sources: SyncSources, place: SyncPlace) {
    this.#sources = sources;
    this.#place = place;
  }

  async take(step: SyncStep): Promise<void> {
    const { path } = step;
    const { files } = this.#place.vault;
    // Lines of both sides are kept whoever adds to them.
    const isAsSeen = step.act === "union" || isSameState(this.#sources.seen.get(path), files.state(path));
    if (!isAsSeen) this.missed.push(path);
    else await this.#take(step);
  }

  async #take(step: SyncStep): Promise<void> {
    const { path } = step;
    if (step.act !== "keep") this.received.push(path);
    switch (step.act) {
      case "take":
        if (step.finding !== undefined) this.findings.push(step.finding);
        return this.#write(path, () => this.#bytes(step.content));
      case "remove":
        return this.#place.vault.files.withLock(path, () => this.#place.vault.files.remove(path));
      case "union":
        return this.#union(path, step.sides);
      case "page":
      case "json":
      case "text":
        return this.#merge(path, step.act, step.sides);
      case "keep":
      case "refuse":
        this.findings.push(step.finding);
        return;
    }
  }

  /** `content` is asked for under the file's lock. */
  async #write(path: string, content: () => string | Uint8Array): Promise<void> {
    const { files } = this.#place.vault;
    const isRaw = ownership(path, this.#place.vault) === "raw";
    // A captured file's folder is no place for a lock.
    if (!isRaw) return files.withLock(path, () => files.write(path, content()));
    await files.write(path, content());
    await files.protect(path);
  }

  /** Lines that were appended since are there as well. */
  #union(path: string, { base, theirs }: FileSides): Promise<void> {
    const { files } = this.#place.vault;
    return this.#write(path, () => {
      const ours = files.readText(path, largest) ?? "";
      return path.endsWith(".jsonl")
        ? unionLines(this.#text(path, theirs), ours)
        : mergeLines(this.#text(path, base), ours, this.#text(path, theirs)).text;
    });
  }

  /** What is no text, as another program may have made it, is not taken apart. */
  async #merge(path: string, kind: "page" | "json" | "text", sides: FileSides): Promise<void> {
    const versions = this.#versions(path, sides);
    if (versions === undefined) return this.#keepBeside(path, sides);
    if (kind === "page") return this.#mergePage(path, versions);
    const { base, ours, theirs } = versions;
    const json = kind === "json" ? mergeJson(base, ours, theirs) : undefined;
    const { text, isClean } = json === undefined ? mergeLines(base, ours, theirs) : { text: json, isClean: true };
    return isClean ? this.#write(path, () => text) : this.#keepBeside(path, sides);
  }

  async #mergePage(path: string, versions: PageVersions): Promise<void> {
    const { vault, context, ledger } = this.#place;
    const { platform } = context;
    const { text, proposed } = mergePage(versions);
    const id = pageIdOf(path);
    if (proposed !== undefined) await openRevisions(platform, vault).put(proposed);
    let isOurs = true;
    const change = (now: string): string => {
      isOurs = now === versions.ours;
      return isOurs ? text : now;
    };
    const { hash } = await openPages({ platform, vault, ledger }).edit(id, change, context);
    if (!isOurs) {
      this.missed.push(path);
      return;
    }
    this.merged.push(id);
    if (proposed === undefined) return;
    this.pairs.push(id);
    const revision = platform.hash(proposed);
    await ledger.append(context, [
      proposalEvent({ page: id, change: "revise", base: hash, reason: pairReason, revision }),
    ]);
  }

  /** A file without a lifecycle has no queue to wait in: ours stands beside it. */
  async #keepBeside(path: string, { ours, theirs }: FileSides): Promise<void> {
    const beside = besideName(path, this.#place.context);
    await this.#write(beside, () => this.#bytes(ours));
    await this.#write(path, () => this.#bytes(theirs));
    this.findings.push(besideFinding(path, beside));
  }

  #versions(path: string, { base, ours, theirs }: FileSides): PageVersions | undefined {
    try {
      return { base: this.#text(path, base), ours: this.#text(path, ours), theirs: this.#text(path, theirs) };
    } catch (error) {
      if (error instanceof WikiError && error.code === "unreadable") return undefined;
      throw error;
    }
  }

  #bytes(id: string | undefined): Uint8Array {
    return (id === undefined ? undefined : this.#sources.contents.get(id)) ?? new Uint8Array();
  }

  /** Throws `unreadable`. */
  #text(path: string, id: string | undefined): string {
    return exactText(path, this.#bytes(id));
  }
}

const largest = 1024 * 1024 * 1024;
const pairReason = "Two clones changed it at the same time; this is the other version";

const besideName = (path: string, { platform, actor }: WriteContext): string => {
  const [stem = path, ending = ""] = /^(.*?)(\.[^./]*)?$/s.exec(path)?.slice(1) ?? [];
  return `${stem}.${actor}-${platform.newId(4)}${ending}`;
};

const besideFinding = (path: string, beside: string): Finding => ({
  code: "sync-beside",
  severity: "warning",
  path,
  line: 0,
  message: `Two clones changed the same lines: theirs stands, ours is kept as ${beside}`,
  remedy: "Take over what is missing, and delete that file.",
});
