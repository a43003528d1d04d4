/** Builds a packet within its bytes: the least item goes first, as a whole, and is named as left out. Pure. */

import { WikiError } from "../../errors.ts";
import { byCodePoint } from "../../ledger/canonical.ts";
import type { InventoryLesson } from "../earned/deliveries.ts";
import { falseMarkers } from "../false-markers.ts";
import type { GroundedFile, GroundedSymbol, Grounding } from "../grounding/ground.ts";
import type { KnownSymbols, MapSymbol } from "../symbols/symbol-map.ts";
import { type Candidate, candidatesOf } from "./candidates.ts";
import { bytesOfItem, bytesOfJson, PacketBytes, settledCount } from "./fit-budget.ts";
import { lessonCandidates } from "./lesson-candidates.ts";
import {
  type Exclusion,
  type KnowledgePacket,
  leastBudget,
  type PacketVersion,
  type PlannedName,
  type UnverifiedHint,
} from "./packet.ts";
import { wordsOf } from "./score.ts";

export interface PacketStory {
  readonly path: string;
  readonly text: string;
  /** SHA-256 of the text, in hexadecimal digits. */
  readonly sha256: string;
}

/** What was found of the story's hints; undefined for one without hints. */
export interface PacketGround {
  readonly grounding: Grounding;
  readonly map: KnownSymbols;
  /** Blobs of the files that verified hints lead to, by path. */
  readonly blobs: ReadonlyMap<string, Uint8Array>;
  /** All that were earned. */
  readonly lessons?: readonly InventoryLesson[];
}

export interface PacketRules {
  readonly indexTree: string;
  readonly byteBudget: number;
  readonly version: PacketVersion;
}

/** Throws `packet_refused`, or `packet_stale` for parts of several trees. */
export const buildPacket = (
  story: PacketStory,
  ground: PacketGround | undefined,
  rules: PacketRules,
): KnowledgePacket => {
  const { byteBudget } = rules;
  if (!Number.isSafeInteger(byteBudget) || byteBudget < leastBudget) {
    throw refusal(story, `a budget of ${byteBudget} bytes is less than ${leastBudget}`);
  }
  requireOneTree(ground, rules);
  const items = ground === undefined ? [] : itemsOf(story, ground, rules);
  const parts = { story, ground, rules };
  const all = fitted(parts, items, 0);
  const isEnough = rules.version === "1" || (all !== undefined && !isEmptied(all));
  const packet = isEnough ? all : (fittedBest(parts, items) ?? all);
  if (packet !== undefined) return packet;
  throw refusal(story, `not even the list of what was left out fits into ${byteBudget} bytes`);
};

/** The names of all that was left out may take the place of what it was left out for: then some are only counted. */
const isEmptied = ({ snippets, exclusions }: KnowledgePacket): boolean =>
  snippets.length === 0 && exclusions.some(({ kind }) => kind === "source");

type Parts = Pick<Rendering, "story" | "ground" | "rules">;

/** The packet with as many of the items as its bytes let in; undefined where not even the names of the others fit. */
const fitted = (parts: Parts, items: readonly Candidate[], unconsidered: number): KnowledgePacket | undefined => {
  const { story, rules } = parts;
  const bare = bareBytes(parts, unconsidered);
  const sizes = new PacketBytes(items, bare);
  const exclusions: Exclusion[] = [];
  const left = new Set(items);
  // In the contract what is too large by itself stays until all else has gone for it.
  const largest = rules.version === "1" ? Number.POSITIVE_INFINITY : rules.byteBudget - bare;
  for (const least of byScore(items, largest)) {
    if (fits(story, sizes.bytes, rules.byteBudget)) break;
    const exclusion = exclusionOf(least);
    exclusions.push(exclusion);
    left.delete(least);
    sizes.leaveOut(least, exclusion);
  }
  if (!fits(story, sizes.bytes, rules.byteBudget)) return undefined;
  const used_bytes = settledCount(sizes.bytes) ?? 0;
  return { ...withoutCount({ ...parts, items: [...left], exclusions, unconsidered }), used_bytes };
};

/**
 * Common names lead to more than a packet could name. Of those the best are considered whose names, were they all left
 * out, would take half of the room; of the others the packet says how many there are.
 */
const fittedBest = (parts: Parts, items: readonly Candidate[]): KnowledgePacket | undefined => {
  const whole = parts.rules.byteBudget - bareBytes(parts, items.length);
  let room = whole / 2;
  const best = [...byScore(items, whole)].reverse().filter((item) => {
    room -= bytesOfJson(exclusionOf(item)) + 1;
    return room >= 0;
  });
  return fitted(parts, best.sort(byName), items.length - best.length);
};

const bareBytes = (parts: Parts, unconsidered: number): number =>
  bytesOfJson({ ...withoutCount({ ...parts, items: [], exclusions: [], unconsidered }), used_bytes: 0 }) - 1;

const exclusionOf = ({ name, kind, score }: Candidate): Exclusion => ({ name, kind, score, reason: "byte-budget" });

