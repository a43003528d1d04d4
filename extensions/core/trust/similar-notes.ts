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
  /** The task inside which it is true. */
  readonly task?: string;
}

/** What is asked of a page to tell whether a note is like it. */
export type LikePage = Pick<BelievedFacts, "id" | "title" | "type" | "status" | "taskId" | "isTombstoned">;

/**
 * Stable, draft and shadow pages with a similar title, the most similar first, then those whose text matches the note's
 * well; at most five.
 */
export const similarNotes = (
  note: NewNote,
  pages: Iterable<LikePage>,
  neighbours: readonly LikePage[] = [],
): readonly SimilarNote[] => {
  const wanted = titleTerms(note.title);
  const likeness = (page: LikePage): number => jaccard(wanted, titleTerms(page.title));
  const candidates: SimilarNote[] = [];
  for (const page of pages) {
    const similarity = mayContradict(page, note) ? likeness(page) : 0;
    if (similarity >= weakTitles) candidates.push(candidateOf(page, signalOf(similarity, page, note), similarity));
  }
  const byTitle = new Set(candidates.map(({ id }) => id));
  const byText = neighbours.filter((page) => !byTitle.has(page.id) && mayContradict(page, note));
  return [...candidates, ...byText.map((page) => candidateOf(page, "weak", likeness(page)))]
    .sort((left, right) => right.similarity - left.similarity || (left.id < right.id ? -1 : 1))
    .slice(0, mostCandidates);
};

const signalOf = (similarity: number, page: LikePage, note: NewNote): SimilarNote["signal"] =>
  similarity >= (page.type === note.type ? strongSameType : strongTitles) ? "strong" : "weak";

/** What was retired or rejected is no rival, nor is what is true inside another task only. */
const mayContradict = (page: LikePage, { task }: NewNote): boolean =>
  page.status !== "deprecated" &&
  !page.isTombstoned &&
  !page.id.startsWith("raw/") &&
  (page.taskId === undefined || page.taskId === task);

const candidateOf = (
  { id, title, status }: LikePage,
  signal: SimilarNote["signal"],
  similarity: number,
): SimilarNote => ({ id, title, status, signal, similarity: Math.round(similarity * 100) / 100 });

const longestFirstLine = 200;

/** What neighbours of a note are looked for with: its title, and its first line that is no heading. */
export const neighbourQuery = ({ title, text }: { readonly title: string; readonly text: string }): string => {
  const lines = text.split("\n").map((line) => line.trim());
  const first = lines.find((line) => line !== "" && !line.startsWith("#")) ?? "";
  return `${title}\n${first.slice(0, longestFirstLine)}`;
};

const titleTerms = (title: string): ReadonlySet<string> => termsOf(title, { language: "en", keepStopWords: false });

const jaccard = (left: ReadonlySet<string>, right: ReadonlySet<string>): number => {
  const shared = [...left].filter((term) => right.has(term)).length;
  const all = left.size + right.size - shared;
  return all === 0 ? 0 : shared / all;
};
