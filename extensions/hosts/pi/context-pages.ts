/** Which pages the model has in its context already, read from the session's own branch. */

import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import { recallMessageType } from "./recall-message.ts";

type Branch = ReturnType<ExtensionContext["sessionManager"]["getBranch"]>;
type Entry = Branch[number];

/** Tools whose `hits` are pages that the model has been shown. */
export const recallTools: ReadonlySet<string> = new Set(["wiki_recall", "wiki_recall_skill"]);

/**
 * Content hashes of pages that automatic recall or `wiki_recall` put into the context and that compaction has not
 * removed since. The branch is the only memory of it: forks, resumed sessions and retries need no care of their own.
 */
export const hashesInContext = (branch: Branch): ReadonlySet<string> =>
  new Set(liveEntries(branch).flatMap((entry) => hashesOf(entry)));

/** Entries from the newest compaction's first kept one on. */
export const liveEntries = (branch: Branch): readonly Entry[] => {
  const compaction = branch.findLast((entry) => entry.type === "compaction");
  if (compaction?.type !== "compaction") return branch;
  const first = branch.findIndex((entry) => entry.id === compaction.firstKeptEntryId);
  return first < 0 ? branch.slice(branch.indexOf(compaction)) : branch.slice(first);
};

const hashesOf = (entry: Entry): readonly string[] => {
  if (entry.type === "custom_message")
    return entry.customType === recallMessageType ? hashesIn(entry.details, "pages") : [];
  if (entry.type !== "message" || entry.message.role !== "toolResult") return [];
  return recallTools.has(entry.message.toolName) ? hashesIn(entry.message.details, "hits") : [];
};

const hashesIn = (details: unknown, key: string): readonly string[] => {
  const list = fieldIn(details, key);
  if (!Array.isArray(list)) return [];
  return list.map((item: unknown) => fieldIn(item, "hash")).filter((hash): hash is string => typeof hash === "string");
};

/** A field of something that may be anything. */
export const fieldIn = (holder: unknown, key: string): unknown =>
  typeof holder === "object" && holder !== null
    ? Object.entries(holder).find(([name]) => name === key)?.[1]
    : undefined;
