/** What one Pi session holds: its workspace, what it last recalled, and what went wrong in the background. */

import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import { isWikiError } from "../../core/errors.ts";
import type { Finding } from "../../core/finding.ts";
import type { WatchedCall } from "../../core/guard/seals/tool-call.ts";
import type { ExplainedInjection } from "../../core/recall/session-recall.ts";
import { asLine } from "../../core/visible.ts";
import type { Workspace } from "../../workspace.ts";

export interface LastRecall {
  readonly prompt: string;
  readonly injection: ExplainedInjection;
}

/** Work that nobody waits for. */
export type BackgroundWork =
  | "anchors"
  | "conversation"
  | "index"
  | "misses"
  | "observe"
  | "recall"
  | "seals"
  | "settle"
  | "status"
  | "task"
  | "usage"
  | "why";

export interface PiSession {
  readonly id: string;
  readonly workspace: Workspace;
  /** A sub-agent's session: it is told nothing it did not ask for. */
  readonly isChild: boolean;
  readonly settingFindings: readonly Finding[];
  /** Settles when the indexes are open. */
  ready: Promise<void>;
  isReady: boolean;
  last: LastRecall | undefined;
  /** What failed in the background when it was last done, for the status line and `/wiki status`. */
  readonly problems: Map<BackgroundWork, string>;
  /** The work that runs after a turn. */
  settling: Promise<void>;
  /** A tool that may write ran since the vaults were last settled. */
  isTouched: boolean;
  /** The check of the sealed files before the turn's first call that may write; calls at the same time share it. */
  watching: Promise<string> | undefined;
  /** Settles when it is known what the code was that pages are about. */
  anchored: Promise<void> | undefined;
  /** Whether a call that may write came since the last turn's end was told of. */
  mayHaveWritten: boolean;
  /** Ids of pages whose code the last turns changed: the next recall offers them first, once. */
  offers: readonly string[];
  /** Calls under way that may write, by their ids. */
  readonly calls: Map<string, WatchedCall>;
  isOver: boolean;
  /** Aborted when the session ends: what was started for it ends too. */
  readonly ending: AbortController;
}

/** Runs background work; its failure is kept for the user until it succeeds, and reaches nobody else. */
export const inBackground = (session: PiSession, name: BackgroundWork, work: () => Promise<void>): Promise<void> =>
  work().then(
    () => {
      session.problems.delete(name);
    },
    (error: unknown) => {
      session.problems.set(name, problemOf(error));
    },
  );

/** An error as one line for a person. */
export const problemOf = (error: unknown): string => {
  if (isWikiError(error)) return asLine(`${error.message} ${error.hint}`);
  return asLine(`Internal error: ${error instanceof Error ? error.message : String(error)}`);
};

/** Settles no later than `ms` from now; true when `work` was done by then. */
export const within = (work: Promise<unknown>, ms: number): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    const done = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    work.then(done, done);
  });

/**
 * Records what changed since the vaults were last settled, and shows what there is. A person's verbs leave events of
 * their own: what has none is a tool's if one ran, else nobody's.
 */
export const settleInBackground = (session: PiSession, ctx: ExtensionContext): void => {
  const { workspace, id } = session;
  const hand = session.isTouched ? workspace.as("tool", { session: id }) : workspace.as("system");
  // What a turn did to the code that pages are about is told at its end.
  const isTold = session.isTouched;
  session.isTouched = false;
  session.settling = inBackground(session, "settle", () => hand.settle())
    .then(() => (isTold ? undefined : inBackground(session, "anchors", () => checkAnchors(session))))
    .then(() => showStatus(session, ctx));
};

const checkAnchors = async ({ workspace }: PiSession): Promise<void> => {
  await workspace.anchors.check();
};

/** Shows vault and pages in the status line; a host without one ignores it. */
export const showStatus = async (session: PiSession, ctx: ExtensionContext): Promise<void> => {
  let line: string | undefined;
  await inBackground(session, "status", async () => {
    line = await statusLine(session);
  });
  const [problem] = session.problems.values();
  setStatus(session, ctx, problem === undefined ? line : `wiki: ${problem}`);
};

/** A context that has ended throws at every use. */
export const setStatus = (session: PiSession, ctx: ExtensionContext, line: string | undefined): void => {
  if (session.isOver) return;
  try {
    ctx.ui.setStatus("pi-wiki", line);
  } catch (error) {
    session.problems.set("status", problemOf(error));
  }
};

const statusLine = async ({ workspace }: PiSession): Promise<string | undefined> => {
  const { pages, drafts } = await workspace.counts();
  if (pages === 0) return undefined;
  return `wiki: ${pages} ${pages === 1 ? "page" : "pages"}${drafts === 0 ? "" : `, ${drafts} drafts`}`;
};
