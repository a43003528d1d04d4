/** Reads the fields of front matter in every shape that people and other tools write them. Pure. */

import type { YamlData } from "./front-matter/yaml-block.ts";
import type { Confidence, SourceRef, Status } from "./page.ts";

/** A scalar as trimmed text; anything else, and nothing, is "". */
export const textOf = (value: unknown): string => {
  if (typeof value === "string") return value.trim();
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
};

export const optionalText = (value: unknown): string | undefined => textOf(value) || undefined;

/** A field at the top level, else one level below `metadata`, where older notes keep theirs. */
export const fieldOf = (data: YamlData, key: string): unknown => {
  const value = Object.hasOwn(data, key) ? data[key] : undefined;
  if (value !== undefined && value !== null) return value;
  const { metadata } = data;
  return isRecord(metadata) && Object.hasOwn(metadata, key) ? metadata[key] : undefined;
};

const isRecord = (value: unknown): value is YamlData =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Tags or names: a list, a JSON list in a string, or one line with commas. */
export const nameList = (value: unknown): readonly string[] =>
  unique(typeof value === "string" ? (jsonList(value) ?? value.split(/[,\n]/)) : itemsOf(value));

/** As a list of names, without the # that some write before a tag. */
export const tagList = (value: unknown): readonly string[] => {
  const marked = typeof value === "string" && /^\s*#\S+(?:\s+#\S+)+\s*$/.test(value);
  const names = nameList(marked ? value.split(/[\s,]+/) : value);
  return unique(names.map((name) => name.replace(/^#+/, "")));
};

/** Phrases: a list, a JSON list in a string, or one a line; a comma may be part of a phrase. */
export const phraseList = (value: unknown): readonly string[] =>
  unique(typeof value === "string" ? (jsonList(value) ?? value.split("\n")) : itemsOf(value));

/** Page ids, however they are written: plain, as wikilinks, or as paths. */
export const idList = (value: unknown): readonly string[] => unique(nameList(value).map(pageIdOf));

const pageIdOf = (text: string): string => {
  const inner = /^\[\[([^\]|#]*)/.exec(text)?.[1] ?? text;
  const path = inner
    .trim()
    .replaceAll("\\", "/")
    .replace(/^\/+/, "")
    .replace(/^wiki\//, "");
  return path.replace(/\.md$/i, "").normalize("NFC");
};

const itemsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(itemText) : [textOf(value)]);

/** An item such as `error: no such file` is a map to YAML and a phrase to its author. */
const itemText = (item: unknown): string => {
  if (!isRecord(item)) return textOf(item);
  const [[key, value] = ["", ""], ...more] = Object.entries(item);
  return more.length === 0 && key !== "" ? `${key}: ${textOf(value)}`.trim() : "";
};

const jsonList = (text: string): readonly string[] | undefined => {
  if (!/^\s*\[[\s\S]*\]\s*$/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.map(itemText) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const unique = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.map((text) => text.trim()).filter((text) => text !== "")),
];

/** Words of earlier formats and of other tools for the three states. */
const statusWords: Readonly<Record<string, Status>> = {
  draft: "draft",
  candidate: "draft",
  skeleton: "draft",
  stub: "draft",
  stable: "stable",
  confirmed: "stable",
  ingested: "stable",
  insight: "stable",
  observation: "stable",
  deprecated: "deprecated",
  rejected: "deprecated",
  superseded: "deprecated",
};

/** Absent is stable, since a person wrote it; undefined is a word that says nothing. */
export const statusOf = (value: unknown): Status | undefined => {
  if (value === undefined || value === null || value === "") return "stable";
  const word = textOf(value).toLowerCase();
  return Object.hasOwn(statusWords, word) ? statusWords[word] : undefined;
};

export const confidenceOf = (value: unknown): Confidence | undefined => {
  const word = textOf(value).toLowerCase();
  return word === "strong" || word === "weak" || word === "shadow" ? word : undefined;
};

const packetId = /(?:SRC|TRJ|CNV)-\d{4}-\d{2}-\d{2}-\d{3,}/;

/** `sources` as a list of maps, of strings, or one of either; `source_id` is what older pages have. */
export const sourceList = (data: YamlData): readonly SourceRef[] => {
  const value = fieldOf(data, "sources");
  const entries = Array.isArray(value) ? value : typeof value === "string" ? nameList(value) : [value];
  const sources = entries.map(sourceOf).filter((source) => source !== undefined);
  const legacy = sourceOf(fieldOf(data, "source_id"));
  if (legacy !== undefined) sources.push(legacy);
  const byId = new Map<string, SourceRef>();
  for (const source of sources) if (!byId.has(source.id)) byId.set(source.id, source);
  return [...byId.values()];
};

const sourceOf = (value: unknown): SourceRef | undefined => {
  if (!isRecord(value)) return sourceFromText(textOf(value));
  const resource = textOf(value["resource"]) || textOf(value["url"]) || textOf(value["path"]);
  const id = textOf(value["id"]);
  const title = textOf(value["title"]);
  if (id === "" && resource === "") return undefined;
  const found = id || sourceFromText(resource)?.id || resource;
  return { id: found, resource: resource || found, ...(title === "" ? {} : { title }) };
};

const sourceFromText = (text: string): SourceRef | undefined => {
  const plain = /^\[\[([^\]|]*)/.exec(text)?.[1] ?? /\]\(([^)\s]*)/.exec(text)?.[1] ?? text;
  const resource = plain.trim();
  return resource === "" ? undefined : { id: packetId.exec(resource)?.[0] ?? resource, resource };
};

/** Whether `verified` names a person; nobody has checked that. */
export const isHumanVerified = (verified: unknown): boolean =>
  (Array.isArray(verified) ? verified : [verified]).some(
    (entry: unknown) =>
      typeof entry === "object" &&
      entry !== null &&
      "by" in entry &&
      typeof entry.by === "string" &&
      entry.by.startsWith("human:"),
  );
