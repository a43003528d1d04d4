/** Recall for one session: its vaults' indexes kept warm, questions answered, names looked up. */

import type { Platform } from "../../platform/platform.ts";
import { WikiError } from "../errors.ts";
import { isTime } from "../instant.ts";
import { refuseOddTask } from "../named-scope.ts";
import type { Settings } from "../settings.ts";
import { vaultPaths } from "../vault/layout.ts";
import type { Vault } from "../vault/vault.ts";
import { type BelievedFacts, exclusionOf, isWithheld } from "./admission.ts";
import { type Believe, type LabelPages, openBelief, type WeighUse } from "./belief.ts";
import type { PageChange } from "./indexing/page-changes.ts";
import { type LayeredParts, type LivePage, livePages, RecallIndex } from "./indexing/recall-index.ts";
import type { VaultIndex } from "./indexing/vault-index.ts";
import { type Injection, type InjectRules, injectionOf } from "./inject.ts";
import { openKeptFacts } from "./kept-facts.ts";
import { openLikeTitles, type PlacedTitle } from "./like-titles.ts";
import { type NearTitles, openNearTitles } from "./near-titles.ts";
import { neighboursOf } from "./neighbours.ts";
import { type RecallAnswer, type RecallHit, type RecallRequest, recall } from "./recall.ts";
import { openWithheldPages } from "./withheld-pages.ts";

type Progress = (done: number, total: number) => void;

export interface SessionRecallParts {
  readonly platform: Platform;
  readonly settings: Settings;
  /** The vaults that exist now, nearest first. */
  vaults(): Promise<readonly Vault[]>;
  readonly believe: Believe;
  readonly labels?: LabelPages;
  /** Ids of pages that may be withheld for what is known of them beside what they say. */
  suspects(vault: Vault): Iterable<string>;
  readonly weighUse?: WeighUse;
  /** Brings a vault's saved index up to date somewhere else than on this thread. */
  indexElsewhere(vault: Vault, onProgress?: Progress): Promise<void>;
}

/** An injection with the answer that it was chosen from; none when automatic recall is off. */
export interface ExplainedInjection extends Injection {
  readonly answer: RecallAnswer | undefined;
}

export interface SessionRecall {
  /** Throws `invalid_input` for an `asOf` or `knownAt` that is no time, and a `task` that is not one. */
  recall(request: RecallRequest): Promise<RecallAnswer>;
  inject(prompt: string, rules?: Partial<InjectRules>): Promise<ExplainedInjection>;
  /** Ids of pages with names like the query's words. */
  near(query: string, kind: keyof NearTitles, limit: number): Promise<readonly string[]>;
  /** Facts of a vault's pages; captured text is no page. */
  facts(vault: Vault): Promise<Iterable<BelievedFacts>>;
  /** Pages of a vault that match a text well, by their words alone: what they say of themselves does not count. */
  neighbours(vault: Vault, text: string, types?: readonly string[]): Promise<readonly BelievedFacts[]>;
  /** Pages of a vault whose titles are at least as like as `least`, 0 to 1; captured text is no page. */
  likeTitles(vault: Vault, title: string, least: number): Promise<readonly BelievedFacts[]>;
  /** Ids of a vault's pages that no list is to name, and of packets as pages. */
  withheld(vault: Vault): Promise<ReadonlySet<string>>;
  /** Pages over all vaults, and how many of them are drafts. */
  counts(): Promise<PageCounts>;
  /** Looks at every file of a vault; what changed since this was last asked. */
  changes(vault: Vault): Promise<readonly PageChange[]>;
  index(vault: Vault): VaultIndex;
  warm(): Promise<void>;
}

export interface PageCounts {
  readonly pages: number;
  readonly drafts: number;
}

/** Above this many changed files an index is brought up to date elsewhere. */
const inlineChanges = 200;

