/** Tells whoever wrote something that secrets were taken out of it. */

import type { Finding } from "../finding.ts";
import { listCounts, type RuleCount } from "./rule-counts.ts";

/** `path` as in findings; no finding when nothing was replaced. */
export const secretsFinding = (
  path: string,
  redactions: readonly RuleCount[] = [],
  { isOriginalKept = false } = {},
): readonly Finding[] =>
  redactions.length === 0
    ? []
    : [
        {
          code: "secrets-redacted",
          severity: "warning",
          path,
          line: 0,
          message: `Secrets were replaced by [redacted:<rule>]${isOriginalKept ? " in text and page; the original has them, as was asked for" : ""}: ${listCounts(redactions)}`,
          remedy: "Keep them in a password manager, and change those that should not have been shown here.",
        },
      ];
