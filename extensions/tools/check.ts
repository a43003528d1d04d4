/** wiki_check: what is in the wiki, and what is wrong with it. */

import { listFindings } from "../core/finding.ts";
import type { VaultStatus } from "../core/vault/check-vault.ts";
import { asLine } from "../core/visible.ts";
import { object, oneOf } from "./schema.ts";
import { defineTool } from "./tool.ts";

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
      return { text: [...status.vaults.map(renderStatus), ...listFindings(status.findings)].join("\n"), data: status };
    }
    const answer = action === "lint" ? await workspace.lint() : await workspace.verify();
    return { text: listFindings(answer.findings).join("\n") || "Nothing is wrong.", data: answer };
  },
});

const longestType = 40;

/** One line a vault. */
export const renderStatus = (vault: VaultStatus): string => {
  if (!vault.exists) return `${vault.layer}: none yet (would be ${vault.root})`;
  const types = Object.entries(vault.by_type).map(([type, count]) => `${count} ${asLine(type, longestType)}`);
  const detail = types.length === 0 ? "" : `: ${types.join(", ")}`;
  return `${vault.layer}: ${vault.pages} pages, ${vault.drafts} drafts, ${vault.sources} sources (${vault.root})${detail}`;
};
