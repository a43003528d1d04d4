/** dashboard: the wiki in a browser, served from this machine to this machine for as long as the command runs. */

import { sessionMark } from "../../agent-environment.ts";
import { resolveRunDir } from "../../dashboard/run-folder.ts";
import { integer, text } from "../option.ts";
import { defineVerb } from "../verb.ts";

export const dashboard = defineVerb({
  name: "dashboard",
  summary: "Shows the wiki in a browser, read only, on this machine only; ends with Ctrl-C.",
  options: {
    port: integer("N", { minimum: 1, maximum: 65_535, about: "Listen here; a free port when not given." }),
    "run-dir": text("DIR", "Also show the weakness wiki of this run, by its absolute path; default PI_WIKI_RUN_DIR."),
  },
  run: async ({ options: { port = 0, "run-dir": given } }, call) => {
    const workspace = await call.workspace();
    const runDir = resolveRunDir(workspace.platform, given);
    // Late: no other verb needs a server.
    const { startDashboard } = await import("../../dashboard/serve.ts");
    const served = await startDashboard({ workspace, port, runDir });
    if (workspace.platform.environment.variable(sessionMark) !== undefined) endWithParent();
    return {
      data: { url: served.url, port: served.port },
      text: (paint) => `${served.url}\n${paint.dim("Whoever has this address can read the wiki. Ctrl-C ends it.")}`,
    };
  },
});

/** What an agent's session started must not outlive it, however it ends. */
const endWithParent = (): void => {
  const parent = process.ppid;
  const look = (): void => {
    if (process.ppid !== parent) process.exit(0);
  };
  setInterval(look, 500).unref();
};
