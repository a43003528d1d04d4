/** What a model submitted, checked field by field: what is wrong with one entry keeps no other from being taken. Pure. */

import { canonicalHash, type HashFunction, type JsonValue } from "../ledger/canonical.ts";
import { pageTypes } from "../pages/page.ts";
import type { NoteRequest } from "../trust/propose-note.ts";
import { type DistilKind, distilKinds } from "./distil-kind.ts";
import type { SubmittedFields } from "./parse-submission.ts";

/** A page to write, to change, or to put in the place of others. */
export interface PageEntry extends NoteRequest {
  readonly updates?: string;
  readonly contradicts: readonly string[];
  readonly merges: readonly string[];
  readonly keepBoth?: string;
}

export interface TriggerEntry {
  readonly page: string;
  readonly triggers: readonly string[];
}

/** What was learned inside a task. */
export interface TaskEntry {
  /** The session's own when none is named. */
  readonly task?: string;
  readonly text: string;
  /** When it happened; now where that is not said. */
  readonly capturedAt?: string;
}

export type Entry =
  | { readonly kind: "page"; readonly hash: string; readonly page: PageEntry }
  | { readonly kind: "triggers"; readonly hash: string; readonly triggers: TriggerEntry }
  | { readonly kind: "task"; readonly hash: string; readonly task: TaskEntry }
  | { readonly kind: "invalid"; readonly title: string; readonly problem: string; readonly packets: readonly string[] };

export interface Submission {
  /** Packets that were read. */
  readonly packets: readonly string[];
  readonly entries: readonly Entry[];
  readonly distinct: readonly (readonly string[])[];
}

const packetLists = ["conversations", "sources", "trajectories"] as const;
const pageLists = ["notes", "pages", "merges", "skills", "cases"] as const;
const entryLists = [...pageLists, "triggers", "task_entries", "distinct"] as const;
const lists = [...packetLists, ...entryLists] as const;

/** Whether an object is a submission, and not a part of one that was cut short. */
export const isSubmission = (fields: SubmittedFields): boolean =>
  !("title" in fields) && !("text" in fields) && lists.some((name) => Array.isArray(fields[name]));

const mostEntries = 200;

/** `hash` names entries, so that the same one is not taken twice. */
export const readSubmission = (fields: SubmittedFields, kind: DistilKind, hash: HashFunction): Submission => {
  const packets = packetLists.flatMap((name) => textsIn(fields[name])).map(packetName);
  const all = [
    ...entryLists.flatMap((name) => {
      const problem = problemOfList(name, fields[name], kind);
      return problem === undefined ? [] : [invalid("", problem)];
    }),
    ...pageLists
      .filter((name) => kindsOf[name].includes(kind))
      .flatMap((name) => listIn(fields[name]).map((value) => typedBy(name, fieldsIn(value))))
      .map((value) => pageEntry(value, { kind, packets, hash })),
    ...(kind === "triggers" ? listIn(fields["triggers"]) : []).map((value) => triggerEntry(fieldsIn(value), hash)),
    ...(kind === "conversation" ? listIn(fields["task_entries"]) : []).map((value) => taskEntry(fieldsIn(value), hash)),
  ];
  const rest = all.length - mostEntries;
  const left = rest > 0 ? [invalid("", `${rest} entries are too many: submit at most ${mostEntries} at once`)] : [];
  return {
    packets: [...new Set(packets)],
    entries: [...all.slice(0, mostEntries), ...left],
    distinct: listIn(fields["distinct"])
      .map(textsIn)
      .filter((group) => group.length > 1)
      .slice(0, mostEntries),
  };
};

/** What is passed over in silence would be lost: its packets would count as read. */
const problemOfList = (name: (typeof entryLists)[number], value: unknown, kind: DistilKind): string | undefined => {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) return `${name} is not a list`;
  if (value.length === 0 || kindsOf[name].includes(kind)) return undefined;
  return `${name} belong to a submission of the kind ${kindsOf[name].join(" or ")}`;
};

