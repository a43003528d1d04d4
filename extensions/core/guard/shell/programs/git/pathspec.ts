/** git's pathspecs: which of them name a protected path. */

import type { Arguments } from "../../commands/arguments.ts";
import type { Call } from "../../shell.ts";
import { boundedPattern, isUnknown } from "../../text.ts";

/**
 * Operands before `--` may be revisions: those count when they exist as paths. A pathspec above a vault, such as `.`
 * at the top, concerns the whole tree.
 */
export const touchSpecs = (call: Call, { operands }: Arguments): void => {
  const end = call.args.indexOf("--");
  const certain = new Set(end < 0 ? [] : call.args.slice(end + 1));
  for (const operand of operands) touchSpec(operand, call, certain.has(operand));
};

const touchSpec = (spec: string, call: Call, isCertain: boolean): void => {
  const { shell, state } = call;
  const { path, isExcluded } = plainSpec(spec, call);
  if (isExcluded || isUnknown(path)) return;
  if (/[*?[]/.test(path)) {
    touchMatching(path, call);
    return;
  }
  const exists = shell.paths.kind(shell.placeOf(path, state)) !== undefined;
  if ((isCertain || exists || /[./]/.test(path)) && shell.isSealed(path, state)) shell.touch(path, "tree", state);
};

/** Without magic: `:/top`, `:(glob)…`, `:!excluded`. */
const plainSpec = (spec: string, { shell, state }: Call): { readonly path: string; readonly isExcluded: boolean } => {
  const [, words] = /^:\(([^)]*)\)/.exec(spec) ?? [];
  const path = words === undefined ? spec.replace(/^:[/!^]+:?/, "") : spec.slice(words.length + 3);
  const magic = words ?? /^:([/!^]+)/.exec(spec)?.[1] ?? "";
  const isTop = /top|\//.test(magic);
  const top = isTop ? topFolder(shell.placeOf(".", state), shell.paths) : undefined;
  return { path: top === undefined ? path : `${top}/${path}`, isExcluded: /exclude|[!^]/.test(magic) };
};

const topFolder = (from: string, paths: Call["shell"]["paths"]): string | undefined => {
  for (let folder = from; ; folder = paths.dirname(folder)) {
    if (paths.kind(paths.join(folder, ".git")) !== undefined) return folder;
    if (paths.dirname(folder) === folder) return undefined;
  }
};

/** In pathspecs `*` passes over slashes, so a pattern may reach deep. */
const touchMatching = (pattern: string, { shell, state }: Call): void => {
  const base = shell.placeOf(".", state);
  const source = pattern
    .replace(/[\\^$.+()[\]{}|/]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  const regex = boundedPattern(`^(?:${source})(?:/|$)`, "");
  for (const sealed of shell.sealedBelow(base)) {
    const inner = shell.paths.inside(base, sealed);
    if (inner !== undefined && regex.test(inner) && !/^[*.?/]+$/.test(pattern)) shell.touch(sealed, "entry", state);
  }
};
