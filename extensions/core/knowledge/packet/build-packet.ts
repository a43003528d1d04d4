/** Builds a packet within its bytes: the least item goes first, as a whole, and is named as left out. Pure. */

import { WikiError } from "../../errors.ts";
import { byCodePoint } from "../../ledger/canonical.ts";
import type { InventoryLesson } from "../earned/deliveries.ts";
import { falseMarkers } from "../false-markers.ts";
import type { GroundedFile, GroundedSymbol, Grounding } from "../grounding/ground.ts";
import type { MapSymbol, SymbolMap } from "../symbols/symbol-map.ts";
import { type Candidate, candidatesOf } from "./candidates.ts";
import { bytesOfJson, PacketBytes, settledCount } from "./fit-budget.ts";
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
  /** SHA-256 of the text. */
  readonly sha256: string;
}

/** What was found of the story's hints; undefined for one without hints. */
export interface PacketGround {
  readonly grounding: Grounding;
  readonly map: SymbolMap;
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
  const bare = withoutCount({ story, ground, rules, items: [], exclusions: [] });
  const sizes = new PacketBytes(items, bytesOfJson({ ...bare, used_bytes: 0 }) - 1);
  const exclusions: Exclusion[] = [];
  const left = new Set(items);
  for (const least of byScore(items)) {
    if (fits(story, sizes.bytes, byteBudget)) break;
    const exclusion: Exclusion = { name: least.name, kind: least.kind, score: least.score, reason: "byte-budget" };
    exclusions.push(exclusion);
    left.delete(least);
    sizes.leaveOut(least, exclusion);
  }
  if (!fits(story, sizes.bytes, byteBudget)) {
    throw refusal(story, `not even the list of what was left out fits into ${byteBudget} bytes`);
  }
  const used_bytes = settledCount(sizes.bytes) ?? 0;
  return { ...withoutCount({ story, ground, rules, items: [...left], exclusions }), used_bytes };
};

/** What goes first, comes first: the least, and of equals the first by name. */
const byScore = (items: readonly Candidate[]): readonly Candidate[] =>
  [...items].sort((left, right) => left.score - right.score);

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
  const slice = ({ file, byte_start, byte_end }: MapSymbol): string => {
    const bytes = blobs.get(file);
    if (bytes === undefined) throw refusal(story, `the blob of ${file} is missing`);
    return new TextDecoder().decode(bytes.subarray(byte_start, byte_end));
  };
  const candidates = candidatesOf({ grounding, map, query, version, slice });
  const items = [...candidates.values(), ...lessonCandidates(lessons, query)];
  return items.sort((left, right) => byCodePoint(left.name, right.name));
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
}

const withoutCount = ({ story, ground, rules, items, exclusions }: Rendering): Omit<KnowledgePacket, "used_bytes"> => ({
  kind: "delivery-workbench-knowledge-packet",
  schema_version: rules.version === "1" ? 1 : 2,
  story: story.path,
  criteria_sha256: story.sha256,
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
