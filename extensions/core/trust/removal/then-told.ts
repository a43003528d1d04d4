/** Makes what is decided on a page known to its copies in other layers when the decision is. */

import type { Vault, WriteContext } from "../../vault/vault.ts";
import type { SessionReview } from "../session-review.ts";
import type { VaultTrust } from "../trust-store.ts";
import { type ToldCopy, tellCopies } from "./tell-copies.ts";

type Tell = (context: WriteContext) => Promise<readonly ToldCopy[]>;

export interface TellParts {
  /** All that are open. */
  vaults(): Promise<readonly Vault[]>;
  trust(vault: Vault): VaultTrust;
  /** Called for each vault whose lists name other pages from now on. */
  outdate(vault: Vault): void;
}

export const openTell =
  ({ vaults, trust, outdate }: TellParts): Tell =>
  async (context) => {
    const told = await tellCopies({ vaults: await vaults(), context, trust });
    for (const { vault } of told) outdate(vault);
    return told;
  };

export const thenTold = (review: SessionReview, tell: Tell): SessionReview => {
  const after =
    <Request, Answer>(decide: (request: Request, context: WriteContext) => Promise<Answer>) =>
    async (request: Request, context: WriteContext): Promise<Answer> => {
      const answer = await decide(request, context);
      await tell(context);
      return answer;
    };
  return {
    ...review,
    decide: after(review.decide),
    setStatus: after(review.setStatus),
    forget: async (request, context) => {
      const forgotten = await review.forget(request, context);
      const told = (await tell(context)).filter(({ page }) => page === forgotten.id);
      return told.length === 0 ? forgotten : { ...forgotten, copies: told.map(({ vault }) => vault.layer) };
    },
    table: (reviewer) => {
      const table = review.table(reviewer);
      return {
        ...table,
        answer: async (item, answer) => {
          await table.answer(item, answer);
          await tell(reviewer.context());
        },
      };
    },
  };
};
