/** Tells which lines of a text are those of an earlier one. Pure. */

/** Past so many lines added and dropped two texts have too little in common to be worth the search. */
const mostEdits = 1000;

/** Without what follows the last line end. */
export const linesOf = (text: string): readonly string[] => {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
};

/** For each line of `after` the index of the same line in `before`; undefined for one that is new. */
export const keptLines = (before: readonly string[], after: readonly string[]): readonly (number | undefined)[] => {
  const start = commonLength(before, after);
  const rest = Math.min(before.length, after.length) - start;
  const end = commonLength(before.slice(start).reverse(), after.slice(start).reverse(), rest);
  const shift = before.length - after.length;
  const kept = after.map((_, index) => {
    if (index < start) return index;
    return index >= after.length - end ? index + shift : undefined;
  });
  const middle = commonPairs(before.slice(start, before.length - end), after.slice(start, after.length - end));
  for (const [left, right] of middle) kept[start + right] = start + left;
  return kept;
};

const commonLength = (left: readonly string[], right: readonly string[], most = left.length): number => {
  let length = 0;
  while (length < most && length < right.length && left[length] === right[length]) length += 1;
  return length;
};

type Pair = readonly [left: number, right: number];

/** Myers' search for the shortest way from one to the other; none when it is too long. */
const commonPairs = (left: readonly string[], right: readonly string[]): readonly Pair[] => {
  const most = Math.min(left.length + right.length, mostEdits);
  const reach = new Int32Array(2 * most + 3);
  const steps: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    steps.push(reach.slice());
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = startOf({ reach, edits, diagonal, middle: most + 1 }).x;
      while (x < left.length && x - diagonal < right.length && left[x] === right[x - diagonal]) x += 1;
      reach[diagonal + most + 1] = x;
      if (x >= left.length && x - diagonal >= right.length) return pairsAlong(steps, { left, right, middle: most + 1 });
    }
  }
  return [];
};

interface Step {
  /** How far each diagonal was followed with one edit less. */
  readonly reach: Int32Array;
  readonly edits: number;
  readonly diagonal: number;
  /** Where diagonal 0 stands in `reach`. */
  readonly middle: number;
}

/** Where a diagonal begins: one line dropped, or one added, whichever comes further. */
const startOf = ({ reach, edits, diagonal, middle }: Step): { readonly x: number; readonly from: number } => {
  const [dropped, added] = [reach[middle + diagonal - 1] ?? 0, reach[middle + diagonal + 1] ?? 0];
  const isAdded = diagonal === -edits || (diagonal !== edits && dropped < added);
  return isAdded ? { x: added, from: diagonal + 1 } : { x: dropped + 1, from: diagonal - 1 };
};

const pairsAlong = (
  steps: readonly Int32Array[],
  {
    left,
    right,
    middle,
  }: { readonly left: readonly string[]; readonly right: readonly string[]; readonly middle: number },
): readonly Pair[] => {
  const pairs: Pair[] = [];
  let [x, y] = [left.length, right.length];
  for (const [edits, reach] of [...steps.entries()].reverse()) {
    const { from } = startOf({ reach, edits, diagonal: x - y, middle });
    const before =
      edits === 0 ? { x: 0, y: 0 } : { x: reach[middle + from] ?? 0, y: (reach[middle + from] ?? 0) - from };
    while (x > before.x && y > before.y) {
      x -= 1;
      y -= 1;
      pairs.push([x, y]);
    }
    [x, y] = [before.x, before.y];
  }
  return pairs;
};
