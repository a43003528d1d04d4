/** Absolute paths on this system, for finding vaults. */

import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { isInside, physicalPath } from "./files/physical-path.ts";
import { kindOf } from "./files/reading.ts";
import type { Paths } from "./platform.ts";

const expandHome = (path: string, home: string): string =>
  path === "~" || path.startsWith("~/") || path.startsWith(`~${sep}`) ? join(home, path.slice(1)) : path;

export const nodePaths = (home: string): Paths => ({
  resolve: (base, path) => resolve(base, expandHome(path, home)),
  join: (...parts) => join(...parts),
  dirname: (path) => dirname(path),
  basename: (path) => basename(path),
  physical: (path) => physicalPath(path),
  kind: (path) => {
    try {
      return kindOf(path);
    } catch {
      // Behind a folder that may not be entered: for finding a vault it is not there.
      return undefined;
    }
  },
  inside: (folder, path) => {
    const [outer, inner] = [resolve(folder), resolve(path)];
    if (!isAbsolute(path) || !isInside(outer, inner)) return undefined;
    return relative(outer, inner).split(sep).join("/");
  },
});
