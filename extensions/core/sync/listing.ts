/** Which files of a vault a commit, an index or the work tree has, as git names their contents. Pure. */

/** Contents by path, relative to the vault's root. */
export type Listing = ReadonlyMap<string, ListedFile>;

export interface ListedFile {
  readonly id: string;
  readonly mode: string;
}

export const isSameListing = (left: Listing, right: Listing): boolean =>
  left.size === right.size && [...left].every(([path, { id }]) => right.get(path)?.id === id);
