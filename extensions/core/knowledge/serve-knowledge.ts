/** Answers on a repository, in the worker thread: git, parsing and long documents stay there, answers are short. */

import type { Platform } from "../../platform/platform.ts";
import { isWikiError } from "../errors.ts";
import { dirtyPaths, indexTreeId } from "../git/index-tree-store.ts";
import { openRepository, type Repository } from "../git/repository.ts";
import { canonicalHash } from "../ledger/canonical.ts";
import { openDerivedFacts, type StoredFact } from "./derived/derived-fact-store.ts";
import { type CheckedChain, openEarnedStore } from "./earned/earned-store.ts";
import { joinLessons, readLessons } from "./earned/join-lessons.ts";
import type { LessonLocation } from "./earned/record-kinds.ts";
import { resolveLocations } from "./earned/resolve-locations.ts";
import { falseMarkers } from "./false-markers.ts";
import type { Grounding } from "./grounding/ground.ts";
import { groundPage, readPaths, type Story } from "./grounding/ground-page.ts";
import type { GroundingWarning } from "./grounding/grounding-lint.ts";
import { hasHints, parseHints } from "./grounding/hints.ts";
import { buildPacket } from "./packet/build-packet.ts";
import { filesNeeded } from "./packet/candidates.ts";
import type { KnowledgePacket, PacketVersion } from "./packet/packet.ts";
import { areCurrent } from "./refresh-map.ts";
import { type OnProgress, openStoredMap } from "./stored-map.ts";
import { type FoundInMap, type MapQuery, queryMap } from "./symbols/query-map.ts";
import { readMapHead, readSymbolMap } from "./symbols/read-map.ts";
import { type SymbolMap, symbolMapFact } from "./symbols/symbol-map.ts";

export interface PageToGround {
  /** How the page is called. */
  readonly id: string;
  /** Absolute and physical. */
  readonly path: string;
  readonly text: string;
  /** Absolute folders of vaults: what stands in them names much and is none of it. */
  readonly vaults: readonly string[];
}

export type KnowledgeRequest =
  | { readonly ask: "refresh" }
  | { readonly ask: "map"; readonly query: MapQuery; readonly refresh: boolean }
  | { readonly ask: "ground"; readonly page: PageToGround; readonly refresh: boolean }
  | { readonly ask: "lint"; readonly pages: readonly PageToGround[] }
  | { readonly ask: "packet"; readonly page: PageToGround; readonly rules: AskedPacket; readonly refresh: boolean }
  | { readonly ask: "resolve"; readonly references: readonly (readonly string[])[] }
  | { readonly ask: "verify" };

export interface AskedPacket {
  readonly byteBudget: number;
  readonly version: PacketVersion;
  /** Hashes of lessons that are not to be shown. */
  readonly withheld?: readonly string[];
}

/** Of the work tree, which the index does not show: beside what is known, not in it. */
export interface WorktreeNote {
  /** The first few. */
  readonly dirty_paths: readonly string[];
  readonly count: number;
}

type Answered = typeof falseMarkers & { readonly index_tree: string; readonly worktree: WorktreeNote };

export type Coverage = SymbolMap["coverage"];

export type RefreshAnswer = Answered & {
  readonly coverage: Coverage;
  readonly parsed: number;
  readonly reused: number;
  readonly unchanged: boolean;
  /** What was wrong with the map that was replaced. */
  readonly replaced?: string;
};

export type MapAnswer = Answered & FoundInMap & { readonly coverage: Coverage };

export type GroundAnswer = Answered & {
  readonly grounding: Grounding;
  readonly hint_free: boolean;
  readonly warnings: readonly GroundingWarning[];
};

/** The warnings of each page, in the order of the pages. */
export type LintAnswer = Answered & { readonly pages: readonly (readonly GroundingWarning[])[] };

export type PacketAnswer = Answered & {
  readonly packet: KnowledgePacket;
  /** Of the packet's canonical text. */
  readonly packet_sha256: string;
};

export interface CheckedFact {
  readonly path: string;
  readonly fact: string | undefined;
  readonly index_tree: string | undefined;
  readonly state: "current" | "stale" | "malformed";
  readonly problem?: string;
}

