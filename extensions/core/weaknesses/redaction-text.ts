/** Says which secrets were taken out of what was written. Pure. */

import type { RuleCount } from "../secrets/redact-secrets.ts";

export const redactionText = ({ redactions = [] }: { readonly redactions?: readonly RuleCount[] }): string => {
  const counts = redactions.map(({ rule, count }) => `${rule} ${count}`);
  return counts.length === 0 ? "" : `Secrets in it were replaced: ${counts.join(", ")}.`;
};
