/** What the page is told of the weakness wiki of a run directory. */

import { isWikiError } from "../../core/errors.ts";
import { openWikiReader, type WeaknessWiki, type WikiReader } from "../../core/weaknesses/read-wiki-store.ts";
import type { Solution } from "../../core/weaknesses/weakness.ts";
import { wikiPaths } from "../../core/weaknesses/wiki-place.ts";
import type { Platform } from "../../platform/platform.ts";

export interface WeaknessAnswers {
  wiki(): Promise<object>;
  /** The diff of one solution; undefined when there is none. */
  diff(path: string): Promise<object | undefined>;
  /** Differs after a change of any file. */
  sign(): string;
  /** Absolute folders that hold what is looked at. */
  folders(): readonly string[];
}

const none: WeaknessAnswers = {
  wiki: async () => ({ run_dir: null }),
  diff: async () => undefined,
  sign: () => "",
  folders: () => [],
};

export const openWeaknessAnswers = (platform: Platform, runDir: string | undefined): WeaknessAnswers => {
  if (runDir === undefined) return none;
  const files = platform.files(runDir);
  const reader = openWikiReader(files);
  const scan = (): readonly string[] =>
    files.scan(wikiPaths.wiki).files.map(({ path, size, mtimeMs, inode }) => `${path} ${size} ${mtimeMs} ${inode}`);
  return {
    wiki: async () => ({ run_dir: runDir, ...reader.read() }),
    diff: async (path) => diffOf(path, reader),
    sign: () => {
      try {
        return platform.hash(scan().join("\n"));
      } catch (error) {
        if (isWikiError(error)) return error.message;
        throw error;
      }
    },
    folders: () => [runDir, ...[...files.folderTimes(wikiPaths.wiki).keys()].map((path) => files.absolute(path))],
  };
};

/** Only of what the wiki knows as a solution: the address may say anything. */
const diffOf = (path: string, reader: WikiReader): object | undefined => {
  const known = solutionsOf(reader.read()).find((solution) => solution.path === path);
  return known && reader.readDiff(known);
};

const solutionsOf = ({ weaknesses, orphans }: WeaknessWiki): readonly Solution[] => [
  ...weaknesses.flatMap(({ solutions }) => solutions),
  ...orphans,
];
