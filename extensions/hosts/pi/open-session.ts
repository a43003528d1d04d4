/** Opens what one Pi session needs: settings, workspace, and the indexes in the background. */

import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import { defaultPlatform, openWorkspace } from "../../open-workspace.ts";
import type { Platform } from "../../platform/platform.ts";
import { scopeAt } from "../agent-environment.ts";
import { packageRoot } from "../package-root.ts";
import { readHostSettings } from "../settings-files.ts";
import { isProjectTrusted } from "./project-trust.ts";
import { checkWhenReady } from "./seals-hook.ts";
import { inBackground, type PiSession } from "./session.ts";
import { enterSession } from "./sub-agent.ts";

export interface SessionOptions {
  readonly id: string;
  /** True leaves nothing but the guard. */
  readonly isOff: boolean;
  /** The machine, where it is not the real one. */
  readonly platform?: Platform | undefined;
}

export const openSession = (ctx: ExtensionContext, options: SessionOptions): PiSession => {
  const { id, isOff, platform = defaultPlatform() } = options;
  const { settings, findings } = readHostSettings(platform, { cwd: ctx.cwd, projectTrusted: isProjectTrusted(ctx) });
  const workspace = openWorkspace(platform, { cwd: ctx.cwd, channel: "tool", settings, ...packageRoot() });
  const session: PiSession = {
    id,
    workspace,
    isChild: enterSession(platform.environment, {
      id,
      isInMemory: ctx.sessionManager.getSessionFile() === undefined,
      scope: scopeAt(platform, ctx.cwd),
    }),
    settingFindings: findings,
    ready: Promise.resolve(),
    isReady: isOff,
    last: undefined,
    problems: new Map(),
    settling: Promise.resolve(),
    isTouched: false,
    watching: undefined,
    anchored: undefined,
    mayHaveWritten: false,
    offers: [],
    calls: new Map(),
    isOver: false,
    ending: new AbortController(),
  };
  if (!isOff) {
    session.ready = inBackground(session, "index", async () => {
      await workspace.noteSession(id, "open");
      await workspace.warm();
      session.isReady = true;
    });
  }
  // Nothing waits for this.
  void checkWhenReady(session, ctx);
  return session;
};
