/** Keeps the session's conversation where the settings ask for it: before a compaction, and at the session's end. */

import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import type { KeptConversation } from "../../core/distil/session-distil.ts";
import type { Conversation } from "../../core/sources/conversation.ts";
import { contextFiles, conversationIn } from "../session-turns.ts";
import type { OpenSessions } from "./open-sessions.ts";
import { inBackground, type PiSession, within } from "./session.ts";

/** A compaction waits no longer than this. */
const waitBeforeCompactionMs = 900;

/** Registered before the hook that ends the session, which waits for what is begun here. */
export const registerConversations = (pi: ExtensionAPI, sessions: OpenSessions): void => {
  pi.on("session_before_compact", async (_event, ctx) => {
    const session = await sessions.known(ctx);
    if (session === undefined || !keepsConversations(session)) return;
    await within(keepInBackground(session, conversationOf(session, ctx)), waitBeforeCompactionMs);
  });
  pi.on("session_shutdown", async (_event, ctx) => {
    const session = await sessions.known(ctx);
    if (session?.workspace.settings.captureConversations !== "end" || !keepsConversations(session)) return;
    // Read now: the context is no more when the work is.
    const conversation = conversationOf(session, ctx);
    const { settling } = session;
    session.settling = settling.then(() => keepInBackground(session, conversation));
  });
};

/** Undefined when nobody said anything of their own. */
export const keepConversation = (session: PiSession, ctx: ExtensionContext): Promise<KeptConversation | undefined> => {
  const workspace = session.workspace.as("command", { session: session.id });
  return workspace.distil.captureConversation(conversationOf(session, ctx));
};

const keepsConversations = ({ workspace, isChild }: PiSession): boolean =>
  !isChild && workspace.settings.captureConversations !== "off";

const keepInBackground = (session: PiSession, conversation: Conversation): Promise<void> =>
  inBackground(session, "conversation", async () => {
    const workspace = session.workspace.as("system", { session: session.id });
    await workspace.distil.captureConversation(conversation);
  });

const conversationOf = ({ workspace, id }: PiSession, ctx: ExtensionContext): Conversation => {
  const given = contextFiles(workspace.platform, ctx.cwd);
  return conversationIn(ctx.sessionManager.getBranch(), { session: id, given });
};
