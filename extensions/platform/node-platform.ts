/** Builds the Platform of a real machine. */

import crypto, { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isInside } from "./files/physical-path.ts";
import { watchFolders } from "./files/watching.ts";
import { randomId } from "./ids.ts";
import { nodeEnvironment, type Variables } from "./node-environment.ts";
import { nodeFiles } from "./node-files.ts";
import { nodePaths } from "./node-paths.ts";
import type { Platform, Refuse } from "./platform.ts";
import { workerClient } from "./worker/worker-client.ts";

export interface NodePlatformOptions {
  readonly refuse: Refuse;
  /** Called before each change on disk with its name and absolute path; may throw in the system's place. */
  readonly onStep?: (step: string, path: string) => void;
  /** The module that exports `serve` (see worker/serve-tasks.ts); without it `inWorker` rejects. */
  readonly tasks?: URL;
  /** Environment variables, for us and for the programs we run; default: those of this process. */
  readonly variables?: Variables;
}

/** In one call where Node has it (20.12), which is three times as fast for a line. */
const sha256 =
  "hash" in crypto
    ? (content: string | Uint8Array): string => crypto.hash("sha256", content, "hex")
    : (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");

const noStep = (): void => undefined;

export const nodePlatform = (options: NodePlatformOptions): Platform => {
  const { refuse, onStep = noStep, tasks, variables = process.env } = options;
  const environment = nodeEnvironment(variables);
  // Keys, and texts of vaults that may be private.
  const privateRoots = [environment.stateRoot, environment.cacheRoot];
  /** A loader that transpiles gives a second importer of a module that is still loading only half of it. */
  let running: Promise<typeof import("./run-program.ts")> | undefined;
  return {
    files: (root, access) =>
      nodeFiles(root, {
        refuse,
        step: onStep,
        isPrivate: access === "private" || privateRoots.some((own) => isInside(own, root)),
      }),
    watch: watchFolders,
    paths: nodePaths(environment.home),
    environment,
    now: () => new Date().toISOString(),
    elapsed: () => performance.now(),
    pause: () => new Promise((resolve) => setImmediate(resolve)),
    newId: randomId,
    hash: sha256,
    hmac: (key, content) => createHmac("sha256", key).update(content).digest("hex"),
    // Programs, downloads and workers are needed by few calls: their modules are loaded by the first one.
    run: async (command, runOptions = {}) => {
      running ??= import("./run-program.ts");
      const { runProgram } = await running;
      return await runProgram(command, runOptions, variables);
    },
    packageFile: (specifier) => readFileSync(createRequire(import.meta.url).resolve(specifier)),
    fetch: async (url, fetchOptions) => {
      const { download } = await import("./fetch/download.ts");
      return await download(url, fetchOptions, { refuse });
    },
    inWorker: workerClient(tasks, variables),
  };
};