export type VerifyAnswer = Answered & {
  readonly facts: readonly CheckedFact[];
  /** The chains of what was earned. */
  readonly earned: readonly CheckedChain[];
};

/** Locations in the order of the references. */
export type ResolveAnswer = Answered & { readonly locations: readonly (readonly LessonLocation[])[] };

export type KnowledgeAnswer =
  | RefreshAnswer
  | MapAnswer
  | GroundAnswer
  | LintAnswer
  | PacketAnswer
  | ResolveAnswer
  | VerifyAnswer;

export const serveKnowledge = async (
  platform: Platform,
  { folder, request }: { readonly folder: string; readonly request: KnowledgeRequest },
  onProgress: OnProgress,
): Promise<KnowledgeAnswer> => {
  // Both wait for git. Where there is no repository the answer says so.
  const opening = openRepository(platform, folder);
  const noting = isShown.has(request.ask) ? noteOn(platform, folder) : Promise.resolve(noNote);
  noting.catch(() => undefined);
  const answer = await answerTo(request, { platform, repository: await opening, onProgress });
  const worktree = await noting;
  return { ...answer, worktree, ...falseMarkers };
};

/** Answers that a person or a model reads, and should read with the files that differ. */
const isShown: ReadonlySet<KnowledgeRequest["ask"]> = new Set(["refresh", "map", "ground", "packet"]);
const noNote: WorktreeNote = { dirty_paths: [], count: 0 };

type Bare<Whole> = Whole extends unknown ? Omit<Whole, keyof typeof falseMarkers | "worktree"> : never;

interface Serving {
  readonly platform: Platform;
  readonly repository: Repository;
  readonly onProgress: OnProgress;
}

const answerTo = (request: KnowledgeRequest, serving: Serving): Promise<Bare<KnowledgeAnswer>> => {
  switch (request.ask) {
    case "refresh":
      return refreshMap(serving);
    case "map":
      return askMap(request, serving);
    case "ground":
      return groundStory(request, serving);
    case "lint":
      return lintPages(request, serving);
    case "packet":
      return packetFor(request, serving);
    case "resolve":
      return resolveNames(request, serving);
    case "verify":
      return verifyFacts(serving);
  }
};

const refreshMap = async ({ platform, repository, onProgress }: Serving): Promise<Bare<RefreshAnswer>> => {
  const { tree, head, parsed, reused, isUnchanged, replaced } = await openStoredMap(platform, repository).refresh(
    onProgress,
  );
  const done = { index_tree: tree, coverage: head.coverage, parsed, reused, unchanged: isUnchanged };
  return replaced === undefined ? done : { ...done, replaced };
};

const askMap = async (
  { query, refresh }: KnowledgeRequest & { readonly ask: "map" },
  { platform, repository, onProgress }: Serving,
): Promise<Bare<MapAnswer>> => {
  const map = await openStoredMap(platform, repository).read({ refresh, onProgress });
  return { index_tree: map.index_tree, coverage: map.coverage, ...queryMap(map, query) };
};

const groundStory = async (
  { page, refresh }: KnowledgeRequest & { readonly ask: "ground" },
  { platform, repository, onProgress }: Serving,
): Promise<Bare<GroundAnswer>> => {
  const map = await openStoredMap(platform, repository).read({ refresh, onProgress });
  const story = storyOf(page, { platform, repository });
  const { grounding, warnings } = await groundPage(platform, { repository, map }, story);
  return { index_tree: map.index_tree, grounding, hint_free: !hasHints(parseHints(page.text)), warnings };
};

const lintPages = async (
  { pages }: KnowledgeRequest & { readonly ask: "lint" },
  { platform, repository }: Serving,
): Promise<Bare<LintAnswer>> => {
  const map = await openStoredMap(platform, repository).read();
  const warnings: (readonly GroundingWarning[])[] = [];
  for (const page of pages) {
    const story = storyOf(page, { platform, repository });
    warnings.push((await groundPage(platform, { repository, map }, story)).warnings);
  }
  return { index_tree: map.index_tree, pages: warnings };
};

