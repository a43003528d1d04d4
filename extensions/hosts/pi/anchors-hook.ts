/** Keeps in step with the code that pages are about: at the session's start, and after a turn that may have changed it. */

import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import type { ChangedPage } from "../../core/anchors/session-anchors.ts";
import { mayWrite } from "../../core/guard/decide.ts";
import { asLine } from "../../core/visible.ts";
import type { OpenSessions } from "./open-sessions.ts";
import { inBackground, type PiSession, within } from "./session.ts";

/** How long a call that writes waits until what was before it is known. */
const waitBeforeMs = 3_000;
/** How long a turn's end waits for what became of the code. */
const waitAfterMs = 10_000;
const mostNamed = 3;

export const registerAnchors = (pi: ExtensionAPI, sessions: OpenSessions): void => {
  pi.on("session_start", (_event, ctx) => {
    void sessions.of(ctx).then(begin, ignore);
  });
  pi.on("tool_call", async (event, ctx) => {
    if (!mayWrite(event.toolName)) return;
    const session = await sessions.known(ctx);
    if (session === undefined) return;
    session.mayHaveWritten = true;
    await within(begin(session), waitBeforeMs);
  });
  pi.on("tool_result", async (event, ctx) => {
    // The end of the turn before may have come in between.
    const session = mayWrite(event.toolName) ? await sessions.known(ctx) : undefined;
    if (session !== undefined) session.mayHaveWritten = true;
  });
  pi.on("agent_end", async (_event, ctx) => {
    const session = await sessions.known(ctx);
    if (session?.mayHaveWritten !== true) return;
    session.mayHaveWritten = false;
    await within(tellChanges(session, ctx), waitAfterMs);
  });
};

const ignore = (): undefined => undefined;

/** What the code was when the session began is what its changes are told from. */
const begin = (session: PiSession): Promise<void> => {
  session.anchored ??= session.ready.then(() =>
    inBackground(session, "anchors", async () => {
      if (!session.isOver) await session.workspace.anchors.check();
    }),
  );
  return session.anchored;
};

const tellChanges = async (session: PiSession, ctx: ExtensionContext): Promise<void> => {
  await begin(session);
  // The turn's own notes are anchored by then.
  await session.settling;
  let changed: readonly ChangedPage[] = [];
  await inBackground(session, "anchors", async () => {
    changed = await session.workspace.anchors.check();
  });
  const named = changed.slice(0, mostNamed);
  if (named.length === 0 || session.isOver) return;
  session.offers = named.map(({ id }) => id);
  ctx.ui.notify(`wiki: ${closingLine(named, changed.length - named.length)}`, "warning");
};

const closingLine = (pages: readonly ChangedPage[], more: number): string => {
  const told = pages.map(({ id, anchors: [first] }) => {
    const what = first?.verdict === "gone" ? " is gone" : " changed";
    return `${asLine(id)} (${asLine(first?.ref ?? "")}${what})`;
  });
  return `code that pages are about changed: ${told.join(", ")}${more > 0 ? ` and ${more} more` : ""}. Are they still true? /wiki review`;
};
