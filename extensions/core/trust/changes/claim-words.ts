/** What a page claims, as words: evidence and a person's own words must be about the same. Pure. */

import type { Page } from "../../pages/page.ts";
import { analyse } from "../../recall/analysis/analyse.ts";
import { claimSentences } from "../tombstones/claim-sentences.ts";

/** The words of a text that carry meaning, each once; the parts of an identifier are words. */
export const contentWords = (text: string): ReadonlySet<string> => {
  const words = new Map<number, string>();
  // A compound as a whole stands at the place of its first part, before it.
  analyse(text, { language: "en" }, (word, position) => words.set(position, word));
  return new Set(words.values());
};

/** Of a page's title and its first sentence. */
export const claimWords = ({ title, body }: Pick<Page, "title" | "body">): ReadonlySet<string> => {
  const sentences = [...claimSentences(body)];
  return contentWords(`${title}\n${sentences.find(({ isHeading }) => !isHeading)?.text ?? ""}`);
};

export const sharedWords = (left: ReadonlySet<string>, right: ReadonlySet<string>): number =>
  [...left].filter((word) => right.has(word)).length;

/** A text to look for quotes in: lines may be broken otherwise. */
export const foldSpace = (text: string): string => text.normalize("NFC").trim().split(/\s+/).join(" ");
