/** The package as it is published, with its bundles: processes start several times faster than from the sources. */

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../house/repository.ts";

/** Builds a copy below `folder`; returns the path of its launcher. */
export const buildPackage = (folder: string): string => {
  const copy = join(folder, "package");
  mkdirSync(copy, { recursive: true });
  for (const path of ["package.json", "extensions", "skills", "templates", "scripts/build.mjs"]) {
    cpSync(join(repository, path), join(copy, path), { recursive: true });
  }
  symlinkSync(join(repository, "node_modules"), join(copy, "node_modules"));
  execFileSync(process.execPath, [join(copy, "scripts/build.mjs")], { stdio: "pipe" });
  return join(copy, "extensions/hosts/cli/bin.mjs");
};
