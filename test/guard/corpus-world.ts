/** Decides on corpus rows in a scratch world, as a host would in a session there. */

import { guard } from "../../extensions/core/guard/decide.ts";
import type { Decision } from "../../extensions/core/guard/decision.ts";
import { findLayers } from "../../extensions/core/vault/layers.ts";
import { nodePlatform } from "../../extensions/platform/node-platform.ts";
import type { Platform } from "../../extensions/platform/platform.ts";
import { refuse } from "../support/test-platform.ts";
import type { ScratchWorld } from "./scratch-world.ts";

export interface DecideOptions {
  readonly tool: string;
  readonly input: unknown;
  readonly cwd: string;
  readonly caseInsensitive?: boolean;
}

export type DecideInWorld = (options: DecideOptions) => Promise<Decision>;

export const sessionIn = (world: ScratchWorld): DecideInWorld => {
  const variables: Record<string, string | undefined> = {
    PATH: process.env["PATH"],
    HOME: world.home,
    TMPDIR: world.temporary,
    USER: "ann",
  };
  const platform: Platform = nodePlatform({ refuse, variables });
  return async ({ tool, input, cwd, caseInsensitive = false }) => {
    const { layers } = await findLayers(platform, { cwd, personal: true });
    const variable = (name: string): string | undefined => variables[name];
    return guard({ tool, input, cwd }, { vaults: layers, paths: platform.paths, caseInsensitive, variable });
  };
};
