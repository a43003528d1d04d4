/** Loads all that follows shell commands: asked for by the first one that is worth it. */

import type { CommandGuard } from "../protection.ts";
import { decideCommand } from "./decide-command.ts";
import { loadParser } from "./parser.ts";

export const loadCommandGuard = async (): Promise<CommandGuard> => {
  const parse = await loadParser();
  return (command, { cwd, world, protection }) => decideCommand(command, cwd, { ...world, parse, protection });
};
