/** Writes vaults of any size for measuring speed: the same seed gives the same pages, byte for byte. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSet, setFolders } from "./sets/eval-set.ts";

export interface SyntheticVaultOptions {
  /** The vault becomes `.llm-wiki` in this folder. */
  readonly folder: string;
  readonly pages: number;
  readonly seed: number;
  /** A folder of evaluation sets, whose sentences are mixed into pages; without it they are made of a word list. */
  readonly data?: string;
}

export interface SyntheticVault {
  /** The vault's own folder. */
  readonly root: string;
  /** Questions of 2 to 14 words, all of them in some page; as many as there are pages, at most 500. */
  readonly queries: readonly string[];
  /** Paths of the pages below the vault's folder, in the order of writing. */
  readonly paths: readonly string[];
}

/** The folder must not hold a vault yet. */
export const writeSyntheticVault = (options: SyntheticVaultOptions): SyntheticVault => {
  const { folder, pages, seed, data } = options;
  const root = join(folder, ".llm-wiki");
  for (const place of ["meta", ...pageFolders.map((name) => `wiki/${name}`)]) {
    mkdirSync(join(root, place), { recursive: true });
  }
  writeFileSync(
    join(root, "config.json"),
    `${JSON.stringify({ topic: "speed", vault_id: `speed-${seed}-${pages}` })}\n`,
  );
  const dice = diceOf(seed);
  const next = sentenceSource(dice, data);
  const queries: string[] = [];
  const paths: string[] = [];
  for (let number = 1; number <= pages; number += 1) {
    const path = `wiki/${dice.pick(pageFolders)}/page-${String(number).padStart(6, "0")}.md`;
    const page = pageOf({ number, dice, next });
    writeFileSync(join(root, path), page.text);
    paths.push(path);
    if (queries.length < mostQueries) queries.push(page.query);
  }
  return { root, queries, paths };
};

const mostQueries = 500;
const pageFolders = ["concepts", "entities", "notes", "analyses", "syntheses"] as const;
const pageTypes = ["concept", "entity", "decision", "pitfall", "lesson", "procedure", "analysis"] as const;

interface Dice {
  /** A whole number from 0 to below the limit. */
  below(limit: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
}

/** Mulberry32: small, fast, and the same everywhere. */
const diceOf = (seed: number): Dice => {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit);
  };
  return { below, pick: (list) => list[below(list.length)] ?? list[0] };
};

const sentenceSource = (dice: Dice, data: string | undefined): (() => string) => {
  const sentences = data === undefined ? [] : sentencesIn(data);
  return () => sentences[dice.below(sentences.length)] ?? madeSentence(dice);
};

/** Sentences of real documents, so that words are as frequent and as rare as in real text. */
const sentencesIn = (data: string): readonly string[] =>
  setFolders(data)
    .flatMap((folder) => readSet(folder, { triggers: false }).docs)
    .flatMap(({ text }) => text.split(/(?<=[.!?。])\s+|\n{2,}/))
    .map((sentence) => sentence.replace(/\s+/g, " ").trim())
    .filter((sentence) => sentence.length > 20 && sentence.length < 400);

const words =
  `anchor backup beacon boiler bread bridge cable cache canal captain cellar channel chart clock coast compass copper
  crane crew current dock dough engine ferry filter flour fog forge gallery gauge glass granite harbour hull index
  journal keel keeper ladder lamp lantern ledger lens lever mast metric mill mirror oven packet paint pier pilot pipeline
  pressure prism pump queue railing record reef reflector relay release roof rope rudder sail schema sensor server
  shard signal slate socket spindle starter steam storage storm switch tank tide timber token tower trace valve vault
  wheel wick winch window wire yeast`.split(/\s+/);

const verbs =
  "holds moves breaks needs replaces drives warms cools cleans blocks feeds measures locks opens turns keeps".split(
    " ",
  );

/** A word of the list, more often one of its beginning, or one of a long tail of made-up names. */
const madeWord = (dice: Dice): string => {
  const word = words[Math.min(dice.below(words.length), dice.below(words.length))] ?? "lamp";
  return dice.below(6) === 0 ? `${word}${words[dice.below(words.length)] ?? ""}${dice.below(40)}` : word;
};

const madeSentence = (dice: Dice): string => {
  const part = (): string => `the ${madeWord(dice)} of the ${madeWord(dice)}`;
  const verb = verbs[dice.below(verbs.length)] ?? "holds";
  return `When ${part()} ${verb} ${part()}, ${part()} is ready for ${part()}.`;
};

interface PageParts {
  readonly number: number;
  readonly dice: Dice;
  /** The next sentence. */
  readonly next: () => string;
}

const pageOf = ({ number, dice, next }: PageParts): { readonly text: string; readonly query: string } => {
  const title = `${shortened(next(), 4 + dice.below(6))} ${number}`;
  const sections = Array.from({ length: 1 + dice.below(3) }, () => sectionOf(dice, next));
  const text = [
    "---",
    `type: ${dice.pick(pageTypes)}`,
    `title: ${JSON.stringify(title)}`,
    `status: ${dice.below(5) === 0 ? "draft" : "stable"}`,
    `tags: [${madeWord(dice)}, ${madeWord(dice)}]`,
    `recall_triggers: ${JSON.stringify([shortened(next(), 8), shortened(next(), 8), shortened(next(), 8)])}`,
    "updated: 2026-11-30",
    "---",
    "",
    `# ${title}`,
    "",
    ...sections,
    `The ticket is OPS-${number}; the switch is called use_${madeWord(dice)}_${number}.`,
    "",
  ].join("\n");
  const query = shortened(dice.pick([title, next(), shortened(sections[0] ?? title, 40)]), 2 + dice.below(13));
  return { text, query };
};

/** About 40 to 120 words below a heading. */
const sectionOf = (dice: Dice, next: () => string): string => {
  const sentences = Array.from({ length: 2 + dice.below(4) }, () => next());
  return `## ${shortened(next(), 3 + dice.below(4))}\n\n${sentences.join(" ")}\n`;
};

const shortened = (text: string, count: number): string =>
  text
    .replace(/[#"\\\n]/g, " ")
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, count)
    .join(" ");
