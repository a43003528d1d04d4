/** Closes the intervals of pages that another page replaces, each with its event. */

import { isWikiError } from "../errors.ts";
import { editFrontMatter } from "../pages/edit-page.ts";
import type { Page, Status } from "../pages/page.ts";
import type { PageStore } from "../pages/page-store.ts";
import type { WriteContext } from "../vault/vault.ts";
import { type SupersededPage, type SupersedingPage, type Supersession, supersessionOf } from "./supersede.ts";

export interface SupersedeRequest {
  readonly by: SupersedingPage;
  /** Ids of the pages that it replaces. */
  readonly supersedes: readonly string[];
  /** The new page is confirmed by a person, or written by one. */
  readonly isDecided: boolean;
}

export interface SupersedeParts {
  readonly pages: PageStore;
  readonly context: WriteContext;
  /** The status that counts; undefined where only the file is known. */
  statusOf(page: Page): Status | undefined;
}

export interface SupersededAnswer {
  readonly id: string;
  /** `absent`: there is no such page here. `failed`: it could not be read or changed. */
  readonly outcome: Supersession["outcome"] | "absent" | "failed";
  /** Why it failed. */
  readonly problem?: string;
}

/** One page that can't be changed does not keep the others from it: the new page is there already. */
export const closeSuperseded = async (
  request: SupersedeRequest,
  parts: SupersedeParts,
): Promise<readonly SupersededAnswer[]> => {
  const answers: SupersededAnswer[] = [];
  for (const id of new Set(request.supersedes)) {
    try {
      answers.push({ id, outcome: await closeOne(id, request, parts) });
    } catch (error) {
      if (!isWikiError(error)) throw error;
      answers.push({ id, outcome: "failed", problem: error.message });
    }
  }
  return answers;
};

const closeOne = async (
  id: string,
  { by, isDecided }: SupersedeRequest,
  { pages, context, statusOf }: SupersedeParts,
): Promise<SupersededAnswer["outcome"]> => {
  const page = pages.read(id);
  if (page === undefined) return "absent";
  const old: SupersededPage = { ...page, status: statusOf(page) ?? page.status };
  const supersession = supersessionOf(old, by, { now: context.platform.now(), isDecided });
  if (supersession.outcome === "closed") await close(page, { by, pages, context, changes: supersession.changes });
  return supersession.outcome;
};

const close = async (
  page: Page,
  {
    by,
    pages,
    context,
    changes,
  }: Pick<SupersedeRequest, "by"> &
    Pick<SupersedeParts, "pages" | "context"> & {
      readonly changes: Extract<Supersession, { outcome: "closed" }>["changes"];
    },
): Promise<void> => {
  const { valid_until: until } = changes;
  const details = {
    superseded_by: by.id,
    ...(until === undefined ? {} : { valid_until: until }),
    // What it said before stays in the record.
    ...(page.validUntil === undefined ? {} : { valid_until_before: page.validUntil }),
  };
  const change = (text: string): string => editFrontMatter(text, { ...changes }, page.path);
  await pages.edit(page.id, change, context, { kind: "superseded", details });
};