/** What stands in the list of skills is one. */
const typedBy = (name: (typeof pageLists)[number], fields: SubmittedFields): SubmittedFields => {
  if (name !== "skills" && name !== "cases") return fields;
  return { ...fields, type: name === "skills" ? "skill" : "case", text: withPitfalls(fields) };
};

/** A section of its own, where the text has none yet. */
const withPitfalls = (fields: SubmittedFields): string => {
  const [text, pitfalls] = [textIn(fields["text"]).trimEnd(), itemsIn(fields["pitfalls"])];
  if (text === "" || pitfalls.length === 0 || hasPitfalls(text)) return text;
  return `${text}\n\n## Pitfalls\n\n${pitfalls.map((one) => `- ${one}`).join("\n")}`;
};

export const hasPitfalls = (text: string): boolean => /^## Pitfalls\s*$/m.test(text);

const ofPages = ["conversation", "source", "notes"] as const;
const kindsOf: Readonly<Record<(typeof entryLists)[number], readonly DistilKind[]>> = {
  notes: ofPages,
  pages: ofPages,
  merges: ofPages,
  skills: ["trajectory"],
  cases: ["trajectory"],
  triggers: ["triggers"],
  task_entries: ["conversation"],
  distinct: distilKinds,
};

const invalid = (title: string, problem: string, packets: readonly string[] = []): Entry => ({
  kind: "invalid",
  title,
  problem,
  packets,
});

interface EntryPlace {
  readonly kind: DistilKind;
  readonly packets: readonly string[];
  readonly hash: HashFunction;
}

const longestText = 60_000;
const mostItems = 40;
const longestItem = 400;

const pageEntry = (fields: SubmittedFields, { kind, packets, hash }: EntryPlace): Entry => {
  const title = textIn(fields["title"]).replace(/\s+/g, " ").trim();
  const sources = sourcesOf(fields, packets);
  const merges = idsIn(fields["merges"]);
  const updates = idIn(fields["updates"]);
  const problem = problemOf(fields, { kind, title, sources, merges, updates });
  if (problem !== undefined) return invalid(title, problem, sources.filter(isPacket));
  const optional = {
    description: textIn(fields["description"]).trim(),
    keepBoth: textIn(fields["keep_both"]).trim(),
    updates: updates ?? sourcePageOf(fields, sources),
    validFrom: textIn(fields["valid_from"]),
    validUntil: textIn(fields["valid_until"]),
    task: textIn(fields["task"]),
  };
  const page: PageEntry = {
    title,
    type: textIn(fields["type"]),
    text: textIn(fields["text"]),
    tags: itemsIn(fields["tags"]),
    triggers: itemsIn(fields["recall_triggers"]),
    sources,
    files: itemsIn(fields["files"]),
    supersedes: idsIn(fields["supersedes"]),
    contradicts: idsIn(fields["contradicts"]),
    merges,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => Boolean(value))),
  };
  return { kind: "page", hash: nameOf({ kind, ...page }, hash), page };
};

/** A summary of one source takes the place of what stands on that source's page. */
const sourcePageOf = (fields: SubmittedFields, sources: readonly string[]): string | undefined => {
  const own = sources.filter((source) => source.startsWith("SRC-"));
  return fields["type"] === "source" && own.length === 1 ? `sources/${own[0]}` : undefined;
};

