/** Reads the skills that a folder holds: the one we ship, or one somewhere else. Links are never followed. */

import type { Files, Platform } from "../../platform/platform.ts";
import { isWikiError } from "../errors.ts";
import { isSkillName, type SkillEntries, skillFile } from "./skill.ts";
import type { SkillToCheck } from "./skill-rules.ts";

const largestText = 1024 * 1024;

/** Everything below a folder, hidden files too. */
export const entriesBelow = (files: Files, folder: string): SkillEntries => {
  const found = { files: [] as string[], others: [] as string[] };
  const visit = (below: string): void => {
    for (const name of files.list(joined(folder, below))) {
      const path = joined(below, name);
      const kind = files.kind(joined(folder, path));
      if (kind === "folder") visit(path);
      else (kind === "file" ? found.files : found.others).push(path);
    }
  };
  visit("");
  return { files: found.files.sort(), others: found.others.sort() };
};

export const joined = (folder: string, path: string): string =>
  folder === "" || path === "" ? folder + path : `${folder}/${path}`;

/** Undefined for what is absent, too large for a text, a link, or not UTF-8. */
const skillText = (files: Files, path: string): string | undefined => {
  try {
    const bytes = files.kind(path) === "file" ? files.read(path, largestText) : undefined;
    return bytes && new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (isWikiError(error) || error instanceof TypeError) return undefined;
    throw error;
  }
};

export interface SkillSource {
  /** Names in order; folders that hold no SKILL.md are none. */
  names(): readonly string[];
  /** Absolute. */
  path(name: string): string;
  /** The bytes of each file. */
  content(name: string): ReadonlyMap<string, Uint8Array>;
  text(name: string): string | undefined;
}

/** The skills of one folder, such as the package's. */
export const openSkillSource = (platform: Platform, root: string): SkillSource => {
  const files = platform.files(root);
  return {
    names: () => files.list("").filter((name) => isSkillName(name) && files.kind(`${name}/${skillFile}`) === "file"),
    path: (name) => files.absolute(name),
    content: (name) =>
      new Map(entriesBelow(files, name).files.map((path) => [path, files.read(`${name}/${path}`) ?? new Uint8Array()])),
    text: (name) => skillText(files, `${name}/${skillFile}`),
  };
};

/** What the rules want to know of a skill; `place` is absolute, its own last link followed. */
export const skillToCheck = (platform: Platform, place: string): SkillToCheck => {
  const files = platform.files(place);
  return { folder: platform.paths.basename(place), ...entriesBelow(files, ""), read: (path) => skillText(files, path) };
};
