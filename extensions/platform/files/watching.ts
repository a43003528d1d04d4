/** Watches folders through the operating system, so that nobody need look at thousands of files again and again. */

import { type FSWatcher, watch } from "node:fs";
import { isAbsent } from "./system-error.ts";

/** Absolute folders, each for what is directly in it. Undefined where the machine has no more watches to give. */
export const watchFolders = (folders: readonly string[], changed: () => void): (() => void) | undefined => {
  const watchers: FSWatcher[] = [];
  const close = (): void => {
    for (const watcher of watchers) watcher.close();
  };
  for (const folder of folders) {
    try {
      const watcher = watch(folder, { persistent: false }, changed);
      // A folder that goes away is an error on some systems.
      watcher.on("error", changed);
      watchers.push(watcher);
    } catch (error) {
      if (isAbsent(error)) continue;
      close();
      return undefined;
    }
  }
  return close;
};
