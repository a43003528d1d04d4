/** Finds notes that may say the same: by their titles, and by the words that they share. Pure. */

import { termsOf } from "../recall/analysis/analyse.ts";

export interface NoteText {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** The task inside which it is true. */
  readonly task: string | undefined;
}

/** Parts of the titles, and of the shorter text, from which on two notes are looked at together. */
const likeTitles = 0.5;
const likeTexts = 0.65;
/** A text of fewer terms says too little to be told from another. */
const fewestTerms = 6;
const mostInGroup = 8;

/** Groups of two or more, the largest first; pairs that are known to differ hold none together. */
export const overlapping = (
  notes: readonly NoteText[],
  areDistinct: (one: string, other: string) => boolean,
): readonly (readonly string[])[] => {
  const looked = notes.map((note) => ({ note, title: terms(note.title), text: terms(`${note.title}\n${note.text}`) }));
  const weigh = rarity(looked.map(({ text }) => text));
  const groups = new Map<string, Set<string>>();
  for (const [index, one] of looked.entries()) {
    for (const other of looked.slice(index + 1)) {
      if (isLike(one, other, weigh) && !areDistinct(one.note.id, other.note.id))
        join(groups, one.note.id, other.note.id);
    }
  }
  return [...new Set(groups.values())]
    .map((group) => [...group].sort().slice(0, mostInGroup))
    .sort((a, b) => b.length - a.length || ((a[0] ?? "") < (b[0] ?? "") ? -1 : 1));
};

interface Looked {
  readonly note: NoteText;
  readonly title: ReadonlySet<string>;
  readonly text: ReadonlySet<string>;
}

type Weigh = (term: string) => number;

/** Among few notes a term that most of them have may still be what they are about. */
const fewNotes = 20;
const least = 0.3;

/** What all notes share, such as the words of a template, makes no two alike. */
const rarity = (texts: readonly ReadonlySet<string>[]): Weigh => {
  const counts = new Map<string, number>();
  for (const text of texts) for (const term of text) counts.set(term, (counts.get(term) ?? 0) + 1);
  const all = Math.max(texts.length, fewNotes);
  return (term) => least + Math.log(all / (counts.get(term) ?? 1));
};

const isLike = (one: Looked, other: Looked, weigh: Weigh): boolean => {
  if (one.note.task !== other.note.task) return false;
  const titles = weightOf(one.title, weigh) + weightOf(other.title, weigh);
  const shared = sharedBy(one.title, other.title, weigh);
  if (titles > shared && shared / (titles - shared) >= likeTitles) return true;
  if (Math.min(one.text.size, other.text.size) < fewestTerms) return false;
  const shorter = Math.min(weightOf(one.text, weigh), weightOf(other.text, weigh));
  return sharedBy(one.text, other.text, weigh) / shorter >= likeTexts;
};

const weightOf = (terms: ReadonlySet<string>, weigh: Weigh): number => {
  let weight = 0;
  for (const term of terms) weight += weigh(term);
  return weight;
};

const sharedBy = (one: ReadonlySet<string>, other: ReadonlySet<string>, weigh: Weigh): number => {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  let shared = 0;
  for (const term of small) if (large.has(term)) shared += weigh(term);
  return shared;
};

const join = (groups: Map<string, Set<string>>, one: string, other: string): void => {
  const both = new Set([...(groups.get(one) ?? [one]), ...(groups.get(other) ?? [other])]);
  for (const id of both) groups.set(id, both);
};

const terms = (text: string): ReadonlySet<string> => termsOf(text, { language: "en", keepStopWords: false });
