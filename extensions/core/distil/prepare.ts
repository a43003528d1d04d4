/** Gathers what a model needs to distil: what is to be read, what is known of it, and what must not come back. */

import { isNoteType } from "../pages/page-types.ts";
import type { BelievedFacts } from "../recall/admission.ts";
import { readTranscript, transcriptPath } from "../sources/conversation-store.ts";
import { leadOf } from "../sources/lead.ts";
import { type Packet, readExtracted } from "../sources/packet-store.ts";
import type { Tombstone } from "../trust/tombstones/tombstone-record.ts";
import type { OverlapGroup, Prepared, RejectedClaim, SourceText, Transcript } from "./material.ts";
import { overlapping } from "./overlap.ts";
import {
  type Batch,
  cut,
  isLive,
  knownPage,
  neighboursOf,
  type PrepareParts,
  type PrepareRequest,
  packetsFor,
} from "./prepare-parts.ts";
import { rulesOf, shapeOf } from "./shapes.ts";
import { trajectories } from "./trajectories/prepare-trajectories.ts";

export const prepare = async (request: PrepareRequest, parts: PrepareParts): Promise<Prepared> => {
  const { material, waiting } = await batchOf(request, parts);
  const { kind } = request;
  return {
    ...material,
    waiting,
    negative_examples: parts.negativeExamples,
    tombstones: rejectedClaims(parts.tombstones),
    rules: rulesOf(kind),
    shape: shapeOf(kind, parts),
  };
};

const batchOf = (request: PrepareRequest, parts: PrepareParts): Promise<Batch> | Batch => {
  switch (request.kind) {
    case "conversation":
      return conversations(request, parts);
    case "source":
      return sources(request, parts);
    case "notes":
      return notes(request, parts);
    case "triggers":
      return triggers(request, parts);
    case "trajectory":
      return trajectories(request, parts);
  }
};

const mostPackets = 5;
const previewLength = 1200;
const shortPreview = 400;

const conversations = async ({ ids }: PrepareRequest, parts: PrepareParts): Promise<Batch> => {
  const { taken, waiting } = packetBatch("CNV", ids, parts);
  const transcripts: Transcript[] = [];
  for (const packet of taken) transcripts.push(await transcriptOf(packet, parts));
  return { material: { kind: "conversation", transcripts }, waiting };
};

const transcriptOf = async (packet: Packet, parts: PrepareParts): Promise<Transcript> => {
  const { vault, platform } = parts;
  const lines = readTranscript(vault, packet);
  const spoken = lines.map(({ role, text }) => `${role}: ${text}`).join("\n\n");
  const asked = lines.filter(({ role }) => role === "user").map(({ text }) => text);
  return {
    id: packet.id,
    path: platform.paths.join(vault.root, transcriptPath(packet)),
    title: packet.manifest?.title ?? packet.id,
    captured_at: packet.manifest?.captured_at ?? "",
    turns: lines.length,
    characters: spoken.length,
    preview: cut(spoken, previewLength),
    neighbours: await neighboursOf(cut(asked.join("\n"), previewLength), parts),
  };
};

const sources = async ({ ids }: PrepareRequest, parts: PrepareParts): Promise<Batch> => {
  const { taken, waiting } = packetBatch("SRC", ids, parts);
  const texts: SourceText[] = [];
  for (const packet of taken) texts.push(await sourceOf(packet, parts));
  return { material: { kind: "source", sources: texts }, waiting };
};

const sourceOf = async (packet: Packet, parts: PrepareParts): Promise<SourceText> => {
  const { vault, platform } = parts;
  const text = readExtracted(vault, packet) ?? "";
  const title = packet.manifest?.title ?? packet.id;
  const page = `sources/${packet.id}`;
  const near = await neighboursOf(`${title}\n${leadOf(text, previewLength)}`, parts);
  return {
    id: packet.id,
    page,
    path: platform.paths.join(vault.root, packet.path, "extracted.md"),
    title,
    captured_at: packet.manifest?.captured_at ?? packet.manifest?.captured ?? "",
    characters: text.length,
    preview: leadOf(text, previewLength),
    neighbours: near.filter(({ id }) => id !== page),
  };
};

const packetBatch = (
  prefix: "CNV" | "SRC",
  ids: readonly string[] | undefined,
  parts: PrepareParts,
): { readonly taken: readonly Packet[]; readonly waiting: number } => {
  const wanted = packetsFor(prefix, ids, parts);
  return { taken: wanted.slice(0, mostPackets), waiting: Math.max(0, wanted.length - mostPackets) };
};

const mostCompared = 600;
const mostGroups = 5;

const notes = ({ ids }: PrepareRequest, parts: PrepareParts): Batch => {
  const candidates = parts.facts
    .filter((page) => isMergeable(page) && (ids?.length ? ids.includes(page.id) : true))
    .sort(byNewest)
    .slice(0, mostCompared);
  const texts = candidates.flatMap(({ id, title, taskId }) => {
    const page = parts.read(id);
    return page === undefined ? [] : [{ id, title, text: page.body, task: taskId }];
  });
  const found = overlapping(texts, (one, other) => parts.marks.areDistinct(one, other));
  const known = new Map(candidates.map((page) => [page.id, page]));
  const groups = found.slice(0, mostGroups).map(
    (group): OverlapGroup => ({
      pages: group.flatMap((id) => {
        const page = known.get(id);
        return page === undefined ? [] : [{ ...knownPage(page, parts), preview: previewOf(id, parts) }];
      }),
    }),
  );
  return { material: { kind: "notes", groups }, waiting: Math.max(0, found.length - mostGroups) };
};

/** What is withheld is no part of what is known, and what stands for a source is its own. */
const isMergeable = (page: BelievedFacts): boolean => isLive(page) && isNoteType(page.type);

const byNewest = (a: BelievedFacts, b: BelievedFacts): number =>
  (a.date ?? "") === (b.date ?? "") ? (a.id < b.id ? -1 : 1) : (a.date ?? "") > (b.date ?? "") ? -1 : 1;

const mostPages = 20;

/** Pages that were used longest ago come first: they are found least. */
const triggers = ({ ids }: PrepareRequest, parts: PrepareParts): Batch => {
  const wanted = parts.facts
    .filter((page) => isLive(page) && (ids?.length ? ids.includes(page.id) : true))
    .filter(({ id }) => ids?.length || parts.read(id)?.triggers.length === 0)
    .filter(({ trust }) => trust?.proposals.every(({ change }) => change !== "revise") ?? true)
    .map((page) => ({ page, used: parts.lastUse(page.id) ?? "" }))
    .sort((a, b) => (a.used === b.used ? (a.page.id < b.page.id ? -1 : 1) : a.used < b.used ? -1 : 1));
  const pages = wanted
    .slice(0, mostPages)
    .map(({ page }) => ({ ...knownPage(page, parts), preview: previewOf(page.id, parts) }));
  return { material: { kind: "triggers", pages }, waiting: Math.max(0, wanted.length - mostPages) };
};

const previewOf = (id: string, { read }: PrepareParts): string => leadOf(read(id)?.body ?? "", shortPreview);

const mostClaims = 60;

const rejectedClaims = (tombstones: readonly Tombstone[]): readonly RejectedClaim[] =>
  [...tombstones]
    .sort((a, b) => (a.at > b.at ? -1 : 1))
    .slice(0, mostClaims)
    .map(({ claims, reason, at }) => ({ claim: claims.join(" / "), reason, at }));
