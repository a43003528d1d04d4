/** Bundles a program of the tests into one file, so that processes of its own start fast. */

import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { temporaryFolder } from "./test-platform.ts";

const bundles = new Map<string, Promise<string>>();

/** The bundle's path; made once a test file. */
export const bundleOnce = (program: URL): Promise<string> => {
  const made = bundles.get(program.href) ?? bundle(program);
  bundles.set(program.href, made);
  return made;
};

const bundle = async (program: URL): Promise<string> => {
  const entry = fileURLToPath(program);
  const outfile = join(temporaryFolder(), `${basename(entry, ".ts")}.mjs`);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
    banner: {
      js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
    },
  });
  return outfile;
};
