/** Compares the code as it is with what was accepted of it. The verdict is computed, never stored as a fact. */

import type { Platform } from "../../../platform/platform.ts";
import type { Repository } from "../../git/repository.ts";
import type { SymbolDigest } from "../../knowledge/extract/digest-symbols.ts";
import type { AcceptedAnchor, AnchoredPage, CheckedAnchor, CheckedPage } from "../anchor.ts";
import { pageVerdict } from "../anchor.ts";
import { type Reference, readReference } from "../reference.ts";
import type { CodeReader, Found } from "./digest-code.ts";
import { findMoved } from "./find-moved.ts";
import { readBlob, type Snapshot } from "./snapshot-store.ts";

export interface CheckSetting {
  readonly platform: Platform;
  readonly repository: Repository;
  readonly snapshot: Snapshot;
  readonly reader: CodeReader;
  /** What is known of a reference without reading its file again. */
  readonly known?: (reference: Reference) => Found | undefined;
  /** Told of what was read. */
  readonly onFound?: (reference: Reference, found: Found) => void;
}

/** `isHere` tells whether an anchor is of this repository at all. */
export const checkPages = async (
  pages: readonly AnchoredPage[],
  setting: CheckSetting,
  isHere: (anchor: AcceptedAnchor) => boolean,
): Promise<readonly CheckedPage[]> => {
  const checked: CheckedPage[] = [];
  for (const page of pages) {
    const anchors: CheckedAnchor[] = [];
    for (const { ref, accepted } of page.anchors) {
      const own = accepted.filter(isHere);
      anchors.push(own.length > 0 ? await checkAnchor({ ref, accepted: own }, setting) : { ref, verdict: "unknown" });
    }
    checked.push({ id: page.id, verdict: pageVerdict(anchors) ?? "unknown", anchors });
  }
  return checked;
};

type PageAnchor = AnchoredPage["anchors"][number];

const checkAnchor = async ({ ref, accepted }: PageAnchor, setting: CheckSetting): Promise<CheckedAnchor> => {
  const reference = readReference(ref);
  if (reference === undefined) return { ref, verdict: "unknown" };
  const found = await lookUp(reference, setting);
  if (found.state === "unread") return { ref, verdict: "unknown" };
  const comparable = await translated(reference, accepted, setting);
  if (comparable.length === 0) return { ref, verdict: "unknown" };
  return found.state === "found"
    ? { ref, verdict: compare(found.digest, comparable) }
    : lostAnchor(reference, comparable, setting);
};

const lookUp = async (reference: Reference, { snapshot, reader, known, onFound }: CheckSetting): Promise<Found> => {
  const before = known?.(reference);
  if (before !== undefined) return before;
  const { path, symbol } = reference;
  const bytes = await snapshot.read(path);
  const isUnread = bytes === undefined && (await snapshot.isUnread(path));
  const absent: Found = { state: isUnread ? "unread" : "absent" };
  const found = bytes === undefined ? absent : await reader.find({ path, bytes }, symbol);
  onFound?.(reference, found);
  return found;
};

const compare = (now: SymbolDigest, accepted: readonly AcceptedAnchor[]): CheckedAnchor["verdict"] => {
  const there = accepted.filter(({ body }) => body !== "");
  if (there.some(({ body }) => body === now.body)) return "same";
  return there.some(({ shape }) => shape === now.shape) ? "body" : "shape";
};

/** With the digests that today's extractor takes: both sides anew where another made them. */
const translated = async (
  reference: Reference,
  accepted: readonly AcceptedAnchor[],
  { platform, repository, reader }: CheckSetting,
): Promise<readonly AcceptedAnchor[]> => {
  const extractor = reader.extractorOf(reference.path);
  const found: AcceptedAnchor[] = [];
  for (const anchor of accepted) {
    // What was accepted as gone, and a file that none read, say the same to each.
    if (anchor.extractor === extractor || anchor.body === "" || anchor.shape === "") {
      found.push(anchor);
      continue;
    }
    const bytes = await readBlob(platform, repository.folder, anchor.blob);
    const then = bytes && (await reader.find({ path: reference.path, bytes }, reference.symbol));
    if (then?.state === "found") found.push({ ...anchor, ...digestsOf(then.digest), extractor });
  }
  return found;
};

const digestsOf = ({ body, shape }: SymbolDigest) => ({ body, shape });

const lostAnchor = async (
  reference: Reference,
  accepted: readonly AcceptedAnchor[],
  setting: CheckSetting,
): Promise<CheckedAnchor> => {
  const { ref } = reference;
  const there = accepted.filter(({ body }) => body !== "");
  const before = await definedBefore(reference, there, setting);
  const now = there.length === 0 ? undefined : await findMoved({ reference, accepted: there, before }, setting);
  if (now !== undefined) return { ref, verdict: "moved", now };
  return { ref, verdict: there.length < accepted.length ? "same" : "gone" };
};

/** What the file of the last anchor defined, as far as that is still to be had. */
const definedBefore = async (
  { path }: Reference,
  accepted: readonly AcceptedAnchor[],
  { platform, repository, reader }: CheckSetting,
): Promise<ReadonlySet<string>> => {
  const blob = accepted.at(-1)?.blob;
  const bytes = blob === undefined ? undefined : await readBlob(platform, repository.folder, blob);
  if (bytes === undefined) return new Set();
  const names = await reader.inspect({ path, bytes }, ({ symbols }) => symbols.map(({ name }) => name));
  return new Set(names ?? []);
};
