/** Takes what a model made of its material: checks it, writes it as drafts and proposals, and remembers what is done. */

import { WikiError } from "../errors.ts";
import type { Finding } from "../finding.ts";
import type { Ledger } from "../ledger/ledger-store.ts";
import type { DistilKind } from "./distil-kind.ts";
import { type DistilMarks, foldMarks, marksEvent } from "./distil-marks.ts";
import { parseSubmission } from "./parse-submission.ts";
import { type Entry, isPacket, isSubmission, readSubmission, type Submission } from "./submission.ts";
import { keepUnread, oneAtATime } from "./submission-store.ts";
import type { Submitted, SubmittedEntry } from "./submitted.ts";
import { type WritingParts, type WrittenEntry, writePage, writeTaskEntry, writeTriggers } from "./write-entry.ts";

export interface SubmitRequest {
  readonly kind: DistilKind;
  /** JSON, bare, in a fence or with words around it. */
  readonly text: string;
}

export interface SubmitParts extends WritingParts {
  readonly ledger: Ledger;
}

const longestSubmission = 2_000_000;

/** Throws `too_large`, and `submission_unreadable` after the submission was put aside as it came. */
export const submit = async ({ kind, text }: SubmitRequest, parts: SubmitParts): Promise<Submitted> => {
  const { vault, context } = parts;
  const { platform } = context;
  if (text.length > longestSubmission) {
    throw new WikiError("too_large", { path: "the submission", bytes: text.length, limit: longestSubmission });
  }
  const fields = parseSubmission(text, isSubmission);
  if (fields === undefined) {
    throw new WikiError("submission_unreadable", { path: await keepUnread(platform, vault, text) });
  }
  const submission = readSubmission(fields, kind, platform.hash);
  return await oneAtATime(vault, () => take(submission, { kind, parts }));
};

interface Taking {
  readonly kind: DistilKind;
  readonly parts: SubmitParts;
}

const take = async (submission: Submission, { kind, parts }: Taking): Promise<Submitted> => {
  const marks = foldMarks(parts.ledger.read().events);
  const written: Taken[] = [];
  for (const entry of submission.entries) {
    const known = rememberedAs(entry, marks, parts);
    written.push(known === undefined ? await takeEntry(entry, parts) : { source: entry, isRemembered: true, ...known });
  }
  const held = submission.packets.filter((packet) => parts.holds(packet));
  const open = openPackets(held, written);
  const done = held.filter((packet) => !open.includes(packet));
  const event = marksEvent(kind, {
    packets: done.filter((packet) => !marks.isDone(packet)),
    entries: newPages(written),
    blocked: written.flatMap(({ source, entry, isRemembered }) =>
      source.kind !== "page" || isRemembered || entry.outcome !== "tombstoned" ? [] : [source.hash],
    ),
    distinct: submission.distinct
      .map((group) => group.filter((id) => parts.read(id) !== undefined))
      .filter((group) => !isKnownDistinct(group, marks.areDistinct)),
  });
  if (event !== undefined) await parts.ledger.append(parts.context, [event]);
  return {
    kind,
    entries: written.map(({ entry }) => entry),
    done,
    open,
    findings: [
      ...written.flatMap(({ findings }) => findings),
      ...submission.packets.filter((packet) => !parts.holds(packet)).map(packetMissing),
    ],
  };
};

type Taken = WrittenEntry & {
  readonly source: Entry;
  /** It was taken before, as the ledger says. */
  readonly isRemembered?: true;
};

/** What became of an entry before, where that still holds. */
const rememberedAs = (entry: Entry, marks: DistilMarks, parts: SubmitParts): WrittenEntry | undefined => {
  if (entry.kind === "invalid") return undefined;
  const id = marks.pageOf(entry.hash);
  const title = titleOf(entry);
  if (id !== undefined) return { entry: { title, outcome: "known", id }, findings: [] };
  if (entry.kind !== "page" || !marks.wasBlocked(entry.hash) || !parts.isRejected(entry.page)) return undefined;
  return { entry: { title, outcome: "tombstoned", reason: "it states what was rejected, as before" }, findings: [] };
};

const titleOf = (entry: Entry): string => {
  switch (entry.kind) {
    case "page":
      return entry.page.title;
    case "triggers":
      return entry.triggers.page;
    case "task":
      return `Task entry: ${entry.task.text.slice(0, 80)}`;
    case "invalid":
      return entry.title;
  }
};

const takeEntry = async (source: Entry, parts: SubmitParts): Promise<Taken> => {
  switch (source.kind) {
    case "page":
      return { source, ...(await writePage(source.page, parts)) };
    case "triggers":
      return { source, ...(await writeTriggers(source.triggers, parts)) };
    case "task":
      return { source, ...(await writeTaskEntry(source.task, parts)) };
    case "invalid": {
      const entry: SubmittedEntry = { title: source.title, outcome: "refused", reason: source.problem };
      return { source, entry, findings: [] };
    }
  }
};

/** What a tombstone keeps out needs no second try; the rest does. */
const needsMore: ReadonlySet<SubmittedEntry["outcome"]> = new Set(["similar", "refused"]);

/** An entry that names none of the packets may be of any of them. */
const openPackets = (packets: readonly string[], written: readonly Taken[]): readonly string[] => {
  // What a task did not take keeps no conversation waiting: its notes are what matters.
  const left = written
    .filter(({ entry, source }) => source.kind !== "task" && needsMore.has(entry.outcome))
    .map(({ source }) => packetsOf(source));
  if (left.some((named) => named.length === 0)) return packets;
  return packets.filter((packet) => left.some((named) => named.includes(packet)));
};

const packetsOf = (entry: Entry): readonly string[] => {
  if (entry.kind === "invalid") return entry.packets;
  return entry.kind === "page" ? (entry.page.sources ?? []).filter(isPacket) : [];
};

const newPages = (written: readonly Taken[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    written.flatMap(({ source, entry, isRemembered }) =>
      source.kind === "invalid" || isRemembered || entry.id === undefined || needsMore.has(entry.outcome)
        ? []
        : [[source.hash, entry.id]],
    ),
  );

const isKnownDistinct = (group: readonly string[], areDistinct: (one: string, other: string) => boolean): boolean =>
  group.every((one, index) => group.slice(index + 1).every((other) => areDistinct(one, other)));

const packetMissing = (packet: string): Finding => ({
  code: "packet-missing",
  severity: "warning",
  path: packet,
  line: 0,
  message: `There is no ${packet} in this vault; nothing was noted of it`,
  remedy: "Take its name from what was prepared.",
});
