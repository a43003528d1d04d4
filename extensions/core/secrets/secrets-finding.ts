/** Tells whoever wrote something that secrets were taken out of it. */

import type { Finding } from "../finding.ts";
import { listCounts, type RuleCount } from "./redact-secrets.ts";

/** `path` as in findings; no finding when nothing was replaced. */
export const secretsFinding = (path: string, redactions: readonly RuleCount[] = []): readonly Finding[] =>
  redactions.length === 0
    ? []
    : [
        {
          code: "secrets-redacted",
          severity: "warning",
          path,
          line: 0,
          message: `Secrets were replaced by [redacted:<rule>]: ${listCounts(redactions)}`,
          remedy: "Keep them in a password manager, and change those that should not have been shown here.",
        },
      ];
