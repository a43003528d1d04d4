/** Earned records on disk: they are appended and read. There is no way to change or remove one. */

import type { Platform } from "../../../platform/platform.ts";
import { WikiError } from "../../errors.ts";
import { canonicalJson } from "../../ledger/canonical.ts";
import { firstLink, linkAfter } from "../../ledger/chain.ts";
import { readLocations } from "./detail-values.ts";
import { type EarnedFiles, openEarnedFiles } from "./earned-files-store.ts";
import {
  type EarnedRecord,
  type NewRecord,
  newRecordProblem,
  type Provenance,
  sealEarned,
  wholeSecond,
} from "./record.ts";
import { type DetailOf, type RecordKind, recordKinds, type WrittenKind } from "./record-kinds.ts";

export interface EarnedStore {
  /** Our own chain of a kind, oldest first; throws `earned_torn` or `earned_malformed` for one that does not stand. */
  read<Kind extends RecordKind>(kind: Kind): Promise<readonly EarnedRecord<Kind>[]>;
  /** The same, with what parted chains of other clones have beside it. */
  readAll<Kind extends RecordKind>(kind: Kind): Promise<readonly EarnedRecord<Kind>[]>;
  /**
   * Appends durably, or gives the record that says the same already. Throws `record_refused`, `receipt_collision`,
   * `lesson_unknown` for what supersedes no earlier lesson, and `clock_regression`.
   */
  append<Kind extends WrittenKind>(record: DraftRecord<Kind>): Promise<Appended<Kind>>;
  /** How each chain stands; one that does not is looked at once more under the lock, as in a read. */
  check(): Promise<readonly CheckedChain[]>;
}

/** Its time is the moment of the append. */
export interface DraftRecord<Kind extends RecordKind> extends Omit<Provenance, "timestamp"> {
  readonly kind: Kind;
  readonly detail: DetailOf<Kind>;
}

export interface Appended<Kind extends RecordKind> {
  readonly record: EarnedRecord<Kind>;
  readonly isNew: boolean;
}

export interface CheckedChain {
  /** Absolute. */
  readonly path: string;
  readonly record_kind: RecordKind;
  readonly state: "sound" | "torn" | "malformed";
  readonly records: number;
  readonly problem?: string;
}

export const openEarnedStore = (platform: Platform, commonDir: string): EarnedStore => {
  const chains = openEarnedFiles(platform, commonDir);
  const { files, rules, pathOf } = chains;

  const appendLocked = async <Kind extends WrittenKind>(draft: DraftRecord<Kind>): Promise<Appended<Kind>> => {
    const record: NewRecord<Kind> = { ...draft, timestamp: wholeSecond(platform.now()) };
    const problem = newRecordProblem(record);
    if (problem !== undefined) throw new WikiError("record_refused", { kind: draft.kind, problem });
    const known = chains.sound(draft.kind);
    const same = sameRecord(known, draft);
    if (same !== undefined) return { record: same, isNew: false };
    requireSuperseded(chains, draft);
    const last = known.at(-1);
    if (last !== undefined && record.timestamp < last.timestamp) {
      const path = files.absolute(pathOf(draft.kind));
      throw new WikiError("clock_regression", { path, last: last.timestamp, now: record.timestamp });
    }
    const link = last === undefined ? firstLink : linkAfter(last);
    const sealed = sealEarned(record, { link, rules });
    await files.append(pathOf(draft.kind), `${sealed.line}\n`);
    return { record: { ...record, seq: sealed.seq, hash: sealed.hash, line: sealed.line }, isNew: true };
  };

  return {
    read: (kind) => chains.read(kind),
    readAll: async (kind) => {
      const own = await chains.read(kind);
      const seen = new Map(own.map((record) => [record.hash, record]));
      for (const path of chains.sidesOf(kind)) {
        for (const record of await chains.read(kind, path)) if (!seen.has(record.hash)) seen.set(record.hash, record);
      }
      return [...seen.values()];
    },
    append: (draft) => chains.locked(() => appendLocked(draft)),
    check: () => checkAll(chains),
  };
};

/** One with the same receipt, else one that says the same of the same commit; where its names led does not count. */
const sameRecord = <Kind extends RecordKind>(
  known: readonly EarnedRecord<Kind>[],
  draft: DraftRecord<Kind>,
): EarnedRecord<Kind> | undefined => {
  const said = sayingOf(draft);
  const receipt = receiptOf(draft);
  const found = receipt === undefined ? undefined : known.find((record) => receiptOf(record) === receipt);
  if (found !== undefined && sayingOf(found) !== said) {
    throw new WikiError("receipt_collision", { kind: draft.kind, receipt: receipt ?? "" });
  }
  return found ?? known.find((record) => record.headSha === draft.headSha && sayingOf(record) === said);
};

const receiptOf = ({ detail }: { readonly detail: Readonly<Record<string, string>> }): string | undefined =>
  fieldsOf(detail)["receipt_id"];

/** Origin and details, with the names of locations and not where a map found them. */
const sayingOf = <Kind extends RecordKind>({
  originKind,
  origin,
  detail,
}: Pick<DraftRecord<Kind>, "originKind" | "origin" | "detail">): string => {
  const references = (readLocations(fieldsOf(detail)["locations"] ?? "") ?? []).map(({ reference }) => reference);
  return canonicalJson({ originKind, origin, detail: { ...detail, locations: references } });
};

const fieldsOf = (detail: Readonly<Record<string, string>>): Readonly<Record<string, string>> => detail;

/** A plain lesson takes the place of a plain one, a certified one of either. */
const requireSuperseded = (chains: EarnedFiles, { kind, detail }: DraftRecord<WrittenKind>): void => {
  const hash = fieldsOf(detail)["supersedes"] ?? "";
  if (hash === "") return;
  const places: readonly RecordKind[] = kind === "lesson" ? ["lesson"] : ["lesson", "certified-handoff-lesson"];
  const isThere = places.some((place) => chains.sound(place).some((record) => record.hash === hash));
  if (!isThere) throw new WikiError("lesson_unknown", { hash });
};

const checkAll = async (chains: EarnedFiles): Promise<readonly CheckedChain[]> => {
  const places = recordKinds.flatMap((kind) =>
    [chains.pathOf(kind), ...chains.sidesOf(kind)].map((path) => ({ kind, path })),
  );
  const found: CheckedChain[] = [];
  for (const place of places) {
    const seen = checkChain(chains, place);
    if (seen === undefined) continue;
    const settled = seen.state === "sound" ? seen : await chains.locked(async () => checkChain(chains, place));
    found.push(settled ?? seen);
  }
  return found;
};

const checkChain = (
  chains: EarnedFiles,
  { kind, path }: { readonly kind: RecordKind; readonly path: string },
): CheckedChain | undefined => {
  const opened = chains.open(kind, path);
  if (opened === undefined) return undefined;
  const known = { path: chains.files.absolute(path), record_kind: kind, state: opened.state };
  if (opened.state === "malformed") {
    return { ...known, records: 0, problem: `line ${opened.line}: ${opened.problem}` };
  }
  const torn = opened.state === "torn" ? { problem: `its last line is not whole, from byte ${opened.offset} on` } : {};
  return { ...known, records: opened.records.length, ...torn };
};
