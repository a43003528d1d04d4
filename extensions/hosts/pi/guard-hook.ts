/** Asks the guard before each tool call; when the guard itself fails, a call that could write is refused. */

import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";
import { decide, mayWrite, renderDenial } from "../../core/guard/decide.ts";
import type { OpenSessions } from "./open-sessions.ts";

export const registerGuard = (pi: ExtensionAPI, sessions: OpenSessions): void => {
  pi.on("tool_call", async (event, ctx) => {
    if (!mayWrite(event.toolName)) return undefined;
    const { workspace } = await sessions.of(ctx);
    const { paths, environment } = workspace.platform;
    const decision = decide(
      { tool: event.toolName, input: event.input, cwd: ctx.cwd },
      { vaults: await workspace.guardedVaults(), paths, caseInsensitive: environment.caseInsensitive },
    );
    return decision.decision === "deny" ? { block: true, reason: renderDenial(decision) } : undefined;
  });
};