const storyOf = (page: PageToGround, { platform, repository }: Pick<Serving, "platform" | "repository">): Story => {
  const inside = (path: string): string | undefined => platform.paths.inside(repository.folder, path);
  const path = inside(page.path) ?? page.id;
  const folders = page.vaults.flatMap((vault) => inside(vault) || []).map((vault) => `${vault}/**`);
  return { path, text: page.text, excluded: [...new Set([".llm-wiki/**", ...folders, path])] };
};

const packetFor = async (
  { page, rules, refresh }: KnowledgeRequest & { readonly ask: "packet" },
  { platform, repository, onProgress }: Serving,
): Promise<Bare<PacketAnswer>> => {
  const { path, ...story } = storyOf(page, { platform, repository });
  const named = { path, text: story.text, sha256: platform.hash(story.text) };
  const { withheld = [], ...counted } = rules;
  const answer = (packet: KnowledgePacket): Bare<PacketAnswer> => ({
    index_tree: packet.index_tree,
    packet,
    packet_sha256: canonicalHash(packet, platform.hash),
  });
  if (!hasHints(parseHints(story.text))) {
    // Without hints there is nothing that a map could add.
    const indexTree = await indexTreeId(platform, repository);
    return answer(buildPacket(named, undefined, { ...counted, indexTree }));
  }
  const map = await openStoredMap(platform, repository).read({ refresh, onProgress });
  const { grounding } = await groundPage(platform, { repository, map }, { path, ...story });
  const blobs = await readPaths(platform, { repository, map }, filesNeeded(grounding));
  const earned = joinLessons(await readLessons(openEarnedStore(platform, repository.commonDir)));
  const lessons = earned.filter(({ record_hash }) => !withheld.includes(record_hash));
  return answer(buildPacket(named, { grounding, map, blobs, lessons }, { ...counted, indexTree: map.index_tree }));
};

const resolveNames = async (
  { references }: KnowledgeRequest & { readonly ask: "resolve" },
  { platform, repository }: Serving,
): Promise<Bare<ResolveAnswer>> => {
  // A person has accepted: that the map is an old one must not cost the places of what was learned.
  const map = await openStoredMap(platform, repository).read({ refresh: true }).catch(unlessUnavailable);
  const indexTree = map?.index_tree ?? (await indexTreeId(platform, repository));
  return { index_tree: indexTree, locations: references.map((names) => resolveLocations(names, map)) };
};

const unavailable: ReadonlySet<string> = new Set(["knowledge_malformed", "index_changed"]);

const unlessUnavailable = (error: unknown): undefined => {
  if (!isWikiError(error) || !unavailable.has(error.code)) throw error;
};

const verifyFacts = async ({ platform, repository }: Serving): Promise<Bare<VerifyAnswer>> => {
  const tree = await indexTreeId(platform, repository);
  const facts = openDerivedFacts(platform, repository.gitDir).all();
  const earned = await openEarnedStore(platform, repository.commonDir).check();
  return { index_tree: tree, facts: facts.map((fact) => checked(platform, fact, tree)), earned };
};

const checked = (platform: Platform, { path, opened }: StoredFact, tree: string): CheckedFact => {
  if (opened.state === "malformed") {
    return { path, fact: undefined, index_tree: undefined, state: "malformed", problem: opened.problem };
  }
  const { kind, indexTree, value, beginning } = opened.fact;
  const known = { path, fact: kind, index_tree: indexTree };
  if (kind === symbolMapFact && readSymbolMap(value) === undefined) {
    return { ...known, state: "malformed", problem: "it is no symbol map of this version" };
  }
  if (indexTree !== tree) return { ...known, state: "stale" };
  const head = kind === symbolMapFact ? readMapHead(beginning) : undefined;
  const isOutdated = head !== undefined && !areCurrent(platform, head.extractor);
  return isOutdated
    ? { ...known, state: "stale", problem: "another extractor made it" }
    : { ...known, state: "current" };
};

const mostDirty = 50;

const noteOn = async (platform: Platform, folder: string): Promise<WorktreeNote> => {
  const dirty = await dirtyPaths(platform, folder);
  return { dirty_paths: dirty.slice(0, mostDirty), count: dirty.length };
};
