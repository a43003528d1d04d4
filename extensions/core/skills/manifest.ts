/** What we installed beside a folder of skills: `.pi-wiki-skills.json`, by which our files are known again. Pure. */

import { isJsonObject, type JsonValue, parseJsonObject } from "../ledger/canonical.ts";
import type { FileHashes } from "./skill.ts";

export const manifestName = ".pi-wiki-skills.json";

export type OwnedSkill =
  | { readonly mode: "copy"; readonly version: string; readonly files: FileHashes }
  | { readonly mode: "link"; readonly version: string; readonly target: string };

export interface Manifest {
  /** By the skill's path, relative to the manifest: `skills/okf`. */
  readonly skills: ReadonlyMap<string, OwnedSkill>;
  /** Folders that were not there before, so that the last skill takes them along. */
  readonly made: readonly string[];
}

export const emptyManifest: Manifest = { skills: new Map(), made: [] };

/** Undefined for anything that we would not have written: a file of a repository may come from anybody. */
export const parseManifest = (text: string): Manifest | undefined => {
  const content = parseJsonObject(text);
  const skills = content?.["skills"];
  if (content?.["version"] !== 1 || !isJsonObject(skills)) return undefined;
  const owned = Object.entries(skills).map(([path, entry]) => [path, parseOwned(entry)] as const);
  const known = owned.flatMap(([path, one]) => (one !== undefined && isPlainPath(path) ? [[path, one] as const] : []));
  const made = content["made"] ?? [];
  if (known.length < owned.length || !isPathList(made)) return undefined;
  return { skills: new Map(known), made };
};

const isPathList = (value: JsonValue): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => one === "." || isPlainPath(one));

/** Relative, and below the folder it is relative to. */
const isPlainPath = (path: unknown): path is string =>
  typeof path === "string" &&
  !/[\\\0]/.test(path) &&
  path.split("/").every((part) => part !== "" && part !== "." && part !== "..");

const parseOwned = (entry: JsonValue): OwnedSkill | undefined => {
  if (!isJsonObject(entry)) return undefined;
  const { version, target, files } = entry;
  if (typeof version !== "string") return undefined;
  if (typeof target === "string") return { mode: "link", version, target };
  if (files === undefined || !isJsonObject(files)) return undefined;
  const hashes = Object.entries(files);
  if (!hashes.every(([path, hash]) => isPlainPath(path) && typeof hash === "string")) return undefined;
  return { mode: "copy", version, files: new Map(hashes.map(([path, hash]) => [path, String(hash)])) };
};

const renderOwned = (owned: OwnedSkill): object =>
  owned.mode === "link"
    ? { version: owned.version, target: owned.target }
    : { version: owned.version, files: Object.fromEntries(owned.files) };

export const renderManifest = ({ skills, made }: Manifest): string => {
  const sorted = [...skills].sort(([left], [right]) => (left < right ? -1 : 1));
  const content = {
    version: 1,
    skills: Object.fromEntries(sorted.map(([path, owned]) => [path, renderOwned(owned)])),
    ...(made.length === 0 ? {} : { made }),
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
};

export const withSkill = ({ skills, made }: Manifest, path: string, owned: OwnedSkill): Manifest => ({
  skills: new Map([...skills, [path, owned]]),
  made,
});

export const withoutSkill = ({ skills, made }: Manifest, path: string): Manifest => ({
  skills: new Map([...skills].filter(([one]) => one !== path)),
  made,
});
