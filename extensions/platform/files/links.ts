/** Links to folders: made exclusively, and read without being followed. */

import { lstatSync, readlinkSync } from "node:fs";
import { symlink } from "node:fs/promises";
import { dirname } from "node:path";
import { syncFolder } from "./folders.ts";
import type { Step } from "./step.ts";
import { systemCode } from "./system-error.ts";

export const linkTargetOf = (path: string): string | undefined =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;

/** False when the name is taken. On Windows a junction, which needs no right of its own. */
export const makeLink = async (link: {
  readonly path: string;
  readonly target: string;
  readonly step: Step;
}): Promise<boolean> => {
  link.step("symlink", link.path);
  try {
    await symlink(link.target, link.path, "junction");
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
  await syncFolder(dirname(link.path), link.step);
  return true;
};
