/** Finds pages that a new note may repeat or contradict. Pure. */

import type { BelievedFacts } from "../recall/admission.ts";
import { termsOf } from "../recall/analysis/analyse.ts";

export interface SimilarNote {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  /** `strong` is most likely the same matter. */
  readonly signal: "strong" | "weak";
  /** Jaccard similarity of the titles' terms, 0 to 1. */
  readonly similarity: number;
}

const strongTitles = 0.6;
const strongSameType = 0.48;
const weakTitles = 0.35;
const mostCandidates = 5;

export interface NewNote {
  readonly title: string;
  readonly type: string;
}

/** Stable, draft and shadow pages with a similar title, the most similar first; at most five. */
export const similarNotes = (note: NewNote, pages: Iterable<BelievedFacts>): readonly SimilarNote[] => {
  const wanted = titleTerms(note.title);
  const candidates: SimilarNote[] = [];
  for (const page of pages) {
    if (page.status === "deprecated" || page.isTombstoned || page.id.startsWith("raw/")) continue;
    const similarity = jaccard(wanted, titleTerms(page.title));
    if (similarity < weakTitles) continue;
    const isStrong = similarity >= (page.type === note.type ? strongSameType : strongTitles);
    candidates.push({
      id: page.id,
      title: page.title,
      status: page.status,
      signal: isStrong ? "strong" : "weak",
      similarity: Math.round(similarity * 100) / 100,
    });
  }
  return candidates
    .sort((left, right) => right.similarity - left.similarity || (left.id < right.id ? -1 : 1))
    .slice(0, mostCandidates);
};

const titleTerms = (title: string): ReadonlySet<string> => termsOf(title, { language: "en", keepStopWords: false });

const jaccard = (left: ReadonlySet<string>, right: ReadonlySet<string>): number => {
  const shared = [...left].filter((term) => right.has(term)).length;
  const all = left.size + right.size - shared;
  return all === 0 ? 0 : shared / all;
};
