/** What a letter looks like to a reader: accents, styles and other scripts' letters of the same shape folded. Pure. */

import { latinShapes } from "../confusables.ts";

/** Letters that a glance takes for another, though a reader of their language would not. */
const atAGlance: Readonly<Record<string, string>> = { "\u0142": "l", "\u05c0": "l", "\u04cf": "i" };

/** One UTF-16 unit for each character, so that places stay. */
export const lookAlike = (character: string): string => {
  if (character <= "\u007f") return character.toLowerCase();
  const [base = character] = character.normalize("NFKD");
  const lower = base.toLowerCase();
  const seen = atAGlance[lower] ?? latinShapes.get(base) ?? latinShapes.get(lower) ?? lower;
  return seen.length === 1 ? seen : "\ufffd";
};
