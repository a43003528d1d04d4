/** Asks the guard about calls in a world, as a host does, and takes the time of it. */

import { WikiError } from "../../../extensions/core/errors.ts";
import { type GuardedCall, guard, mayMatter } from "../../../extensions/core/guard/decide.ts";
import { findLayers } from "../../../extensions/core/vault/layers.ts";
import type { Vault } from "../../../extensions/core/vault/vault.ts";
import { nodePlatform } from "../../../extensions/platform/node-platform.ts";
import type { ScratchWorld } from "../../../test/guard/scratch-world.ts";

export interface Classed {
  readonly id: string;
  readonly call: GuardedCall;
  /** Of its class. */
  readonly name: string;
}

export interface Asked {
  /** Milliseconds. */
  readonly took: number;
  /** A command that the first look did not let pass. */
  readonly isParsed: boolean;
}

export const askerIn = ({ home, temporary }: ScratchWorld): ((call: GuardedCall) => Promise<Asked>) => {
  const variables: Readonly<Record<string, string | undefined>> = {
    PATH: process.env["PATH"],
    HOME: home,
    TMPDIR: temporary,
    USER: "ann",
  };
  const platform = nodePlatform({
    refuse: (code, data, cause) => new WikiError(code, data, undefined, cause),
    variables,
  });
  const known = new Map<string, readonly Vault[]>();
  return async (call) => {
    const vaults = known.get(call.cwd) ?? (await findLayers(platform, { cwd: call.cwd, personal: true })).layers;
    known.set(call.cwd, vaults);
    const world = {
      vaults,
      paths: platform.paths,
      caseInsensitive: false,
      variable: (name: string) => variables[name],
    };
    const began = performance.now();
    const matters = mayMatter(call);
    if (matters) await guard(call, world);
    const took = performance.now() - began;
    return { took, isParsed: matters && call.tool === "bash" };
  };
};
