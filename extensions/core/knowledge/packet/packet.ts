/** What a knowledge packet is: what a page's hints led to, whole or named as left out. Pure. */

import type { InventoryLesson } from "../earned/deliveries.ts";
import type { falseMarkers } from "../false-markers.ts";
import type { FileSuggestion, SymbolSuggestion } from "../grounding/suggest.ts";

/** 1 is the contract to the byte; 2 keeps code longest, and has verified files without symbols and planned names. */
export const packetVersions = ["1", "2"] as const;
export type PacketVersion = (typeof packetVersions)[number];

type Place = {
  readonly file: string;
  /** The qualified name; empty for a file without symbols. */
  readonly symbol: string;
  readonly line_start: number;
  readonly line_end: number;
  readonly score: number;
};

export type PacketLocation = Place & { readonly verified: true };
export type PacketSnippet = Place & { readonly content: string };

export type PacketTest = {
  /** The test's own. */
  readonly file: string;
  readonly symbol: string;
  readonly source_file: string;
  readonly score: number;
};

export type UnverifiedHint = {
  readonly kind: "affected-file" | "target-symbol";
  readonly hint: string;
  readonly label: "unverified";
  readonly suggestions: readonly (FileSuggestion | SymbolSuggestion)[];
};

export type PlannedName = {
  readonly kind: UnverifiedHint["kind"];
  readonly hint: string;
  readonly label: "planned";
};

export type PacketLesson = Pick<
  InventoryLesson,
  | "record_hash"
  | "claim"
  | "locations"
  | "confidence"
  | "supersedes"
  | "origin_kind"
  | "origin"
  | "head_sha"
  | "recorded_at"
  | "age_label"
  | "delivery_state"
  | "receipt_id"
  | "story"
  | "subject"
  | "adapter"
  | "driver_profile"
  | "verdict_ref"
> & {
  /** Hashes of the lessons whose place it took, nearest first. */
  readonly supersession_chain: readonly string[];
  readonly score: number;
};

export type ItemKind = "source" | "file" | "test" | "lesson";

export type Exclusion = {
  readonly name: string;
  readonly kind: ItemKind;
  readonly score: number;
  readonly reason: "byte-budget";
};

export type KnowledgePacket = typeof falseMarkers & {
  readonly kind: "delivery-workbench-knowledge-packet";
  readonly schema_version: 1 | 2;
  readonly story: string;
  /** Of the page's whole text, with `sha256:` before it. */
  readonly criteria_sha256: string;
  readonly index_tree: string;
  readonly grounding_status: "grounded" | "hint-free";
  readonly byte_budget: number;
  /** Of the packet's canonical text, this number included. */
  readonly used_bytes: number;
  readonly verified_locations: readonly PacketLocation[];
  readonly snippets: readonly PacketSnippet[];
  readonly test_references: readonly PacketTest[];
  /** Advice of earlier work; a `delivery_state` says how far that had come. */
  readonly lessons: readonly PacketLesson[];
  readonly unverified_hints: readonly UnverifiedHint[];
  /** Of version 2 only. */
  readonly planned_names?: readonly PlannedName[];
  /** In the order in which they were left out. */
  readonly exclusions: readonly Exclusion[];
  /** Of version 2 only, where hints led to more than could even be named as left out: how many more. */
  readonly unconsidered_count?: number;
};

export const leastBudget = 1_024;
export const defaultBudget = 32_768;
export const mostBudget = 1_000_000;
