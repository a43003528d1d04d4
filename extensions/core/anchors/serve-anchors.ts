/** Answers on the code that pages are about, in the worker thread: git, parsing and digests stay there. */

import type { Files, Platform } from "../../platform/platform.ts";
import { isWikiError } from "../errors.ts";
import { runGit } from "../git/git.ts";
import { type IndexTree, withIndexTree } from "../git/index-tree-store.ts";
import { openRepository, type Repository } from "../git/repository.ts";
import type { AcceptedAnchor, AnchoredPage, CheckedPage } from "./anchor.ts";
import type { FoundAnchors } from "./anchored-event.ts";
import { checkPages } from "./code/check-anchors.ts";
import { type CodeReader, openCodeReader } from "./code/digest-code.ts";
import { extractorsOf, type Resolution, resolveReferences } from "./code/resolve-references.ts";
import { commitSnapshot, type Snapshot, workTreeSnapshot } from "./code/snapshot-store.ts";
import { commitTouches, lineTouches, type Touch, testTouches } from "./code/touching.ts";
import { type Reference, readReference } from "./reference.ts";
import {
  openVerdicts,
  type StoredFile,
  type StoredFound,
  type StoredVerdicts,
  type VerdictPlace,
} from "./verdict-store.ts";

export type AnchorRequest =
  | {
      readonly ask: "resolve";
      readonly files: readonly string[];
      /** What may name more symbols. */
      readonly text: string;
      /** As they stand in a page: told from the repository's top, and kept as they are. */
      readonly isWritten: boolean;
    }
  | {
      readonly ask: "check";
      readonly pages: readonly AnchoredPage[];
      readonly place: VerdictPlace;
      readonly isHome: boolean;
    }
  | {
      readonly ask: "compare";
      readonly pages: readonly AnchoredPage[];
      readonly isHome: boolean;
      readonly base: string | undefined;
    }
  | {
      readonly ask: "touch";
      readonly refs: readonly string[];
      readonly commits: readonly string[];
      /** The words of commands that ran tests. */
      readonly tests: readonly (readonly string[])[];
      readonly lines: readonly { readonly path: string; readonly line: number }[];
    };

export type ResolveAnswer = Resolution & {
  readonly found: FoundAnchors;
  /** What tells this repository from others. */
  readonly roots: readonly string[];
};

export interface CheckAnswer {
  readonly pages: readonly CheckedPage[];
}

/** `base` is undefined for a commit that is not known. */
export interface CompareAnswer extends CheckAnswer {
  readonly base: readonly CheckedPage[] | "none" | undefined;
}

export interface TouchAnswer {
  readonly commits: readonly Touch[];
  readonly tests: readonly Touch[];
  readonly lines: readonly Touch[];
}

export type AnchorAnswer = ResolveAnswer | CheckAnswer | CompareAnswer | TouchAnswer;

/** Undefined outside a repository: there nothing is known. */
export const serveAnchors = async (
  platform: Platform,
  { folder, request }: { readonly folder: string; readonly request: AnchorRequest },
): Promise<AnchorAnswer | undefined> => {
  const repository = await repositoryAt(platform, folder);
  if (repository === undefined) return undefined;
  return await withTree(platform, repository, (tree) => {
    const snapshot = workTreeSnapshot(platform, repository, tree);
    const below = platform.paths.inside(repository.folder, platform.paths.physical(folder)) ?? "";
    const serving = { platform, repository, tree, snapshot, reader: openCodeReader(platform), below };
    return answerTo(request, serving);
  });
};

const repositoryAt = async (platform: Platform, folder: string): Promise<Repository | undefined> => {
  try {
    return await openRepository(platform, folder);
  } catch (error) {
    if (isWikiError(error) && error.code === "repository_missing") return undefined;
    throw error;
  }
};

/** An unfinished merge makes no tree: what can be read without one is. */
const withTree = async <T>(
  platform: Platform,
  repository: Repository,
  work: (tree: IndexTree | undefined) => Promise<T>,
): Promise<T> => {
  let isOpen = false;
  try {
    return await withIndexTree(platform, repository, (tree) => {
      isOpen = true;
      return work(tree);
    });
  } catch (error) {
    if (isOpen || !isWikiError(error) || error.code !== "index_unavailable") throw error;
    return await work(undefined);
  }
};

interface Serving {
  readonly platform: Platform;
  readonly repository: Repository;
  readonly tree: IndexTree | undefined;
  readonly snapshot: Snapshot;
  readonly reader: CodeReader;
  readonly below: string;
}

const answerTo = (request: AnchorRequest, serving: Serving): Promise<AnchorAnswer> => {
  switch (request.ask) {
    case "resolve":
      return resolve(request, serving);
    case "check":
      return check(request, serving);
    case "compare":
      return compare(request, serving);
    case "touch":
      return touch(request, serving);
  }
};

type Asked<Ask extends AnchorRequest["ask"]> = Extract<AnchorRequest, { readonly ask: Ask }>;

const resolve = async (request: Asked<"resolve">, serving: Serving): Promise<ResolveAnswer> => {
  const resolution = await resolveReferences(request, request.isWritten ? { ...serving, below: "" } : serving);
  const anchors = resolution.given.flatMap(({ anchor }) => anchor ?? []);
  const roots = request.files.length === 0 ? [] : await rootCommits(serving);
  const extractor = extractorsOf(anchors, serving.reader);
  const found = { anchors, tree: serving.tree?.id ?? "", repository: roots[0] ?? "", extractor };
  return { ...resolution, found, roots };
};

