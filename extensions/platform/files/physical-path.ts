/** Where a path really leads: links resolved as far as the path exists, the rest appended. */

import { readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";

/** As many as Linux follows. */
const maxHops = 40;

const realPath = (path: string): string | undefined => {
  try {
    return realpathSync.native(path);
  } catch {
    // Absent, forbidden or circular: the caller resolves the longest part that can be.
    return undefined;
  }
};

const linkTarget = (path: string): string | undefined => {
  try {
    return readlinkSync(path);
  } catch {
    // Absent, or not a link.
    return undefined;
  }
};

const follow = (path: string, hops: number): string => {
  const real = realPath(path);
  if (real !== undefined) return real;
  const parent = dirname(path);
  if (parent === path) return path;
  const folder = follow(parent, hops);
  const place = join(folder, basename(path));
  // A link to nothing still says where a write through it would land.
  const target = hops > 0 ? linkTarget(place) : undefined;
  return target === undefined ? place : follow(resolve(folder, target), hops - 1);
};

/** Never throws: a part that can't be resolved (absent, forbidden, circular) stays as it is spelled. */
export const physicalPath = (path: string): string => follow(resolve(path), maxHops);

/** True for the folder itself and everything below it; both must be physical. */
export const isInside = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