export const openSessionRecall = (parts: SessionRecallParts): SessionRecall => {
  const { platform } = parts;
  const index = new RecallIndex(platform);
  const caughtUp = openCatchUp(parts, index);
  const [withheldIn, likeTitles, keptFacts] = [openWithheldPages(), openLikeTitles(), openKeptFacts()];
  const nearTitles = openNamed(parts);

  const current = async (): Promise<readonly Vault[]> => {
    const vaults = await parts.vaults();
    for (const vault of vaults) await caughtUp(vault);
    return vaults;
  };
  const factsIn = async (vault: Vault): Promise<Iterable<BelievedFacts>> => {
    await caughtUp(vault);
    const layered = await index.layered([vault]);
    const read = () => writtenPages(layered, parts.believe);
    return keptFacts({ index: index.of(vault), layered, believed: parts.believe(vault), read });
  };
  const answer = async (request: RecallRequest): Promise<RecallAnswer> => {
    refuseOddTask(request.task);
    refuseOddTime("as_of", request.asOf);
    refuseOddTime("known_at", request.knownAt);
    const began = platform.elapsed();
    const vaults = await current();
    const { believe, labels, weighUse } = parts;
    const clock = { now: platform.now(), elapsed: () => platform.elapsed() };
    const found = await recall(request, { index, vaults, believe, labels, weighUse, ...clock });
    return { ...found, elapsed_ms: Math.round((platform.elapsed() - began) * 100) / 100 };
  };

  const titleOf = async (id: string) => titleIn(await parts.vaults(), id, index);

  return {
    recall: answer,
    inject: (prompt, rules = {}) => inject(prompt, { ...parts, answer, rules, titleOf }),
    near: async (query, kind, limit) => {
      const vaults = await current();
      const titles = await nearTitles(vaults, await index.layered(vaults));
      return titles[kind](query, limit).map(({ id }) => id);
    },
    facts: factsIn,
    neighbours: async (vault, text, types) => {
      await caughtUp(vault);
      return neighboursOf({ text, types }, await index.layered([vault]), parts.believe);
    },
    likeTitles: async (vault, title, least) => {
      await caughtUp(vault);
      const layered = await index.layered([vault]);
      return placedPages(likeTitles(title, layered.parts, least), layered, parts.believe);
    },
    withheld: async (vault) => {
      await caughtUp(vault);
      const layered = await index.layered([vault]);
      const believe = openBelief(layered, parts.believe);
      return withheldIn({ index: index.of(vault), layered, believe, suspects: parts.suspects(vault) });
    },
    counts: async () => countPages(writtenPages(await index.layered(await current()), parts.believe)),
    changes: async (vault) => {
      const own = index.of(vault);
      // What was edited in place counts as of whoever worked until now.
      await caughtUp(vault, { full: true });
      await own.refresh({ full: true, asPending: true });
      return own.takeChanges();
    },
    index: (vault) => index.of(vault),
    warm: async () => {
      await index.layered(await current());
    },
  };
};

/** Titles that may be named, made anew when a page, or what is known of one, is another. */
const openNamed = ({ platform, suspects, believe }: SessionRecallParts) => {
  let names: { readonly layered: LayeredParts; readonly known: string; readonly titles: NearTitles } | undefined;
  return async (vaults: readonly Vault[], layered: LayeredParts): Promise<NearTitles> => {
    // A page can come to be withheld by what becomes of others, with no change of any file here.
    const known = vaults.flatMap((vault) => [...suspects(vault)]).join("\n");
    if (names?.layered === layered && names.known === known) return names.titles;
    const belief = openBelief(layered, believe);
    const rules = { types: [], include: [], task: undefined, asOf: platform.now() };
    // What is withheld must not be named either.
    const isNamed = (facts: BelievedFacts): boolean => !isWithheld(facts) && exclusionOf(facts, rules) === undefined;
    const pages = [...livePages(layered.parts)].filter((page) => isNamed(belief(page)));
    names = { layered, known, titles: await openNearTitles(pages.map(toEntry)) };
    return names.titles;
  };
};

const titleIn = (vaults: readonly Vault[], id: string, index: RecallIndex): string | undefined => {
  for (const vault of vaults) {
    const found = index.of(vault).find(`${vaultPaths[vault.layout].wiki}/${id}.md`);
    if (found !== undefined) return found.facts.title;
  }
  return undefined;
};

