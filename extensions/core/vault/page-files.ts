/** Where a vault's pages are on disk: finds and reads them, and says which files can't be pages. */

import type { FileState, Files, Platform, SkippedEntry } from "../../platform/platform.ts";
import { isWikiError } from "../errors.ts";
import type { Finding } from "../finding.ts";
import type { Page } from "../pages/page.ts";
import { parsePage } from "../pages/parse-page.ts";
import { atOnce, type Steps } from "../steps.ts";
import { isReservedName, vaultPaths } from "./layout.ts";
import type { Vault } from "./vault.ts";

export type OnFinding = (finding: Finding) => void;

/** Bytes of a Markdown file that are read at most. */
export const pageFileLimit = 5 * 1024 * 1024;

const suffix = ".md";

/** All pages by path. A file that can't be one is a finding and never stops the rest. */
export const readPages = (vault: Vault, onFinding: OnFinding): readonly Page[] => atOnce(pageSteps(vault, onFinding));

/** The same, one step a file. */
export function* pageSteps(vault: Vault, onFinding: OnFinding): Steps<readonly Page[]> {
  const { wiki } = vaultPaths[vault.layout];
  const kind = vault.files.kind(wiki);
  if (kind !== undefined && kind !== "folder") onFinding(skippedFinding({ path: wiki, reason: "link" }));
  const { files, skipped } = vault.files.scan(wiki, suffix);
  for (const entry of skipped) onFinding(skippedFinding(entry));

  const pages: Page[] = [];
  for (const file of files.filter(({ path }) => !isReservedName(path))) {
    const page = readPageFile(vault.files, { file, onFinding });
    if (page !== undefined) pages.push(page);
    yield;
  }
  return withoutTwins(pages, onFinding);
}

/** Of pages with one id the first stays; ids that differ by case are two pages, for now. */
const withoutTwins = (pages: readonly Page[], onFinding: OnFinding): readonly Page[] => {
  const first = new Map<string, Page>();
  const isKept = (page: Page): boolean => {
    const twin = first.get(foldId(page.id));
    if (twin === undefined) first.set(foldId(page.id), page);
    else onFinding(twinFinding(page.path, { twin: twin.path, isSameId: twin.id === page.id }));
    return twin?.id !== page.id;
  };
  return pages.filter(isKept);
};

/** The path of the page with an id; its name may be in another Unicode form on disk. */
export const findPage = (platform: Platform, vault: Vault, id: string): string | undefined => {
  if (!isPageId(id)) return undefined;
  const path = newPagePath(vault, id);
  const absolute = platform.paths.join(vault.root, path);
  // Physically the same is neither behind a link nor written in another case.
  const isThere = vault.files.kind(path) === "file" && platform.paths.physical(absolute) === absolute;
  const found = isThere ? path : findEntry(vault.files, path.split("/"));
  return found !== undefined && vault.files.kind(found) === "file" ? found : undefined;
};

/** True for ids of files that can be pages: below `wiki/`, not hidden, not reserved. */
export const isPageId = (id: string): boolean =>
  id.split("/").every((name) => name !== "" && !name.startsWith(".") && !/\p{Cc}/u.test(name)) &&
  !isReservedName(`${id}${suffix}`);

/** The ids of a folder's files, folded. */
export const foldedIdsIn = (vault: Vault, folder: string): ReadonlySet<string> => {
  const names = listFolder(vault.files, `${vaultPaths[vault.layout].wiki}/${folder}`);
  return new Set(names.map((name) => foldId(`${folder}/${name.replace(/\.md$/i, "")}`)));
};

/** Where a new page with this id goes. */
export const newPagePath = (vault: Vault, id: string): string => `${vaultPaths[vault.layout].wiki}/${id}${suffix}`;

/** True when an id differs from a present one by nothing but case or Unicode form. */
export const isTaken = (vault: Vault, id: string): boolean => {
  const names = `${id}${suffix}`.split("/");
  const isBelow = (folder: string, depth: number): boolean => {
    const wanted = foldId(names[depth] ?? "");
    return listFolder(vault.files, folder)
      .filter((name) => foldId(name) === wanted)
      .some((name) => depth === names.length - 1 || isBelow(`${folder}/${name}`, depth + 1));
  };
  return isBelow(vaultPaths[vault.layout].wiki, 0);
};

/** Ids that fold to the same text can't live side by side on every file system. */
export const foldId = (id: string): string => id.normalize("NFC").toLowerCase();

const listFolder = (files: Files, folder: string): readonly string[] =>
  files.kind(folder) === "folder" ? files.list(folder) : [];

/** The entry whose names equal these but for their Unicode form, reached through folders only. */
const findEntry = (files: Files, [first = "", ...rest]: readonly string[]): string | undefined =>
  rest.reduce<string | undefined>((folder, name) => {
    const wanted = name.normalize("NFC");
    const found = folder && listFolder(files, folder).find((present) => present.normalize("NFC") === wanted);
    return found && `${folder}/${found}`;
  }, first);

const readPageFile = (
  files: Files,
  { file, onFinding }: { readonly file: FileState; readonly onFinding: OnFinding },
): Page | undefined => {
  try {
    const text = files.readText(file.path, pageFileLimit);
    return text === undefined ? undefined : parsePage({ path: file.path, text });
  } catch (error) {
    if (!isWikiError(error)) throw error;
    onFinding(error.code === "too_large" ? tooLargeFinding(file) : unreadableFinding(file.path, error.message));
    return undefined;
  }
};

const tooLargeFinding = ({ path, size }: FileState): Finding => ({
  code: "too-large",
  severity: "error",
  path,
  line: 0,
  message: `The file has ${size} bytes; a page has at most ${pageFileLimit}, so it was not read`,
  remedy: "Split it, or capture it as a source.",
});

const unreadableFinding = (path: string, problem: string): Finding => ({
  code: "unreadable",
  severity: "error",
  path,
  line: 0,
  message: problem,
  remedy: "Check the file and its permissions.",
});

const skippedReasons: Readonly<Record<SkippedEntry["reason"], readonly [message: string, remedy: string]>> = {
  link: ["Links among the pages are not followed", "Put the file itself here."],
  unreadable: ["The folder can't be read", "Check its permissions."],
  special: ["This is neither a file nor a folder", "Remove it from the pages."],
  name: ["The name is not valid UTF-8", "Rename it."],
};

const skippedFinding = ({ path, reason }: SkippedEntry): Finding => {
  const [message, remedy] = skippedReasons[reason];
  return { code: `skipped-${reason}`, severity: "warning", path, line: 0, message, remedy };
};

const twinFinding = (
  path: string,
  { twin, isSameId }: { readonly twin: string; readonly isSameId: boolean },
): Finding => ({
  code: "duplicate-id",
  severity: isSameId ? "error" : "warning",
  path,
  line: 0,
  message: isSameId
    ? `The name differs from ${twin} by its Unicode form alone, so this file was not read`
    : `The name differs from ${twin} by case alone: some file systems can hold only one of them`,
  remedy: "Rename one of them.",
});
