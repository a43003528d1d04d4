/** confirm, reject, retire, restore, set-status: what a person decides on pages, one by one or many at once. */

import { pageStatuses } from "../../../core/pages/page.ts";
import { present } from "../../../core/present.ts";
import { exportedFindings } from "../../../core/skills/learned/skill-exports.ts";
import type { StatusAnswer } from "../../../core/trust/session-review.ts";
import type { PageDecision, StatusRequest } from "../../../core/trust/set-status.ts";
import { asLine } from "../../../core/visible.ts";
import { lookAtCode } from "../../code-as-it-is.ts";
import { flag, layer, oneOf, requiredOneOf, text, unattended } from "../option.ts";
import type { Paint } from "../paint.ts";
import { settled } from "../settled.ts";
import { type Answer, type Call, defineVerb, type Verb } from "../verb.ts";

const pages = {
  placeholder: "ID…",
  about: "Pages by their ids.",
  isRequired: true,
  take: "each",
  areIds: true,
} as const;

const shared = {
  layer: layer("Vault to look in; else the nearest that has the page."),
  unattended: unattended("For scripts and CI, without a terminal: it is recorded, and vouches for nothing."),
  "dry-run": flag("Says what would be done, and does nothing."),
};

const reasons = {
  reason: text("REASON", "Why; it is kept with the tombstone."),
  claim: text("CLAIM", "What must not come back, where it is not the page's first sentence and title."),
};

interface Chosen extends Omit<StatusRequest, "isDryRun"> {
  readonly layer: "project" | "personal" | undefined;
  readonly isUnattended: boolean;
  readonly isDryRun: boolean;
}

const decide = async ({ isUnattended, layer: where, ...request }: Chosen, call: Call): Promise<Answer> => {
  const workspace = (await call.workspace()).as(isUnattended ? "cli" : "terminal");
  if (request.decision === "confirm") await lookAtCode(workspace);
  const answer = await workspace.setStatus({ ...request, ...present({ layer: where }) });
  return {
    data: answer,
    text: (paint) => decisionText(answer, request.decision, paint),
    exitCode: answer.skipped.length === 0 ? 0 : 4,
    warnings: request.isDryRun ? [] : [...exportedFindings(answer.exported), ...(await settled(workspace))],
  };
};

const done: Readonly<Record<PageDecision, string>> = {
  confirm: "confirmed",
  reject: "rejected",
  retire: "retired",
  restore: "a draft again",
};

const decisionText = ({ updated, skipped }: StatusAnswer, decision: PageDecision, paint: Paint): string =>
  [
    ...updated.map((id) => `${paint.good(asLine(id))} ${done[decision]}`),
    ...skipped.map(({ file, reason }) => `${paint.warn(asLine(file))} left as it is: ${asLine(reason)}`),
  ].join("\n");

const confirm = defineVerb({
  name: "confirm",
  summary: "Confirms drafts: they become stable, and say who vouches for them.",
  person: "terminal",
  words: pages,
  options: shared,
  run: ({ words, options }, call) => decide({ pages: words, decision: "confirm", ...chosen(options) }, call),
});

const withReason = (name: "reject" | "retire", summary: string): Verb =>
  defineVerb({
    name,
    summary,
    person: "terminal",
    words: pages,
    options: { ...reasons, ...shared },
    run: ({ words, options }, call) => {
      const { reason, claim } = options;
      return decide({ pages: words, decision: name, ...present({ reason, claim }), ...chosen(options) }, call);
    },
  });

const restore = defineVerb({
  name: "restore",
  summary: "Makes rejected or retired pages drafts again.",
  person: "terminal",
  words: pages,
  options: shared,
  run: ({ words, options }, call) => decide({ pages: words, decision: "restore", ...chosen(options) }, call),
});

const decisionsTo = { stable: "confirm", deprecated: "retire", draft: "restore" } as const;

const setStatus = defineVerb({
  name: "set-status",
  summary: "Sets the status of many pages; one that is not in the state you expect is left as it is.",
  person: "terminal",
  words: pages,
  options: {
    from: oneOf(pageStatuses, "The state that each page must be in.", "STATUS"),
    to: requiredOneOf(pageStatuses, "The state that it is to have.", "STATUS"),
    ...reasons,
    ...shared,
  },
  run: ({ words, options }, call) => {
    const { from, to, reason, claim } = options;
    const request = { pages: words, decision: decisionsTo[to], ...present({ from, reason, claim }) };
    return decide({ ...request, ...chosen(options) }, call);
  },
});

const chosen = (options: {
  readonly layer: "project" | "personal" | undefined;
  readonly unattended: boolean;
  readonly "dry-run": boolean;
}) => ({ layer: options.layer, isUnattended: options.unattended, isDryRun: options["dry-run"] });

export const decisionVerbs: readonly Verb[] = [
  confirm,
  withReason("reject", "Rejects pages: they are withheld, and what they claim is kept from coming back."),
  withReason("retire", "Retires pages that were true once: they are withheld, and their claim does not come back."),
  restore,
  setStatus,
];
