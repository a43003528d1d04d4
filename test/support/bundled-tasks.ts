/** Once a run: the worker's tasks in one bundle, as users have them, since hundreds of worlds start a worker. */

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of the bundle; a run without this setup has none. */
    workerTasks?: string;
  }
}

const source = fileURLToPath(new URL("../../extensions/worker-tasks.ts", import.meta.url));

/** Where packages are found from. */
const cache = fileURLToPath(new URL("../../node_modules/.cache", import.meta.url));

export const setup = async (project: TestProject): Promise<() => void> => {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "pi-wiki-test-"));
  const outfile = join(folder, "tasks.mjs");
  const bundle = (): Promise<unknown> =>
    build({
      entryPoints: [source],
      outfile,
      bundle: true,
      packages: "external",
      platform: "node",
      format: "esm",
      logLevel: "error",
    });
  await bundle();
  project.onTestsRerun(async () => void (await bundle()));
  project.provide("workerTasks", pathToFileURL(outfile).href);
  return () => rmSync(folder, { recursive: true, force: true });
};
