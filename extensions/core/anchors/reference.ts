/** What a page says in `files` that it is about: `path`, `path#qualified.symbol`, and `(new)` behind what is planned. Pure. */

export interface Reference {
  /** As it is named from now on: `path` or `path#symbol`. */
  readonly ref: string;
  /** Relative to the repository's top, with `/`. */
  readonly path: string;
  readonly symbol: string | undefined;
  /** It says itself that it is not there yet. */
  readonly isPlanned: boolean;
}

const planned = /\s*\(new\)$/i;
const longest = 500;
/** What would break a line, or a label, that names it. */
const unfit = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

/** Undefined for what names no file of a repository: an address, an absolute path, one that leads out. */
export const readReference = (given: string): Reference | undefined => {
  const said = given.trim();
  const isPlanned = planned.test(said);
  const named = said
    .replace(planned, "")
    .replace(/^`+|`+$/g, "")
    .trim();
  const cut = named.indexOf("#");
  const path = tidyPath(cut < 0 ? named : named.slice(0, cut));
  const symbol = cut < 0 ? undefined : named.slice(cut + 1).trim() || undefined;
  if (path === undefined || named.length > longest || unfit.test(named)) return undefined;
  return { ref: symbol === undefined ? path : `${path}#${symbol}`, path, symbol, isPlanned };
};

const tidyPath = (given: string): string | undefined => {
  if (/^[a-z][a-z\d+.-]*:/i.test(given) || given.startsWith("/") || given.startsWith("~")) return undefined;
  const parts = given.split(/[\\/]/).filter((part) => part !== "" && part !== ".");
  return parts.length === 0 || parts.includes("..") ? undefined : parts.join("/");
};

/** Those of a page's `files` that may have anchors, each once. */
export const anchorable = (files: readonly string[]): readonly Reference[] => {
  const found = new Map<string, Reference>();
  for (const file of files) {
    const reference = readReference(file);
    if (reference !== undefined && !reference.isPlanned && !found.has(reference.ref)) {
      found.set(reference.ref, reference);
    }
  }
  return [...found.values()];
};