/** Brings a vault with many changes up to date elsewhere; whoever asks meanwhile waits for that. */
const openCatchUp = (parts: SessionRecallParts, index: RecallIndex) => {
  const running = new Map<string, Promise<void>>();
  const catchUp = async (vault: Vault, full: boolean): Promise<void> => {
    const own = index.of(vault);
    if ((!full && own.isFresh()) || own.pending({ full }) <= inlineChanges) return;
    await parts.indexElsewhere(vault);
    own.reload();
  };
  return (vault: Vault, { full = false }: { readonly full?: boolean } = {}): Promise<void> => {
    const key = `${vault.key} ${full}`;
    const known = running.get(key);
    if (known !== undefined) return known;
    const work = catchUp(vault, full).finally(() => running.delete(key));
    running.set(key, work);
    return work;
  };
};

interface InjectParts extends SessionRecallParts {
  answer(request: RecallRequest): Promise<RecallAnswer>;
  readonly rules: Partial<InjectRules>;
  titleOf(id: string): Promise<string | undefined>;
}

/** Pages that are to come first, found by their own titles: by the same rules as any other. */
const offeredHits = async (
  ids: readonly string[],
  { answer, titleOf }: Pick<InjectParts, "answer" | "titleOf">,
  scope: Pick<RecallRequest, "task">,
): Promise<readonly RecallHit[]> => {
  const offered: RecallHit[] = [];
  for (const id of ids) {
    const query = await titleOf(id);
    const found = query === undefined ? undefined : await answer({ query, limit: 20, automatic: true, ...scope });
    const hit = found?.hits.find((one) => one.id === id);
    if (hit !== undefined) offered.push(hit);
  }
  return offered;
};

const inject = async (
  prompt: string,
  { settings, answer, rules, titleOf }: InjectParts,
): Promise<ExplainedInjection> => {
  const { autoRecall, recallPages, recallTokens } = settings;
  if (autoRecall === "off") {
    return { message: null, pages: [], tokens: 0, gate: "off", elapsed_ms: 0, answer: undefined };
  }
  const scope = rules.task === undefined ? {} : { task: rules.task };
  const found = await answer({ query: prompt, limit: recallPages, explain: true, automatic: true, ...scope });
  const injection = injectionOf(found, {
    pages: recallPages,
    tokens: recallTokens,
    personalAlone: autoRecall === "on",
    seen: new Set(),
    ...rules,
    offered: await offeredHits(rules.first ?? [], { answer, titleOf }, scope),
  });
  return { ...injection, answer: found };
};

const countPages = (facts: Iterable<BelievedFacts>): PageCounts => {
  let [pages, drafts] = [0, 0];
  for (const { status } of facts) {
    pages += 1;
    if (status === "draft") drafts += 1;
  }
  return { pages, drafts };
};

const toEntry = ({ facts }: LivePage) => ({
  id: facts.id,
  title: facts.title,
  names: [...facts.aliases, ...facts.tags],
});

const placedPages = (
  places: readonly PlacedTitle[],
  layered: LayeredParts,
  believe: Believe,
): readonly BelievedFacts[] => {
  const belief = openBelief(layered, believe);
  return places.flatMap(({ part, page }) => {
    const facts = layered.parts[part]?.facts(page);
    return facts === undefined || facts.id.startsWith("raw/") ? [] : [belief({ facts, part })];
  });
};

function* writtenPages(layered: LayeredParts, believe: Believe): Generator<BelievedFacts> {
  const belief = openBelief(layered, believe);
  for (const page of livePages(layered.parts)) {
    if (!page.facts.id.startsWith("raw/")) yield belief(page);
  }
}

const refuseOddTime = (what: string, time: string | undefined): void => {
  if (time === undefined || isTime(time)) return;
  throw new WikiError("invalid_input", { what, problem: `"${time}" is no time such as 2026-01-31T12:00:00Z` });
};
