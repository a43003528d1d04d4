/** A packet: what was captured, once and for good. Its ids and its manifest.json. Pure. */

import type { Finding } from "../finding.ts";
import type { packetFolders } from "../vault/layout.ts";

/** SRC for sources, TRJ for trajectories, CNV for conversations. */
export type PacketPrefix = keyof typeof packetFolders;

export interface PacketName {
  readonly prefix: PacketPrefix;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly number: number;
}

export interface PacketFile {
  /** Relative to the packet's folder, with `/`. */
  readonly path: string;
  /** 64 hex digits. */
  readonly sha256: string;
  readonly bytes: number;
}

/** `manifest.json` as on disk. Text captures have neither `url` nor `file_path`. */
export interface Manifest {
  readonly id: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly captured: string;
  readonly packet_version: string;
  readonly title: string;
  readonly url?: string;
  /** Relative to the session's folder when inside it, else the base name: never an absolute path. */
  readonly file_path?: string;
  readonly format: string;
  readonly extractor: string;
  /** `success`, `failed` or `unsupported`; ours always succeeded. */
  readonly extraction_status: string;
  readonly content_type?: string;
  readonly captured_at?: string;
  /** What citations point to: the address, the file's path, or the text's own place in the vault. */
  readonly resource?: string;
  readonly task_id?: string;
  /** Peculiarities of the extraction, for people. */
  readonly notes?: readonly string[];
  /** Everything in the packet but the manifest itself; undefined in packets of other tools. */
  readonly files?: readonly PacketFile[];
  /** Keys of other tools and other kinds of packets. */
  readonly extra: Readonly<Record<string, unknown>>;
}

export const packetVersion = "1.0";

const idPattern = /^(SRC|TRJ|CNV)-(\d{4}-\d{2}-\d{2})-(\d{3,})$/;

/** `SRC-2026-11-30-007`; the number has three digits or more. */
export const packetIdOf = ({ prefix, day, number }: PacketName): string =>
  `${prefix}-${day}-${String(number).padStart(3, "0")}`;

/** Undefined for a name that is no packet id. */
export const parsePacketId = (name: string): PacketName | undefined => {
  const [, prefix, day, digits] = idPattern.exec(name) ?? [];
  if (prefix === undefined || day === undefined || digits === undefined) return undefined;
  if (prefix !== "SRC" && prefix !== "TRJ" && prefix !== "CNV") return undefined;
  const number = Number(digits);
  return Number.isSafeInteger(number) ? { prefix, day, number } : undefined;
};

/** Packets in the order in which they were made: 1000 comes after 999. */
export const comparePacketNames = (a: PacketName, b: PacketName): number =>
  a.day === b.day ? a.number - b.number : a.day < b.day ? -1 : 1;

/** Numbers that one clone of a vault gives on a day: two clones must not name different packets the same. */
export interface PacketNumbers {
  readonly first: number;
  readonly last: number;
}

/** The clone in which the vault was made counts from 1; each other one in a range of its own, by its id. */
export const packetNumbers = (clone: string | undefined): PacketNumbers => {
  if (clone === undefined) return { first: 1, last: firstRange - 1 };
  const range = [...clone].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % rangeCount, 0);
  return { first: firstRange + range * rangeSize + 1, last: firstRange + (range + 1) * rangeSize - 1 };
};

const firstRange = 10_000_000;
const rangeSize = 1000;
const rangeCount = 90_000;

/** The number after the highest one of that prefix and day among a clone's; gaps are never filled. */
export const nextNumber = (
  names: readonly string[],
  { prefix, day }: Omit<PacketName, "number">,
  { first, last }: PacketNumbers,
): number => {
  const numbers = names.flatMap((name) => {
    const parsed = parsePacketId(name);
    return parsed?.prefix === prefix && parsed.day === day ? [parsed.number] : [];
  });
  const own = numbers.filter((number) => number >= first && number <= last);
  const next = own.reduce((highest, number) => Math.max(highest, number), first - 1) + 1;
  // A day of more packets than a range holds goes on after all that are there.
  return next <= last ? next : numbers.reduce((highest, number) => Math.max(highest, number), last) + 1;
};

