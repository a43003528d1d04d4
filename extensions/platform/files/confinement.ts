/** Keeps every path of a Files inside its root: first by its spelling, then by where its links lead. */

import { basename, dirname, join } from "node:path";
import type { Refuse } from "../platform.ts";
import { isInside, physicalPath } from "./physical-path.ts";

export interface Confinement {
  readonly root: string;
  /** The path below the root as it is written, wherever links lead. */
  below(path: string): string;
  /** The file that a path stands for, a link at its end followed. */
  target(path: string): string;
  /** The entry itself: as `target`, but a link at its end is not followed. */
  entry(path: string): string;
}

// Windows drops dots and spaces at the end of a name, so that ".. " means ".." there.
const strippedName = /^(?!\.$).*[. ]$/;

const isWindowsTrick = (path: string): boolean =>
  /[\\:]/.test(path) || path.split("/").some((name) => strippedName.test(name));

/** Whether a relative path could leave its root by its spelling alone. */
export const isSpelledOutside = (path: string, windows: boolean): boolean =>
  path.startsWith("/") ||
  path.includes("\0") ||
  (path.includes("..") && path.split("/").includes("..")) ||
  (windows && isWindowsTrick(path));

export const confineTo = (folder: string, refuse: Refuse): Confinement => {
  const root = physicalPath(folder);
  const windows = process.platform === "win32";

  const spelled = (path: string): string => {
    if (isSpelledOutside(path, windows)) throw refuse("path_outside", { path });
    const absolute = join(root, path);
    return absolute.length > root.length && absolute.endsWith("/") ? absolute.slice(0, -1) : absolute;
  };

  const inside = (physical: string, path: string): string => {
    if (!isInside(root, physical)) throw refuse("path_outside", { path });
    return physical;
  };

  return {
    root,
    below: (path) => {
      if (isSpelledOutside(path, windows)) throw refuse("path_outside", { path });
      return `${root}/${path}`;
    },
    target: (path) => inside(physicalPath(spelled(path)), path),
    entry: (path) => {
      const absolute = spelled(path);
      if (absolute === root) return root;
      return join(inside(physicalPath(dirname(absolute)), path), basename(absolute));
    },
  };
};
