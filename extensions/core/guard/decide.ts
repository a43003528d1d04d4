/** May this tool call change what it would change? Data in, decision out; the host carries it out. */

import { allowed, type Decision as Decided, type Denial, renderRefusal } from "./decision.ts";
import { placesOf } from "./host-path.ts";
import { type InputShape, type PathChange, type RunCommand, shapeOf } from "./input-shape.ts";
import { type CommandGuard, type GuardWorld as PathWorld, type Protection, protectionOf } from "./protection.ts";
import { denialOfText, needsLook } from "./quick-look.ts";
import { rememberedPaths } from "./remembered-paths.ts";
import { toolKind } from "./tool-kind.ts";

export type Decision = Decided;

export interface GuardedCall {
  readonly tool: string;
  readonly input: unknown;
  /** Where the host resolves relative paths. */
  readonly cwd: string;
}

export interface GuardWorld extends PathWorld {
  /** Without it, commands are judged by their text alone. */
  readonly commandGuard?: CommandGuard;
}

/** Longer commands are not followed. */
const longestCommand = 64 * 1024;

/** False for tools that only read. */
export const mayWrite = (tool: string): boolean => toolKind(tool) !== "read";

/** False for calls that can be allowed without a look at any vault. */
export const mayMatter = ({ tool, input }: GuardedCall): boolean => {
  const { changes, commands } = shapeOf(tool, input);
  return changes.length > 0 || commands.some(({ text }) => needsLook(text));
};

/** Decides, after loading what follows shell commands when there is one worth following. */
export const guard = async (call: GuardedCall, world: GuardWorld): Promise<Decision> => {
  const shape = shapeOf(call.tool, call.input);
  const isCommand = shape.commands.some(({ text }) => isFollowed(text) && isWorthALook(text, world));
  if (!isCommand || world.commandGuard !== undefined) return decideShape(shape, call, world);
  commandGuard ??= await loadedCommandGuard();
  return decideShape(shape, call, { ...world, commandGuard });
};

/** Kept: to a loader of sources, asking for a module again costs more than most decisions. */
let commandGuard: CommandGuard | undefined;

const loadedCommandGuard = async (): Promise<CommandGuard> => {
  const { loadCommandGuard } = await import("./shell/command-guard.ts");
  return loadCommandGuard();
};

/** The first protected path that the call would change decides. */
export const decide = (call: GuardedCall, world: GuardWorld): Decision =>
  decideShape(shapeOf(call.tool, call.input), call, world);

const decideShape = (shape: InputShape, call: GuardedCall, given: GuardWorld): Decision => {
  const roots = given.vaults.flatMap(({ root, exists }) => (exists ? [root] : []));
  const world = { ...given, paths: rememberedPaths(given.paths, roots) };
  const protection = protectionOf(world);
  for (const change of shape.changes) {
    const denied = denialOfChange(change, { call, world, protection });
    if (denied !== undefined) return denied;
  }
  for (const command of shape.commands) {
    const denied = denialOfCommand(command, { call, world, protection });
    if (denied !== undefined) return denied;
  }
  return allowed;
};

interface Deciding {
  readonly call: GuardedCall;
  readonly world: GuardWorld;
  readonly protection: Protection;
}

const denialOfChange = (change: PathChange, deciding: Deciding): Denial | undefined => {
  const { call, world, protection } = deciding;
  const bases = change.bases.flatMap((base) => [...placesOf(base, { cwd: call.cwd, paths: world.paths })]);
  for (const cwd of new Set([call.cwd, ...bases])) {
    for (const place of landings(change, cwd, deciding)) {
      const denied = protection.denialOf(place, change.reach);
      if (denied !== undefined) return denied;
    }
  }
  return undefined;
};

/** Where the change lands, inside what turns out to be a folder too. */
const landings = ({ path, reach, name }: PathChange, cwd: string, { world }: Deciding): readonly string[] => {
  const { paths } = world;
  const places = [...placesOf(path, { cwd, paths, follow: reach === "write" || reach === "into" })];
  if (name === undefined) return places;
  const folders = places.filter((place) => paths.kind(place) === "folder");
  return [...places, ...folders.map((folder) => paths.join(folder, name))];
};

const isFollowed = (text: string): boolean => text.length <= longestCommand;

const isWorthALook = (text: string, { vaults }: PathWorld): boolean =>
  needsLook(text) && (vaults.some((vault) => vault.exists) || namesVault.test(text));

/** Where no vault is, only a command that speaks of one can reach another project's. */
const namesVault = /wiki|llm|tombstone|\.w|\[w|\\x/i;

const denialOfCommand = ({ text, cwd }: RunCommand, { call, world, protection }: Deciding): Denial | undefined => {
  if (!isWorthALook(text, world)) return undefined;
  const folders = cwd === undefined ? [call.cwd] : [...placesOf(cwd, { cwd: call.cwd, paths: world.paths })];
  for (const folder of folders) {
    const { commandGuard } = world;
    const isRead = commandGuard !== undefined && isFollowed(text);
    const denied = isRead
      ? commandGuard(text, { cwd: folder, world, protection })
      : denialOfText(text, { cwd: folder, protection, paths: world.paths });
    if (denied !== undefined) return denied;
  }
  return undefined;
};

/** The refusal as the model reads it. */
export const renderDenial = (denial: Denial): string => renderRefusal(denial);
