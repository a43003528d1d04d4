/** Makes folders durably, one level at a time. */

import { statSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import type { Step } from "./step.ts";
import { systemCode, systemError } from "./system-error.ts";

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

// Windows can't open folders, and some network file systems can't sync them.
const unsyncable = new Set(["EISDIR", "EPERM", "EINVAL", "ENOTSUP", "EOPNOTSUPP"]);

/** Makes a rename or a new name in the folder survive a power cut, where the system can. */
export const syncFolder = async (folder: string, step: Step): Promise<void> => {
  step("sync-folder", folder);
  try {
    const handle = await open(folder, "r");
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    if (!unsyncable.has(systemCode(error) ?? "")) throw error;
  }
};

/** Makes one folder; false when the name is taken. */
export const makeFolder = async (folder: string, step: Step, mode?: number): Promise<boolean> => {
  step("mkdir", folder);
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
  await syncFolder(dirname(folder), step);
  return true;
};

/**
 * Makes a folder and its parents. Level by level, since a recursive mkdir below /proc
 * never returns on Node 20.
 */
export const ensureFolder = async (folder: string, step: Step, mode?: number): Promise<void> => {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await ensureFolder(parent, step, mode);
  const made = await makeFolder(folder, step, mode);
  if (!made && !isFolder(folder)) throw systemError("ENOTDIR");
};
