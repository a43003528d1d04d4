/** What preparing works with, and what every kind of material is told of the pages around it. */

import type { Platform } from "../../platform/platform.ts";
import type { Page } from "../pages/page.ts";
import type { BelievedFacts } from "../recall/admission.ts";
import type { PacketPrefix } from "../sources/packet.ts";
import type { Packet } from "../sources/packet-store.ts";
import { listPackets } from "../sources/packet-store.ts";
import type { Tombstone } from "../trust/tombstones/tombstone-record.ts";
import type { NegativeExample } from "../usage/usage-fold.ts";
import type { Vault } from "../vault/vault.ts";
import type { DistilKind } from "./distil-kind.ts";
import type { DistilMarks } from "./distil-marks.ts";
import type { KnownPage, Material } from "./material.ts";
import type { ShapeRules } from "./shapes.ts";

export interface PrepareRequest {
  readonly kind: DistilKind;
  /** Packets or pages to take, whether they were taken before or not; all that wait when none are named. */
  readonly ids?: readonly string[];
}

export interface PrepareParts extends ShapeRules {
  readonly platform: Platform;
  readonly vault: Vault;
  readonly marks: DistilMarks;
  readonly facts: readonly BelievedFacts[];
  /** Of some types alone, where they are named. */
  neighbours(text: string, types?: readonly string[]): Promise<readonly BelievedFacts[]>;
  read(id: string): Page | undefined;
  /** Those in force. */
  readonly tombstones: readonly Tombstone[];
  readonly negativeExamples: readonly NegativeExample[];
  /** When a page was last put before a model; undefined for one that never was. */
  lastUse(id: string): string | undefined;
}

export interface Batch {
  readonly material: Material;
  readonly waiting: number;
}

export const packetsFor = (
  prefix: PacketPrefix,
  ids: readonly string[] | undefined,
  { vault, marks }: PrepareParts,
): readonly Packet[] =>
  listPackets(vault, prefix).filter(({ id }) => (ids?.length ? ids.includes(id) : !marks.isDone(id)));

/** What is withheld is no part of what is known, and what stands for a source is its own. */
export const isLive = ({ status, isTombstoned, isTakenIn, trust }: BelievedFacts): boolean =>
  status !== "deprecated" && isTombstoned !== true && trust?.isDisputed !== true && isTakenIn !== true;

export const neighboursOf = async (
  text: string,
  parts: PrepareParts,
  types?: readonly string[],
): Promise<readonly KnownPage[]> => {
  if (text.trim() === "") return [];
  const near = await parts.neighbours(text, types);
  return near.filter(isLive).map((page) => knownPage(page, parts));
};

export const knownPage = (
  { id, path, title, type, status }: BelievedFacts,
  { platform, vault }: PrepareParts,
): KnownPage => ({
  id,
  path: platform.paths.join(vault.root, path),
  title,
  type,
  status,
});

export const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length).replace(/[\ud800-\udbff]$/, "")} …`;
