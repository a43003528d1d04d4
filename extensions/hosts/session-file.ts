/** A session of Pi as its entries: the branch in its file, and what an entry is made of, for both generations of Pi. */

import { WikiError } from "../core/errors.ts";
import type { Platform } from "../platform/platform.ts";

const largestFile = 128 * 1024 * 1024;

export type Fields = Readonly<Record<string, unknown>>;

export interface SessionFile {
  readonly session: string;
  readonly cwd: string;
  /** From root to leaf. */
  readonly branch: readonly unknown[];
}

/** Throws `source_not_found`, and `source_unsupported` for a file that is no session's. */
export const readSessionFile = (platform: Platform, path: string): SessionFile => {
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
  return { session: textOf(header["id"]), cwd: textOf(header["cwd"]), branch: branchOf(lines.slice(1)) };
};

/** The same for all branches and forks that began with the same entry. */
export const rootOf = (branch: readonly unknown[], session: string): string => {
  const first = fieldsOf(branch[0]);
  // Entries of the first versions have no ids.
  return `${textOf(first["id"]) || session}@${textOf(first["timestamp"])}`;
};

/** An entry's name in its session. */
export const entryName = (entry: Fields, index: number): string => textOf(entry["id"]) || `entry-${index + 1}`;

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

/** What a tool read out of the wiki or a context file is no experience, and neither is its repetition. */
export const isOfMemory = (tool: string, call: string): boolean => tool.startsWith("wiki_") || readsMemory(call);

export const readsMemory = (call: string): boolean =>
  /\.llm-wiki\b|\.wiki\b|\bpi-wiki\b|(?:AGENTS|CLAUDE)\.md/.test(call);

export const contentText = (content: unknown): string => {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  const texts = content.map(fieldsOf).filter(({ type }) => type === "text");
  return texts.map(({ text }) => textOf(text)).join("\n");
};

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

export const fieldsOf = (value: unknown): Fields =>
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
