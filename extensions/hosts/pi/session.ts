/** What one Pi session holds: its workspace, what it last recalled, and what went wrong in the background. */

import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import { isWikiError } from "../../core/errors.ts";
import type { Finding } from "../../core/finding.ts";
import type { Injection } from "../../core/recall/inject.ts";
import type { Workspace } from "../../workspace.ts";

export interface LastRecall {
  readonly prompt: string;
  readonly injection: Injection;
}

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
  /** The newest failure of background work, for the status line and `/wiki status`. */
  problem: string | undefined;
  /** The work that runs after a turn. */
  settling: Promise<void>;
  /** A tool ran since the vaults were last looked at. */
  isTouched: boolean;
  isOver: boolean;
}

/** Runs background work; its failure is kept for the user and reaches nobody else. */
export const inBackground = (session: PiSession, work: () => Promise<void>): Promise<void> =>
  work().then(
    () => undefined,
    (error: unknown) => {
      session.problem = problemOf(error);
    },
  );

/** An error as one line for a person. */
export const problemOf = (error: unknown): string => {
  if (isWikiError(error)) return `${error.message} ${error.hint}`;
  return `Internal error: ${error instanceof Error ? error.message : String(error)}`;
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

/** Shows vault and pages in the status line; a host without one ignores it. */
export const showStatus = async (session: PiSession, ctx: ExtensionContext): Promise<void> => {
  const line = session.problem === undefined ? await statusLine(session) : `wiki: ${session.problem}`;
  if (!session.isOver) ctx.ui.setStatus("pi-wiki", line);
};

const statusLine = async ({ workspace }: PiSession): Promise<string | undefined> => {
  const { pages, drafts } = await workspace.counts();
  if (pages === 0) return undefined;
  return `wiki: ${pages} ${pages === 1 ? "page" : "pages"}${drafts === 0 ? "" : `, ${drafts} drafts`}`;
};
