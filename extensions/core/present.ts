/** The parts of an object that have a value, for calls that tell absent from undefined. */
export const present = <Whole extends object>(
  whole: Whole,
): { readonly [Key in keyof Whole]?: Exclude<Whole[Key], undefined> } =>
  Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Whole]?: Exclude<Whole[Key], undefined>;
  }; // What was filtered.
