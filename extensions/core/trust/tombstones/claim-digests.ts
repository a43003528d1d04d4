/** What a text claims, as digests: of each sentence one for each form that it may be read in. Pure. */

import type { HashFunction } from "../../ledger/canonical.ts";
import type { Page } from "../../pages/page.ts";
import { claimSentences } from "./claim-sentences.ts";
import { claimForms } from "./normalise-claim.ts";

/** SHA-256 of a normalised sentence, in hex. */
export type ClaimDigest = string;

/** One claim: a text holds it that holds each of its sentences. */
export type Claim = readonly ClaimDigest[];

/** The claim that a text makes, as it may be read; none for a text in which nothing can be seen. */
export const claimsIn = (text: string, hash: HashFunction): readonly Claim[] => {
  const sentences = [...claimSentences(text)]
    .filter(({ isPiece }) => isPiece !== true)
    .map((sentence) => claimForms(sentence.text))
    .filter((all) => all.length > 0);
  if (sentences.length === 0) return [];
  const readings = [sentences.map((forms) => forms[0] ?? ""), sentences.map((forms) => forms.at(-1) ?? "")];
  return uniqueClaims(readings.map((reading) => [...new Set(reading.map(hash))].sort()));
};

export const uniqueClaims = (claims: readonly Claim[]): readonly Claim[] => [
  ...new Map(claims.map((claim) => [claim.join(), claim])).values(),
];

/** Digests of every sentence in some texts. */
export const digestsIn = (texts: readonly string[], hash: HashFunction): ReadonlySet<ClaimDigest> => {
  const forms = new Set<string>();
  for (const text of texts) {
    for (const sentence of claimSentences(text)) for (const form of claimForms(sentence.text)) forms.add(form);
  }
  return new Set([...forms].map(hash));
};

/** Where a page may state a claim. */
export const claimTexts = (
  page: Pick<Page, "title" | "description" | "aliases" | "triggers" | "body">,
): readonly string[] => [page.title, page.description, ...page.aliases, ...page.triggers, page.body];

/** Bytes of a digest that an index keeps: enough that no two sentences of a vault meet. */
export const keptBytes = 6;

/** The first bytes of each digest, sorted, in one piece. */
export const packDigests = (digests: Iterable<ClaimDigest>): Uint8Array => {
  const heads = new Float64Array(new Set(Array.from(digests, headOf))).sort();
  const packed = new Uint8Array(heads.length * keptBytes);
  for (const [at, head] of heads.entries()) {
    let rest = head;
    for (let byte = keptBytes - 1; byte >= 0; byte -= 1) {
      packed[at * keptBytes + byte] = rest % 256;
      rest = Math.floor(rest / 256);
    }
  }
  return packed;
};

/** Of a packed digest at a place, the number that `headOf` gives for the whole one. */
export const headAt = (packed: Uint8Array, at: number): number => {
  let head = 0;
  for (let byte = at; byte < at + keptBytes; byte += 1) head = head * 256 + (packed[byte] ?? 0);
  return head;
};

export const headOf = (digest: ClaimDigest): number => Number.parseInt(digest.slice(0, 2 * keptBytes), 16);
