/** The checkout as house tests see it: its files and folders. */

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

export const repository = fileURLToPath(new URL("../../", import.meta.url));

const skippedFolders = new Set(["node_modules", "dist", "coverage", ".git"]);

export const readText = (path: string): string => readFileSync(join(repository, path), "utf8");

export const exists = (path: string): boolean => existsSync(join(repository, path));

/** The hosts come last: what holds for the finished package is tested once they are there. */
export const hostsExist = exists("extensions/index.ts") && exists("extensions/hosts/cli/bin.mjs");

/** Paths relative to the checkout with `/`, sorted; an absent folder has none. */
export const filesBelow = (folder: string): string[] => {
  if (!exists(folder)) return [];
  return readdirSync(join(repository, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      if (!entry.isDirectory()) return [path];
      return skippedFolders.has(entry.name) ? [] : filesBelow(path);
    })
    .sort();
};

export const foldersBelow = (folder: string): string[] => {
  if (!exists(folder)) return [];
  return readdirSync(join(repository, folder))
    .filter((name) => !skippedFolders.has(name) && statSync(join(repository, folder, name)).isDirectory())
    .sort();
};

export const sourcesBelow = (folder: string): string[] =>
  filesBelow(folder).filter((path) => /\.(ts|mjs)$/.test(path) && !path.endsWith(".d.ts"));
