/** A store of earned records, for tests. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type EarnedStore, openEarnedStore } from "../../../../extensions/core/knowledge/earned/earned-store.ts";
import { type TestPlatform, testPlatform } from "../../../support/test-platform.ts";

export interface OpenedStore extends TestPlatform {
  readonly store: EarnedStore;
  readonly gitDir: string;
  /** Of the chain of a kind. */
  fileOf(kind: string): string;
}

export const openedStore = async (): Promise<OpenedStore> => {
  const world = await testPlatform();
  const gitDir = join(world.folder, "git");
  mkdirSync(gitDir);
  const fileOf = (kind: string): string => join(gitDir, "pmo-knowledge/earned", `${kind}.jsonl`);
  return { ...world, gitDir, fileOf, store: openEarnedStore(world.platform, gitDir) };
};
