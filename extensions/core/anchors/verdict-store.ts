/**
 * What was last found of the code that a vault's pages are about: a letter a page, beside the index in the cache folder.
 * It holds for one tree of the repository's index and one extractor; whoever fills it sees to that, who reads it only reads.
 */

import type { Platform } from "../../platform/platform.ts";
import { isWikiError } from "../errors.ts";
import { isJsonObject, parseJsonObject } from "../ledger/canonical.ts";
import type { CheckedAnchor, CheckedPage, PageVerdict } from "./anchor.ts";
import { pageVerdict } from "./anchor.ts";

export interface StoredVerdicts {
  /** The index's tree; empty where it makes none. */
  readonly tree: string;
  /** Of the pages that were asked about, with what was accepted for them. */
  readonly asked: string;
  readonly pages: readonly CheckedPage[];
  readonly files: Readonly<Record<string, StoredFile>>;
}

export interface StoredFile {
  /** How the file looked from outside. */
  readonly sign: string;
  readonly extractor: string;
  /** By symbol; the file itself by the empty name. */
  readonly found: Readonly<Record<string, StoredFound>>;
}

export type StoredFound =
  | {
      readonly state: "found";
      readonly digest: { readonly body: string; readonly shape: string; readonly tokens: number };
    }
  | { readonly state: "absent" | "unread" };

export interface VerdictPlace {
  /** Of the vault. */
  readonly key: string;
  /** Of the repository, absolute. */
  readonly top: string;
}

export interface VerdictStore {
  /** Undefined where nothing was found yet, or what was kept can't be read. */
  read(): StoredVerdicts | undefined;
  /** The cache may be out of reach: then what was found lives as long as the process. */
  keep(verdicts: StoredVerdicts): Promise<void>;
}

const format = 1;
const largest = 64 * 1024 * 1024;
const letters: Readonly<Record<PageVerdict, string>> = {
  fresh: "f",
  touched: "t",
  stale: "s",
  unfounded: "u",
  unknown: "?",
};

export const openVerdicts = (platform: Platform, { key, top }: VerdictPlace): VerdictStore => {
  const files = platform.files(platform.paths.join(platform.environment.cacheRoot, key));
  const path = `anchors/${platform.hash(top).slice(0, 16)}.json`;
  return {
    read: () => {
      try {
        return opened(files.readText(path, largest) ?? "");
      } catch (error) {
        if (isWikiError(error)) return undefined;
        throw error;
      }
    },
    keep: async ({ pages, ...verdicts }) => {
      const value = {
        format,
        ...verdicts,
        ids: pages.map(({ id }) => id),
        letters: pages.map(({ verdict }) => letters[verdict]).join(""),
        anchors: pages.map(({ anchors }) => anchors),
      };
      try {
        await files.write(path, JSON.stringify(value));
      } catch (error) {
        if (!isWikiError(error)) throw error;
      }
    },
  };
};

const verdictOf = (letter: string): PageVerdict | undefined =>
  (Object.keys(letters) as PageVerdict[]).find((verdict) => letters[verdict] === letter); // Its keys.

const opened = (text: string): StoredVerdicts | undefined => {
  const value = parseJsonObject(text);
  if (value === undefined || value["format"] !== format) return undefined;
  const { tree, asked, ids, letters: row, anchors, files } = value;
  const isWhole = typeof tree === "string" && typeof asked === "string" && typeof row === "string";
  if (!isWhole || !Array.isArray(ids) || !Array.isArray(anchors) || !isJsonObject(files)) return undefined;
  const pages = ids.map((id, at): CheckedPage => {
    const own = anchors[at] as readonly CheckedAnchor[]; // Written by keep.
    return { id: String(id), verdict: verdictOf(row[at] ?? "") ?? pageVerdict(own) ?? "unknown", anchors: own };
  });
  return { tree, asked, pages, files: files as unknown as StoredVerdicts["files"] }; // Written by keep.
};
