/** The rules that a weakness wiki is held to: their codes, how much each weighs, and what to do about a breach. Pure. */

import type { Finding, Severity } from "../../finding.ts";
import { rejectionReasons, weaknessStatuses } from "../weakness.ts";

interface WikiRule {
  readonly severity: Severity;
  readonly remedy: string;
}

const error = (remedy: string): WikiRule => ({ severity: "error", remedy });
const warning = (remedy: string): WikiRule => ({ severity: "warning", remedy });
/** What existing dashboards can't read though the format allows it: told, and no fault of the wiki. */
const told = (remedy: string): WikiRule => ({ severity: "info", remedy });

const rewritten =
  "Any verb of `pi-wiki weakness` that changes the file writes it so that they can; where `--related-style documented` was chosen, with `--related-style inline`.";
const stamped = "A date and time with an offset, stamped by a program.";

export const wikiRules = {
  "weakness-front-matter": error(
    "Begin the file with --- and slug, status, tags, affected_tasks; or move it out of weaknesses/, where every .md counts as one.",
  ),
  "weakness-slug": error("Small letters, digits and single dashes between them."),
  "weakness-slug-twice": error("Give one of them a slug of its own."),
  "weakness-file-name": error("Name the file as the slug: solutions are joined by it."),
  "weakness-status": error(`It is one of ${weaknessStatuses.join(", ")}.`),
  "weakness-discovered": error("Add discovered_in_iteration: without it affected_tasks can't be frozen."),
  "weakness-solved-in": warning("solved_in_iteration is there exactly while the status is solved."),
  "weakness-rejection-heading": error("Write ### <iteration> · <direction>."),
  "weakness-rejection-why": error(`Write ${rejectionReasons.join(" or ")}.`),
  "weakness-rejection-twice": warning("Name the second direction differently."),
  "weakness-frozen-tasks": error(
    "Put the list back as it was: solutions were measured on it. In the discovery iteration use `pi-wiki weakness tasks add`.",
  ),
  "weakness-frozen-discovery": error("Put discovered_in_iteration back as it was."),
  "weakness-attempts-lost": error("Put them back: attempts are only added."),
  "weakness-rejection-lost": error("Put it back as it was, or reject the attempt again: the memory is only added to."),
  "weakness-lost": error("Put its file back, under the name of its slug."),
  "weakness-related-self": warning("Take it out."),
  "weakness-related-missing": warning("Open it, or take the edge out."),
  "weakness-solution-missing": error("Put its folder back, or take the link out."),
  "weakness-status-unbacked": warning(
    "Write the solution's card once the gate accepted it, or set the status back to in-progress.",
  ),
  "weakness-card-missing": error(
    "Run `pi-wiki weakness solve` again, or remove the folder: each one counts as a solution.",
  ),
  "weakness-solution-orphan": error("Open the weakness, or move the folder to the one it solves."),
  "weakness-solution-unlinked": error("Add it to the weakness's solutions, or run `pi-wiki weakness solve` again."),
  "weakness-solution-backlink": error('Write weakness: "[[slug]]" with the slug of its folder.'),
  "weakness-solution-iteration": warning("Name both after the candidate that produced it."),
  "weakness-outcome": error("It is pending, then kept."),
  "weakness-kept-unproven": error("Set it to pending until the gate has accepted the candidate."),
  "weakness-kept-revoked": warning("Set the weakness to reverted if its change was taken back."),
  "weakness-kept-unchecked": told("Keep the run's LEDGER.md beside wiki/."),
  "weakness-card-metric": error("Write primary_metric: { name: reward, value: 0.74 }."),
  "weakness-diff-missing": warning("Put the candidate's diff there."),
  "weakness-time": error(stamped),
  "weakness-round-empty": error("Move it elsewhere: every .json in results/ counts as a round."),
  "weakness-split": warning("It is train, val or test."),
  "weakness-comment": told(rewritten),
  "weakness-list-shape": told(rewritten),
  "weakness-solved-null": told(rewritten),
} as const satisfies Readonly<Record<string, WikiRule>>;

export type WikiRuleCode = keyof typeof wikiRules;

export interface Breach {
  readonly code: WikiRuleCode;
  readonly path: string;
  /** 1 when not given; 0 where no line applies. */
  readonly line?: number;
  readonly message: string;
}

export const toFinding = ({ code, path, line = 1, message }: Breach): Finding => ({
  code,
  ...wikiRules[code],
  path,
  line,
  message,
});

/** Those of a list that hold. */
export const breaches = (...found: readonly (Breach | false | undefined)[]): readonly Breach[] =>
  found.filter((one): one is Breach => one !== false && one !== undefined);
