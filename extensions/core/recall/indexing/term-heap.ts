/** Many byte strings in one piece of memory, with the place where each ends. Pure. */

export interface Heap {
  readonly text: Uint8Array;
  readonly ends: Uint32Array;
}

export const heapOf = (items: readonly Uint8Array[]): Heap => {
  const ends = new Uint32Array(items.length);
  let total = 0;
  for (const [at, item] of items.entries()) {
    total += item.length;
    ends[at] = total;
  }
  const text = new Uint8Array(total);
  for (const [at, item] of items.entries()) text.set(item, (ends[at] ?? 0) - item.length);
  return { text, ends };
};

export const itemAt = (heap: Heap, at: number): Uint8Array => heap.text.subarray(startOf(heap, at), heap.ends[at]);

const startOf = ({ ends }: Heap, at: number): number => (at === 0 ? 0 : (ends[at - 1] ?? 0));

export const compareBytes = (left: Uint8Array, right: Uint8Array): number => {
  const shared = Math.min(left.length, right.length);
  for (let at = 0; at < shared; at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
};

/** The place of an item in a sorted heap, or `-1 - place` where it would stand. */
export const findItem = (heap: Heap, wanted: Uint8Array): number => {
  let low = 0;
  let high = heap.ends.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const order = compareBytes(itemAt(heap, middle), wanted);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1 - low;
};

/**
 * Places of items that share the first byte with a word, differ in length by at most two bytes, and agree with it at
 * both ends but for two bytes: all that one edit can lead to, and little else, without making a string of any.
 */
export const placesNear = (heap: Heap, word: Uint8Array): readonly number[] => {
  const found: number[] = [];
  const first = word.subarray(0, 1);
  const place = findItem(heap, first);
  for (let at = place < 0 ? -1 - place : place; at < heap.ends.length; at += 1) {
    const start = startOf(heap, at);
    if (heap.text[start] !== first[0]) break;
    const length = (heap.ends[at] ?? 0) - start;
    if (length < word.length - 1 || length > word.length + 2) continue;
    if (agreement(heap.text, { start, length }, word) >= word.length - 2) found.push(at);
  }
  return found;
};

/** How many bytes an item and a word share at their beginnings and ends together. */
const agreement = (
  text: Uint8Array,
  { start, length }: { readonly start: number; readonly length: number },
  word: Uint8Array,
): number => {
  const most = Math.min(length, word.length);
  let same = 0;
  while (same < most && text[start + same] === word[same]) same += 1;
  let behind = 0;
  while (behind < most - same && text[start + length - 1 - behind] === word[word.length - 1 - behind]) behind += 1;
  return same + behind;
};
