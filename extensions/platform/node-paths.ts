/** Absolute paths on this system, for finding vaults. */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { isInside, physicalPath } from "./files/physical-path.ts";
import { kindOf } from "./files/reading.ts";
import type { Paths } from "./platform.ts";

const expandHome = (path: string, home: string): string =>
  path === "~" || path.startsWith("~/") || path.startsWith(`~${sep}`) ? join(home, path.slice(1)) : path;

/** What a look-up finds; what is absent, or may not be looked at, is not there. */
const found = <T>(look: () => T): T | undefined => {
  try {
    return look();
  } catch {
    return undefined;
  }
};

const regularFile = (path: string) => {
  const stats = found(() => statSync(path, { throwIfNoEntry: false }));
  return stats?.isFile() ? stats : undefined;
};

export const nodePaths = (home: string): Paths => ({
  resolve: (base, path) => resolve(base, expandHome(path, home)),
  join: (...parts) => join(...parts),
  dirname: (path) => dirname(path),
  basename: (path) => basename(path),
  physical: (path) => physicalPath(path),
  // Behind a folder that may not be entered: for finding a vault it is not there.
  kind: (path) => found(() => kindOf(path)),
  inside: (folder, path) => {
    const [outer, inner] = [resolve(folder), resolve(path)];
    if (!isAbsolute(path) || !isInside(outer, inner)) return undefined;
    return relative(outer, inner).split(sep).join("/");
  },
  list: (folder) => found(() => readdirSync(folder).sort()) ?? [],
  identity: (path) => {
    const stats = regularFile(path);
    return stats && { key: `${stats.dev}:${stats.ino}`, names: stats.nlink };
  },
  text: (path, maxBytes) => {
    const stats = regularFile(path);
    return stats !== undefined && stats.size <= maxBytes ? found(() => readFileSync(path, "utf8")) : undefined;
  },
});
