/** The paths that a patch changes, in the forms that tools take: unified diffs, git's extended headers, envelopes. Pure. */

/** As written in the headers of a diff, prefixes such as `a/` included; what stands inside hunks is text. */
export const patchedPaths = (text: string): readonly string[] => {
  const found: string[] = [];
  let hunk = noHunk;
  for (const line of text.split(/\r?\n/)) {
    if (hunk.removed > 0 || hunk.added > 0) hunk = after(line, hunk);
    else if (line.startsWith("@@ ")) hunk = hunkOf(line);
    else found.push(...headerPaths(line));
  }
  return [...new Set(found)].filter((path) => path !== "/dev/null" && path !== "");
};

/** How many lines of either side are still to come. */
interface Hunk {
  readonly removed: number;
  readonly added: number;
}

const noHunk: Hunk = { removed: 0, added: 0 };

const hunkOf = (line: string): Hunk => {
  const counts = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
  return counts === null ? noHunk : { removed: Number(counts[1] ?? "1"), added: Number(counts[2] ?? "1") };
};

const after = (line: string, { removed, added }: Hunk): Hunk => {
  if (line.startsWith("\\")) return { removed, added };
  return { removed: line.startsWith("+") ? removed : removed - 1, added: line.startsWith("-") ? added : added - 1 };
};

const headerPaths = (line: string): readonly string[] => {
  const file = /^(?:---|\+\+\+|\*\*\*|Index:) ([^\t]+)/.exec(line)?.[1];
  if (file !== undefined) return [unquoted(file.trim())];
  // Renames and copies are written without the prefix that other headers have.
  const moved = /^(?:rename (?:from|to)|copy to) (.+)$/.exec(line)?.[1];
  if (moved !== undefined) return [`b/${unquoted(moved)}`, unquoted(moved)];
  const both = /^diff --git (.+)$/.exec(line)?.[1];
  return both === undefined ? [] : pairOf(both);
};

/** `a/path b/path`, where paths may have spaces. */
const pairOf = (both: string): readonly string[] => {
  const half = both.slice(0, (both.length - 1) / 2);
  if (both === `${half} ${half.replace(/^a\//, "b/")}`) return [half, half.replace(/^a\//, "b/")];
  const [, from, to] = /^("(?:[^"\\]|\\.)*"|.+?) ("(?:[^"\\]|\\.)*"|b\/.+)$/.exec(both) ?? [];
  return from === undefined || to === undefined ? [] : [unquoted(from), unquoted(to)];
};

/** git writes unusual names as C strings. */
const unquoted = (path: string): string => {
  if (!path.startsWith('"') || !path.endsWith('"')) return path;
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const [piece, octal] of path.slice(1, -1).matchAll(/\\([0-7]{3})|\\?[\s\S]/gu)) {
    if (octal === undefined) bytes.push(...encoder.encode(piece.length > 1 ? piece.slice(1) : piece));
    else bytes.push(Number.parseInt(octal, 8));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
};

/** The paths of `*** Add File:` envelopes, and of the sections and moves that some edit tools read. */
export const envelopePaths = (text: string): readonly string[] => {
  const found: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const header = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/.exec(line)?.[1];
    const section = /^\[([^\]#]+)(?:#[^\]]*)?\]$/.exec(line)?.[1] ?? /^¶([^#\s]+)(?:#.*)?$/.exec(line)?.[1];
    const moved = /^MV (.+)$/.exec(line)?.[1];
    for (const path of [header, section, moved]) if (path !== undefined) found.push(path.trim());
  }
  return found;
};

/** Looks like a patch in one of these forms. */
export const isPatch = (text: string): boolean =>
  /^(\*\*\* (Begin Patch|Add File:|Update File:|Delete File:)|--- .+\r?\n\+\+\+ |diff --git )/m.test(text);
