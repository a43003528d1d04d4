/** Registers everything with Pi; whatever fails, Pi goes on. */

import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import { defaultPlatform, openWorkspace } from "../../workspace.ts";
import { packageRoot } from "../package-root.ts";
import { readHostSettings } from "../settings-files.ts";
import { registerRecallMessage } from "./recall-message.ts";
import { registerCommands } from "./register-commands.ts";
import { registerHooks } from "./register-hooks.ts";
import { registerTools, type SessionOf } from "./register-tools.ts";
import { inBackground, type PiSession, problemOf } from "./session.ts";
import { enterSession, leaveSession } from "./sub-agent.ts";

export const register = (pi: ExtensionAPI): void => {
  try {
    registerAll(pi);
  } catch (error) {
    registerApology(pi, problemOf(error));
  }
};

const registerAll = (pi: ExtensionAPI): void => {
  const platform = defaultPlatform();
  const isOff = platform.environment.variable("PI_WIKI") === "off";
  let current: PiSession | undefined;
  const sessionOf: SessionOf = (ctx) => {
    const id = ctx.sessionManager.getSessionId();
    if (current?.id !== id || current.isOver || current.workspace.options.cwd !== ctx.cwd) {
      current = openSession(platform, ctx, { id, isOff });
    }
    return current;
  };
  const close = (session: PiSession): void => {
    leaveSession(session.id);
    if (current === session) current = undefined;
  };
  registerHooks(pi, { sessionOf, close, isOff });
  if (isOff) return;
  registerTools(pi, sessionOf);
  registerCommands(pi, { sessionOf, current: () => current });
  registerRecallMessage(pi);
};

const openSession = (
  platform: ReturnType<typeof defaultPlatform>,
  ctx: ExtensionContext,
  { id, isOff }: { readonly id: string; readonly isOff: boolean },
): PiSession => {
  const { settings, findings } = readHostSettings(platform, { cwd: ctx.cwd, projectTrusted: isProjectTrusted(ctx) });
  const workspace = openWorkspace(platform, { cwd: ctx.cwd, channel: "tool", settings, ...packageRoot() });
  const session: PiSession = {
    id,
    workspace,
    isChild: enterSession(platform.environment, { id, isInMemory: ctx.sessionManager.getSessionFile() === undefined }),
    settingFindings: findings,
    ready: Promise.resolve(),
    isReady: isOff,
    last: undefined,
    problem: undefined,
    settling: Promise.resolve(),
    isTouched: false,
    isOver: false,
  };
  if (!isOff) {
    session.ready = inBackground(session, async () => {
      await workspace.warm();
      session.isReady = true;
    });
  }
  return session;
};

/** Hosts without project trust trust every project; the newer ones say. */
const isProjectTrusted = (ctx: ExtensionContext): boolean => {
  const trusted: unknown = "isProjectTrusted" in ctx ? ctx.isProjectTrusted : undefined;
  return typeof trusted === "function" ? Boolean(trusted.call(ctx)) : true;
};

/** When nothing else works, the user can still ask why. */
const registerApology = (pi: ExtensionAPI, problem: string): void => {
  pi.registerCommand("wiki", {
    description: "The wiki could not start",
    handler: async (_args, ctx) => ctx.ui.notify(`The wiki could not start. ${problem}`, "error"),
  });
};
