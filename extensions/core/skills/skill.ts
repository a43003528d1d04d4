/** What a skill is on disk: a folder of files, one of them SKILL.md. */

export const skillFile = "SKILL.md";

/** Names that are safe as a folder everywhere, as the Agent Skills rules ask. */
export const isSkillName = (name: string): boolean => name.length <= 64 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);

/** What stands below a skill's folder; paths are relative to it, with `/`, sorted. */
export interface SkillEntries {
  readonly files: readonly string[];
  /** What is neither a file nor a folder; links are not followed. */
  readonly others: readonly string[];
}

/** By path, the SHA-256 of each file. */
export type FileHashes = ReadonlyMap<string, string>;

export const sameHashes = (one: FileHashes, other: FileHashes): boolean =>
  one.size === other.size && [...one].every(([path, hash]) => other.get(path) === hash);
