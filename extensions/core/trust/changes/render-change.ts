/** Tells a model what became of a page that it wanted changed, and what a person has to do. Pure. */

import { renderRemark } from "../../finding.ts";
import { asLine } from "../../visible.ts";
import type { ChangedPage } from "./changed-page.ts";
import type { CheckedEvidence } from "./evidence.ts";

export const renderChange = (changed: ChangedPage): string =>
  [outcomeText(changed), changed.path, ...changed.findings.map(renderRemark)].join("\n");

const outcomeText = (changed: ChangedPage): string => {
  const { outcome, evidence = [], proposed, tombstone } = changed;
  const link = `[[${asLine(changed.id)}]]`;
  switch (outcome) {
    case "changed":
      return `[unconfirmed] ${link} is changed and stays a draft. Ask the person for /wiki review.`;
    case "confirmed": {
      const places = evidence.map(placeOf);
      return `${link} is confirmed by ${places.join(", ")}: it is stable, machine-confirmed.`;
    }
    case "rejected":
      return `The draft ${link} is rejected; what it claims stays out${tombstone === undefined ? "" : ` (tombstone ${tombstone})`}.`;
    case "proposed":
      return `${proposalText(changed, link)} Ask the person for /wiki review.`;
    case "known":
      return proposed === undefined
        ? `${link} already says exactly this; nothing was written.`
        : `The same change of ${link} waits already; nothing was written. Ask the person for /wiki review.`;
  }
};

const placeOf = ({ file, line, commit, run }: CheckedEvidence): string => {
  if (typeof commit === "string") return `commit ${commit.slice(0, 12)}`;
  if (typeof run === "string") return asLine(run);
  return `${asLine(String(file))}:${String(line)}`;
};

const proposalText = ({ proposed, status, suspended }: ChangedPage, link: string): string => {
  if (proposed === "revise")
    return `A new text of ${link} is proposed. Its ${status} text stays live until a person confirms it.`;
  const wanted = `To ${proposed} ${link} is proposed.`;
  return suspended === true
    ? `${wanted} By the person's own words it is no longer recalled unasked, until they decide.`
    : `${wanted} It stays live until a person decides.`;
};
