/** Finds the Markdown files below a folder that is no vault: what may become pages, and what may not. */

import type { Files } from "../../../platform/platform.ts";
import { isWikiError } from "../../errors.ts";

export interface SkippedFile {
  /** Relative to the imported folder, with `/`. */
  readonly path: string;
  readonly reason: string;
}

export interface MarkdownFiles {
  /** Sorted within each folder. */
  readonly paths: readonly string[];
  readonly skipped: readonly SkippedFile[];
}

/** `isOwn` tells folders that belong to the vault itself, by their absolute path. */
export const findMarkdown = (files: Files, isOwn: (path: string) => boolean): MarkdownFiles => {
  const paths: string[] = [];
  const skipped: SkippedFile[] = [];
  const skip = (path: string, reason: string): void => {
    skipped.push({ path, reason });
  };
  const visitFolder = (folder: string): void => {
    for (const name of namesIn(files, { folder, skip })) {
      const path = folder === "" ? name : `${folder}/${name}`;
      const reason = name.startsWith(".") ? "hidden" : ignoredFolders.get(name);
      if (reason !== undefined) skip(path, reason);
      else visitEntry(path);
    }
  };
  const visitEntry = (path: string): void => {
    const kind = files.kind(path);
    if (kind === "file") {
      if (isMarkdown(path)) paths.push(path);
    } else if (kind !== "folder") skip(path, problems[kind ?? "absent"]);
    else if (isOwn(files.absolute(path))) skip(path, "part of the vault");
    else visitFolder(path);
  };
  visitFolder("");
  return { paths, skipped };
};

const isMarkdown = (path: string): boolean => /\.(md|markdown)$/i.test(path);

const problems = {
  absent: "its name can't be read",
  link: "a link, which is not followed",
  other: "not a regular file",
} as const;

const ignoredFolders: ReadonlyMap<string, string> = new Map([["node_modules", "installed packages"]]);

const namesIn = (
  files: Files,
  { folder, skip }: { readonly folder: string; readonly skip: (path: string, reason: string) => void },
): readonly string[] => {
  try {
    return files.list(folder);
  } catch (error) {
    if (!isWikiError(error)) throw error;
    skip(folder, "unreadable");
    return [];
  }
};