/** What tells one repository from another, wherever it was cloned to. */
const rootCommits = async ({ platform, repository: { folder } }: Serving): Promise<readonly string[]> => {
  const { exitCode, stdout } = await runGit(platform, ["rev-list", "--max-parents=0", "HEAD"], { cwd: folder });
  return exitCode === 0
    ? stdout
        .split("\n")
        .filter((line) => line !== "")
        .sort()
    : [];
};

/** A vault in the repository is about it; any other anchor is of where the repository is the one that it was made in. */
const openIsHere = async (
  { pages, isHome }: { readonly pages: readonly AnchoredPage[]; readonly isHome: boolean },
  serving: Serving,
): Promise<(anchor: AcceptedAnchor) => boolean> => {
  const isOwn = pages.every(({ anchors }) =>
    anchors.every((one) => one.accepted.every((own) => own.repository === "")),
  );
  const roots = new Set(isOwn ? [] : await rootCommits(serving));
  return ({ repository }) => (repository === "" ? isHome : roots.has(repository));
};

const check = async (request: Asked<"check">, serving: Serving): Promise<CheckAnswer> => {
  const { platform, tree, repository, reader } = serving;
  const store = openVerdicts(platform, request.place);
  const before = store.read();
  const asked = platform.hash(JSON.stringify([request.pages, request.isHome]));
  const known = knownFiles(platform.files(repository.folder), { before, reader });
  const isSame = before !== undefined && before.tree === tree?.id && before.asked === asked;
  const refs = request.pages.flatMap(({ anchors }) => anchors.flatMap(({ ref }) => readReference(ref) ?? []));
  if (isSame && refs.every(known.isKnown) && !before.pages.some(isLost)) return { pages: before.pages };
  const pages = await checkPages(
    request.pages,
    { ...serving, known: known.get, onFound: known.put },
    await openIsHere(request, serving),
  );
  await store.keep({ tree: tree?.id ?? "", asked, pages, files: known.files() });
  return { pages };
};

/** What is not where it was may be anywhere by now. */
const isLost = ({ anchors }: CheckedPage): boolean =>
  anchors.some(({ verdict }) => verdict === "gone" || verdict === "moved");

/** Files that look as they did are not read again. */
const knownFiles = (
  files: Files,
  { before, reader }: { readonly before: StoredVerdicts | undefined; readonly reader: CodeReader },
) => {
  const signs = new Map<string, string | undefined>();
  const fresh = new Map<string, { readonly sign: string; readonly found: Record<string, StoredFound> }>();
  const signOf = (path: string): string | undefined => {
    if (!signs.has(path)) {
      const [entry] = files.signs([path]);
      signs.set(path, entry?.isSettled === true && files.kind(path) === "file" ? entry.sign : undefined);
    }
    return signs.get(path);
  };
  const stored = (path: string): StoredFile | undefined => {
    const one = before !== undefined && Object.hasOwn(before.files, path) ? before.files[path] : undefined;
    const sign = signOf(path);
    return sign !== undefined && one?.sign === sign && one.extractor === reader.extractorOf(path) ? one : undefined;
  };
  const put = ({ path, symbol = "" }: Reference, found: StoredFound): void => {
    const sign = signOf(path);
    if (sign === undefined) return;
    const own = fresh.get(path) ?? { sign, found: {} };
    own.found[symbol] = found;
    fresh.set(path, own);
  };
  return {
    get: (reference: Reference): StoredFound | undefined => {
      const { path, symbol = "" } = reference;
      const found = stored(path)?.found;
      const own = found !== undefined && Object.hasOwn(found, symbol) ? found[symbol] : undefined;
      if (own !== undefined) put(reference, own);
      return own;
    },
    put,
    isKnown: ({ path, symbol = "" }: Reference): boolean => Object.hasOwn(stored(path)?.found ?? {}, symbol),
    files: (): Readonly<Record<string, StoredFile>> =>
      Object.fromEntries([...fresh].map(([path, own]) => [path, { ...own, extractor: reader.extractorOf(path) }])),
  };
};

const compare = async (request: Asked<"compare">, serving: Serving): Promise<CompareAnswer> => {
  const isHere = await openIsHere(request, serving);
  const pages = await checkPages(request.pages, serving, isHere);
  if (request.base === undefined) return { pages, base: "none" };
  const snapshot = await commitSnapshot(serving.platform, serving.repository, request.base);
  const base = snapshot && (await checkPages(request.pages, { ...serving, snapshot }, isHere));
  return { pages, base };
};

const touch = async ({ refs, commits, tests, lines }: Asked<"touch">, serving: Serving): Promise<TouchAnswer> => {
  const each = async <Item>(
    items: readonly Item[],
    look: (item: Item) => Promise<Touch>,
  ): Promise<readonly Touch[]> => {
    const found: Touch[] = [];
    for (const item of items) found.push(await look(item));
    return found;
  };
  return {
    commits: await each(commits, (commit) => commitTouches(commit, refs, serving)),
    tests: await each(tests, (words) => testTouches(words, refs, serving)),
    lines: await each(lines, (line) => lineTouches(line, refs, serving)),
  };
};
