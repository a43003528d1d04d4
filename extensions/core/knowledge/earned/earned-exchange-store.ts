/**
 * Earned records between clones: a text with every chain, and what another clone's text adds to ours. A chain that goes
 * on from ours is appended; one that parted from it is kept beside it, read-only, and is verified at every read.
 */

import type { Platform } from "../../../platform/platform.ts";
import { WikiError } from "../../errors.ts";
import { isJsonObject, type JsonObject, parseJsonObject } from "../../ledger/canonical.ts";
import { carriesOwnHash, sealObject } from "../../ledger/own-hash.ts";
import { falseMarkers, markersProblem } from "../false-markers.ts";
import type { ExportAnswer, ImportAnswer, ImportedChain, RepairAnswer } from "./deliveries.ts";
import { brokenChain, type EarnedFiles, openEarnedFiles, sideFolder, tornFolder } from "./earned-files-store.ts";
import { type EarnedRecord, openChain, wholeSecond } from "./record.ts";
import { type RecordKind, recordKinds } from "./record-kinds.ts";

export interface EarnedExchange {
  exported(): Promise<ExportAnswer>;
  imported(text: string): Promise<ImportAnswer>;
  repair(): Promise<RepairAnswer>;
}

const head = { kind: "pi-wiki-earned-export", schema_version: 1, ...falseMarkers } as const;
const hashField = "export_hash";
const largestChain = 256 * 1024 * 1024;

export const openEarnedExchange = (platform: Platform, commonDir: string): EarnedExchange => {
  const chains = openEarnedFiles(platform, commonDir);
  const rule = { field: hashField, hash: platform.hash };
  return {
    exported: async () => {
      const ours = await Promise.all(recordKinds.map(async (kind) => [kind, await chains.read(kind)] as const));
      const counts = ours.map(([kind, records]) => [kind, { records: records.length, last: lastOf(records) }] as const);
      const first = sealObject({ ...head, chains: Object.fromEntries(counts) }, rule).text;
      const lines = ours.flatMap(([, records]) => records.map(({ line }) => line));
      return { text: [first, ...lines, ""].join("\n"), records: lines.length };
    },
    imported: async (text) => {
      const theirs = readExport(text, { chains, rule });
      requirePast(theirs, wholeSecond(platform.now()));
      return chains.locked(async () => {
        const results: ImportedChain[] = [];
        for (const [kind, records] of theirs) {
          if (records.length > 0) results.push(await take(chains, { kind, records, hash: platform.hash }));
        }
        return { chains: results };
      });
    },
    repair: () =>
      chains.locked(async () => {
        const moved: RepairAnswer["moved"][number][] = [];
        for (const kind of recordKinds) moved.push(...(await moveTornEnd(chains, kind, platform.hash)));
        return { moved };
      }),
  };
};

const lastOf = (records: readonly EarnedRecord[]): string | null => records.at(-1)?.hash ?? null;

type Chains = readonly (readonly [RecordKind, readonly EarnedRecord[]])[];

interface Reading {
  readonly chains: EarnedFiles;
  readonly rule: { readonly field: string; readonly hash: Platform["hash"] };
}

const refusal = (problem: string): WikiError => new WikiError("import_refused", { problem });

/** Every chain of the text, verified whole; throws `import_refused`. */
const readExport = (text: string, { chains, rule }: Reading): Chains => {
  const [first = "", ...lines] = text.split("\n");
  const fields = parseJsonObject(first);
  if (fields?.["kind"] !== head.kind || fields["schema_version"] !== 1) throw refusal("it is no export of version 1");
  const problem = markersProblem(fields);
  if (problem !== undefined) throw refusal(problem);
  const declared = fields["chains"];
  if (!carriesOwnHash(first, fields, rule) || !isJsonObject(declared)) throw refusal("its first line was altered");
  if (lines.pop() !== "") throw refusal("its last line is not whole");
  let at = 0;
  const found = recordKinds.map((kind) => {
    const { records: count, last } = declaredOf(declared, kind);
    const own = lines.slice(at, at + count);
    at += count;
    const bytes = new TextEncoder().encode(own.map((line) => `${line}\n`).join(""));
    const opened = count === 0 ? undefined : openChain(bytes, { kind, rules: chains.rules });
    if (opened?.state === "malformed") throw refusal(`record ${opened.line} of ${kind}: ${opened.problem}`);
    const records = opened?.records ?? [];
    if (records.length !== count || lastOf(records) !== last) throw refusal(`its chain of ${kind} is not whole`);
    return [kind, records] as const;
  });
  if (at !== lines.length) throw refusal("it has more lines than it says");
  return found;
};

/** Behind a record of a later time nothing could be appended until that has come. */
const requirePast = (theirs: Chains, now: string): void => {
  for (const [kind, records] of theirs) {
    const last = records.at(-1)?.timestamp ?? "";
    if (last > now) throw refusal(`its last ${kind} is of ${last}, and here it is ${now}: one of the clocks is wrong`);
  }
};

const declaredOf = (
  declared: JsonObject,
  kind: RecordKind,
): { readonly records: number; readonly last: string | null } => {
  const chain = declared[kind];
  const { records, last } = isJsonObject(chain) ? chain : {};
  if (typeof records !== "number" || records < 0) throw refusal(`it does not say how many records of ${kind} it has`);
  return { records, last: typeof last === "string" ? last : null };
};

interface Taken {
  readonly kind: RecordKind;
  readonly records: readonly EarnedRecord[];
  readonly hash: Platform["hash"];
}

const take = async (chains: EarnedFiles, { kind, records, hash }: Taken): Promise<ImportedChain> => {
  const own = chains.sound(kind);
  const parting = records.findIndex((record, index) => record.hash !== own[index]?.hash);
  if (parting < 0) {
    return { record_kind: kind, result: records.length === own.length ? "same" : "behind", added: 0 };
  }
  const { files, pathOf } = chains;
  if (parting === own.length) {
    const added = records.slice(parting);
    await files.append(pathOf(kind), textOf(added));
    return { record_kind: kind, result: "fast-forward", added: added.length };
  }
  const path = `${sideFolder}/${kind}.${hash(lastOf(records) ?? "").slice(0, 16)}.jsonl`;
  // Refuses links on the way there.
  const known = chains.open(kind, path);
  if (known === undefined) {
    await files.create(path, textOf(records));
    await files.protect(path);
  }
  const added = known === undefined ? records.length - parting : 0;
  return { record_kind: kind, result: "beside", added, path: files.absolute(path) };
};

const textOf = (records: readonly EarnedRecord[]): string => records.map(({ line }) => `${line}\n`).join("");

/** First kept elsewhere, then taken away: whenever this ends, the bytes are somewhere. */
const moveTornEnd = async (
  chains: EarnedFiles,
  kind: RecordKind,
  hash: Platform["hash"],
): Promise<RepairAnswer["moved"]> => {
  const { files, pathOf } = chains;
  const path = pathOf(kind);
  const opened = chains.open(kind);
  if (opened === undefined || opened.state === "sound") return [];
  if (opened.state === "malformed") throw brokenChain(opened, files.absolute(path));
  const bytes = files.read(path, largestChain) ?? new Uint8Array();
  const { offset } = opened;
  const end = bytes.subarray(offset);
  const place = `${tornFolder}/${kind}.${offset}.${hash(end).slice(0, 16)}.part`;
  await files.create(place, end);
  if (offset === 0) await files.remove(path);
  else await files.write(path, bytes.subarray(0, offset));
  return [{ record_kind: kind, byte_offset: offset, bytes: end.length, path: files.absolute(place) }];
};
