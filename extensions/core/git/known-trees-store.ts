/** The tree of each work tree's index as it last was: bytes that are the same need no git to tell it again. A cache. */

import type { Files, Platform } from "../../platform/platform.ts";
import { parseJsonObject } from "../ledger/canonical.ts";
import type { Repository } from "./repository.ts";

interface Known {
  readonly index: Uint8Array | undefined;
  readonly id: string;
}

const longest = 1_024;
const objectId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

const placeOf = (platform: Platform, { gitDir }: Repository): { readonly files: Files; readonly path: string } => ({
  files: platform.files(platform.paths.join(platform.environment.cacheRoot, "index-trees")),
  path: `${platform.hash(gitDir).slice(0, 32)}.json`,
});

export const knownTree = (
  platform: Platform,
  repository: Repository,
  index: Uint8Array | undefined,
): string | undefined => {
  if (index === undefined) return undefined;
  const { files, path } = placeOf(platform, repository);
  const { digest, id } = parseJsonObject(files.readText(path, longest) ?? "") ?? {};
  return digest === platform.hash(index) && typeof id === "string" && objectId.test(id) ? id : undefined;
};

export const keepTree = async (platform: Platform, repository: Repository, { index, id }: Known): Promise<void> => {
  if (index === undefined || knownTree(platform, repository, index) === id) return;
  const { files, path } = placeOf(platform, repository);
  await files.write(path, `${JSON.stringify({ digest: platform.hash(index), id })}\n`);
};
