/** The sessions that are open in this copy of the extension: each is opened once, and again when that failed. */

import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import { type PiSession, within } from "./session.ts";
import { leaveSession } from "./sub-agent.ts";

export type OpenSession = (ctx: ExtensionContext, id: string) => Promise<PiSession>;

export interface OpenSessions {
  /** The session of a context, opened when it is the first to ask. */
  of(ctx: ExtensionContext): Promise<PiSession>;
  /** The session of a context, if somebody has opened it. */
  known(ctx: ExtensionContext): Promise<PiSession | undefined>;
  /** The one that was opened last, for those who get no context. */
  latest(): PiSession | undefined;
  /** Lets the session's last work end, for a time, and closes it. */
  end(ctx: ExtensionContext): Promise<void>;
}

/** Pi must not be kept from ending. */
const waitAtEndMs = 900;

export const openSessions = (open: OpenSession): OpenSessions => {
  const opened = new Map<string, { readonly cwd: string; readonly opening: Promise<PiSession> }>();
  let latest: PiSession | undefined;

  const find = (ctx: ExtensionContext) => opened.get(ctx.sessionManager.getSessionId());
  /** A context that has ended, while another extension's hook was waited for, throws at every use. */
  const findLive = (ctx: ExtensionContext) => {
    try {
      return find(ctx);
    } catch {
      return undefined;
    }
  };
  const openAnew = (ctx: ExtensionContext, id: string): Promise<PiSession> => {
    const opening = open(ctx, id);
    opened.set(id, { cwd: ctx.cwd, opening });
    void opening.then(
      (session) => {
        latest = session;
      },
      // Who awaits it sees why; the next one to ask tries again.
      () => {
        if (opened.get(id)?.opening === opening) opened.delete(id);
      },
    );
    return opening;
  };
  const close = async (session: PiSession): Promise<void> => {
    session.isOver = true;
    session.ending.abort();
    leaveSession(session.id);
    if (latest === session) latest = undefined;
    await session.settling;
    await session.workspace.noteSession(session.id, "over");
  };

  return {
    of: (ctx) => {
      const known = find(ctx);
      return known?.cwd === ctx.cwd ? known.opening : openAnew(ctx, ctx.sessionManager.getSessionId());
    },
    known: async (ctx) => findLive(ctx)?.opening.catch(() => undefined),
    latest: () => latest,
    end: async (ctx) => {
      const known = find(ctx);
      if (known === undefined) return;
      opened.delete(ctx.sessionManager.getSessionId());
      await within(known.opening.then(close), waitAtEndMs);
    },
  };
};
