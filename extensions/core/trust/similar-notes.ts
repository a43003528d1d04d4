/** Finds pages that a new note may repeat or contradict. Pure. */

import type { BelievedFacts } from "../recall/admission.ts";
import { likeness, titleTerms } from "../recall/like-titles.ts";

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
/** A page whose title is less like the note's is no candidate for its title. */
export const leastLike = 0.35;
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
  const likeTo = (page: LikePage): number => likeness(wanted, titleTerms(page.title));
  const candidates: SimilarNote[] = [];
  for (const page of pages) {
    const similarity = mayContradict(page, note) ? likeTo(page) : 0;
    if (similarity >= leastLike) candidates.push(candidateOf(page, signalOf(similarity, page, note), similarity));
  }
  const byTitle = new Set(candidates.map(({ id }) => id));
  const byText = neighbours.filter((page) => !byTitle.has(page.id) && mayContradict(page, note));
  return [...candidates, ...byText.map((page) => candidateOf(page, "weak", likeTo(page)))]
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
