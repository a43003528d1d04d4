/** Whether anything changed of what is known of the repository: the files of its store, and the index that they are of. */

import { repositoryTop } from "../../core/anchors/repository-top.ts";
import { isWikiError } from "../../core/errors.ts";
import { openRepository, type Repository } from "../../core/git/repository.ts";
import { knowledgeFolder } from "../../core/knowledge/item-class.ts";
import type { Platform } from "../../platform/platform.ts";

export interface KnowledgeSigns {
  /** Differs after a change. */
  sign(): Promise<string>;
  /** Absolute folders that hold what is looked at. */
  folders(): Promise<readonly string[]>;
}

/** Of the repository around a folder. */
export const openKnowledgeSigns = (platform: Platform, folder: string): KnowledgeSigns => {
  const { paths } = platform;
  let known: { readonly top: string; readonly repository: Repository | undefined } | undefined;
  /** Asked of git once: the folder shows whether it is another. */
  const repositoryNow = async (): Promise<Repository | undefined> => {
    const top = repositoryTop(platform, folder);
    if (top === undefined) return undefined;
    if (known?.top !== top) known = { top, repository: await openQuietly(platform, folder) };
    return known.repository;
  };
  const stores = ({ gitDir, commonDir }: Repository): readonly string[] => [...new Set([gitDir, commonDir])];
  return {
    sign: async () => {
      const repository = await repositoryNow();
      if (repository === undefined) return "";
      const states = stores(repository).flatMap((place) => statesIn(platform, place));
      return platform.hash([...states, stateOf(platform, repository.gitDir, "index")].join("\n"));
    },
    folders: async () => {
      const repository = await repositoryNow();
      if (repository === undefined) return [];
      // Git's own folder holds the index, and the store once there is one.
      return stores(repository).flatMap((place) => [
        place,
        ...[...platform.files(place).folderTimes(knowledgeFolder).keys()].map((path) => paths.join(place, path)),
      ]);
    },
  };
};

const statesIn = (platform: Platform, place: string): readonly string[] =>
  platform
    .files(place)
    .scan(knowledgeFolder)
    .files.map(({ path, size, mtimeMs, inode }) => `${path} ${size} ${mtimeMs} ${inode}`);

const stateOf = (platform: Platform, place: string, path: string): string =>
  platform.files(place).signs([path])[0]?.sign ?? "";

/** Git may be missing, or distrust the folder: the view says so. */
const openQuietly = async (platform: Platform, folder: string): Promise<Repository | undefined> => {
  try {
    return await openRepository(platform, folder);
  } catch (error) {
    if (isWikiError(error)) return undefined;
    throw error;
  }
};
