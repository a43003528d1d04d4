/** Finds the tasks in a folder of CodeWiki-Plus, and says where each of their files goes in a vault. Pure. */

import { minuteOf } from "../instant.ts";
import { textOf } from "../pages/page-fields.ts";
import { parsePage } from "../pages/parse-page.ts";
import { asWritten } from "./memory/entry-text.ts";
import { parseMemory } from "./memory/memory-file.ts";
import { parseTask } from "./task-file.ts";

export interface TaskFile {
  /** Relative to the imported folder. */
  readonly path: string;
  readonly task: string;
  /** Relative to the task's folder in a vault. */
  readonly to: string;
  /** One file for all users, as older versions kept it: entries in it may have neither time nor id. */
  readonly isOlder: boolean;
}

/** Whose memory the file of older versions becomes, which names nobody. */
const nobody = "legacy";

const taskFile =
  /^(.*\/)?tasks\/([^./*?,\\][^/*?,\\]*)\/(task\.md|memories\.md|memories\/[^./][^/]*\.md|memories-archive\/[^./][^/]*\.md)$/;

/** `textAt` reads a file of the folder. Only a folder whose `task.md` says so is a task. */
export const taskFilesIn = (
  paths: readonly string[],
  textAt: (path: string) => string | undefined,
): readonly TaskFile[] => {
  const found = paths.flatMap((path) => {
    const [, above = "", task = "", to = ""] = taskFile.exec(path) ?? [];
    return to === "" ? [] : [{ path, folder: `${above}tasks/${task}`, task, to }];
  });
  const isTask = (folder: string): boolean => {
    const path = `${folder}/task.md`;
    const text = paths.includes(path) ? textAt(path) : undefined;
    return text !== undefined && textOf(parsePage({ path, text }).data["type"]).toLowerCase() === "task";
  };
  const folders = new Set([...new Set(found.map(({ folder }) => folder))].filter(isTask));
  return found
    .filter(({ folder }) => folders.has(folder))
    .map(({ path, task, to }) => ({
      path,
      task: task.normalize("NFC"),
      to: to === "memories.md" ? `memories/${nobody}.md` : to.normalize("NFC"),
      isOlder: to === "memories.md",
    }));
};

/** The older file in the form of one user's: its paragraphs are entries of the time at which the task was opened. */
export const olderMemory = (text: string, task: { readonly text: string; readonly now: string }): string => {
  if (parseMemory(text).entries.length > 0) return text;
  const { createdAt } = parseTask("", { path: "task.md", text: task.text });
  const time = timeOf(createdAt ?? task.now);
  const paragraphs = text
    .replace(/^\ufeff/, "")
    .replace(/\r\n?/g, "\n")
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "" && !/^#{1,2} [^\n]*$/.test(paragraph));
  return paragraphs.map((paragraph) => `### ${time}\n\n${asWritten(paragraph)}\n`).join("\n");
};

const timeOf = (at: string): string => {
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(at) ?? [];
  return day === undefined ? "1970-01-01 00:00" : minuteOf(at);
};
