/** Pi's events: recall before a prompt, keep in step after a turn, open and close the session. */

import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import { explain } from "../../core/recall/explanation.ts";
import { openExplanations } from "../../core/recall/explanation-store.ts";
import type { ExplainedInjection } from "../../core/recall/session-recall.ts";
import { ownPromptMark } from "../../core/sources/conversation.ts";
import { hashesInContext } from "./context-pages.ts";
import type { OpenSessions } from "./open-sessions.ts";
import { recallMessage } from "./recall-message.ts";
import { inBackground, type PiSession, setStatus, settleInBackground, showStatus, within } from "./session.ts";

/** The first prompt waits this long for the indexes; past that the turn goes on without recall. */
const waitForIndexMs = 500;

/** Tools that change no file: they need no look at the vaults before and after. */
const readers: ReadonlySet<string> = new Set([
  "read",
  "grep",
  "find",
  "ls",
  "wiki_recall",
  "wiki_recall_skill",
  "wiki_feedback",
  "wiki_check",
  "wiki_map",
  "wiki_ground",
  "wiki_packet",
  "wiki_lessons",
]);

export const registerHooks = (pi: ExtensionAPI, sessions: OpenSessions): void => {
  pi.on("session_start", (_event, ctx) => {
    // Nothing waits for this: whoever needs the session next sees why it could not be opened.
    void sessions.of(ctx).then((session) => statusWhenReady(session, ctx), ignore);
  });
  pi.on("before_agent_start", async (event, ctx) => {
    const prompt: unknown = event.prompt; // Undefined where a message of an extension started the run.
    if (typeof prompt !== "string" || prompt.trim() === "" || prompt.startsWith(ownPromptMark)) return undefined;
    const session = await sessions.of(ctx).catch(ignore);
    if (session === undefined || session.isChild) return undefined;
    const injection = await recallFor(session, prompt, ctx);
    session.last = { prompt, injection };
    keepExplanation(session, injection);
    const { message } = injection;
    return message === null ? undefined : { message: recallMessage({ ...injection, message }) };
  });
  pi.on("tool_call", async (event, ctx) => {
    const session = readers.has(event.toolName) ? undefined : await sessions.known(ctx);
    if (session === undefined || session.isTouched) return;
    session.isTouched = true;
    // What was changed before this call was not changed by it.
    if (session.isReady) await inBackground(session, "settle", () => session.workspace.look());
  });
  pi.on("agent_end", async (_event, ctx) => {
    const session = await sessions.known(ctx);
    if (session?.isTouched === true) settleInBackground(session, ctx);
  });
  pi.on("session_shutdown", (_event, ctx) => sessions.end(ctx));
};

const ignore = (): undefined => undefined;

/** For whoever asks why in a terminal; nobody waits for it but the session's end. */
const keepExplanation = (session: PiSession, injection: ExplainedInjection): void => {
  const { id, workspace } = session;
  const { platform } = workspace;
  const explanation = explain(injection, { session: id, at: platform.now() });
  const keep = (): Promise<void> =>
    inBackground(session, "why", async () => {
      const nearest = (await workspace.layers()).layers.find(({ exists }) => exists);
      if (nearest !== undefined) await openExplanations(platform, nearest).keep(explanation);
    });
  session.settling = session.settling.then(keep);
};

const statusWhenReady = async (session: PiSession, ctx: ExtensionContext): Promise<void> => {
  await session.ready;
  await showStatus(session, ctx);
};

const silent: ExplainedInjection = {
  message: null,
  pages: [],
  tokens: 0,
  gate: "off",
  elapsed_ms: 0,
  answer: undefined,
};

const recallFor = async (session: PiSession, prompt: string, ctx: ExtensionContext): Promise<ExplainedInjection> => {
  const isInTime = session.isReady || (await within(session.ready, waitForIndexMs));
  if (session.isOver) return silent;
  if (!isInTime) {
    setStatus(session, ctx, "wiki: still reading the pages, nothing recalled");
    return silent;
  }
  let injection = silent;
  const seen = hashesInContext(ctx.sessionManager.getBranch());
  const work = inBackground(session, "recall", async () => {
    injection = await session.workspace
      .as("tool", { session: session.id })
      .inject(prompt, { seen, first: session.offers });
    if (injection.pages.some(({ id }) => session.offers.includes(id))) session.offers = [];
  });
  await within(work, waitForIndexMs);
  return injection;
};
