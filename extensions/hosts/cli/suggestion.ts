/** "Did you mean": the known word that a mistyped one is closest to. Pure. */

/** A whole sentence for a hint; undefined when nothing is close. */
export const suggestion = (word: string, known: readonly string[]): string | undefined => {
  const nearest = nearestWord(word, known);
  return nearest === undefined ? undefined : `Did you mean ${nearest}?`;
};

export const nearestWord = (word: string, known: readonly string[]): string | undefined => {
  const wanted = word.toLowerCase();
  const ranked = known
    .map((candidate) => ({ candidate, edits: editsTo(candidate, wanted) }))
    .filter(({ candidate, edits }) => edits <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((left, right) => left.edits - right.edits);
  return ranked[0]?.candidate;
};

/** The beginning of a word is closer to it than any misspelling. */
const editsTo = (candidate: string, wanted: string): number =>
  wanted.length > 1 && candidate.startsWith(wanted) ? 0 : distance(wanted, candidate.toLowerCase());

const longest = 40;

/** Edits (a letter added, dropped, changed, or two neighbours swapped) between two short words. */
const distance = (left: string, right: string): number => {
  if (left.length > longest || right.length > longest) return Number.POSITIVE_INFINITY;
  let above: readonly number[] = [];
  let current: readonly number[] = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (const row of Array.from(left, (_, index) => index + 1)) {
    const next = nextRow({ left, right, row, above, current });
    above = current;
    current = next;
  }
  return current[right.length] ?? 0;
};

interface Rows {
  readonly left: string;
  readonly right: string;
  readonly row: number;
  /** Two rows above the one that is made. */
  readonly above: readonly number[];
  readonly current: readonly number[];
}

const nextRow = ({ left, right, row, above, current }: Rows): readonly number[] => {
  const made = [row];
  for (let column = 1; column <= right.length; column += 1) {
    const isSame = left[row - 1] === right[column - 1];
    const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
    const changed = (current[column - 1] ?? 0) + (isSame ? 0 : 1);
    const swapped = isSwap ? (above[column - 2] ?? 0) + 1 : changed;
    made.push(Math.min((current[column] ?? 0) + 1, (made[column - 1] ?? 0) + 1, changed, swapped));
  }
  return made;
};