const knownKeys = [
  "id",
  "captured",
  "packet_version",
  "title",
  "url",
  "file_path",
  "format",
  "extractor",
  "extraction_status",
  "content_type",
  "captured_at",
  "resource",
  "task_id",
  "notes",
  "files",
] as const;

/** Two-space JSON in the peer's key order, ours after it, other tools' keys last. */
export const renderManifest = ({ extra, ...known }: Manifest): string => {
  const taken: ReadonlySet<string> = new Set(knownKeys);
  const ordered = knownKeys.flatMap((key) => (known[key] === undefined ? [] : [[key, known[key]] as const]));
  const others = Object.entries(extra).filter(([key]) => !taken.has(key));
  return `${JSON.stringify(Object.fromEntries([...ordered, ...others]), undefined, 2)}\n`;
};

export interface ParsedManifest {
  /** Undefined when nothing usable is there. */
  readonly manifest: Manifest | undefined;
  readonly findings: readonly Finding[];
}

/** Tolerates absent and odd values of known keys; `place` is the manifest's path, `id` the name of its folder. */
export const parseManifest = (text: string, { place, id }: { place: string; id: string }): ParsedManifest => {
  const data = parseRecord(text);
  if (data === undefined) {
    return { manifest: undefined, findings: [damaged(place, "The manifest is not a JSON object")] };
  }
  const { files, findings } = parseFiles(data["files"], place);
  const manifest = { ...knownValues(data, id), ...(files === undefined ? {} : { files }), extra: extraOf(data) };
  const isRenamed = typeof data["id"] === "string" && data["id"] !== id;
  const renamed = isRenamed ? [damaged(place, `The manifest is of ${data["id"]}, not of ${id}`)] : [];
  return { manifest, findings: [...renamed, ...findings] };
};

const damaged = (path: string, message: string): Finding => ({
  code: "packet-manifest-damaged",
  severity: "error",
  path,
  line: 0,
  message,
  remedy: "Restore the packet from git or a backup.",
});

const parseRecord = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    return Object.fromEntries(Object.entries(value));
  } catch {
    // Not JSON: the caller reports it.
    return undefined;
  }
};

// The folder's name is the id: it is what links and events name, whatever the manifest claims.
const knownValues = (data: Readonly<Record<string, unknown>>, id: string): Omit<Manifest, "files" | "extra"> => {
  const text = (key: string): string => (typeof data[key] === "string" ? data[key] : "");
  const optional = ["url", "file_path", "content_type", "captured_at", "resource", "task_id"] as const;
  const notes = data["notes"];
  return {
    id,
    captured: text("captured") || (parsePacketId(id)?.day ?? ""),
    packet_version: text("packet_version"),
    title: text("title") || id,
    format: text("format"),
    extractor: text("extractor"),
    extraction_status: text("extraction_status"),
    ...Object.fromEntries(optional.filter((key) => text(key) !== "").map((key) => [key, text(key)])),
    ...(Array.isArray(notes) ? { notes: notes.filter((note) => typeof note === "string") } : {}),
  };
};

const extraOf = (data: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const known: ReadonlySet<string> = new Set(knownKeys);
  return Object.fromEntries(Object.entries(data).filter(([key]) => !known.has(key)));
};

const parseFiles = (
  value: unknown,
  place: string,
): { readonly files: readonly PacketFile[] | undefined; readonly findings: readonly Finding[] } => {
  if (value === undefined) return { files: undefined, findings: [] };
  if (!Array.isArray(value)) return { files: [], findings: [damaged(place, "`files` is not a list")] };
  const entries = value.map(parseFile);
  const files = entries.filter((file) => file !== undefined);
  const isWhole = files.length === entries.length;
  return { files, findings: isWhole ? [] : [damaged(place, "An entry of `files` can't be understood")] };
};

const parseFile = (value: unknown): PacketFile | undefined => {
  if (typeof value !== "object" || value === null) return undefined;
  const { path, sha256, bytes } = Object.fromEntries<unknown>(Object.entries(value));
  if (typeof path !== "string" || typeof sha256 !== "string" || typeof bytes !== "number") return undefined;
  return isInsidePacket(path) && /^[0-9a-f]{64}$/.test(sha256) ? { path, sha256, bytes } : undefined;
};

// A manifest from another repository must not make us read files elsewhere.
const isInsidePacket = (path: string): boolean =>
  path !== "" && !/[\0\\]/.test(path) && path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
