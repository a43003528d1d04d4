/** What can be distilled: what was said, what was read, notes that overlap, and pages that lack triggers. */

export const distilKinds = ["conversation", "source", "notes", "triggers"] as const;
export type DistilKind = (typeof distilKinds)[number];
