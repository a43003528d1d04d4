/** The batch setter: many pages, each of which must be in the state that is expected of it. Pure. */

import type { Status } from "../pages/page.ts";
export const pageDecisions = ["confirm", "reject", "retire", "restore"] as const;
export type PageDecision = (typeof pageDecisions)[number];

export interface StatusRequest {
  readonly pages: readonly string[];
  readonly decision: PageDecision;
  readonly from?: Status;
  readonly reason?: string;
  /** What is not to come back, where it is not each page's first sentence and title. */
  readonly claim?: string;
  /** Nothing is written. */
  readonly isDryRun?: boolean;
}

export interface SkippedPage {
  readonly file: string;
  readonly from: Status | undefined;
  /** `not draft`, `already stable`, `no such page`, or why it was refused. */
  readonly reason: string;
}

export const statusAfter: Readonly<Record<PageDecision, Status>> = {
  confirm: "stable",
  reject: "deprecated",
  retire: "deprecated",
  restore: "draft",
};

/** Why a page in this state is left as it is; undefined for one to be decided on. */
export const skipReason = (
  { decision, from: expected }: Pick<StatusRequest, "decision" | "from">,
  from: Status | undefined,
): string | undefined => {
  if (from === undefined) return "no such page";
  if (expected !== undefined && from !== expected) return `not ${expected}`;
  return from === statusAfter[decision] ? `already ${from}` : undefined;
};
