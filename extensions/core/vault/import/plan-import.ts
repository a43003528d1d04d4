/** Looks through a folder before anything is written: what becomes which page, what belongs to a task, what stays out. */

import { type TaskFile, taskFilesIn } from "../../tasks/imported-task.ts";
import { foldId } from "../page-files.ts";
import type { KnownPages } from "./known-pages.ts";
import type { SkippedFile } from "./markdown-files.ts";
import { reasonLeftOut } from "./not-pages.ts";
import { freeId, wantedId } from "./page-place.ts";
import { ownType } from "./page-text.ts";
import type { SourceFolder } from "./source-folder.ts";

export interface ImportPlan {
  /** Files that may become pages, those that can't be read included. */
  readonly paths: readonly string[];
  /** Where each file goes, or already is; links between files are moved by it. */
  readonly idByPath: ReadonlyMap<string, string>;
  readonly tasks: readonly TaskFile[];
  readonly skipped: readonly SkippedFile[];
}

export const planImport = (
  source: SourceFolder,
  known: KnownPages,
  { type = "general" }: { readonly type?: string | undefined },
): ImportPlan => {
  const tasks = taskFilesIn(source.paths, (path) => textIn(source, path));
  const ofTasks = new Set(tasks.map(({ path }) => path));
  const isBundle = isKeptByTool(source);
  const plan = { paths: [] as string[], idByPath: new Map<string, string>(), tasks, skipped: [] as SkippedFile[] };
  const chosen = new Set<string>();
  const idByHash = new Map<string, string>();
  for (const path of source.paths.filter((one) => !ofTasks.has(one))) {
    const file = source.read(path);
    const reason = file.reason === undefined ? reasonLeftOut({ path, text: file.text }, isBundle) : undefined;
    if (reason !== undefined) {
      plan.skipped.push({ path, reason });
      continue;
    }
    plan.paths.push(path);
    if (file.reason !== undefined) continue;
    const wanted = wantedId(path, ownType(path, file.text) ?? type);
    const id =
      known.idOf(file.hash) ??
      idByHash.get(file.hash) ??
      freeId(wanted, (candidate) => known.isTaken(candidate) || chosen.has(candidate));
    plan.idByPath.set(path.normalize("NFC"), id);
    idByHash.set(file.hash, id);
    chosen.add(foldId(id));
  }
  return plan;
};

export const textIn = (source: SourceFolder, path: string): string | undefined => {
  const file = source.read(path);
  return file.reason === undefined ? file.text : undefined;
};

/** An OKF bundle says so in its first index; CodeWiki-Plus keeps its own files in `.meta`. */
const isKeptByTool = (source: SourceFolder): boolean =>
  source.skipped.some(({ path }) => path === ".meta") ||
  (source.paths.includes("index.md") && /^\ufeff?---\r?\n\s*okf_version:/.test(textIn(source, "index.md") ?? ""));
