/** The entry that Pi loads: the built bundle when it is of this version, else the sources. */

import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";
import { builtEntry } from "./platform/load-built-or-source.mjs";

export default async function piWiki(pi: ExtensionAPI): Promise<void> {
  try {
    const built = builtEntry("pi.mjs");
    // The sources go through the host's own loader, which shares its packages with them.
    const { register } = built === undefined ? await import("./hosts/pi/register.ts") : await import(built);
    register(pi);
  } catch (error) {
    // A package that can't be loaded would end Pi.
    const problem = error instanceof Error ? error.message : String(error);
    pi.registerCommand("wiki", {
      description: "The wiki could not be loaded",
      handler: async (_args, ctx) => ctx.ui.notify(`The wiki could not be loaded. ${problem}`, "error"),
    });
  }
}
