/** What follows from a page's type: its folder, and how long it counts as fresh. Pure. */

import type { Instant } from "../../platform/platform.ts";
import { addDays } from "../instant.ts";
import { type NoteType, noteTypes } from "./page.ts";

const folders: Readonly<Record<string, string>> = {
  source: "sources",
  entity: "entities",
  concept: "concepts",
  synthesis: "syntheses",
  analysis: "analyses",
  requirement: "requirements",
  case: "cases",
  skill: "skills",
  // A trajectory is a packet below raw/; a page about one tells of a past task, as cases do.
  trajectory: "cases",
};

/** Days until a note should be looked at again. */
const freshDays: Readonly<Record<NoteType, number>> = {
  workaround: 45,
  known_issue: 60,
  general: 120,
  pitfall: 180,
  lesson: 180,
  bug_fix: 180,
  procedure: 180,
  decision: 365,
  architecture: 365,
};

export const isNoteType = (type: string): type is NoteType => noteTypes.some((noteType) => noteType === type);

/** The folder below `wiki/` in which new pages of a type are put; unknown types go with the concepts. */
export const folderOfType = (type: string): string => {
  if (isNoteType(type)) return "notes";
  return (Object.hasOwn(folders, type) ? folders[type] : undefined) ?? "concepts";
};

/** When a page of this type, written at `instant`, is stale; undefined for types that do not go stale by time. */
export const staleAfter = (type: string, instant: Instant): Instant | undefined =>
  isNoteType(type) ? addDays(instant, freshDays[type]) : undefined;
