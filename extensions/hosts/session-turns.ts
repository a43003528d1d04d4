/** The conversation in a Pi session, from its branch or from its file, for both generations of Pi. */

import type { Conversation, Turn } from "../core/sources/conversation.ts";
import type { Platform } from "../platform/platform.ts";
import {
  contentText,
  entryName,
  type Fields,
  fieldsOf,
  isOfMemory,
  readSessionFile,
  readsMemory,
  rootOf,
  textOf,
} from "./session-file.ts";

/** Entries from root to leaf; `given` are texts that the host put before the model, such as context files. */
export const conversationIn = (
  branch: readonly unknown[],
  { session, given }: { readonly session: string; readonly given: readonly string[] },
): Conversation => {
  const calls = new Map<string, string>();
  return {
    session,
    root: rootOf(branch, session),
    turns: [
      ...given.map((text): Turn => ({ id: "", role: "given", text })),
      ...branch.flatMap((entry, index) => turnsIn(fieldsOf(entry), { index, calls })),
    ],
  };
};

/** Throws as `readSessionFile` does. */
export const conversationInFile = (platform: Platform, path: string): Conversation & { readonly cwd: string } => {
  const { session, cwd, branch } = readSessionFile(platform, path);
  return { ...conversationIn(branch, { session, given: contextFiles(platform, cwd) }), cwd };
};

const contextNames = ["AGENTS.md", "CLAUDE.md"] as const;
const largestContext = 1024 * 1024;
const mostFolders = 40;

/** The texts of the context files that Pi puts before the model in a folder: its own and those of the folders above. */
export const contextFiles = ({ paths }: Platform, cwd: string): readonly string[] => {
  const texts: string[] = [];
  let folder = cwd;
  for (let count = 0; count < mostFolders && folder !== ""; count += 1) {
    texts.push(...contextNames.flatMap((name) => paths.text(paths.join(folder, name), largestContext) ?? []));
    const above = paths.dirname(folder);
    if (above === folder) break;
    folder = above;
  }
  return texts;
};

interface Place {
  readonly index: number;
  /** Tool calls so far: their arguments by their ids. */
  readonly calls: Map<string, string>;
}

const turnsIn = (entry: Fields, { index, calls }: Place): readonly Turn[] => {
  const id = entryName(entry, index);
  const at = textOf(entry["timestamp"]);
  const turn = (role: Turn["role"], text: string): readonly Turn[] =>
    text.trim() === "" ? [] : [{ id, role, ...(at === "" ? {} : { at }), text }];
  if (entry["type"] === "custom_message") return turn("given", contentText(entry["content"]));
  if (entry["type"] !== "message") return [];
  const message = fieldsOf(entry["message"]);
  const text = contentText(message["content"]);
  switch (message["role"]) {
    case "user":
      return turn("user", text);
    case "assistant":
      noteCalls(message["content"], calls);
      return turn("assistant", text);
    case "custom":
      return turn("given", text);
    case "toolResult":
      return isOfMemoryResult(message, calls) ? turn("given", text) : [];
    case "bashExecution":
      return readsMemory(textOf(message["command"])) ? turn("given", textOf(message["output"])) : [];
    default:
      return [];
  }
};

const isOfMemoryResult = (result: Fields, calls: ReadonlyMap<string, string>): boolean =>
  isOfMemory(textOf(result["toolName"]), calls.get(textOf(result["toolCallId"])) ?? "");

const noteCalls = (content: unknown, calls: Map<string, string>): void => {
  for (const part of Array.isArray(content) ? content : []) {
    const { type, id, arguments: input } = fieldsOf(part);
    if (type === "toolCall") calls.set(textOf(id), JSON.stringify(input) ?? "");
  }
};
