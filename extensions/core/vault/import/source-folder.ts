/** The folder that is imported: whether it may be, what is in it, and how the ledger names it. */

import type { Files, Platform } from "../../../platform/platform.ts";
import { isWikiError, WikiError } from "../../errors.ts";
import { vaultPaths } from "../layout.ts";
import { pageFileLimit } from "../page-files.ts";
import type { Vault } from "../vault.ts";
import { findMarkdown, type MarkdownFiles } from "./markdown-files.ts";

export interface SourceFolder extends MarkdownFiles {
  /** Its path for the ledger, without the home folder. */
  readonly shownAs: string;
  read(path: string): SourceText;
}

export type SourceText =
  | { readonly text: string; readonly hash: string; readonly reason?: undefined }
  | { readonly reason: string };

export const openSourceFolder = (platform: Platform, vault: Vault, folder: string): SourceFolder => {
  const { paths } = platform;
  const root = paths.physical(folder);
  const kind = paths.kind(root);
  if (kind === undefined) throw new WikiError("source_not_found", { source: folder });
  if (kind !== "folder")
    throw new WikiError("invalid_input", { what: folder, problem: "it is not a folder; use capture" });
  if (isOfVault(platform, vault, root)) {
    throw new WikiError("invalid_input", {
      what: folder,
      problem: "it is part of the vault it would be imported into",
    });
  }
  const files = platform.files(root);
  return {
    ...findMarkdown(files, (path) => isOfVault(platform, vault, path)),
    shownAs: shownPath(platform, vault, root),
    read: (path) => readSource(platform, files, path),
  };
};

/** In the older layout the vault's root is the user's own folder, of which only some folders are the vault. */
const isOfVault = ({ paths }: Platform, vault: Vault, path: string): boolean => {
  const inside = paths.inside(vault.root, path);
  if (inside === undefined || vault.layout === "current") return inside !== undefined;
  const { raw, wiki, meta, outputs } = vaultPaths[vault.layout];
  const [first = ""] = inside.split("/");
  return [raw, wiki, meta, outputs].includes(first);
};

const shownPath = ({ paths, environment }: Platform, vault: Vault, root: string): string => {
  const project = vault.layout === "current" ? paths.dirname(vault.root) : vault.root;
  const inProject = vault.layer === "project" ? paths.inside(project, root) : undefined;
  if (inProject !== undefined) return inProject || ".";
  const atHome = paths.inside(paths.physical(environment.home), root);
  return atHome === undefined ? root : `~/${atHome}`;
};

const readSource = (platform: Platform, files: Files, path: string): SourceText => {
  try {
    const bytes = files.read(path, pageFileLimit);
    if (bytes === undefined) return { reason: "no longer there" };
    if (bytes.length === 0) return { reason: "empty" };
    if (bytes.includes(0)) return { reason: "binary" };
    return { text: decoded(bytes), hash: platform.hash(bytes) };
  } catch (error) {
    if (isWikiError(error)) return { reason: error.code === "too_large" ? "larger than 5 MiB" : "unreadable" };
    if (error instanceof TypeError) return { reason: "not UTF-8 text" };
    throw error;
  }
};

// A TypeError for bytes that are not UTF-8; a BOM stays.
const decoded = (bytes: Uint8Array): string => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
