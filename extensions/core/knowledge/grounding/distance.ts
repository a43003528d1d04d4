/** How many letters two names differ by, as far as that is worth knowing. Pure. */

/** Levenshtein's distance of two texts; undefined when it is more than `most`. */
export const distanceWithin = (left: string, right: string, most: number): number | undefined => {
  if (Math.abs(left.length - right.length) > most || hasOtherLetters(left, right, most)) return undefined;
  let row: readonly number[] = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (const [index, letter] of left.split("").entries()) {
    row = nextRow(row, { letter, index, right, most });
    if (Math.min(...row) > most) return undefined;
  }
  const distance = row.at(-1) ?? 0;
  return distance > most ? undefined : distance;
};

/** A quick look that spares nearly every name the closer one: each letter that the other lacks costs an edit. */
const hasOtherLetters = (left: string, right: string, most: number): boolean => {
  let missing = 0;
  for (let at = 0; at < left.length && missing <= most; at += 1) if (!right.includes(left.charAt(at))) missing += 1;
  return missing > most;
};

interface Step {
  readonly letter: string;
  readonly index: number;
  readonly right: string;
  readonly most: number;
}

/** Costs beyond `most` are not told apart: only a band along the diagonal is looked at. */
const nextRow = (row: readonly number[], { letter, index, right, most }: Step): readonly number[] => {
  const beyond = most + 1;
  const next = Array<number>(row.length).fill(beyond);
  next[0] = index + 1;
  const last = Math.min(right.length, index + 1 + most);
  for (let at = Math.max(1, index + 1 - most); at <= last; at += 1) {
    const changed = (row[at - 1] ?? beyond) + (letter === right[at - 1] ? 0 : 1);
    next[at] = Math.min(changed, (row[at] ?? beyond) + 1, (next[at - 1] ?? beyond) + 1);
  }
  return next;
};

/** How far a name may be off and still be meant: a third of it, from 1 to 4 letters. */
export const cutoffOf = (name: string): number => Math.max(1, Math.min(4, Math.floor(name.length / 3)));
