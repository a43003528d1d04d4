/** The documented sample of the format, and runs to try things in. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openWikiReader, type WikiReader } from "../../../extensions/core/weaknesses/read-wiki-store.ts";
import { nodePlatform } from "../../../extensions/platform/node-platform.ts";
import type { Files } from "../../../extensions/platform/platform.ts";
import { repository } from "../../house/repository.ts";
import { refuse, type TestPlatform, testPlatform } from "../../support/test-platform.ts";

const sampleRun = join(repository, "test/fixtures/weaknesses/sample");

export const readSample = (): WikiReader => openWikiReader(nodePlatform({ refuse }).files(sampleRun));

export const sampleText = (path: string): string => readFileSync(join(sampleRun, path), "utf8");

export interface Run {
  readonly world: TestPlatform;
  readonly files: Files;
  readonly reader: WikiReader;
}

export const openRun = async (): Promise<Run> => {
  const world = await testPlatform();
  const files = world.files("run");
  return { world, files, reader: openWikiReader(files) };
};
