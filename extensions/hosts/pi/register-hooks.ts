/** Pi's events: open and close the session, recall before a prompt, guard writes, keep in step after a turn. */

import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import { decide, mayWrite, renderDenial } from "../../core/guard/decide.ts";
import type { Injection } from "../../core/recall/inject.ts";
import { hashesInContext } from "./context-pages.ts";
import { recallMessage } from "./recall-message.ts";
import type { SessionOf } from "./register-tools.ts";
import { inBackground, type PiSession, showStatus, within } from "./session.ts";

export interface HookParts {
  readonly sessionOf: SessionOf;
  /** Called when Pi ends the session. */
  close(session: PiSession): void;
  /** True leaves nothing but the guard. */
  readonly isOff: boolean;
}

/** The first prompt waits this long for the indexes; past that the turn goes on without recall. */
const waitForIndexMs = 500;
/** Pi must not be kept from ending. */
const waitAtEndMs = 900;

export const registerHooks = (pi: ExtensionAPI, parts: HookParts): void => {
  registerGuard(pi, parts);
  if (!parts.isOff) registerMemory(pi, parts);
};

const registerGuard = (pi: ExtensionAPI, { sessionOf }: HookParts): void => {
  pi.on("tool_call", async (event, ctx) => {
    const session = sessionOf(ctx);
    session.isTouched = true;
    if (!mayWrite(event.toolName)) return undefined;
    const { platform } = session.workspace;
    const decision = decide(
      { tool: event.toolName, input: event.input, cwd: ctx.cwd },
      {
        vaults: await session.workspace.guardedVaults(),
        paths: platform.paths,
        caseInsensitive: platform.environment.caseInsensitive,
      },
    );
    return decision.decision === "deny" ? { block: true, reason: renderDenial(decision) } : undefined;
  });
};

const registerMemory = (pi: ExtensionAPI, parts: HookParts): void => {
  const { sessionOf } = parts;
  pi.on("session_start", (_event, ctx) => {
    const session = sessionOf(ctx);
    void inBackground(session, async () => {
      await session.ready;
      await showStatus(session, ctx);
    });
  });
  pi.on("before_agent_start", async (event, ctx) => {
    const session = sessionOf(ctx);
    const prompt: unknown = event.prompt; // Undefined where a message of an extension started the run.
    if (typeof prompt !== "string" || prompt.trim() === "" || session.isChild) return undefined;
    const injection = await recallFor(session, prompt, ctx);
    session.last = { prompt, injection };
    return injection.message === null
      ? undefined
      : { message: recallMessage({ ...injection, message: injection.message }) };
  });
  pi.on("agent_end", (_event, ctx) => {
    const session = sessionOf(ctx);
    if (!session.isTouched) return;
    session.isTouched = false;
    session.settling = inBackground(session, async () => {
      await session.settling;
      await session.workspace.as("tool", { session: session.id }).settle();
      await showStatus(session, ctx);
    });
  });
  pi.on("session_shutdown", async (_event, ctx) => {
    const session = sessionOf(ctx);
    await within(session.settling, waitAtEndMs);
    session.isOver = true;
    parts.close(session);
  });
};

const silent: Injection = { message: null, pages: [], tokens: 0, gate: "off", elapsed_ms: 0 };

const recallFor = async (session: PiSession, prompt: string, ctx: ExtensionContext): Promise<Injection> => {
  if (!session.isReady && !(await within(session.ready, waitForIndexMs))) {
    ctx.ui.setStatus("pi-wiki", "wiki: still reading the pages, nothing recalled");
    return silent;
  }
  let injection = silent;
  const work = inBackground(session, async () => {
    const seen = hashesInContext(ctx.sessionManager.getBranch());
    injection = await session.workspace.inject(prompt, { seen });
  });
  await within(work, waitForIndexMs);
  return injection;
};
