/** Changes a page's text: a draft in its place, a page that counts as a proposal that a person decides on. */

import { WikiError } from "../../errors.ts";
import { withMore } from "../../ledger/append-more.ts";
import { openLedger } from "../../ledger/ledger-store.ts";
import { editFrontMatter, replaceBody } from "../../pages/edit-page.ts";
import type { Page } from "../../pages/page.ts";
import { openPages } from "../../pages/page-store.ts";
import { parsePage } from "../../pages/parse-page.ts";
import { openRedactor } from "../../secrets/redactor.ts";
import { secretsFinding } from "../../secrets/secrets-finding.ts";
import { bodyOf, givenFields, type NoteSetting, refuseOddFields, tidyText, tidyTitle } from "../propose-note.ts";
import { openRevisions } from "../revision-store.ts";
import { claimTexts } from "../tombstones/claim-digests.ts";
import { refuseTombstoned } from "../tombstones/refuse-tombstoned.ts";
import { type BelievedPage, readBelieved } from "./believed-page.ts";
import type { ChangedPage, ChangeSetting, UpdateRequest } from "./changed-page.ts";
import { proposeChange } from "./propose-change.ts";

export interface UpdateSetting extends ChangeSetting, Pick<NoteSetting, "links" | "withPage"> {}

/**
 * Throws `page_not_found`; `invalid_input` for a page that is withheld, for another task than the page's, and for what a
 * note may not say; `tombstoned`; `changed_meanwhile`.
 */
export const updateNote = async (request: UpdateRequest, setting: UpdateSetting): Promise<ChangedPage> => {
  const { vault, context } = setting;
  const { platform } = context;
  const believed = readBelieved(request.id, setting);
  if (believed === undefined) throw new WikiError("page_not_found", { id: request.id });
  const { page, path, trust } = believed;
  refuseUnfit(request, believed);
  const redactor = openRedactor(platform);
  const edit = await redactor.all(tidy(request));
  const redactions = redactor.found();
  const change = (text: string): string => {
    if (platform.hash(text) !== believed.hash) throw new WikiError("changed_meanwhile", { page: page.id });
    return editedText(text, { edit, page, links: setting.links });
  };
  const now = vault.files.readText(page.path) ?? "";
  const wanted = change(now);
  const answer = {
    id: page.id,
    path,
    status: trust.status,
    ...(redactions.length === 0 ? {} : { redactions }),
    findings: secretsFinding(page.path, redactions),
  };
  if (wanted === now) return { ...answer, outcome: "known" };
  const changed = parsePage({ path: page.path, text: wanted });
  await refuseTombstoned(
    { texts: claimTexts(changed), what: page.id, page: page.id, task: changed.taskId },
    { vault, context },
  );
  if (!believed.isEditable) {
    const revision = platform.hash(wanted);
    const outcome = await proposeChange({ change: "revise", revision }, believed, setting, () =>
      openRevisions(platform, vault).put(wanted),
    );
    return { ...answer, outcome, proposed: "revise" };
  }
  const pages = openPages({ platform, vault, ledger: withMore(openLedger({ platform, vault }), setting.withPage) });
  await pages.edit(page.id, change, context);
  return { ...answer, outcome: "changed" };
};

const refuseUnfit = ({ task }: UpdateRequest, { page, trust }: BelievedPage): void => {
  if (trust.status === "deprecated") {
    const problem = `"${page.id}" is withheld, and stays as it is`;
    throw new WikiError("invalid_input", { what: "id", problem }, "Write a new note about what is true now.");
  }
  if (task === undefined || task === page.taskId) return;
  throw new WikiError("invalid_input", { what: "task", problem: "a page stays in the task that it belongs to" });
};

const tidy = (edit: UpdateRequest): UpdateRequest => {
  refuseOddFields(edit);
  const { title, text } = edit;
  return {
    ...edit,
    ...(title === undefined ? {} : { title: tidyTitle(title) }),
    ...(text === undefined ? {} : { text: tidyText(text) }),
  };
};

/** What is not given stays, character by character. */
const editedText = (
  text: string,
  { edit, page, links }: { readonly edit: UpdateRequest; readonly page: Page } & Pick<NoteSetting, "links">,
): string => {
  const { title, type } = edit;
  const fields = { ...(type === undefined ? {} : { type }), ...(title === undefined ? {} : { title }) };
  const described = editFrontMatter(text, { ...fields, ...givenFields(edit) }, page.path);
  if (edit.text === undefined) return described;
  const sources = edit.sources ?? page.sources.map(({ resource }) => resource);
  return replaceBody(described, bodyOf({ title: title ?? page.title, text: edit.text, sources }, links), page.path);
};
