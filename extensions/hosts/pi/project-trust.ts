/** Whether the person at this host trusts the project's own settings. */

import type { ExtensionContext } from "@mariozechner/pi-coding-agent";

/** Hosts without project trust trust every project; the newer ones say. */
export const isProjectTrusted = (ctx: ExtensionContext): boolean => {
  const trusted: unknown = "isProjectTrusted" in ctx ? ctx.isProjectTrusted : undefined;
  return typeof trusted === "function" ? Boolean(trusted.call(ctx)) : true;
};
