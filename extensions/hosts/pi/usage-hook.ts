/** Records the use of pages as a session goes on: nobody waits for it, and nothing of it enters the vault before the end. */

import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import type { OpenSessions } from "./open-sessions.ts";
import { inBackground, type PiSession, within } from "./session.ts";
import { courseOf } from "./usage-course.ts";

/** Pi must not be kept from ending: what is left is put into the vault by the next session. */
const waitAtEndMs = 600;

export const registerUsage = (pi: ExtensionAPI, sessions: OpenSessions): void => {
  pi.on("session_start", (_event, ctx) => {
    void sessions.of(ctx).then(begin, () => undefined);
  });
  pi.on("turn_end", (_event, ctx) => observe(ctx, sessions));
  pi.on("agent_end", (_event, ctx) => observe(ctx, sessions));
  pi.on("session_shutdown", async (_event, ctx) => {
    const session = await sessions.known(ctx);
    if (session !== undefined) await within(end(session, ctx), waitAtEndMs);
  });
};

/** What became of commits since an earlier session is known now. */
const begin = async (session: PiSession): Promise<void> => {
  await session.ready;
  if (session.isOver) return;
  await inBackground(session, "usage", () => session.workspace.usage.judgeCommits(session.id, "beginning"));
};

const observe = async (ctx: ExtensionContext, sessions: OpenSessions): Promise<void> => {
  const session = await sessions.known(ctx);
  if (session !== undefined) void observeNow(session, ctx);
};

/** The branch is read at once: a context may end while its session's work goes on. */
const observeNow = (session: PiSession, ctx: ExtensionContext): Promise<void> => {
  const [course, { cwd }] = [courseOf(session.id, ctx.sessionManager.getBranch()), ctx];
  return inBackground(session, "usage", async () => {
    const { tasks, usage } = session.workspace.as("tool", { session: session.id });
    await usage.observe({ ...course, ...(await tasks.scope()) }, cwd);
  });
};

const end = async (session: PiSession, ctx: ExtensionContext): Promise<void> => {
  await observeNow(session, ctx);
  await inBackground(session, "usage", async () => {
    const { usage } = session.workspace;
    await usage.flush();
    await usage.judgeCommits(session.id, "end");
    await usage.flush();
  });
};
