/** The use of the pages of a session's vaults: read from its course, put where it belongs, weighed and told. */

import type { Platform } from "../../platform/platform.ts";
import { WikiError } from "../errors.ts";
import { loadParser } from "../guard/shell/parser.ts";
import { inTurn } from "../in-turn.ts";
import { refuseOddTask } from "../named-scope.ts";
import { present } from "../present.ts";
import { openRedactor } from "../secrets/redactor.ts";
import { findPage } from "../vault/page-files.ts";
import type { LayerName, Vault } from "../vault/vault.ts";
import { type CommitHistory, openCommitHistory } from "./commit-fate.ts";
import type { Course } from "./course.ts";
import { type CourseRules, type ObservedCourse, openObserver } from "./observe-course.ts";
import type { Result, UsageEvent } from "./usage-event.ts";
import { usageFactor } from "./usage-factor.ts";
import { type NegativeExample, negativeExamples, type UsageFold } from "./usage-fold.ts";
import { type UnusedPage, type UsageOfPage, unusedPages, usageOfPage } from "./usage-report.ts";
import { openUsageStore, type UsageStore } from "./usage-store.ts";
import { openWatchedCommits, type WatchedCommits } from "./watched-commits-store.ts";

export interface SessionUsage {
  /** What each page's use weighs, by what the vault holds: a session does not move its own ranks. */
  weigh(vault: Vault): (id: string) => number;
  /** Gathers what a session's course shows; it may be given again as it grows. `cwd` is where its commands run. */
  observe(course: Course, cwd: string): Promise<void>;
  /** Gathers what somebody says of a page. Throws `page_not_found` and `invalid_input`. */
  say(said: SaidOfPage): Promise<HeardOfPage>;
  /** Gathers what has become of commits that followed citations. */
  judgeCommits(session: string, when: "beginning" | "end"): Promise<void>;
  /** Puts what was gathered into the vaults; says how many uses that were. */
  flush(): Promise<number>;
  /** The figures of pages; an id of which nothing is known and that is no page throws `page_not_found`. */
  pages(ids: readonly string[]): Promise<readonly UsageOfPage[]>;
  /** Pages that were shown often, and lately, and never used. */
  unused(): Promise<readonly UnusedPage[]>;
  /** All that is recorded of a vault's pages, with what is not in the vault yet. */
  recorded(vault: Vault): UsageFold;
  /** Ids of the outcomes that this installation observed itself. */
  seenHere(vault: Vault): ReadonlySet<string>;
  /** What the next distillation is told. */
  forDistilling(vault: Vault): {
    readonly negativeExamples: readonly NegativeExample[];
    lastUse(id: string): string | undefined;
  };
}

export interface SaidOfPage {
  readonly id: string;
  readonly layer?: LayerName;
  readonly adopted?: boolean;
  readonly outcome?: Result;
  readonly note?: string;
  readonly task?: string;
  readonly session?: string;
}

export interface HeardOfPage {
  readonly id: string;
  readonly layer: LayerName;
  /** Absolute. */
  readonly path: string;
  readonly recorded: readonly ("adopted" | Result)[];
}

export interface SessionUsageParts {
  readonly platform: Platform;
  readonly testCommands: readonly string[];
  /** The vaults that exist now, nearest first. */
  vaults(): Promise<readonly Vault[]>;
}

export const openSessionUsage = (parts: SessionUsageParts): SessionUsage => new OpenUsage(parts);

interface Kept {
  readonly store: UsageStore;
  readonly commits: WatchedCommits;
}

const idLength = 16;
const longestNote = 300;

class OpenUsage implements SessionUsage {
  readonly #parts: SessionUsageParts;
  readonly #kept = new Map<string, Kept>();
  readonly #read = openObserver();
  readonly #inTurn = inTurn();
  /** Uses that this process has gathered. */
  readonly #gathered = new Set<string>();
  /** Citations whose commits it has looked up. */
  readonly #watched = new Set<string>();

  constructor(parts: SessionUsageParts) {
    this.#parts = parts;
  }

  weigh(vault: Vault): (id: string) => number {
    const [fold, now] = [this.#of(vault).store.fold(), this.#parts.platform.now()];
    return (id) => usageFactor(fold.of(id), now);
  }

  observe(course: Course, cwd: string): Promise<void> {
    return this.#inTurn(async () => {
      const observed = this.#read(course, await this.#rules(course));
      const fresh = observed.uses.filter(({ event }) => !this.#gathered.has(event.id));
      for (const [vault, uses] of byVault(fresh)) {
        const events = uses.map(({ event }) => event);
        await this.#gather(vault, events);
      }
      await this.#watch(observed.committed, course, cwd);
    });
  }

  async say(said: SaidOfPage): Promise<HeardOfPage> {
    const { platform } = this.#parts;
    const { id, layer, adopted, outcome: result, note, task, session } = said;
    if (adopted !== true && result === undefined) {
      const problem = "say that the page was used, or what came of it";
      throw new WikiError("invalid_input", { what: "feedback", problem });
    }
    refuseOddTask(task);
    const { vault, path } = await this.#find(id, layer);
    const use = () => ({ id: platform.newId(idLength), doc: id, at: platform.now(), ...present({ session }) });
    const events: UsageEvent[] = [];
    if (adopted === true) events.push({ kind: "adopted", ...use() });
    if (result !== undefined) {
      const clean = async (given: string | undefined): Promise<string | undefined> =>
        given === undefined ? undefined : (await openRedactor(platform).text(given)).slice(0, longestNote);
      const told = present({ task_id: await clean(task), note: await clean(note) });
      events.push({ kind: "outcome", ...use(), result, judge: "self", ...told });
    }
    await this.#gather(vault, events);
    const recorded = events.flatMap((event) => (event.kind === "outcome" ? event.result : ("adopted" as const)));
    return { id, layer: vault.layer, path, recorded };
  }

