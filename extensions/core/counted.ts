/** How often each word is there, in the order of the words; any word may be a name of a built-in property. Pure. */
export const counted = (words: Iterable<string>): Readonly<Record<string, number>> => {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([left], [right]) => (left < right ? -1 : 1)));
};
