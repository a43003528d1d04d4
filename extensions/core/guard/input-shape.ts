/** Finds in a tool's input, whatever its form, the paths it would change and the commands it would run. Pure. */

import { envelopePaths, isPatch, patchedPaths } from "./patch-paths.ts";
import type { Reach } from "./protection.ts";
import { type ToolKind, toolKind } from "./tool-kind.ts";

export interface PathChange {
  /** As written. */
  readonly path: string;
  readonly reach: Reach;
  /** Folders in the same input that the path may be relative to. */
  readonly bases: readonly string[];
  /** Where the path lands when it names a folder. */
  readonly name?: string;
}

export interface RunCommand {
  readonly text: string;
  /** As written. */
  readonly cwd: string | undefined;
}

export interface InputShape {
  readonly changes: readonly PathChange[];
  readonly commands: readonly RunCommand[];
}

export const shapeOf = (tool: string, input: unknown): InputShape => {
  const shape: Shape = { changes: [], commands: [] };
  if (isRecord(input)) readRecord(input, { kind: kindOf(tool, input), tool, shape, depth: 0 });
  return shape;
};

interface Shape {
  readonly changes: PathChange[];
  readonly commands: RunCommand[];
}

interface Reading {
  readonly kind: ToolKind;
  readonly tool: string;
  readonly shape: Shape;
  readonly depth: number;
}

type Fields = Readonly<Record<string, unknown>>;

const deepest = 6;

const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Some editors tell in their input that they only look. */
const kindOf = (tool: string, input: Fields): ToolKind => {
  const { command } = input;
  if (command === "view" || command === "undo_edit") return "read";
  return isEditorCommand(command) ? "write" : toolKind(tool);
};

const isEditorCommand = (command: unknown): boolean =>
  typeof command === "string" && /^(view|create|str_replace|insert|undo_edit)$/.test(command);

const folded = (key: string): string => key.toLowerCase().replace(/[_-]/g, "");

const pathKey =
  /^(_?path|paths|files?|filepaths?|filenames?|(target|absolute|abs|relative|rel|dest|destination|new|old|source|from|to|output|out|save|notebook|link|dir|folder|directory|document)(path|file|dir|name)?s?|saveas|saveto|uri|url|src|location|notebook)$/;
const baseKey =
  /^(root|rootdir|rootpath|base|basedir|basepath|cwd|workdir|workingdirectory|workspace|directory|dir|folder)$/;
const sourceKey = /^(source|src|from|old)(path|file|name)?$/;
const contentKey = /^(content|contents|text|body|data|filetext|newsource|code)$/;
const patchKey = /^(_?input|patch|diff|patchtext|edits?|changes)$/;
const commandKey = /^(command|cmd|commandline|shellcommand|script|commands)$/;

const strings = (value: unknown): readonly string[] => {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
};

const readRecord = (fields: Fields, reading: Reading): void => {
  const entries = Object.entries(fields).map(([key, value]) => [folded(key), value] as const);
  const bases = entries.flatMap(([key, value]) => (baseKey.test(key) && typeof value === "string" ? [value] : []));
  readCommands(fields, entries, reading);
  const nested = nestedCall(fields);
  if (nested !== undefined) {
    addShape(shapeOf(nested.tool, nested.input), reading.shape);
    return;
  }
  const hasContent = entries.some(([key]) => contentKey.test(key));
  const others = entries.filter(([key]) => isPathKey(key, { hasContent, bases }) && !baseKey.test(key));
  const paths = others.length > 0 ? others : entries.filter(([key]) => pathKey.test(key));
  if (reading.kind !== "read")
    for (const [key, value] of paths) addPaths(key, value, { reading, bases, fields: entries });
  for (const [key, value] of entries) readInside(key, value, reading);
};

const isPathKey = (key: string, { hasContent, bases }: { hasContent: boolean; bases: readonly string[] }): boolean =>
  pathKey.test(key) || (key === "name" && (hasContent || bases.length > 0));

type Entries = readonly (readonly [string, unknown])[];

interface Adding {
  readonly reading: Reading;
  readonly bases: readonly string[];
  readonly fields: Entries;
}

const addPaths = (key: string, value: unknown, { reading, bases, fields }: Adding): void => {
  const reach = reachOf(key, reading.kind, fields);
  if (reach === undefined) return;
  const source = strings(fields.find(([name]) => sourceKey.test(name))?.[1])[0];
  const name = reading.kind === "copy" || reading.kind === "move" ? source?.split("/").at(-1) : undefined;
  for (const path of strings(value)) {
    if (!/^[a-z][a-z\d+.-]+:\/\//i.test(path) || /^file:/i.test(path)) {
      reading.shape.changes.push({ path, reach, bases, ...(name === undefined ? {} : { name }) });
    }
  }
};

