/** Look-ups on the disk that are made once: a decision takes no time in which the disk could change. */

import type { Paths } from "../../platform/platform.ts";

/** For one decision; never kept for the next. `folders` are physical: so is all that is above them. */
export const rememberedPaths = (paths: Paths, folders: readonly string[]): Paths => ({
  ...paths,
  physical: remembered((path) => paths.physical(path)),
  kind: remembered((path) => (folders.some((one) => holds(path, one)) ? "folder" : paths.kind(path))),
  list: remembered((path) => paths.list(path)),
  identity: remembered((path) => paths.identity(path)),
  text: rememberedText(paths),
  inside: (folder, path) => (isPlain(folder) && isPlain(path) ? below(folder, path) : paths.inside(folder, path)),
});

const remembered = <Found>(look: (path: string) => Found): ((path: string) => Found) => {
  const known = new Map<string, { readonly found: Found }>();
  return (path) => {
    const entry = known.get(path);
    if (entry !== undefined) return entry.found;
    const found = look(path);
    known.set(path, { found });
    return found;
  };
};

const rememberedText = (paths: Paths): Paths["text"] => {
  const known = new Map<number, (path: string) => string | undefined>();
  return (path, maxBytes) => {
    const look = known.get(maxBytes) ?? remembered((one) => paths.text(one, maxBytes));
    known.set(maxBytes, look);
    return look(path);
  };
};

const holds = (outer: string, inner: string): boolean =>
  inner.startsWith(outer) && (inner.length === outer.length || inner.charCodeAt(outer.length) === slash);

const unresolved = /\/\.{0,2}(?:\/|$)/;

/** Absolute as it stands: text tells whether it is inside another such path. */
const isPlain = (path: string): boolean => path.charCodeAt(0) === slash && !unresolved.test(path);

const slash = 47;

const below = (folder: string, path: string): string | undefined =>
  holds(folder, path) ? path.slice(folder.length + 1) : undefined;