  judgeCommits(session: string, when: "beginning" | "end"): Promise<void> {
    const { platform, vaults } = this.#parts;
    const histories = new Map<string, Promise<CommitHistory | undefined>>();
    const history = (folder: string): Promise<CommitHistory | undefined> => {
      const known = histories.get(folder) ?? openCommitHistory(platform, folder);
      histories.set(folder, known);
      return known;
    };
    return this.#inTurn(async () => {
      for (const vault of await vaults()) {
        const request = { session, isBeginning: when === "beginning", history };
        await this.#of(vault).commits.judge(request, (outcomes) => this.#gather(vault, outcomes));
      }
    });
  }

  flush(): Promise<number> {
    return this.#inTurn(async () => {
      let added = 0;
      for (const vault of await this.#parts.vaults()) added += await this.#of(vault).store.flush();
      return added;
    });
  }

  async pages(ids: readonly string[]): Promise<readonly UsageOfPage[]> {
    const { platform, vaults } = this.#parts;
    const now = platform.now();
    const opened = (await vaults()).map((vault) => ({ vault, fold: this.#of(vault).store.foldWithGathered() }));
    return ids.flatMap((id) => {
      const holders = opened.filter(({ vault, fold }) => fold.of(id) !== undefined || findPage(platform, vault, id));
      if (holders.length === 0) throw new WikiError("page_not_found", { id });
      return holders.map(({ vault: { layer }, fold }) => usageOfPage({ id, layer }, { usage: fold.of(id), now }));
    });
  }

  async unused(): Promise<readonly UnusedPage[]> {
    const { platform, vaults } = this.#parts;
    const now = platform.now();
    const pages = (await vaults()).flatMap((vault) => {
      const { pages: known } = this.#of(vault).store.foldWithGathered();
      return [...known].map(([id, usage]) => ({
        vault,
        page: { ...usageOfPage({ id, layer: vault.layer }, { usage, now }), root: vault.root },
      }));
    });
    const unused = unusedPages(
      pages.map(({ page }) => page),
      now,
    );
    // What is gone needs no proposal.
    const isThere = (page: UnusedPage): boolean =>
      pages.some((one) => one.page.id === page.id && one.page.root === page.root && this.#has(one.vault, page.id));
    return unused.filter(isThere);
  }

  recorded(vault: Vault): UsageFold {
    return this.#of(vault).store.foldWithGathered();
  }

  seenHere(vault: Vault): ReadonlySet<string> {
    return this.#of(vault).store.seenHere();
  }

  forDistilling(vault: Vault) {
    const fold = this.#of(vault).store.foldWithGathered();
    return {
      negativeExamples: negativeExamples(fold, this.#parts.platform.now()),
      lastUse: (id: string): string | undefined => fold.of(id)?.lastHit,
    };
  }

  #of(vault: Vault): Kept {
    const { platform } = this.#parts;
    const kept = this.#kept.get(vault.key) ?? {
      store: openUsageStore(platform, vault),
      commits: openWatchedCommits(platform, vault),
    };
    this.#kept.set(vault.key, kept);
    return kept;
  }

  #has(vault: Vault, id: string): boolean {
    return id.startsWith("raw/") || findPage(this.#parts.platform, vault, id) !== undefined;
  }

  async #find(id: string, layer: LayerName | undefined): Promise<{ readonly vault: Vault; readonly path: string }> {
    const { platform, vaults } = this.#parts;
    for (const vault of await vaults()) {
      if (layer !== undefined && vault.layer !== layer) continue;
      const path = findPage(platform, vault, id);
      if (path !== undefined) return { vault, path: platform.paths.join(vault.root, path) };
    }
    throw new WikiError("page_not_found", { id });
  }

  async #rules({ steps }: Course): Promise<CourseRules<Vault>> {
    const { platform, testCommands, vaults } = this.#parts;
    const known = await vaults();
    const deepestFirst = [...known].sort((a, b) => b.root.length - a.root.length);
    return {
      now: platform.now(),
      hash: (text) => platform.hash(text),
      testCommands,
      parse: steps.some(({ kind }) => kind === "ran") ? await loadParser() : undefined,
      placeOf: (path) => deepestFirst.find(({ root }) => platform.paths.inside(root, path) !== undefined),
      placeOfId: (id) => known.find((vault) => findPage(platform, vault, id) !== undefined),
    };
  }

  async #gather(vault: Vault, events: readonly UsageEvent[]): Promise<void> {
    await this.#of(vault).store.gather(events);
    for (const { id } of events) this.#gathered.add(id);
  }

  async #watch(cited: ObservedCourse<Vault>["committed"], { session, task }: Course, cwd: string): Promise<void> {
    const known = cited.flatMap(({ place, doc, at, until }) => {
      const isNew = !this.#watched.has(`${doc} ${at} ${until}`);
      return at === undefined || until === undefined || !isNew ? [] : [{ place, page: { doc, at, until } }];
    });
    if (known.length === 0) return;
    const history = await openCommitHistory(this.#parts.platform, cwd);
    if (history === undefined) return;
    for (const [vault, pages] of byVault(known)) {
      await this.#of(vault).commits.watch(
        pages.map(({ page }) => page),
        { session, ...present({ task }) },
        history,
      );
    }
    for (const { page } of known) this.#watched.add(`${page.doc} ${page.at} ${page.until}`);
  }
}

const byVault = <Item extends { readonly place: Vault }>(
  items: readonly Item[],
): ReadonlyMap<Vault, readonly Item[]> => {
  const groups = new Map<Vault, Item[]>();
  for (const item of items) groups.set(item.place, [...(groups.get(item.place) ?? []), item]);
  return groups;
};
