/** The package as users get it: packed, then installed into a clean folder without a lockfile. */

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { checkout } from "./pi-host.ts";

const execute = promisify(execFile);

export interface Installed {
  /** Of the installed package. */
  readonly folder: string;
  remove(): Promise<void>;
}

const npm = (cwd: string, ...words: readonly string[]) => execute("npm", words, { cwd, maxBuffer: 64 * 1024 * 1024 });

const flags = ["--omit=dev", "--omit=peer", "--no-audit", "--no-fund", "--no-package-lock", "--prefer-offline"];

const installInto = async (root: string): Promise<string> => {
  const [tarballs, place] = [join(root, "tarball"), join(root, "place")];
  mkdirSync(tarballs);
  mkdirSync(place);
  await npm(checkout, "pack", "--pack-destination", tarballs, "--foreground-scripts=false");
  const tarball = readdirSync(tarballs).find((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error(`npm pack left no tarball in ${tarballs}`);
  writeFileSync(join(place, "package.json"), '{"private":true}\n');
  await npm(place, "install", join(tarballs, tarball), ...flags);
  return join(place, "node_modules", "pi-wiki");
};

/** Packs the checkout (its `prepack` runs, if any) and installs the tarball; leaves nothing behind when that fails. */
export const packAndInstall = async (): Promise<Installed> => {
  const root = mkdtempSync(join(tmpdir(), "pi-wiki-packed-"));
  const remove = (): Promise<void> => rm(root, { recursive: true, force: true });
  try {
    return { folder: await installInto(root), remove };
  } catch (error) {
    await remove();
    throw error;
  }
};
