/** The entry that Pi loads: the built bundle when it is of this version, else the sources. */

import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";
import { builtEntry } from "./platform/load-built-or-source.mjs";

export default async function piWiki(pi: ExtensionAPI): Promise<void> {
  const built = builtEntry("pi.mjs");
  // The sources go through the host's own loader, which shares its packages with them.
  const { register } = built === undefined ? await import("./hosts/pi/register.ts") : await import(built);
  register(pi);
}
