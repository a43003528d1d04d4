/** What a session knows of the code that the pages of its vaults are about: asked of the worker, told without a wait. */

import type { Platform } from "../../platform/platform.ts";
import { inTurn } from "../in-turn.ts";
import type { LedgerEvent, NewEvent } from "../ledger/event.ts";
import type { Ledger } from "../ledger/ledger-store.ts";
import type { Page } from "../pages/page.ts";
import { fieldOf, phraseList } from "../pages/page-fields.ts";
import type { PageFacts } from "../recall/indexing/index-part.ts";
import { vaultPaths } from "../vault/layout.ts";
import type { Vault, WriteContext } from "../vault/vault.ts";
import { type AnchoredPage, type CheckedAnchor, type CheckedPage, unknownPage } from "./anchor.ts";
import { type AnchorFold, foldAnchors } from "./anchor-fold.ts";
import { anchoredEvent, type FoundAnchors, type PlacedAnchors, writtenAnchors } from "./anchored-event.ts";
import { type CodeStandings, codeStandings, lostSince } from "./code-standing.ts";
import { anchorable } from "./reference.ts";
import { repositoryTop } from "./repository-top.ts";
import type { AnchorRequest, CheckAnswer, CompareAnswer, ResolveAnswer, TouchAnswer } from "./serve-anchors.ts";
import { openVerdicts } from "./verdict-store.ts";

export interface SessionAnchors {
  /** Undefined while nothing is known of a page's code: no git, no parsing, no wait. The same as long as nothing changes. */
  standing(vault: Vault): CodeStandings;
  /** What the files that a note names are; undefined outside a repository. */
  resolve(files: readonly string[], text: string): Promise<ResolveAnswer | undefined>;
  /** Of what was found, the references that a page had not, if it was there: an edit clears nothing. */
  onlyNew(vault: Vault, page: string | undefined, found: FoundAnchors): PlacedAnchors;
  /** What the ledger is told when somebody who may vouches for a page as it is: its code as it is now. */
  accepted(vault: Vault, page: Page): Promise<(hash: string) => readonly NewEvent[]>;
  /** The page's anchors with what became of each, looked up now. */
  look(vault: Vault, page: Page): Promise<CheckedPage | undefined>;
  /** Which of some references are touched by what is given as evidence. */
  touch(request: Omit<Extract<AnchorRequest, { ask: "touch" }>, "ask">): Promise<TouchAnswer | undefined>;
  /** Brings what is known in step with the code; pages whose code lost its shape, or went, since the last time. */
  check(): Promise<readonly ChangedPage[]>;
  /** Pages that changed, by path: what they name anew is anchored with the next `settle`, the first with all that was never anchored. */
  noteChanges(vault: Vault, changes: readonly { readonly path: string }[]): void;
  settle(by: WriteContext): Promise<void>;
  /** All pages with anchors as they are now, and as they were at a commit. */
  compare(base: string | undefined): Promise<CompareAnswer>;
}

export interface ChangedPage {
  readonly id: string;
  readonly layer: Vault["layer"];
  readonly anchors: readonly CheckedAnchor[];
}

export interface SessionAnchorsParts {
  readonly platform: Platform;
  /** The session's folder. */
  readonly cwd: string;
  vaults(): Promise<readonly Vault[]>;
  known(vault: Vault): { readonly events: readonly LedgerEvent[]; readonly ledger: Ledger };
  find(vault: Vault, path: string): PageFacts | undefined;
  all(vault: Vault): Iterable<PageFacts>;
}

const nothingKnown = (): undefined => undefined;

/** A limit gives the work a thread to itself: no index waits for it. */
const longestMs = 120_000;

export const openSessionAnchors = (parts: SessionAnchorsParts): SessionAnchors => new OpenAnchors(parts);

interface Known {
  events: readonly LedgerEvent[] | undefined;
  fold: AnchorFold;
  /** By page id; undefined before anything was read. */
  pages: ReadonlyMap<string, CheckedPage> | undefined;
  /** What is told of it; undefined after a change. */
  told: CodeStandings | undefined;
  readonly changed: Set<string>;
  /** As it was when last brought in step: what was vouched for since was as it was said. */
  checked: AnchorFold | undefined;
  /** The repository for which pages were looked for that nobody has anchored. */
  settledIn: string | undefined;
}

class OpenAnchors implements SessionAnchors {
  readonly #parts: SessionAnchorsParts;
  readonly #known = new Map<string, Known>();
  readonly #inTurn = inTurn();

  constructor(parts: SessionAnchorsParts) {
    this.#parts = parts;
  }

  standing(vault: Vault): CodeStandings {
    const known = this.#of(vault);
    if (known.fold.pages.length === 0) return nothingKnown;
    known.pages ??= this.#stored(vault);
    known.told ??= codeStandings(known.pages, known.fold);
    return known.told;
  }

