/** What is rejected with a page: the claim that was named, else its first sentence, and a title that says enough. Pure. */

import type { HashFunction } from "../../ledger/canonical.ts";
import type { Page } from "../../pages/page.ts";
import { claimsIn, claimTexts, digestsIn } from "./claim-digests.ts";
import { claimSentences } from "./claim-sentences.ts";
import { unspacedScripts } from "./normalise-claim.ts";

const fewestWords = 4;
const fewestCharacters = 8;

/** As plain texts; at least one for a page that says anything. */
export const claimsOfRejection = (page: Pick<Page, "title" | "body">, claim?: string): readonly string[] => {
  if (claim !== undefined && claim.trim() !== "") return [claim];
  const sentences = [...claimSentences(page.body)];
  const first = (sentences.find(({ isHeading }) => !isHeading) ?? sentences[0])?.text;
  const claims = [first, saysEnough(page.title) || first === undefined ? page.title : undefined];
  return [...new Set(claims.filter((text): text is string => text !== undefined && text.trim() !== ""))];
};

/** The same without what a page states that stays: that must not be buried with the other. */
export const claimsBeside = (
  page: Pick<Page, "title" | "body">,
  kept: Parameters<typeof claimTexts>[0],
  hash: HashFunction,
): readonly string[] => {
  const stated = digestsIn(claimTexts(kept), hash);
  const isStated = (claim: string): boolean =>
    claimsIn(claim, hash).some((reading) => reading.every((digest) => stated.has(digest)));
  return claimsOfRejection(page).filter((claim) => !isStated(claim));
};

const saysEnough = (title: string): boolean => {
  const words = title.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’.-]*/gu)?.length ?? 0;
  const characters = title.match(new RegExp(`[${unspacedScripts}]`, "gu"))?.length ?? 0;
  return words >= fewestWords || characters >= fewestCharacters;
};