const byName = (left: Candidate, right: Candidate): number => byCodePoint(left.name, right.name);

/** What goes first, comes first: what is too large for anything, then the least, and of equals the first by name. */
const byScore = (items: readonly Candidate[], largest: number): readonly Candidate[] => {
  const isTooLarge = new Set(items.filter((item) => bytesOfItem(item) > largest));
  return [...items].sort(
    (left, right) => Number(isTooLarge.has(right)) - Number(isTooLarge.has(left)) || left.score - right.score,
  );
};

const fits = (story: PacketStory, bytes: number, budget: number): boolean => {
  if (bytes > budget) return false;
  const used = settledCount(bytes);
  if (used === undefined) throw refusal(story, "its size did not settle");
  return used <= budget;
};

const refusal = ({ path }: PacketStory, reason: string): WikiError =>
  new WikiError("packet_refused", { story: path, reason });

const requireOneTree = (ground: PacketGround | undefined, { indexTree }: PacketRules): void => {
  for (const tree of ground === undefined ? [] : [ground.grounding.index_tree, ground.map.index_tree]) {
    if (tree !== indexTree) throw new WikiError("packet_stale", { stored: tree, current: indexTree });
  }
};

/** Sorted by name, as they stand in the packet. */
const itemsOf = (
  story: PacketStory,
  { grounding, map, blobs, lessons = [] }: PacketGround,
  { version }: PacketRules,
): readonly Candidate[] => {
  const verified = hintsOf(grounding).filter(({ classification }) => classification === "verified");
  const query = wordsOf(story.text, ...verified.map(({ hint }) => hint));
  const slice = (symbol: MapSymbol): string => {
    const bytes = blobs.get(symbol.file);
    if (bytes === undefined) throw refusal(story, `the blob of ${symbol.file} is missing`);
    const [from, to] = version === "1" ? lineSpan(bytes, symbol) : [symbol.byte_start, symbol.byte_end];
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(from, to));
  };
  const candidates = candidatesOf({ grounding, map, query, version, slice });
  const items = [...candidates.values(), ...lessonCandidates(lessons, { query, version })];
  return items.sort(byName);
};

const lineFeed = 10;

/** The contract shows whole lines, their ends included. */
const lineSpan = (bytes: Uint8Array, { byte_start, byte_end }: MapSymbol): readonly [from: number, to: number] => {
  const from = byte_start === 0 ? 0 : bytes.lastIndexOf(lineFeed, byte_start - 1) + 1;
  const end = bytes.indexOf(lineFeed, Math.max(byte_start, byte_end - 1));
  return [from, end < 0 ? bytes.length : end + 1];
};

const hintsOf = ({ affected_files, target_symbols }: Grounding): readonly (GroundedFile | GroundedSymbol)[] => [
  ...affected_files,
  ...target_symbols,
];

interface Rendering {
  readonly story: PacketStory;
  readonly ground: PacketGround | undefined;
  readonly rules: PacketRules;
  readonly items: readonly Candidate[];
  readonly exclusions: readonly Exclusion[];
  readonly unconsidered: number;
}

const withoutCount = ({
  story,
  ground,
  rules,
  items,
  exclusions,
  unconsidered,
}: Rendering): Omit<KnowledgePacket, "used_bytes"> => ({
  kind: "delivery-workbench-knowledge-packet",
  schema_version: rules.version === "1" ? 1 : 2,
  story: story.path,
  criteria_sha256: `sha256:${story.sha256}`,
  index_tree: rules.indexTree,
  grounding_status: ground === undefined ? "hint-free" : "grounded",
  byte_budget: rules.byteBudget,
  verified_locations: items.flatMap(({ location }) => location ?? []),
  snippets: items.flatMap(({ snippet }) => snippet ?? []),
  test_references: items.flatMap(({ test }) => test ?? []),
  lessons: items.flatMap(({ lesson }) => lesson ?? []),
  unverified_hints: ground === undefined ? [] : unverified(ground.grounding),
  ...(rules.version === "1" ? {} : { planned_names: ground === undefined ? [] : planned(ground.grounding) }),
  exclusions,
  ...(unconsidered === 0 ? {} : { unconsidered_count: unconsidered }),
  ...falseMarkers,
});

const byKindAndHint = (left: UnverifiedHint | PlannedName, right: UnverifiedHint | PlannedName): number =>
  byCodePoint(left.kind, right.kind) || byCodePoint(left.hint, right.hint);

const unverified = (grounding: Grounding): readonly UnverifiedHint[] =>
  hintsOf(grounding)
    .filter(({ classification }) => classification === "unknown")
    .map(({ kind, hint, suggestions }) => ({ kind, hint, label: "unverified" as const, suggestions }))
    .sort(byKindAndHint);

const planned = (grounding: Grounding): readonly PlannedName[] =>
  hintsOf(grounding)
    .filter(({ classification }) => classification === "new")
    .map(({ kind, hint }) => ({ kind, hint, label: "planned" as const }))
    .sort(byKindAndHint);