/** Undefined for a path that is only read. */
const reachOf = (key: string, kind: ToolKind, fields: Entries): Reach | undefined => {
  if (kind === "read" || kind === "command") return undefined;
  if (isOnlyRead(key, kind, fields)) return undefined;
  return reaches[kind](sourceKey.test(key));
};

/** What is copied, linked to or unpacked stays as it is. */
const isOnlyRead = (key: string, kind: ToolKind, fields: Entries): boolean => {
  if (kind !== "copy" && kind !== "link" && kind !== "unpack") return false;
  const isOther = fields.length > 1 && (kind === "link" ? key === "target" : /^(path|file|archive)/.test(key));
  return sourceKey.test(key) || (kind !== "copy" && isOther);
};

const reaches: Readonly<Record<Exclude<ToolKind, "read" | "command">, (isSource: boolean) => Reach>> = {
  write: () => "write",
  copy: () => "write",
  move: (isSource) => (isSource ? "tree" : "entry"),
  link: () => "entry",
  remove: () => "tree",
  folder: () => "entry",
  unpack: () => "into",
};

/** Patches in texts, lists of edits, maps from path to content, calls in calls. */
const readInside = (key: string, value: unknown, reading: Reading): void => {
  if (reading.depth >= deepest || (contentKey.test(key) && typeof value === "string")) return;
  if (typeof value === "string") readPatch(key, value, reading);
  else if (Array.isArray(value)) for (const one of value) readInside(key, one, reading);
  else if (isRecord(value)) {
    if (/^(files|paths)$/.test(key) && reading.kind !== "read") addKeys(value, reading);
    readRecord(value, { ...reading, depth: reading.depth + 1 });
  }
};

const addKeys = (value: Fields, { shape }: Reading): void => {
  for (const path of Object.keys(value)) shape.changes.push({ path, reach: "write", bases: [] });
};

const readPatch = (key: string, text: string, { shape, kind }: Reading): void => {
  if (kind === "read" || !patchKey.test(key)) return;
  for (const path of envelopePaths(text)) shape.changes.push({ path, reach: "write", bases: [] });
  if (!isPatch(text)) return;
  for (const path of patchedPaths(text)) {
    const stripped = path.split("/").slice(1).join("/");
    for (const one of [path, stripped]) if (one !== "") shape.changes.push({ path: one, reach: "write", bases: [] });
  }
};

/** `{ tool, input }` in a batch. */
const nestedCall = (fields: Fields): { readonly tool: string; readonly input: unknown } | undefined => {
  const tool = fields["tool"] ?? fields["tool_name"] ?? fields["toolName"] ?? fields["recipient_name"];
  const input = fields["input"] ?? fields["arguments"] ?? fields["args"] ?? fields["parameters"] ?? fields["params"];
  return typeof tool === "string" && isRecord(input) ? { tool, input } : undefined;
};

const addShape = (from: InputShape, to: Shape): void => {
  to.changes.push(...from.changes);
  to.commands.push(...from.commands);
};

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

const readCommands = (fields: Fields, entries: Entries, reading: Reading): void => {
  const cwd = strings(entries.find(([key]) => baseKey.test(key))?.[1])[0];
  const args = entries.flatMap(([key, value]) => (/^(args|arguments)$/.test(key) ? strings(value) : []));
  const lines = entries.flatMap(([key, value]) =>
    commandLines(key, value).map((line) => [line, ...args.map(quoted)].join(" ")),
  );
  for (const text of [...lines, ...codeLines(fields, reading)]) reading.shape.commands.push({ text, cwd });
};

/** A line, several lines, or one line as a list of words. */
const commandLines = (key: string, value: unknown): readonly string[] => {
  if (isEditorCommand(value)) return [];
  const isWords = key === "argv" || (commandKey.test(key) && Array.isArray(value) && key !== "commands");
  if (isWords) return [strings(value).map(quoted).join(" ")];
  return commandKey.test(key) ? strings(value) : [];
};

const codeLines = (fields: Fields, { tool, kind }: Reading): readonly string[] => {
  const language = codeLanguage(tool, fields);
  if (language === undefined && kind !== "command") return [];
  return strings(fields["code"]).map((code) => (language === undefined ? code : `${language} ${quoted(code)}`));
};

/** How a tool that runs code would be called in a shell. */
const codeLanguage = (tool: string, { language }: Fields): string | undefined => {
  const name = `${tool} ${typeof language === "string" ? language : ""}`.toLowerCase();
  if (/python|jupyter/.test(name)) return "python3 -c";
  return /javascript|node|\bjs\b|typescript/.test(name) ? "node -e" : undefined;
};
