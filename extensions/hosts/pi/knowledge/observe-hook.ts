/** At a session's start: have certified changes been committed meanwhile? */

import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";
import { isWikiError } from "../../../core/errors.ts";
import type { OpenSessions } from "../open-sessions.ts";
import { inBackground, type PiSession } from "../session.ts";

export const registerObserving = (pi: ExtensionAPI, sessions: OpenSessions): void => {
  const looked = new WeakSet<PiSession>();
  pi.on("session_start", (_event, ctx) => {
    // Nothing waits for this.
    void sessions.of(ctx).then(
      (session) => {
        // Older hosts fire this twice for one session.
        if (session.isChild || session.workspace.settings.knowledge === "off" || looked.has(session)) return;
        looked.add(session);
        void inBackground(session, "observe", () => observe(session));
      },
      () => undefined,
    );
  });
};

const observe = async (session: PiSession): Promise<void> => {
  await session.ready;
  if (session.isOver) return;
  try {
    await session.workspace.as("system", { session: session.id }).deliveries.observe();
  } catch (error) {
    // Outside a repository nothing can have been delivered.
    if (!isWikiError(error) || error.code !== "repository_missing") throw error;
  }
};