const problemOf = (
  fields: SubmittedFields,
  {
    kind,
    title,
    sources,
    merges,
    updates,
  }: {
    readonly kind: DistilKind;
    readonly title: string;
    readonly sources: readonly string[];
    readonly merges: readonly string[];
    readonly updates: string | undefined;
  },
): string | undefined => {
  const [type, text] = [textIn(fields["type"]), textIn(fields["text"])];
  if (title === "") return "it has no title";
  if (text.trim() === "") return "it has no text";
  if (text.length > longestText) return `its text is over ${longestText} characters`;
  if (!pageTypes.some((known) => known === type)) return `its type is none of ${pageTypes.join(", ")}`;
  if (itemsIn(fields["recall_triggers"]).length === 0) return "it has no recall_triggers";
  if (kind === "notes") return new Set(merges).size < 2 ? "it merges fewer than two notes" : undefined;
  if (merges.length > 0) return "notes are merged by a submission of the kind notes";
  return problemOfSources(kind, sources, updates);
};

const problemOfSources = (
  kind: DistilKind,
  sources: readonly string[],
  updates: string | undefined,
): string | undefined => {
  if (kind === "trajectory") {
    return sources.some((source) => source.startsWith("TRJ-")) ? undefined : "it names no trajectory";
  }
  return updates === undefined && sources.length === 0 ? "it names no source" : undefined;
};

/** What a single conversation gave needs no mention of it. */
const sourcesOf = (fields: SubmittedFields, packets: readonly string[]): readonly string[] => {
  const named = itemsIn(fields["sources"]).map((source) =>
    isPacket(packetName(source)) ? packetName(source) : source,
  );
  return named.length === 0 && packets.length === 1 ? packets : [...new Set(named)];
};

const mostTriggers = 8;

const triggerEntry = (fields: SubmittedFields, hash: HashFunction): Entry => {
  const page = idIn(fields["page"]) ?? "";
  const triggers = itemsIn(fields["recall_triggers"]).slice(0, mostTriggers);
  if (page === "") return invalid("", "it names no page");
  if (triggers.length === 0) return invalid(page, "it has no recall_triggers");
  return { kind: "triggers", hash: nameOf({ kind: "triggers", page, triggers }, hash), triggers: { page, triggers } };
};

const taskEntry = (fields: SubmittedFields, hash: HashFunction): Entry => {
  const text = textIn(fields["text"]).trim();
  if (text === "") return { kind: "task", hash: "", task: { text: "" } };
  const optional = { task: textIn(fields["task"]).trim(), capturedAt: textIn(fields["captured_at"]).trim() };
  const task = { text, ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== "")) };
  return { kind: "task", hash: nameOf({ kind: "task", ...task }, hash), task };
};

const nameOf = (value: object, hash: HashFunction): string => {
  const json: JsonValue = JSON.parse(JSON.stringify(value)); // Made of texts and lists of texts.
  return canonicalHash(json, hash).replace("sha256:", "").slice(0, 16);
};

export const isPacket = (source: string): boolean => /^(?:SRC|CNV|TRJ)-\d{4}-\d\d-\d\d-\d{3,}$/.test(source);

/** `[[sources/SRC-…]]`, a path and the bare id are one. */
const packetName = (source: string): string =>
  /(?:SRC|CNV|TRJ)-\d{4}-\d\d-\d\d-\d{3,}/.exec(source)?.[0] ?? source.trim();

const fieldsIn = (value: unknown): SubmittedFields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {};

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const textIn = (value: unknown): string => (typeof value === "string" ? wellFormed(value) : "");

/** Half of a pair can't be written, and would hide what it stands in. */
const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, "\ufffd");

const textsIn = (value: unknown): readonly string[] =>
  (typeof value === "string" ? [value] : listIn(value)).map(textIn).filter((text) => text.trim() !== "");

const itemsIn = (value: unknown): readonly string[] =>
  textsIn(value)
    .map((text) => text.replace(/\s+/g, " ").trim().slice(0, longestItem))
    .slice(0, mostItems);

/** Ids of pages, however they are quoted. */
const idsIn = (value: unknown): readonly string[] => [
  ...new Set(itemsIn(value).map((id) => id.replace(/^\[\[|\]\]$/g, "").replace(/\.md$/, ""))),
];

const idIn = (value: unknown): string | undefined => idsIn(value)[0];
