/** Checks what a tool gives as evidence for a page: a quote that stands in a file which the page is about. */

import type { Files, Platform } from "../../../platform/platform.ts";
import { isWikiError, WikiError } from "../../errors.ts";
import type { JsonObject } from "../../ledger/canonical.ts";
import type { Page } from "../../pages/page.ts";
import { fieldOf, phraseList } from "../../pages/page-fields.ts";
import { vaultPaths } from "../../vault/layout.ts";
import type { Vault } from "../../vault/vault.ts";
import { claimWords, contentWords, foldSpace, sharedWords } from "./claim-words.ts";

/** One of: a quote from a file, a commit, a run of tests that the session saw. */
export interface EvidencePiece {
  /** As the page names it in `files`. */
  readonly file?: string;
  readonly quote?: string;
  readonly commit_ref?: string;
  readonly test_ref?: string;
}

/** What was found: never the text itself. */
export type CheckedEvidence = JsonObject;

export interface FoundQuote {
  readonly file: string;
  /** From the repository's top. */
  readonly path: string;
  readonly sha256: string;
  /** Where the quote begins. */
  readonly line: number;
}

export interface EvidencePlace {
  readonly platform: Platform;
  /** The session's folder. */
  readonly cwd: string;
  /** What a page says proves no page. */
  readonly vaults: readonly Vault[];
}

const fewestCharacters = 20;
const mostCharacters = 2_000;
const fewestShared = 2;
const mostBytes = 5 * 1024 * 1024;

/** Texts that say what is so; evidence is what makes it so. */
const prose = /\.(?:md|mdx|markdown|txt|rst|adoc|asciidoc|org|tex)$/i;

export const refusal = (page: string, reason: string): WikiError => new WikiError("evidence_refused", { page, reason });

/** Throws `evidence_refused` with the reason. */
export const checkQuote = (
  { file, quote }: { readonly file: string; readonly quote: string },
  page: Page,
  place: EvidencePlace,
): FoundQuote => {
  const refuse = (reason: string): WikiError => refusal(page.id, reason);
  const path = pathOf(file);
  if (!filesOf(page).includes(path)) throw refuse(`"${path}" is not among the page's files`);
  if (prose.test(path)) throw refuse(`"${path}" is prose; quote code, a test or configuration`);
  const wanted = foldSpace(quote);
  if (wanted.length < fewestCharacters) throw refuse(`the quote has under ${fewestCharacters} characters`);
  if (wanted.length > mostCharacters) throw refuse(`the quote has over ${mostCharacters} characters`);
  if (sharedWords(contentWords(wanted), claimWords(page)) < fewestShared) {
    throw refuse(`the quote shares under ${fewestShared} words with the page's title and first sentence`);
  }
  const { bytes, inside } = readInProject(path, page, place);
  const text = new TextDecoder().decode(bytes);
  const at = foldSpace(text).indexOf(wanted);
  if (at === -1) throw refuse(`the quote does not stand in "${path}"`);
  return {
    file: path,
    path: inside,
    sha256: place.platform.hash(bytes),
    line: lineOf(text, wordsBefore(foldSpace(text), at)),
  };
};

const filesOf = ({ data }: Page): readonly string[] => phraseList(fieldOf(data, "files")).map(pathOf);

/** Without its symbol. */
const pathOf = (named: string): string => named.trim().replace(/#.*$/, "").replace(/^\.\//, "");

/** Paths are told from the repository's top, or from the session's folder; links that lead out are not followed. */
const readInProject = (path: string, page: Page, { platform, cwd, vaults }: EvidencePlace) => {
  const { paths } = platform;
  const folder = paths.physical(cwd);
  const top = repositoryOf(platform, folder);
  const files = platform.files(top);
  for (const base of new Set([top, folder])) {
    const absolute = paths.resolve(base, path);
    const inside = paths.inside(top, absolute);
    if (inside === undefined || inside === "") throw refusal(page.id, `"${path}" is outside the project`);
    if (vaults.some((vault) => isOwn(paths.physical(absolute), vault, platform))) {
      throw refusal(page.id, `"${path}" is the wiki's own`);
    }
    const bytes = readOrRefuse(files, inside, page);
    if (bytes !== undefined) return { bytes, inside };
  }
  throw refusal(page.id, `"${path}" does not exist`);
};

const readOrRefuse = (files: Files, path: string, page: Page): Uint8Array | undefined => {
  try {
    return files.read(path, mostBytes);
  } catch (error) {
    if (!isWikiError(error)) throw error;
    const isOutside = error.code === "path_outside";
    throw refusal(page.id, isOutside ? `"${path}" leads out of the project` : `"${path}" can't be read`);
  }
};

/** In the older layout the vault's root is the project itself: only what is the vault's counts. */
const isOwn = (absolute: string, { root, layout }: Vault, { paths }: Platform): boolean => {
  const { wiki, raw, meta, config } = vaultPaths[layout];
  const own =
    layout === "current" ? [root] : [wiki, raw, meta, paths.dirname(config)].map((one) => paths.join(root, one));
  return own.some((folder) => paths.inside(folder, absolute) !== undefined);
};

/** The folder that holds `.git`, else the folder itself. */
const repositoryOf = ({ paths }: Platform, folder: string): string => {
  for (let at = folder; ; at = paths.dirname(at)) {
    if (paths.kind(paths.join(at, ".git")) !== undefined) return at;
    if (paths.dirname(at) === at) return folder;
  }
};

const wordsBefore = (folded: string, at: number): number => folded.slice(0, at).split(" ").length - 1;

/** The line, from 1, that holds the word with this number, from 0. */
const lineOf = (text: string, word: number): number => {
  let seen = 0;
  for (const [index, line] of text.split("\n").entries()) {
    seen += line.match(/\S+/g)?.length ?? 0;
    if (seen > word) return index + 1;
  }
  return 1;
};
