/** Derived facts on disk, one file a kind below the work tree's git folder: a cache, which may be deleted at any time. */

import type { EntryKind, Files, Platform } from "../../../platform/platform.ts";
import { WikiError } from "../../errors.ts";
import { classOf, folderOfClass } from "../item-class.ts";
import { examineFact, type FactValue, type OpenedFact, type OpenFact, openFact, sealFact } from "./derived-fact.ts";

export interface FactRequest {
  readonly kind: string;
  /** The index's tree as it is now. */
  readonly indexTree: string;
}

/**
 * Gets the last fact, whatever tree it is of, to make the next value from, which is then sealed and kept. `current` says
 * that the last fact, which is of this very tree, stands as it is.
 */
export type Compute = (previous: OpenFact | undefined) => Promise<FactValue | "current">;

export interface Refreshed {
  /** False where the last fact stands. */
  readonly isNew: boolean;
  /** What was wrong with the file that was there. */
  readonly replaced: string | undefined;
}

/** What lies in a file of the store. */
export interface StoredFact {
  /** Absolute. */
  readonly path: string;
  readonly opened: OpenedFact;
}

export interface DerivedFacts {
  /** Throws `knowledge_missing`, `knowledge_stale` or `knowledge_malformed`. */
  read(request: FactRequest): OpenFact;
  /** The last fact of a kind, whatever tree it is of; undefined where there is none. */
  open(kind: string): OpenedFact | undefined;
  /** Makes a fact that is missing or stale; a malformed one is still refused. */
  readOrRecompute(request: FactRequest, compute: Compute): Promise<OpenFact>;
  /** Makes the fact anew from the last one, which may have been opened before; a malformed one counts as none. */
  refresh(request: FactRequest, compute: Compute, last?: OpenedFact): Promise<Refreshed>;
  /** Every file of the store, by name, each examined closely. */
  all(): readonly StoredFact[];
}

const folder = folderOfClass(classOf("derived-fact"));
const largestFact = 400 * 1024 * 1024;

export const openDerivedFacts = (platform: Platform, gitDir: string): DerivedFacts => {
  const files = platform.files(gitDir, "private");
  const { hash } = platform;

  const placeOf = (kind: string): string => {
    requirePlaces(files);
    const path = `${folder}/${hash(kind)}.json`;
    requireKind(files, path, "file");
    return path;
  };

  const open = (kind: string): OpenedFact | undefined => {
    const bytes = files.read(placeOf(kind), largestFact);
    return bytes && openStored(bytes, { kind, open: (text) => openFact(text, hash) });
  };

  const read = (request: FactRequest): OpenFact => {
    const { kind, indexTree } = request;
    const found = open(kind);
    if (found === undefined) throw new WikiError("knowledge_missing", { fact: kind });
    if (found.state === "malformed") {
      throw new WikiError("knowledge_malformed", { path: pathOf(files, `${hash(kind)}.json`), problem: found.problem });
    }
    const { fact } = found;
    if (fact.indexTree === indexTree) return fact;
    throw new WikiError("knowledge_stale", { fact: kind, stored: fact.indexTree, current: indexTree });
  };

  const refresh = async (
    { kind, indexTree }: FactRequest,
    compute: Compute,
    found = open(kind),
  ): Promise<Refreshed> => {
    const value = await compute(found?.state === "fact" ? found.fact : undefined);
    const isNew = value !== "current";
    if (isNew) await files.write(placeOf(kind), sealFact({ kind, indexTree, value }, hash));
    return { isNew, replaced: found?.state === "malformed" ? found.problem : undefined };
  };

  return {
    open,
    read,
    refresh,
    readOrRecompute: async (request, compute) => {
      const found = open(request.kind);
      const isOld = found === undefined || (found.state === "fact" && found.fact.indexTree !== request.indexTree);
      if (isOld) await refresh(request, compute, found);
      return read(request);
    },
    all: () => {
      requirePlaces(files);
      return files.list(folder).map((name) => ({ path: pathOf(files, name), opened: examineFile(files, name, hash) }));
    },
  };
};

const pathOf = (files: Files, name: string): string => files.absolute(`${folder}/${name}`);

/** A link there could lead writes out of the git folder. */
const requirePlaces = (files: Files): void => {
  const [store = ""] = folder.split("/");
  for (const place of [store, folder]) requireKind(files, place, "folder");
};

const requireKind = (files: Files, path: string, wanted: EntryKind): void => {
  const kind = files.kind(path);
  if (kind === undefined || kind === wanted) return;
  throw new WikiError("knowledge_place", { path: files.absolute(path), wanted, kind });
};

interface Opening {
  /** Undefined for whichever kind it is of. */
  readonly kind: string | undefined;
  open(bytes: Uint8Array): OpenedFact;
}

const lineFeed = 10;

const openStored = (bytes: Uint8Array, { kind, open }: Opening): OpenedFact => {
  if (bytes.at(-1) !== lineFeed) return { state: "malformed", problem: "it does not end with a line feed" };
  const opened = open(bytes.subarray(0, -1));
  if (opened.state === "malformed" || kind === undefined || opened.fact.kind === kind) return opened;
  return { state: "malformed", problem: `it holds the fact ${opened.fact.kind}` };
};

const examineFile = (files: Files, name: string, hash: Platform["hash"]): OpenedFact => {
  const path = `${folder}/${name}`;
  const bytes = files.kind(path) === "file" ? files.read(path, largestFact) : undefined;
  if (bytes === undefined) return { state: "malformed", problem: "it is no file" };
  const open = (text: Uint8Array): OpenedFact => examineFact(new TextDecoder().decode(text), hash);
  const opened = openStored(bytes, { kind: undefined, open });
  if (opened.state === "malformed" || name === `${hash(opened.fact.kind)}.json`) return opened;
  return { state: "malformed", problem: `its name is not that of the fact ${opened.fact.kind}` };
};
