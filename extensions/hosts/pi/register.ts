/** Registers everything with Pi; whatever fails, Pi goes on. */

import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";
import type { Platform } from "../../platform/platform.ts";
import { chosenTools } from "../../tools/all.ts";
import { registerAnchors } from "./anchors-hook.ts";
import { registerConversations } from "./conversation-hook.ts";
import { registerGuard } from "./guard-hook.ts";
import { registerObserving } from "./knowledge/observe-hook.ts";
import { registerPacketMessage } from "./knowledge/packet-message.ts";
import { registerMisses } from "./misses-hook.ts";
import { type OpenSession, openSessions } from "./open-sessions.ts";
import { registerRecallMessage } from "./recall-message.ts";
import { registerCommands } from "./register-commands.ts";
import { registerHooks } from "./register-hooks.ts";
import { registerTool, registerTools } from "./register-tools.ts";
import { registerSeals } from "./seals-hook.ts";
import { problemOf } from "./session.ts";
import { isSwitchedOff } from "./sub-agent.ts";
import { registerTasks } from "./task-hook.ts";
import { registerUsage } from "./usage-hook.ts";

/** `platform` is the machine, where it is not the real one. */
export const register = (pi: ExtensionAPI, platform?: Platform): void => {
  try {
    registerAll(pi, platform);
  } catch (error) {
    registerApology(pi, problemOf(error));
  }
};

const registerAll = (pi: ExtensionAPI, platform: Platform | undefined): void => {
  const isOff = isSwitchedOff();
  /** The core is loaded by the first session, not by the registration that Pi's start waits for. */
  const openLate: OpenSession = async (ctx, id) => {
    const { openSession } = await import("./open-session.ts");
    const session = openSession(ctx, { id, isOff, platform });
    // Whoever waits for the session finds the tools offered that its settings ask for.
    if (!isOff) for (const tool of chosenTools(session.workspace.settings)) registerTool(pi, tool, sessions);
    return session;
  };
  const sessions = openSessions(openLate);
  registerGuard(pi, sessions);
  registerSeals(pi, sessions);
  if (isOff) return;
  registerConversations(pi, sessions);
  registerUsage(pi, sessions);
  registerTasks(pi, sessions);
  registerHooks(pi, sessions);
  // After what records the turn: its own notes are known when its changes are told.
  registerAnchors(pi, sessions);
  registerMisses(pi, sessions);
  registerObserving(pi, sessions);
  registerTools(pi, sessions);
  registerCommands(pi, sessions);
  registerRecallMessage(pi);
  registerPacketMessage(pi);
};

/** When nothing else works, the user can still ask why. */
const registerApology = (pi: ExtensionAPI, problem: string): void => {
  pi.registerCommand("wiki", {
    description: "The wiki could not start",
    handler: async (_args, ctx) => ctx.ui.notify(`The wiki could not start. ${problem}`, "error"),
  });
};
