/** Pi's events: recall before a prompt, keep in step after a turn, open and close the session. */

import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import type { Injection } from "../../core/recall/inject.ts";
import { hashesInContext } from "./context-pages.ts";
import { recallMessage } from "./recall-message.ts";
import type { SessionOf } from "./register-tools.ts";
import { inBackground, type PiSession, showStatus, within } from "./session.ts";

export interface HookParts {
  readonly sessionOf: SessionOf;
  /** The session that is open now, if any. */
  current(): PiSession | undefined;
  /** Called when Pi ends the session. */
  close(session: PiSession): void;
}

/** The first prompt waits this long for the indexes; past that the turn goes on without recall. */
const waitForIndexMs = 500;
/** Pi must not be kept from ending. */
const waitAtEndMs = 900;

export const registerHooks = (pi: ExtensionAPI, { sessionOf, current, close }: HookParts): void => {
  pi.on("session_start", (_event, ctx) => {
    // Nothing waits for this: whoever needs the session next sees why it could not be opened.
    void sessionOf(ctx).then((session) => openStatus(session, ctx), ignore);
  });
  pi.on("before_agent_start", async (event, ctx) => {
    const prompt: unknown = event.prompt; // Undefined where a message of an extension started the run.
    if (typeof prompt !== "string" || prompt.trim() === "") return undefined;
    const session = await sessionOf(ctx).catch(ignore);
    if (session === undefined || session.isChild) return undefined;
    const injection = await recallFor(session, prompt, ctx);
    session.last = { prompt, injection };
    const { message } = injection;
    return message === null ? undefined : { message: recallMessage({ ...injection, message }) };
  });
  pi.on("tool_call", () => {
    const session = current();
    if (session !== undefined) session.isTouched = true;
  });
  pi.on("agent_end", (_event, ctx) => {
    const session = current();
    if (session?.isTouched === true) settle(session, ctx);
  });
  pi.on("session_shutdown", async () => {
    const session = current();
    if (session === undefined) return;
    await within(session.settling, waitAtEndMs);
    session.isOver = true;
    close(session);
  });
};

const ignore = (): undefined => undefined;

const openStatus = (session: PiSession, ctx: ExtensionContext): void => {
  void inBackground(session, async () => {
    await session.ready;
    await showStatus(session, ctx);
  });
};

const settle = (session: PiSession, ctx: ExtensionContext): void => {
  const before = session.settling;
  session.isTouched = false;
  session.settling = inBackground(session, async () => {
    await before;
    await session.workspace.as("tool", { session: session.id }).settle();
    await showStatus(session, ctx);
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
