/** Remembers what was made of a value for as long as the value lives. Pure. */

export const memoised = <K extends object>(make: (key: K) => string): ((key: K) => string) => {
  const known = new WeakMap<K, string>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    known.set(key, made);
    return made;
  };
};
