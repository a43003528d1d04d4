/** Finds the names that a glob pattern stands for, as bash would in the folders as they are. */

import type { Paths } from "../../../../platform/platform.ts";
import { asWritten, globPattern, hasGlob, isUnknown, mark } from "../text.ts";
import { absoluteText } from "./place.ts";

export interface GlobRules {
  readonly paths: Paths;
  readonly cwd: string;
  /** Names of the shell's options: `dotglob`, `globstar`, `nullglob`, `nocaseglob`. */
  readonly options: ReadonlySet<string>;
  /** Folders that `**` must look into: nothing else can matter. */
  readonly worthEntering: (folder: string) => boolean;
}

const mostMatches = 2_000;

/** The matches, or the pattern as written when there is none. */
export const expandGlob = (field: string, rules: GlobRules): readonly string[] => {
  if (!hasGlob(field)) return [asWritten(field)];
  // In a folder that nobody knows, any name may match.
  if (isUnknown(field) || isUnknown(rules.cwd))
    return [field.replace(/[\uE001\uE002]|\uE003[^\uE004]*\uE004/g, mark.unknown)];
  const found = matches(field, rules);
  if (found.length > 0) return found;
  return rules.options.has("nullglob") ? [] : [asWritten(field)];
};

const matches = (field: string, rules: GlobRules): readonly string[] => {
  const names = field.split("/");
  const firstGlob = names.findIndex(hasGlob);
  let found: readonly string[] = [
    `${names
      .slice(0, firstGlob)
      .map((name) => `${asWritten(name)}/`)
      .join("")}`,
  ];
  for (const [index, name] of names.slice(firstGlob).entries()) {
    const isLast = firstGlob + index === names.length - 1;
    found = found.flatMap((base) => matching(base, name, rules)).slice(0, mostMatches);
    if (!isLast) found = found.map((base) => (base.endsWith("/") || base === "" ? base : `${base}/`));
  }
  return found.filter((path) => exists(path, rules));
};

/** The paths that one more name of the pattern makes of a folder. */
const matching = (base: string, name: string, rules: GlobRules): readonly string[] => {
  if (name === `${mark.star}${mark.star}` && rules.options.has("globstar")) return below(base, rules);
  return hasGlob(name) ? inFolder(base, name, rules) : [`${base}${asWritten(name)}`];
};

const exists = (path: string, { paths, cwd }: GlobRules): boolean => paths.kind(absoluteText(path, cwd)) !== undefined;

const inFolder = (base: string, name: string, { paths, cwd, options }: GlobRules): readonly string[] => {
  const pattern = globPattern(name, { ignoreCase: options.has("nocaseglob") });
  const showsHidden = options.has("dotglob") || name.startsWith(".");
  const listed = paths.list(absoluteText(base, cwd)).filter((one) => showsHidden || !one.startsWith("."));
  // Bash gives `.` and `..` only to patterns that begin with a dot, and newer ones not even then.
  return listed.filter((one) => pattern.test(one)).map((one) => `${base}${one}`);
};

const below = (base: string, rules: GlobRules): readonly string[] => {
  const { paths, cwd, options, worthEntering } = rules;
  const folder = absoluteText(base, cwd);
  const inner = paths.list(folder).filter((name) => options.has("dotglob") || !name.startsWith("."));
  const folders = inner.filter(
    (name) => paths.kind(`${folder}/${name}`) === "folder" && worthEntering(`${folder}/${name}`),
  );
  return [base, ...folders.flatMap((name) => below(`${base}${name}/`, rules))];
};
