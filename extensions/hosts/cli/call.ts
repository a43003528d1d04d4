/** Opens for a verb what it asks for: the workspace at a place, the settings, standard input, progress, Ctrl-C. */

import type { ResolvedSettings } from "../../core/settings.ts";
import type { Workspace } from "../../workspace.ts";
import { agentMark } from "../agent-environment.ts";
import { packageRoot } from "../package-root.ts";
import { refused } from "./option.ts";
import { hasColours } from "./paint.ts";
import { noProgress, openProgress } from "./progress.ts";
import type { Call } from "./verb.ts";
import type { World } from "./world.ts";

interface Opened {
  readonly workspace: Workspace;
  readonly settings: ResolvedSettings;
}

export interface CallPlace {
  /** As given by --cwd. */
  readonly cwd: string | undefined;
  /** False holds the call to the scope of the session that started it, if one did. */
  readonly isForAnyPlace: boolean;
  /** Without progress, for programs. */
  readonly isQuiet: boolean;
}

export interface OpenCall extends Call {
  /** Ends what the call started. */
  close(): void;
}

export const openCall = (world: World, place: CallPlace): OpenCall => {
  let opened: Promise<Opened> | undefined;
  const open = (): Promise<Opened> => {
    opened ??= openWorkspaceAt(world, place);
    return opened;
  };
  let interrupt: AbortController | undefined;
  let stopListening: (() => void) | undefined;
  return {
    isJson: place.isQuiet,
    screen: world.screen,
    editor: world.editor,
    isColoured: hasColours(world.stdout.isTTY === true, world.noColour),
    workspace: async () => (await open()).workspace,
    settings: async () => (await open()).settings,
    readStdin: async () => decoded(await world.readStdin()),
    openProgress: async (label) => {
      if (place.isQuiet) return noProgress;
      const { platform } = (await open()).workspace;
      return await openProgress(label, { stream: world.stderr, elapsed: () => platform.elapsed() });
    },
    interruptSignal: () => {
      const controller = interrupt ?? new AbortController();
      stopListening ??= world.onInterrupt(() => controller.abort());
      interrupt = controller;
      return controller.signal;
    },
    close: () => stopListening?.(),
  };
};

const openWorkspaceAt = async (world: World, { cwd: given, isForAnyPlace }: CallPlace): Promise<Opened> => {
  // Late: what works on vaults takes longer to load than help and refusals of arguments take in all.
  const [{ openWorkspace }, { readHostSettings }, { requireSessionScope }] = await Promise.all([
    import("../../open-workspace.ts"),
    import("../settings-files.ts"),
    import("./session-scope.ts"),
  ]);
  const platform = await world.platform();
  const { paths } = platform;
  const cwd = given === undefined ? world.cwd() : paths.resolve(world.cwd(), given);
  const kind = paths.kind(paths.physical(cwd));
  if (kind !== "folder")
    throw refused("--cwd", kind === undefined ? `${cwd} does not exist` : `${cwd} is not a folder`);
  if (!isForAnyPlace) await requireSessionScope(platform, cwd);
  // A shell asks for no trust; what a project may set harms nobody.
  const settings = readHostSettings(platform, { cwd, projectTrusted: true });
  // An agent's command line is one of its tools.
  const channel = agentMark((name) => world.variable(name)) === undefined ? "cli" : "tool";
  const workspace = openWorkspace(platform, { cwd, channel, settings: settings.settings, ...packageRoot() });
  return { workspace, settings };
};

const decoded = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw refused("standard input", "it is not UTF-8 text", "Capture the file by its path.");
  }
};
