/** Says of a skill wherever it is shown that it was seen to fail, also where nobody has withheld it. */

import type { LabelPages } from "../../recall/belief.ts";
import type { VaultTrust } from "../../trust/trust-store.ts";
import type { UsageFold } from "../../usage/usage-fold.ts";
import type { Vault } from "../../vault/vault.ts";
import { isLearned, lastChanges } from "./learned-skill.ts";
import { failuresSince } from "./lifecycle.ts";

export interface SkillLabelsParts {
  trust(vault: Vault): Pick<VaultTrust, "events">;
  usage(vault: Vault): Pick<UsageFold, "outcomes">;
}

export const openSkillLabels =
  ({ trust, usage }: SkillLabelsParts): LabelPages =>
  (vault) => {
    // Most questions find no skill.
    let changed: ReadonlyMap<string, string> | undefined;
    return ({ id, type }) => {
      if (!isLearned({ type })) return [];
      changed ??= lastChanges(trust(vault).events);
      const outcomes = usage(vault).outcomes.filter(({ doc }) => doc === id);
      const seen = failuresSince(outcomes, changed.get(id));
      return seen === undefined ? [] : [`seen to fail ${seen.failure} of ${seen.success + seen.failure} times`];
    };
  };
