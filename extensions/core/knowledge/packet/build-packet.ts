/** Builds a packet within its bytes: the least item goes first, as a whole, and is named as left out. Pure. */

import { WikiError } from "../../errors.ts";
import { byCodePoint, canonicalJson } from "../../ledger/canonical.ts";
import type { InventoryLesson } from "../earned/deliveries.ts";
import { falseMarkers } from "../false-markers.ts";
import type { GroundedFile, GroundedSymbol, Grounding } from "../grounding/ground.ts";
import type { MapSymbol, SymbolMap } from "../symbols/symbol-map.ts";
import { type Candidate, candidatesOf } from "./candidates.ts";
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
  const items = ground === undefined ? [] : [...itemsOf(story, ground, rules)];
  const exclusions: Exclusion[] = [];
  let bytes = items.reduce((sum, item) => sum + bytesOf(item), 0);
  for (;;) {
    // Items that are too long by themselves need no rendering to be seen not to fit.
    const packet = bytes > byteBudget ? undefined : rendered({ story, ground, rules, items, exclusions });
    if (packet !== undefined) return packet;
    const least = leastOf(items);
    if (least === undefined)
      throw refusal(story, `not even the list of what was left out fits into ${byteBudget} bytes`);
    items.splice(items.indexOf(least), 1);
    bytes -= bytesOf(least);
    exclusions.push({ name: least.name, kind: least.kind, score: least.score, reason: "byte-budget" });
  }
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

const leastOf = (items: readonly Candidate[]): Candidate | undefined =>
  items.reduce<Candidate | undefined>(
    (least, item) => (least === undefined || item.score < least.score ? item : least),
    undefined,
  );

const encoder = new TextEncoder();

const bytesOf = ({ location, snippet, test, lesson }: Candidate): number =>
  [location, snippet, test, lesson].reduce(
    (sum, part) => sum + (part === undefined ? 0 : encoder.encode(canonicalJson(part)).length),
    0,
  );

interface Rendering {
  readonly story: PacketStory;
  readonly ground: PacketGround | undefined;
  readonly rules: PacketRules;
  readonly items: readonly Candidate[];
  readonly exclusions: readonly Exclusion[];
}

const mostRounds = 8;

/** Undefined when it does not fit. The number of bytes is part of the text that it counts. */
const rendered = (rendering: Rendering): KnowledgePacket | undefined => {
  const bare = withoutCount(rendering);
  let used = 0;
  for (let round = 0; round < mostRounds; round += 1) {
    const packet: KnowledgePacket = { ...bare, used_bytes: used };
    const size = encoder.encode(canonicalJson(packet)).length;
    if (size === used) return used <= rendering.rules.byteBudget ? packet : undefined;
    used = size;
  }
  throw refusal(rendering.story, "its size did not settle");
};

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
