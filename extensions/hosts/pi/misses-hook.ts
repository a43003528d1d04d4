/** After a turn: a prompt that recalled nothing, though a page helped that was found by hand, becomes its trigger. */

import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";
import { exchangesIn } from "./exchanges.ts";
import type { OpenSessions } from "./open-sessions.ts";
import { inBackground, type PiSession } from "./session.ts";

export const registerMisses = (pi: ExtensionAPI, sessions: OpenSessions): void => {
  pi.on("agent_end", async (_event, ctx) => {
    const session = await sessions.known(ctx);
    if (session === undefined || !recallsUnasked(session)) return;
    const { workspace, id } = session;
    const { paths } = workspace.platform;
    // The branch is read at once: a context may end while the work goes on.
    const { cwd } = ctx;
    const exchanges = exchangesIn(ctx.sessionManager.getBranch(), (path) => paths.resolve(cwd, path.replace(/^@/, "")));
    if (exchanges.every(({ found, cited }) => found.length === 0 || cited.length === 0)) return;
    const learn = (): Promise<void> =>
      inBackground(session, "misses", async () => {
        await workspace.as("system", { session: id }).distil.learnFrom(exchanges);
      });
    session.settling = session.settling.then(learn);
  });
};

/** Where nothing is recalled unasked, nothing was missed. */
const recallsUnasked = ({ isChild, workspace }: PiSession): boolean =>
  !isChild && workspace.settings.autoRecall !== "off";
