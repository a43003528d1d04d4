/** Bundles a program of the tests into one file, so that processes of its own start fast. */

import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { temporaryFolder } from "./test-platform.ts";

let kept = { folder: "", bundles: new Map<string, Promise<string>>() };

/** The bundle's path; made once a test file, since its folder goes with the file. */
export const bundleOnce = (program: URL): Promise<string> => {
  if (!existsSync(kept.folder)) kept = { folder: temporaryFolder(), bundles: new Map() };
  const { folder, bundles } = kept;
  const made = bundles.get(program.href) ?? bundle(program, folder);
  bundles.set(program.href, made);
  return made;
};

const bundle = async (program: URL, folder: string): Promise<string> => {
  const entry = fileURLToPath(program);
  const outfile = join(folder, `${basename(entry, ".ts")}.mjs`);
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
