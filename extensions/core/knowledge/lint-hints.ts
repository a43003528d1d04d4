/** What lint says of localization hints: warnings, whatever is wrong with them. */

import type { Platform } from "../../platform/platform.ts";
import { isWikiError, type WikiError } from "../errors.ts";
import type { Finding } from "../finding.ts";
import type { Vault } from "../vault/vault.ts";
import type { GroundingWarning } from "./grounding/grounding-lint.ts";
import { hintedPages } from "./page-to-ground.ts";
import { openRepositoryKnowledge } from "./repository-knowledge.ts";

/** Nothing for a vault without hints or outside a repository; without a map, that the hints can't be looked up. */
export const lintHints = async (platform: Platform, vault: Vault): Promise<readonly Finding[]> => {
  const pages = hintedPages(platform, vault);
  if (pages.length === 0) return [];
  try {
    const answer = await openRepositoryKnowledge(platform, vault.root).lint(pages);
    return pages.flatMap(({ inVault }, index) =>
      (answer.pages[index] ?? []).map((warning) => findingOf(inVault, warning)),
    );
  } catch (error) {
    if (!isWikiError(error)) throw error;
    return error.code === "repository_missing" ? [] : pages.map(({ inVault }) => unavailable(inVault, error));
  }
};

const findingOf = (path: string, { line, message }: GroundingWarning): Finding => ({
  code: "localization-hint",
  severity: "warning",
  path,
  line,
  message,
  remedy: "Correct the hint, or mark a planned name with (new).",
});

const unavailable = (path: string, { message, hint }: WikiError): Finding => ({
  code: "grounding-unavailable",
  severity: "warning",
  path,
  line: 0,
  message: `grounding unavailable: ${message}`,
  remedy: hint,
});
