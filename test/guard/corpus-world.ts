/** A session in a scratch world, as a host would have one there: decides on corpus rows, and checks the seals after them. */

import { guard } from "../../extensions/core/guard/decide.ts";
import type { Decision } from "../../extensions/core/guard/decision.ts";
import { openSessionSeals, type SessionSeals } from "../../extensions/core/guard/seals/session-seals.ts";
import { openLedger } from "../../extensions/core/ledger/ledger-store.ts";
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

const variablesOf = (world: ScratchWorld): Record<string, string | undefined> => ({
  PATH: process.env["PATH"],
  HOME: world.home,
  TMPDIR: world.temporary,
  USER: "ann",
  GIT_CONFIG_NOSYSTEM: "1",
});

const platformIn = (world: ScratchWorld): Platform => nodePlatform({ refuse, variables: variablesOf(world) });

export const sessionIn = (world: ScratchWorld): DecideInWorld => {
  const variables = variablesOf(world);
  const platform = platformIn(world);
  return async ({ tool, input, cwd, caseInsensitive = false }) => {
    const { layers } = await findLayers(platform, { cwd, personal: true });
    const variable = (name: string): string | undefined => variables[name];
    return guard({ tool, input, cwd }, { vaults: layers, paths: platform.paths, caseInsensitive, variable });
  };
};

/** The seals of a session that has begun in `cwd`. */
export const sealsIn = async (world: ScratchWorld, cwd: string): Promise<SessionSeals> => {
  const platform = platformIn(world);
  const seals = openSessionSeals({
    platform,
    vaults: async () => (await findLayers(platform, { cwd, personal: true })).layers.filter(({ exists }) => exists),
    ledger: (vault) => openLedger({ platform, vault }),
  });
  await seals.check();
  await seals.sealed();
  return seals;
};
