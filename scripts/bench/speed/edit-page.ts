/** Edits a page as another program would: the whole file anew, put in the old one's place. */

import { readFileSync, renameSync, writeFileSync } from "node:fs";

/** Adds a line with a word that no other page has. */
export const addWord = (path: string, word: string): void => {
  writeFileSync(`${path}.new`, `${readFileSync(path, "utf8")}\nSeen by the keeper as ${word}.\n`);
  renameSync(`${path}.new`, path);
};

/** A word for each number, without digits, which would be parts of their own. */
export const wordOf = (number: number): string => {
  const letters = [...String(number)].map((digit) => "bdfgklmnpr"[Number(digit)] ?? "z");
  return `zq${letters.map((letter) => `${letter}a`).join("")}x`;
};
