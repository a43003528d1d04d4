/** Writes whole files: a synced temporary file beside the target, then one rename or link. */

import { statSync } from "node:fs";
import { link, open, rename, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncFolder } from "./folders.ts";
import { clearLeftovers } from "./leftovers.ts";
import type { Step } from "./step.ts";
import { systemCode } from "./system-error.ts";
import { temporaryName } from "./temporary.ts";

export interface NewContent {
  /** Absolute; its folder exists. */
  readonly target: string;
  readonly content: string | Uint8Array;
  readonly step: Step;
  /** What the file is to have, if not what is usual, or what the replaced file had. */
  readonly mode?: number | undefined;
}

const permissionBits = 0o7777;

const modeOf = (path: string): number | undefined => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && stats.mode & permissionBits;
};

/** Removes what a failed write left; when even that fails, its name keeps it out of every scan. */
const discard = async (temporary: string, step: Step): Promise<void> => {
  try {
    step("unlink", temporary);
    await unlink(temporary);
  } catch {
    // The failure that led here is the one to report.
    return;
  }
};

const fill = async ({ target, content, step, mode }: NewContent): Promise<void> => {
  step("open-new", target);
  const handle = await open(target, "wx", mode);
  try {
    step("write", target);
    await handle.writeFile(content);
    if (mode !== undefined) {
      step("chmod", target);
      await handle.chmod(mode);
    }
    step("sync", target);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const fillTemporary = async (file: NewContent): Promise<string> => {
  await clearLeftovers(dirname(file.target), file.step);
  const temporary = join(dirname(file.target), temporaryName());
  try {
    await fill({ ...file, target: temporary });
  } catch (error) {
    await discard(temporary, file.step);
    throw error;
  }
  return temporary;
};

/** Replaces or creates; a replaced file keeps its mode. */
export const replaceFile = async (file: NewContent): Promise<void> => {
  const { target, step } = file;
  const temporary = await fillTemporary({ ...file, mode: file.mode ?? modeOf(target) });
  try {
    step("rename", target);
    await rename(temporary, target);
  } catch (error) {
    await discard(temporary, step);
    throw error;
  }
  await syncFolder(dirname(target), step);
};

const linkless = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EXDEV"]);

/** Gives a file a second name; false when that is taken, undefined when the file system has no links. */
export const tryLink = async (names: { from: string; to: string; step: Step }): Promise<boolean | undefined> => {
  try {
    names.step("link", names.to);
    await link(names.from, names.to);
    return true;
  } catch (error) {
    const code = systemCode(error) ?? "";
    if (code === "EEXIST") return false;
    if (linkless.has(code)) return undefined;
    throw error;
  }
};

const fillExclusively = async (file: NewContent): Promise<boolean> => {
  try {
    await fill(file);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    await discard(file.target, file.step);
    throw error;
  }
};

/** Creates; false when the name is taken, by whatever it is. */
export const createFile = async (file: NewContent): Promise<boolean> => {
  const { target, step } = file;
  const temporary = await fillTemporary(file);
  let created: boolean;
  try {
    created = (await tryLink({ from: temporary, to: target, step })) ?? (await fillExclusively(file));
  } finally {
    await discard(temporary, step);
  }
  if (created) await syncFolder(dirname(target), step);
  return created;
};
