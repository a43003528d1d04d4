/** Tells whoever withholds or forgets a page where it was put as an Agent Skill: nobody takes it away from there. */

import { type ExportedCopy, exportsIn } from "../../skills/learned/skill-exports.ts";
import type { Vault, WriteContext } from "../../vault/vault.ts";
import type { SessionReview } from "../session-review.ts";
import type { PageDecision } from "../set-status.ts";
import type { VaultTrust } from "../trust-store.ts";

export interface ExportedParts {
  vaults(): Promise<readonly Vault[]>;
  trust(vault: Vault): Pick<VaultTrust, "events">;
}

const withholding: ReadonlySet<PageDecision> = new Set(["reject", "retire"]);

export const thenExported = (review: SessionReview, parts: ExportedParts): SessionReview => {
  const copiesOf = async (pages: readonly string[]): Promise<{ readonly exported?: readonly ExportedCopy[] }> => {
    const found: ExportedCopy[] = [];
    for (const vault of await parts.vaults()) {
      const exports = exportsIn(parts.trust(vault).events);
      for (const page of pages) {
        const places = exports.get(page);
        if (places !== undefined) found.push({ page, places });
      }
    }
    return found.length === 0 ? {} : { exported: found };
  };
  return {
    ...review,
    decide: async (request, context: WriteContext) => {
      const decided = await review.decide(request, context);
      return withholding.has(request.decision) ? { ...decided, ...(await copiesOf([decided.id])) } : decided;
    },
    setStatus: async (request, context) => {
      const answer = await review.setStatus(request, context);
      return withholding.has(request.decision) ? { ...answer, ...(await copiesOf(answer.updated)) } : answer;
    },
    forget: async (request, context) => {
      const forgotten = await review.forget(request, context);
      return { ...forgotten, ...(await copiesOf([forgotten.id])) };
    },
  };
};
