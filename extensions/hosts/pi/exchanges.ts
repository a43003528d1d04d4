/** Reads from a session's branch what each prompt of the user recalled, and which pages the model then found and cited. */

import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import type { Exchange } from "../../core/distil/missed-recall.ts";
import { extractLinks } from "../../core/pages/links.ts";
import { ownPromptMark } from "../../core/sources/conversation.ts";
import { openOwnWords } from "../../core/sources/conversation-noise.ts";
import { fieldIn, recallTools } from "./context-pages.ts";
import { recallMessageType } from "./recall-message.ts";

type Branch = ReturnType<ExtensionContext["sessionManager"]["getBranch"]>;
type Entry = Branch[number];
type Message = Extract<Entry, { readonly type: "message" }>["message"];

interface Reading {
  readonly entry: string;
  readonly prompt: string;
  readonly recalled: string[];
  readonly found: string[];
  readonly cited: string[];
}

/** `resolve` makes the path of a call absolute. */
export const exchangesIn = (branch: Branch, resolve: (path: string) => string): readonly Exchange[] => {
  const exchanges: Reading[] = [];
  const reads = new Map<string, string>();
  for (const entry of branch) {
    const open = exchanges.at(-1);
    if (entry.type === "message" && entry.message.role === "user") {
      exchanges.push({ entry: entry.id, prompt: promptIn(entry.message), recalled: [], found: [], cited: [] });
    } else if (open !== undefined) take(entry, open, { reads, resolve });
  }
  return exchanges;
};

const take = (
  entry: Entry,
  open: Reading,
  { reads, resolve }: { readonly reads: Map<string, string>; readonly resolve: (path: string) => string },
): void => {
  if (entry.type === "custom_message" && entry.customType === recallMessageType) {
    open.recalled.push(...textsOf(fieldIn(entry.details, "pages"), "id"));
  }
  if (entry.type !== "message") return;
  const { message } = entry;
  if (message.role === "assistant") {
    open.cited.push(...citedIn(message.content));
    for (const [call, path] of readsIn(message.content)) reads.set(call, resolve(path));
  }
  if (message.role !== "toolResult" || message.isError) return;
  if (recallTools.has(message.toolName)) open.found.push(...textsOf(fieldIn(message.details, "hits"), "path"));
  if (message.toolName === "wiki_feedback") open.cited.push(...adoptedIn(message.details));
  const path = reads.get(message.toolCallId);
  if (path !== undefined) open.found.push(path);
};

const promptIn = (message: Extract<Message, { readonly role: "user" }>): string => {
  const { content } = message;
  const text = typeof content === "string" ? content : textIn(content);
  return text.startsWith(ownPromptMark) ? "" : ownWords(text);
};

/** What a skill or a file put into a prompt, nobody typed. */
const ownWords = openOwnWords([]);

const textIn = (content: unknown): string => textsOf(content, "text").join("\n");

const citedIn = (content: unknown): readonly string[] =>
  extractLinks(textIn(content)).flatMap(({ kind, target }) => (kind === "markdown" ? [] : [target.normalize("NFC")]));

const readsIn = (content: unknown): readonly (readonly [string, string])[] =>
  listOf(content).flatMap((part) => {
    const [id, path] = [fieldIn(part, "id"), fieldIn(fieldIn(part, "arguments"), "path")];
    const isRead = fieldIn(part, "type") === "toolCall" && fieldIn(part, "name") === "read";
    return isRead && typeof id === "string" && typeof path === "string" ? [[id, path] as const] : [];
  });

const adoptedIn = (details: unknown): readonly string[] => {
  const id = fieldIn(details, "id");
  return typeof id === "string" && listOf(fieldIn(details, "recorded")).includes("adopted") ? [id] : [];
};

const textsOf = (list: unknown, key: string): readonly string[] =>
  listOf(list)
    .map((item) => fieldIn(item, key))
    .filter((text): text is string => typeof text === "string");

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
