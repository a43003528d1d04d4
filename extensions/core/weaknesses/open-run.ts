/** Opens the weakness wiki that a caller means: the run directory it names, else the environment's, else the user's setting. */

import type { Platform } from "../../platform/platform.ts";
import type { Settings } from "../settings.ts";
import type { Channel } from "../vault/vault.ts";
import { openRunPlace, runDirVariable } from "./run-place.ts";
import { openWeaknesses, type Weaknesses } from "./weaknesses.ts";

export interface RunCaller {
  /** As somebody at a command line named it; tools name none. */
  readonly given?: string | undefined;
  readonly settings: Pick<Settings, "runDir">;
  readonly channel: Channel;
}

const text = (value: string | undefined): string | undefined => (value?.trim() ? value : undefined);

/** Where nobody names a run. */
export const usualRunDir = (
  { environment }: Pick<Platform, "environment">,
  { runDir }: Pick<Settings, "runDir">,
): string | undefined => text(environment.variable(runDirVariable)) ?? text(runDir);

export const openRun = (platform: Platform, { given, settings, channel }: RunCaller): Weaknesses => {
  const place = openRunPlace(platform, text(given) ?? usualRunDir(platform, settings));
  return openWeaknesses(platform, place, { isPerson: channel !== "tool" && channel !== "mcp" });
};
