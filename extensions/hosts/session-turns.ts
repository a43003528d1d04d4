/** The conversation in a Pi session, from its branch or from its file, for both generations of Pi. */

import { WikiError } from "../core/errors.ts";
import type { Conversation, Turn } from "../core/sources/conversation.ts";
import type { Platform } from "../platform/platform.ts";

const largestFile = 128 * 1024 * 1024;

/** Entries from root to leaf; `given` are texts that the host put before the model, such as context files. */
export const conversationIn = (
  branch: readonly unknown[],
  { session, given }: { readonly session: string; readonly given: readonly string[] },
): Conversation => {
  const calls = new Map<string, string>();
  const first = fieldsOf(branch[0]);
  return {
    session,
    // Entries of the first versions have no ids.
    root: `${textOf(first["id"]) || session}@${textOf(first["timestamp"])}`,
    turns: [
      ...given.map((text): Turn => ({ id: "", role: "given", text })),
      ...branch.flatMap((entry, index) => turnsIn(fieldsOf(entry), { index, calls })),
    ],
  };
};

/** Throws `source_not_found`, and `source_unsupported` for a file that is no session's. */
export const conversationInFile = (platform: Platform, path: string): Conversation & { readonly cwd: string } => {
  const text = platform.paths.text(path, largestFile);
  if (text === undefined) throw new WikiError("source_not_found", { source: path });
  const lines = text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .flatMap((line) => (line.trim() === "" ? [] : (parsed(line) ?? [])));
  const header = fieldsOf(lines[0]);
  if (header["type"] !== "session") {
    throw new WikiError("source_unsupported", { source: path, reason: "it is no session file of Pi" });
  }
  const cwd = textOf(header["cwd"]);
  const given = contextFiles(platform, cwd);
  return { ...conversationIn(branchOf(lines.slice(1)), { session: textOf(header["id"]), given }), cwd };
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

/** The last entry and those above it: what was left for another branch is not part of it. */
const branchOf = (entries: readonly unknown[]): readonly unknown[] => {
  const byId = new Map(entries.map((entry) => [textOf(fieldsOf(entry)["id"]), entry]));
  const branch: unknown[] = [];
  const seen = new Set<unknown>();
  for (let entry = entries.at(-1); entry !== undefined && !seen.has(entry); ) {
    branch.push(entry);
    seen.add(entry);
    const parent = fieldsOf(entry)["parentId"];
    // Sessions of the first versions are plain lists.
    entry = typeof parent === "string" ? byId.get(parent) : undefined;
  }
  const isList = entries.every((entry) => fieldsOf(entry)["parentId"] === undefined);
  return isList ? entries : branch.reverse();
};

type Fields = Readonly<Record<string, unknown>>;

interface Place {
  readonly index: number;
  /** Tool calls so far: their arguments by their ids. */
  readonly calls: Map<string, string>;
}

const turnsIn = (entry: Fields, { index, calls }: Place): readonly Turn[] => {
  const id = textOf(entry["id"]) || `entry-${index + 1}`;
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
      return isOfMemory(message, calls) ? turn("given", text) : [];
    case "bashExecution":
      return readsMemory(textOf(message["command"])) ? turn("given", textOf(message["output"])) : [];
    default:
      return [];
  }
};

/** What a tool read out of the wiki or a context file is no experience, and neither is its repetition. */
const isOfMemory = (result: Fields, calls: ReadonlyMap<string, string>): boolean =>
  textOf(result["toolName"]).startsWith("wiki_") || readsMemory(calls.get(textOf(result["toolCallId"])) ?? "");

const readsMemory = (call: string): boolean => /\.llm-wiki\b|\.wiki\b|\bpi-wiki\b|(?:AGENTS|CLAUDE)\.md/.test(call);

const noteCalls = (content: unknown, calls: Map<string, string>): void => {
  for (const part of Array.isArray(content) ? content : []) {
    const { type, id, arguments: input } = fieldsOf(part);
    if (type === "toolCall") calls.set(textOf(id), JSON.stringify(input) ?? "");
  }
};

const contentText = (content: unknown): string => {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  const texts = content.map(fieldsOf).filter(({ type }) => type === "text");
  return texts.map(({ text }) => textOf(text)).join("\n");
};

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};

/** Undefined for what is no object: no entry is anything else. */
const parsed = (line: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch (error) {
    // The last line of a session that was killed may be cut short.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};
