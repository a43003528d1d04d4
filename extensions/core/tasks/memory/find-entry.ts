/** Finds the entry that somebody wants to correct, or says why it can't be. Pure. */

import { WikiError } from "../../errors.ts";
import { entryKey, liveEntries, type MemoryEntry, type MemoryFile } from "./memory-file.ts";

export interface EntryPlaces {
  readonly task: string;
  /** One's own. */
  readonly file: MemoryFile;
  readonly archive: MemoryFile;
  others(): readonly { readonly user: string; readonly file: MemoryFile }[];
}

/** `a3f2`, `#a3f2`, `2026-09-18 14:30 #a3f2`, or the time alone for an entry without an id. */
const naming = /^\s*(?:(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}))?\s*#?(\w+)?\s*$/;

/**
 * The entry with all its copies. Throws `entry_not_found`, and `entry_refused` for one that is another user's, archived,
 * corrected already, or not the only one with its id.
 */
export const findEntry = (named: string, places: EntryPlaces): readonly MemoryEntry[] => {
  const { file } = places;
  const [, day, minute, id] = naming.exec(named) ?? [];
  const time = day === undefined ? undefined : `${day} ${minute}`;
  const isMeant = (entry: MemoryEntry): boolean =>
    (id !== undefined || time !== undefined) &&
    (id === undefined || entry.id === id) &&
    (time === undefined || entry.time === time);
  const meant = liveEntries(file).filter(isMeant);
  const [first, second] = meant;
  if (first === undefined) throw whyNot(named, isMeant, places);
  if (second !== undefined && time === undefined) {
    const times = meant.map((entry) => entry.time).join(" and ");
    throw refused(named, `entries of ${times} have this id`, `Name it with its time: "${first.time} #${id}".`);
  }
  const key = entryKey(first);
  return file.entries.filter((entry) => entryKey(entry) === key);
};

const whyNot = (named: string, isMeant: (entry: MemoryEntry) => boolean, places: EntryPlaces): WikiError => {
  const corrected = places.file.entries.find(isMeant);
  if (corrected !== undefined) {
    const [by = ""] = corrected.supersededBy;
    return refused(named, `#${by} has corrected it already`, `Correct #${by}.`);
  }
  if (places.archive.entries.some(isMeant)) {
    return refused(named, "a compaction has archived it", "Remember what is right; the next summary takes it up.");
  }
  const other = places.others().find(({ file }) => file.entries.some(isMeant));
  if (other !== undefined) {
    return refused(named, `it is ${other.user}'s`, "Remember what is right in an entry of your own.");
  }
  return notFound(named, places.task);
};

const notFound = (entry: string, task: string): WikiError => new WikiError("entry_not_found", { entry, task });

const refused = (entry: string, reason: string, hint: string): WikiError =>
  new WikiError("entry_refused", { entry, reason }, hint);