  async resolve(files: readonly string[], text: string): Promise<ResolveAnswer | undefined> {
    return this.#resolve({ files, text, isWritten: false });
  }

  onlyNew(vault: Vault, page: string | undefined, found: FoundAnchors): PlacedAnchors {
    const { fold } = this.#of(vault);
    const isNew = (ref: string): boolean => page === undefined || fold.since(page, ref) === undefined;
    return { ...found, anchors: found.anchors.filter(({ ref }) => isNew(ref)), isHome: this.#isHome(vault) };
  }

  async accepted(vault: Vault, page: Page): Promise<(hash: string) => readonly NewEvent[]> {
    const files = filesOf(page);
    const answer = files.length === 0 ? undefined : await this.#resolve({ files, text: "", isWritten: true });
    if (answer === undefined) return () => [];
    const { fold } = this.#of(vault);
    const isHome = this.#isHome(vault);
    // Nobody vouches for another repository's code from here.
    const isHere = (ref: string): boolean =>
      fold.repositories(page.id, ref).every((one) => (one === "" ? isHome : answer.roots.includes(one)));
    const found = writtenAnchors(answer).filter(({ ref }) => isHere(ref));
    const there = new Set(found.map(({ ref }) => ref));
    const gone = anchorable(files)
      .filter(({ ref }) => !there.has(ref) && fold.since(page.id, ref) !== undefined && isHere(ref))
      .map(({ ref }) => ({ ref, blob: "", shape: "", body: "" }));
    const anchors = [...found, ...gone];
    return (hash) => (anchors.length === 0 ? [] : [anchoredEvent(page.id, hash, { ...answer.found, anchors, isHome })]);
  }

  async look(vault: Vault, page: Page): Promise<CheckedPage | undefined> {
    const anchored = this.#of(vault).fold.of(page.id, filesOf(page));
    if (anchored === undefined) return undefined;
    const request = { ask: "compare", pages: [anchored], isHome: this.#isHome(vault), base: undefined } as const;
    return ((await this.#ask(request)) as CompareAnswer | undefined)?.pages[0];
  }

  async touch(request: Omit<Extract<AnchorRequest, { ask: "touch" }>, "ask">): Promise<TouchAnswer | undefined> {
    return (await this.#ask({ ask: "touch", ...request })) as TouchAnswer | undefined;
  }

  check(): Promise<readonly ChangedPage[]> {
    return this.#inTurn(async () => {
      const changed: ChangedPage[] = [];
      for (const vault of await this.#parts.vaults()) changed.push(...(await this.#check(vault)));
      return changed;
    });
  }

  noteChanges(vault: Vault, changes: readonly { readonly path: string }[]): void {
    const { changed } = this.#of(vault);
    for (const { path } of changes) changed.add(path);
  }

  settle(by: WriteContext): Promise<void> {
    return this.#inTurn(async () => {
      for (const vault of await this.#parts.vaults()) await this.#anchorChanged(vault, by);
    });
  }

  async compare(base: string | undefined): Promise<CompareAnswer> {
    const answers: CompareAnswer[] = [];
    for (const vault of await this.#parts.vaults()) {
      const pages = this.#anchored(vault);
      const request = { ask: "compare", pages, isHome: this.#isHome(vault), base } as const;
      const answer = (await this.#ask(request)) as CompareAnswer | undefined;
      answers.push(answer ?? { pages: pages.map(unknownPage), base: "none" });
    }
    const pages = answers.flatMap((answer) => answer.pages);
    if (base === undefined) return { pages, base: "none" };
    const isKnown = answers.some((answer) => Array.isArray(answer.base));
    const before = answers.flatMap((answer) =>
      answer.base === undefined || answer.base === "none" ? [] : answer.base,
    );
    return { pages, base: isKnown ? before : undefined };
  }

  #of(vault: Vault): Known {
    const { events, ledger } = this.#parts.known(vault);
    const known: Known = this.#known.get(vault.key) ?? {
      events: undefined,
      fold: foldAnchors([], { isForged: () => false }),
      pages: undefined,
      told: undefined,
      changed: new Set(),
      checked: undefined,
      settledIn: undefined,
    };
    this.#known.set(vault.key, known);
    if (known.events !== events) {
      known.events = events;
      known.fold = foldAnchors(events, { isForged: (event) => ledger.vouch(event) === "forged" });
      known.told = undefined;
    }
    return known;
  }

  #stored(vault: Vault): ReadonlyMap<string, CheckedPage> {
    const top = this.#repository();
    const stored = top === undefined ? undefined : openVerdicts(this.#parts.platform, { key: vault.key, top }).read();
    return new Map((stored?.pages ?? []).map((page) => [page.id, page]));
  }

  /** Looked for each time: one may be made in the middle of a session. */
  #repository(): string | undefined {
    return repositoryTop(this.#parts.platform, this.#parts.cwd);
  }

  /** A person's own vault is about no repository, whatever their home is in. */
  #isHome({ root, layer }: Vault): boolean {
    if (layer === "personal") return false;
    const top = this.#repository();
    return top !== undefined && this.#parts.platform.paths.inside(top, root) !== undefined;
  }

  #anchored(vault: Vault): readonly AnchoredPage[] {
    const { fold } = this.#of(vault);
    return fold.pages.flatMap((id) => {
      const facts = this.#parts.find(vault, `${vaultPaths[vault.layout].wiki}/${id}.md`);
      return (facts && fold.of(id, facts.files)) ?? [];
    });
  }

  async #check(vault: Vault): Promise<readonly ChangedPage[]> {
    const top = this.#repository();
    const pages = top === undefined ? [] : this.#anchored(vault);
    const known = this.#of(vault);
    const before = known.pages ?? (pages.length === 0 ? new Map<string, CheckedPage>() : this.#stored(vault));
    const { fold, checked } = known;
    known.checked = fold;
    if (top === undefined || pages.length === 0) {
      known.pages = new Map();
      known.told = undefined;
      return [];
    }
    const place = { key: vault.key, top };
    const request = { ask: "check", pages, place, isHome: this.#isHome(vault) } as const;
    const answer = (await this.#ask(request)) as CheckAnswer | undefined;
    known.pages = new Map((answer?.pages ?? []).map((page) => [page.id, page]));
    known.told = undefined;
    return (answer?.pages ?? []).flatMap((page) => {
      const times = (at: AnchorFold, ref: string): number => at.repositories(page.id, ref).length;
      const isVouched = (ref: string): boolean => checked !== undefined && times(fold, ref) > times(checked, ref);
      const anchors = lostSince(page, before.get(page.id), isVouched);
      return anchors.length === 0 ? [] : [{ id: page.id, layer: vault.layer, anchors }];
    });
  }

  async #anchorChanged(vault: Vault, by: WriteContext): Promise<void> {
    const known = this.#of(vault);
    const top = this.#repository();
    const unanchored = top === undefined || known.settledIn === top ? [] : this.#unanchored(vault, top);
    const missed = [...unanchored].filter((path) => !known.changed.has(path));
    const changed = [...known.changed];
    known.changed.clear();
    known.settledIn = top;
    for (const path of changed) await this.#anchorPage(vault, path, by);
    for (const path of missed) await this.#anchorPage(vault, path, { ...by, channel: "system" });
  }

  async #anchorPage(vault: Vault, path: string, by: WriteContext): Promise<void> {
    const facts = this.#parts.find(vault, path);
    if (facts === undefined) return;
    const isNew = ({ ref }: { readonly ref: string }): boolean => this.#isNew(vault, facts.id, ref);
    const files = facts.files.filter((file) => anchorable([file]).some(isNew));
    const answer = files.length === 0 ? undefined : await this.#resolve({ files, text: "", isWritten: true });
    const anchors = answer === undefined ? [] : writtenAnchors(answer);
    if (answer === undefined || anchors.length === 0) return;
    const event = anchoredEvent(facts.id, facts.hash, { ...answer.found, anchors, isHome: this.#isHome(vault) });
    await this.#parts.known(vault).ledger.append(by, [event]);
  }

  /** Paths of pages that name files that are there, and that nobody has anchored: it says what is so from now on. */
  *#unanchored(vault: Vault, top: string): Iterable<string> {
    const { paths } = this.#parts.platform;
    for (const { id, path, status, files } of this.#parts.all(vault)) {
      if (files.length === 0 || status === "deprecated") continue;
      const isMissed = anchorable(files).some(
        (one) => this.#isNew(vault, id, one.ref) && paths.kind(paths.join(top, one.path)) === "file",
      );
      if (isMissed) yield path;
    }
  }

  #isNew(vault: Vault, page: string | undefined, ref: string): boolean {
    return page !== undefined && this.#of(vault).fold.since(page, ref) === undefined;
  }

  async #resolve(request: Omit<Extract<AnchorRequest, { ask: "resolve" }>, "ask">): Promise<ResolveAnswer | undefined> {
    return (await this.#ask({ ask: "resolve", ...request })) as ResolveAnswer | undefined;
  }

  /** Undefined outside a repository. */
  async #ask(request: AnchorRequest): Promise<unknown> {
    if (this.#repository() === undefined) return undefined;
    const { platform, cwd } = this.#parts;
    return await platform.inWorker("anchors", { folder: cwd, request }, { limitMs: longestMs });
  }
}

const filesOf = ({ data }: Page): readonly string[] => phraseList(fieldOf(data, "files"));
