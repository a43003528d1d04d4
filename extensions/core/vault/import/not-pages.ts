/**
 * Which Markdown files of a folder that another tool kept are no knowledge to take in: what was rejected there, talks
 * that nobody has distilled, open questions between notes, and the lists that are made anew. Pure.
 */

import { fieldOf, textOf } from "../../pages/page-fields.ts";
import { parsePage } from "../../pages/parse-page.ts";
import { isGeneratedLog } from "../derived/activity-log.ts";
import { isGeneratedIndex } from "../derived/okf-index.ts";
import { isReservedName } from "../layout.ts";

export interface FolderFile {
  /** Relative to the folder. */
  readonly path: string;
  readonly text: string;
}

/** `isBundle`: the folder is kept by a tool, which makes `index.md` and `log.md` itself. */
export const reasonLeftOut = ({ path, text }: FolderFile, isBundle: boolean): string | undefined => {
  const { data } = parsePage({ path, text });
  const type = textOf(data["type"]).toLowerCase();
  if (isReservedName(path) && type === "" && (isBundle || isGenerated({ path, text })))
    return "a list that is made anew";
  const said = textOf(data["status"]).toLowerCase();
  if (said === "rejected" || textOf(fieldOf(data, "reject_reason")) !== "") return "rejected there";
  if (type === "conversation" && (said === "pending" || said === "distilled")) return "a conversation, not a page";
  if (type === "conflict" && Array.isArray(data["claimants"])) return "a question between two notes, not a page";
  return undefined;
};

const isGenerated = ({ path, text }: FolderFile): boolean =>
  /log\.md$/i.test(path) ? isGeneratedLog(text) : /^---\r?\nokf_version:/.test(text) || isGeneratedIndex(text);
