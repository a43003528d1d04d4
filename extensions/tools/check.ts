/** wiki_check: what is in the wiki, and what is wrong with it. */

import { type Finding, renderFinding } from "../core/finding.ts";
import type { VaultStatus } from "../core/vault/check-vault.ts";
import { object, oneOf } from "./schema.ts";
import { defineTool } from "./tool.ts";

const mostFindings = 30;

export const check = defineTool({
  name: "wiki_check",
  title: "Check",
  description:
    "Look at the wiki's state: status (counts), lint (broken links, damaged pages, gaps) or verify (ledger and captured sources unchanged).",
  effect: "read",
  input: object({ action: oneOf(["status", "lint", "verify"], "What to look at") }),
  run: async ({ action }, { workspace }) => {
    if (action === "status") {
      const status = await workspace.status();
      return { text: [...status.vaults.map(renderStatus), ...listed(status.findings)].join("\n"), data: status };
    }
    const answer = action === "lint" ? await workspace.lint() : await workspace.verify();
    return { text: listed(answer.findings).join("\n") || "Nothing is wrong.", data: answer };
  },
});

/** One line a vault. */
export const renderStatus = (vault: VaultStatus): string => {
  if (!vault.exists) return `${vault.layer}: none yet (would be ${vault.root})`;
  const types = Object.entries(vault.by_type).map(([type, count]) => `${count} ${type}`);
  const detail = types.length === 0 ? "" : `: ${types.join(", ")}`;
  return `${vault.layer}: ${vault.pages} pages, ${vault.drafts} drafts, ${vault.sources} sources (${vault.root})${detail}`;
};

const severities = { error: 0, warning: 1, info: 2 } as const;

/** Errors first, at most thirty, and how many more there are. */
const listed = (findings: readonly Finding[]): readonly string[] => {
  const sorted = [...findings].sort((left, right) => severities[left.severity] - severities[right.severity]);
  const rest = sorted.length - mostFindings;
  return [...sorted.slice(0, mostFindings).map(renderFinding), ...(rest > 0 ? [`… and ${rest} more.`] : [])];
};
