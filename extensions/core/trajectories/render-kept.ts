/** Says of a captured trajectory what it is called and how it came out. Pure. */

import { listCounts, type RuleCount } from "../secrets/rule-counts.ts";
import { asLine } from "../visible.ts";
import type { TrajectoryOutcome } from "./packet.ts";
import { code } from "./step-lines.ts";

/** What is said of a capture; the packet's own text is for those who open it. */
export const renderKept = (
  kept:
    | {
        readonly id: string;
        readonly title: string;
        readonly folder: string;
        readonly outcome: TrajectoryOutcome;
        readonly steps: number;
        readonly tool_calls: number;
        readonly redactions: readonly RuleCount[];
        readonly duplicate_of?: string;
      }
    | undefined,
): string => {
  if (kept === undefined) return "Nothing was done yet; nothing was kept.";
  const { id, title, folder, outcome, steps, tool_calls: calls, redactions, duplicate_of: known } = kept;
  if (known !== undefined) return `Nothing was done since ${known}; nothing was kept.`;
  return [
    `Kept as ${id}: "${asLine(title)}", ${steps} steps, ${calls} tool calls. Cite it as [[trajectories/${id}]].`,
    `Outcome: ${outcomeText(outcome)}`,
    `${asLine(folder)}/extracted.md`,
    ...(redactions.length === 0 ? [] : [`Secrets were replaced by [redacted:<rule>]: ${listCounts(redactions)}.`]),
  ].join("\n");
};

export const outcomeText = ({ result, judge }: TrajectoryOutcome): string => {
  switch (judge.by) {
    case "test":
      return `${result}, says ${code(judge.command)} (exit code ${judge.exit_code ?? "unknown"}).`;
    case "person":
      return `${result}, says ${asLine(judge.name, 80)}.`;
    case "none":
      return "unknown; no test and no person says how it came out.";
  }
};
