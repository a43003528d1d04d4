/** The kinds of repository knowledge and the class of each: what can be derived again, and what was earned. Pure. */

import { WikiError } from "../errors.ts";

export type ItemClass = "derived" | "earned";

const classes = {
  "derived-fact": "derived",
  "delivery-record": "earned",
  lesson: "earned",
  "certified-handoff-lesson": "earned",
  "lesson-delivery-observation": "earned",
  "terminal-outcome": "earned",
} as const satisfies Record<string, ItemClass>;

/** Throws `knowledge_kind_unknown`: a kind that is not known belongs to no class, not to a default one. */
export const classOf = (kind: string): ItemClass => {
  if (Object.hasOwn(classes, kind)) return classes[kind as keyof typeof classes]; // One of its keys.
  throw new WikiError("knowledge_kind_unknown", { kind, known: Object.keys(classes).join(", ") });
};

/** Of all that is known, relative to the git folder that holds it. */
export const knowledgeFolder = "pmo-knowledge";

/** The folder of a class, relative to the git folder that holds it. */
export const folderOfClass = (itemClass: ItemClass): string => `${knowledgeFolder}/${itemClass}`;
