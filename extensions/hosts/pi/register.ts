/** Registers everything with Pi; whatever fails, Pi goes on. */

import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import { registerGuard } from "./guard-hook.ts";
import type { SessionOptions } from "./open-session.ts";
import { registerRecallMessage } from "./recall-message.ts";
import { registerCommands } from "./register-commands.ts";
import { registerHooks } from "./register-hooks.ts";
import { registerTools, type SessionOf } from "./register-tools.ts";
import { type PiSession, problemOf } from "./session.ts";
import { isSwitchedOff, leaveSession } from "./sub-agent.ts";

export const register = (pi: ExtensionAPI): void => {
  try {
    registerAll(pi);
  } catch (error) {
    registerApology(pi, problemOf(error));
  }
};

const registerAll = (pi: ExtensionAPI): void => {
  const isOff = isSwitchedOff();
  let current: { readonly id: string; readonly cwd: string; readonly opening: Promise<PiSession> } | undefined;
  let open: PiSession | undefined;
  const sessionOf: SessionOf = (ctx) => {
    const id = ctx.sessionManager.getSessionId();
    if (current?.id === id && current.cwd === ctx.cwd) return current.opening;
    const opening = openLate(ctx, { id, isOff });
    current = { id, cwd: ctx.cwd, opening };
    void opening.then((session) => {
      open = session;
    }, ignoreHere);
    return opening;
  };
  const close = (session: PiSession): void => {
    leaveSession(session.id);
    if (current?.id === session.id) current = undefined;
    if (open === session) open = undefined;
  };
  registerGuard(pi, sessionOf);
  if (isOff) return;
  registerHooks(pi, { sessionOf, current: () => open, close });
  registerTools(pi, sessionOf);
  registerCommands(pi, { sessionOf, current: () => open });
  registerRecallMessage(pi);
};

/** Who awaits the session sees why it could not be opened. */
const ignoreHere = (): void => undefined;

/** The core is loaded by the first session, not by the registration that Pi's start waits for. */
const openLate = async (ctx: ExtensionContext, options: SessionOptions): Promise<PiSession> => {
  const { openSession } = await import("./open-session.ts");
  return openSession(ctx, options);
};

/** When nothing else works, the user can still ask why. */
const registerApology = (pi: ExtensionAPI, problem: string): void => {
  pi.registerCommand("wiki", {
    description: "The wiki could not start",
    handler: async (_args, ctx) => ctx.ui.notify(`The wiki could not start. ${problem}`, "error"),
  });
};
