/** What can be distilled: what was said, what was read, notes that overlap, pages that lack triggers, and what was done. */

export const wikiKinds = ["conversation", "source", "notes", "triggers"] as const;
/** What was done is opt-in, and has a tool of its own. */
export const distilKinds = [...wikiKinds, "trajectory"] as const;
export type DistilKind = (typeof distilKinds)[number];
