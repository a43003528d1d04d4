/** Finds what a tool quotes among the words that the person typed in this session. Pure. */

import { WikiError } from "../../errors.ts";
import type { Page } from "../../pages/page.ts";
import type { SaidWords } from "../proposals.ts";
import { claimWords, contentWords, foldSpace, sharedWords } from "./claim-words.ts";

const fewestCharacters = 12;
const mostCharacters = 500;
const fewestWords = 3;
const fewestShared = 2;

/**
 * The quote, with the entry that holds it. Throws `quote_refused` for one that is too little, that is about something
 * else, or that nobody typed. `said` is undefined where the person's words can't be seen.
 */
export const quotedWords = (
  quote: string,
  page: Pick<Page, "title" | "body">,
  said: readonly SaidWords[] | undefined,
): SaidWords => {
  if (said === undefined) return refuse("what the person types can't be seen here");
  const text = foldSpace(quote);
  const words = contentWords(text);
  if (text.length < fewestCharacters) return refuse(`it has under ${fewestCharacters} characters`);
  if (text.length > mostCharacters) return refuse(`it has over ${mostCharacters} characters`);
  if (words.size < fewestWords) return refuse(`it has under ${fewestWords} words that carry meaning`);
  if (sharedWords(words, claimWords(page)) < fewestShared) {
    return refuse(`it shares under ${fewestShared} words with the page's title and first sentence`);
  }
  const found = said.findLast((one) => foldSpace(one.text).includes(text));
  return found === undefined ? refuse("the person did not type it in this session") : { text, entry: found.entry };
};

const refuse = (reason: string): never => {
  throw new WikiError("quote_refused", { reason });
};
