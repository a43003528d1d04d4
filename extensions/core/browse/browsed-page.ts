/** A page as a list of all pages shows it, the withheld ones with the reason. Pure. */

import { type BelievedFacts, exclusionOf, labelsOf } from "../recall/admission.ts";
import type { Tier } from "../trust/page-trust.ts";
import type { PageUsage, UsageFold } from "../usage/usage-fold.ts";

export interface PageFigures {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  /** What counts, whatever the file says. */
  readonly status: string;
  readonly tier: Tier;
  readonly labels: readonly string[];
  readonly tags: readonly string[];
  /** Other names of it. */
  readonly aliases: readonly string[];
  readonly date: string | null;
  /** The task that it belongs to. */
  readonly task: string | null;
  /** Why no answer names it; null for one that may be shown. */
  readonly withheld: string | null;
  readonly hits: number;
  readonly adopted: number;
  readonly tokens: number;
}

export interface BrowsedPage extends PageFigures {
  /** Ids of the pages that it links to. */
  readonly links: readonly string[];
}

export interface BrowsedFrom {
  readonly now: string;
  readonly usage: UsageFold;
}

export const browsedPage = (facts: BelievedFacts, { now, usage }: BrowsedFrom): PageFigures => {
  const { id, title, type, status, tags, aliases, date, taskId, trust } = facts;
  return {
    id,
    title,
    type,
    status: trust?.isRejected === true ? "rejected" : status,
    tier: trust?.tier ?? "unverified",
    labels: labelsOf(facts, now),
    tags,
    aliases,
    date: date ?? null,
    task: taskId ?? null,
    withheld: exclusionOf(facts, { types: [], include: [], task: taskId, asOf: now }) ?? null,
    ...figures(usage.of(id)),
  };
};

const figures = (usage: PageUsage | undefined): Pick<BrowsedPage, "hits" | "adopted" | "tokens"> => ({
  hits: usage?.hits ?? 0,
  adopted: usage?.adopted ?? 0,
  tokens: usage?.tokens ?? 0,
});
