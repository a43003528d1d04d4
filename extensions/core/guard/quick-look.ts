/** What the text of a shell command tells without being parsed. */

import type { Paths } from "../../platform/platform.ts";
import { type Denial, denial } from "./decision.ts";
import type { Protection } from "./protection.ts";

/** Nothing in it can redirect, expand, substitute or hide: words, plain quotes, and `|`, `&&`, `;` between commands. */
const plainText = /^(?:[\w\s.,:@%+^/=|;&-]|'[^']*'|"[^"$`\\]*"|\d?>\s?\/dev\/null|2>&1)*$/;

/** Programs that only read or print, whatever they are given. */
const readers = new Set(
  "ls cat head tail wc grep egrep fgrep rg pwd echo true false cd which type stat file du df date whoami id uname ps cut nl diff cmp sha256sum sha1sum md5sum cksum basename dirname realpath readlink jq test sleep printenv tree tr tac rev seq comm paste fold expand column hexdump od strings find sort hostname uptime free nproc groups".split(
    " ",
  ),
);

/** Options with which a reader writes, or runs another program. */
const writingOptions: Readonly<Record<string, RegExp>> = {
  tree: /^-o|^--o/,
  diff: /^-o|^--o/,
  find: /^-(?:exec|ok|delete|fprint|fls)/,
  sort: /^-\w*[oT]|^--(?:o|t|co)/,
  rg: /^--(?:pre|hostname-bin)/,
};

const gitReaders = new Set(
  "status diff log show add commit fetch push branch remote blame describe rev-parse ls-files tag shortlog reflog grep cat-file".split(
    " ",
  ),
);

/** Shortened as git lets one write them. */
const gitWriting = /^--(?:o[up]|ex|up|rece)|^-[xO]/;

const longestPlain = 4_096;

/** False for a command that changes nothing but, at most, the user's history. */
export const needsLook = (command: string): boolean => {
  if (command.length > longestPlain || !plainText.test(command)) return true;
  // What quotes hide counts as if it stood in the open.
  const shown = command.replace(/['"]/g, "");
  return shown.split(/[|;&\n]+/).some((part) => !isHarmless(part.trim().split(/\s+/)));
};

const isHarmless = ([program = "", verb = "", ...rest]: readonly string[]): boolean => {
  if (program === "" || /^\d?>/.test(program)) return true;
  if (program === "git") return gitReaders.has(verb) && !rest.some((word) => gitWriting.test(word));
  const writing = Object.hasOwn(writingOptions, program) ? writingOptions[program] : undefined;
  return readers.has(program) && (writing === undefined || ![verb, ...rest].some((word) => writing.test(word)));
};

interface Place {
  readonly cwd: string;
  readonly protection: Protection;
  readonly paths: Paths;
}

const mostWords = 5_000;

/** For a command that can't be followed: a word that names a protected path speaks against it. */
export const denialOfText = (command: string, { cwd, protection, paths }: Place): Denial | undefined => {
  const inside = protection.denialOf(paths.physical(paths.join(cwd, "new")), "write");
  if (inside !== undefined) return denial("undecided", cwd);
  for (const word of pathLike(command)) {
    const place = paths.physical(paths.resolve(cwd, word));
    if (protection.names(place)) return denial("undecided", place);
  }
  return undefined;
};

/** Each once, those that speak of a wiki first. */
const pathLike = (command: string): readonly string[] => {
  const words = command.match(/[^\s'"`<>|;&(){}$=,]+/g) ?? [];
  const distinct = [...new Set(words.filter((word) => /[./]/.test(word)))];
  const isTelling = (word: string): boolean => /wiki/i.test(word);
  const ordered = [...distinct.filter(isTelling), ...distinct.filter((word) => !isTelling(word))];
  return ordered.slice(0, mostWords);
};
