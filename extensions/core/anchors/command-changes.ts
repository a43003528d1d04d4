/** Which files a shell command may have changed: it is run in thought, as the guard does, and what it reaches is listed. */

import type { Paths } from "../../platform/platform.ts";
import { loadCommandGuard } from "../guard/shell/command-guard.ts";

/** Absolute paths of single files; what a command does to whole folders names none. */
export type CommandChanges = (command: string) => readonly string[];

export const loadCommandChanges = async (paths: Paths, cwd: string): Promise<CommandChanges> => {
  const follow = await loadCommandGuard();
  const world = { vaults: [], paths, caseInsensitive: false };
  return (command) => {
    const found = new Set<string>();
    const protection = {
      denialOf: (place: string, reach: string): undefined => {
        if (reach === "write" || reach === "entry") found.add(place);
      },
      names: () => false,
      denialByName: () => undefined,
      sealedBelow: () => [],
    };
    follow(command, { cwd, world, protection });
    return [...found];
  };
};
