/** Finds and reads the files that a vault's index holds: its pages, and the text of its captured sources. */

import type { FileState, Platform, Scan } from "../../../platform/platform.ts";
import { isWikiError } from "../../errors.ts";
import type { Finding } from "../../finding.ts";
import type { Page } from "../../pages/page.ts";
import { parsePage } from "../../pages/parse-page.ts";
import { claimTexts, digestsIn, packDigests } from "../../trust/tombstones/claim-digests.ts";
import { isReservedName, vaultPaths } from "../../vault/layout.ts";
import { pageFileLimit } from "../../vault/page-files.ts";
import type { Vault } from "../../vault/vault.ts";
import type { IndexedFile } from "./index-writer.ts";
import { packetTextPage } from "./packet-text.ts";

export interface FilesFound {
  readonly files: readonly FileState[];
  /** Of entries among the pages that can't be pages. */
  readonly findings: readonly Finding[];
}

/** Looks at every file, or only at those of some folders, by stat alone. */
export const filesToIndex = (vault: Vault, folders?: readonly string[]): FilesFound => {
  const { wiki, sources } = vaultPaths[vault.layout];
  const scan = (root: string, suffix: string): Scan =>
    folders === undefined ? vault.files.scan(root, suffix) : scanEach(vault, foldersIn(root, folders), suffix);
  const [pages, packets] = [scan(wiki, ".md"), scan(sources, "extracted.md")];
  const named = pages.files.filter((file) => !isReservedName(file.path));
  const isPacketText = (file: FileState): boolean => /^[^/]+\/extracted\.md$/.test(file.path.slice(sources.length + 1));
  return {
    files: [...named, ...packets.files.filter(isPacketText)].filter((file) => !isOddName(file.path)),
    findings: [
      ...pages.skipped.map(({ path, reason }) => skipped(path, reason)),
      ...named.filter((file) => isOddName(file.path)).map((file) => skipped(file.path, "name")),
    ],
  };
};

const foldersIn = (root: string, folders: readonly string[]): readonly string[] =>
  folders.filter((folder) => folder === root || folder.startsWith(`${root}/`));

const scanEach = ({ files }: Vault, folders: readonly string[], suffix: string): Scan => {
  const scans = folders.map((folder) => files.scan(folder, suffix, "own"));
  return { files: scans.flatMap((scan) => scan.files), skipped: scans.flatMap((scan) => scan.skipped) };
};

/** Whether a folder has the pages that are known in it, as far as names tell. */
export const hasPagesAlone = ({ files }: Vault, folder: string, known: ReadonlySet<string>): boolean => {
  const isPage = (name: string): boolean => name.endsWith(".md") && !name.startsWith(".") && !isReservedName(name);
  const paths = files.list(folder).filter(isPage);
  return paths.length === known.size && paths.every((name) => known.has(`${folder}/${name}`));
};

/** Times of the folders that hold indexed files: a change shows that a file came or went. */
export const folderTimesOf = (vault: Vault): ReadonlyMap<string, number> => {
  const { wiki, sources } = vaultPaths[vault.layout];
  return new Map([...vault.files.folderTimes(wiki), ...vault.files.folderTimes(sources)]);
};

export const folderTimeOf = ({ files }: Vault, folder: string): number | undefined =>
  files.folderTimes(folder).get(folder);

/** A line break or another control character in a name: no id can hold it, and no line of text that lists paths. */
const isOddName = (path: string): boolean => /\p{Cc}/u.test(path);

/** A file's page, or why it has none; undefined when the file is gone. */
export const readIndexed = (
  platform: Platform,
  vault: Vault,
  state: FileState,
): IndexedFile | { readonly finding: Finding } | undefined => {
  try {
    const bytes = vault.files.read(state.path, pageFileLimit);
    if (bytes === undefined) return undefined;
    const page = pageIn(vault, state.path, bytes);
    const claims = packDigests(digestsIn(claimTexts(page), platform.hash));
    return { page, state, hash: platform.hash(bytes), claims };
  } catch (error) {
    if (!isWikiError(error)) throw error;
    return { finding: unreadable(state.path, error.message, error.hint) };
  }
};

/** A page as it is now; undefined when it can't be read. */
export const readPage = (vault: Vault, path: string): Page | undefined => {
  try {
    const bytes = vault.files.read(path, pageFileLimit);
    return bytes && pageIn(vault, path, bytes);
  } catch (error) {
    if (!isWikiError(error)) throw error;
    return undefined;
  }
};

const pageIn = (vault: Vault, path: string, bytes: Uint8Array): Page => {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const isPacket = path.startsWith(`${vaultPaths[vault.layout].raw}/`);
  return isPacket ? packetTextPage(vault, { path, text }) : parsePage({ path, text });
};

const skippedMessages: Readonly<Record<string, readonly [message: string, remedy: string]>> = {
  link: ["is a link, and links are not followed", "Put the file itself into the vault."],
  name: ["is not indexed: its name can't be that of a page", "Rename it."],
  unreadable: ["can't be read", "Check its permissions."],
  special: ["is neither a file nor a folder", "Remove it from the pages."],
};

const skipped = (path: string, reason: string): Finding => {
  const [message, remedy] = skippedMessages[reason] ?? ["is not indexed", "Put a plain file into the vault."];
  return { code: `skipped-${reason}`, severity: "warning", path, line: 0, message, remedy };
};

const unreadable = (path: string, message: string, remedy: string): Finding => ({
  code: "page-unreadable",
  severity: "error",
  path,
  line: 0,
  message,
  remedy,
});
