import { expect, test } from "vitest";
import type { BelievedFacts } from "../../../../extensions/core/recall/admission.ts";
import type { ConflictPair } from "../../../../extensions/core/trust/conflicts.ts";
import type { PageTrust } from "../../../../extensions/core/trust/page-trust.ts";
import type { Proposal } from "../../../../extensions/core/trust/proposals.ts";
import { listQueue } from "../../../../extensions/core/trust/review/render-review.ts";
import {
  type QueuedVault,
  type QueueItem,
  queueKinds,
  reviewQueue,
} from "../../../../extensions/core/trust/review/review-queue.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { pageFacts } from "../../../support/page-facts.ts";

const trust = (more: Partial<PageTrust>): PageTrust => ({
  status: "stable",
  isRejected: false,
  tier: "unverified",
  labels: [],
  isDoubtful: false,
  isWithoutSources: false,
  isForgotten: false,
  hasLostOrigin: false,
  proposals: [],
  isDisputed: false,
  ...more,
});

const page = (id: string, more: Partial<BelievedFacts> = {}): BelievedFacts => ({
  ...pageFacts(id, { hash: id }),
  trust: trust({}),
  ...more,
});

const proposal = (on: string, more: Partial<Proposal>): Proposal => ({
  id: `${on}-proposal`,
  page: on,
  change: "revise",
  base: on,
  at: "2026-11-30T12:00:00.000Z",
  by: "keeper",
  channel: "tool",
  ...more,
});

const proposed = (id: string, more: Partial<Proposal>): BelievedFacts =>
  page(id, { trust: trust({ proposals: [proposal(id, more)] }) });

const pair = (first: string, second: string): ConflictPair => ({
  pages: [
    { page: first, hash: first },
    { page: second, hash: second },
  ],
  since: "2026-11-29T12:00:00.000Z",
  openedBy: ["event"],
});

const queueOf = (pages: readonly BelievedFacts[], conflicts: readonly ConflictPair[] = []): readonly QueueItem[] => {
  const vault: QueuedVault = { layer: "project", root: "/lighthouse", pages, conflicts, absolute: (path) => path };
  return reviewQueue([vault], "2026-12-01T00:00:00.000Z");
};

const shown = (items: readonly QueueItem[]): readonly string[] => items.map(({ kind, id }) => `${kind} ${id}`);

const ofEachKind = [
  page("stale", { staleAfter: "2026-11-01T00:00:00.000Z" }),
  page("draft", { status: "draft" }),
  page("outdated", { trust: trust({ code: { verdict: "stale", labels: [] } }) }),
  page("sourceless", { trust: trust({ hasLostOrigin: true }) }),
  proposed("retirement", { change: "retire" }),
  proposed("rejection", { change: "reject", reason: "It never was" }),
  proposed("revision", { quote: { text: "it is said of the text", entry: "e" } }),
  page("doubted", { isDoubted: true }),
  page("tombstoned", { isTombstoned: true }),
  page("changed", { trust: trust({ isDoubtful: true, labels: ["changed since review"] }) }),
  page("rival", { status: "deprecated", trust: trust({ labels: ["decided differently elsewhere"] }) }),
  page("forged", { trust: trust({ isDoubtful: true }) }),
  proposed("disputed", { change: "retire", quote: { text: "the lamp is electric now", entry: "e" } }),
  page("conflict"),
  page("other"),
];

test("each kind waits, in the order in which it should be looked at", () => {
  verifies("review.queue");
  const items = queueOf(ofEachKind, [pair("conflict", "other")]);
  expect(shown(items)).toEqual(queueKinds.map((kind) => `${kind} ${kind}`));
  expect(items.find(({ kind }) => kind === "conflict")).toMatchObject({
    other: { id: "other", title: "other", path: "wiki/other.md", since: "2026-11-29T12:00:00.000Z" },
  });
});

test("what is withheld does not wait, with what was proposed for it or contradicts it", () => {
  verifies("review.queue");
  const withheld = ofEachKind.map((facts) => ({ ...facts, status: "deprecated" as const }));
  expect(shown(queueOf(withheld, [pair("conflict", "other")]))).toEqual(["rival rival"]);
  const one = ofEachKind.map((facts) => (facts.id === "other" ? { ...facts, status: "deprecated" as const } : facts));
  expect(shown(queueOf(one, [pair("conflict", "other")]))).not.toContain("conflict conflict");
  expect(shown(queueOf(ofEachKind, [pair("conflict", "gone")]))).not.toContain("conflict conflict");
});

test("a page may wait for several things, but for a tombstone before anything that it keeps from being decided", () => {
  verifies("review.queue");
  const page1 = page("lamp", {
    isTombstoned: true,
    status: "draft",
    trust: trust({
      isDoubtful: true,
      proposals: [proposal("lamp", { id: "1" }), proposal("lamp", { id: "2", change: "retire" })],
    }),
  });
  expect(shown(queueOf([page1]))).toEqual(["tombstoned lamp", "revision lamp", "retirement lamp"]);
});

test("of one kind the newest comes first, a proposal by when it was made", () => {
  verifies("review.queue");
  const old = proposed("old", { at: "2026-11-01T12:00:00.000Z" });
  const items = queueOf([
    old,
    { ...proposed("new", {}), date: "2020-01-01" },
    page("b", { status: "draft" }),
    page("a", { status: "draft" }),
  ]);
  expect(shown(items)).toEqual(["revision new", "revision old", "draft a", "draft b"]);
});

test("the list says of each what is asked, with the other page, the reason, the person's words, the tombstone", () => {
  verifies("review.nobody-there", "review.queue");
  const items = queueOf(ofEachKind, [pair("conflict", "other")]).map((item) =>
    item.kind === "tombstoned"
      ? {
          ...item,
          tombstones: [
            { id: "t", at: "2026-11-02T12:00:00.000Z", actor: "k", channel: "ui", reason: "It smokes", claims: [] },
          ],
        }
      : item,
  );
  const lines = listQueue(items);
  expect(lines).toContain('[[disputed]] "disputed" (project): you spoke against it: the lamp is electric now');
  expect(lines).toContain('[[tombstoned]] "tombstoned" (project): states what was rejected on 2026-11-02: It smokes');
  expect(lines).toContain(
    '[[conflict]] "conflict" (project): two pages that may contradict each other, the other is [[other]] "other"',
  );
  expect(lines).toContain('[[rejection]] "rejection" (project): it was proposed to reject it: It never was');
  expect(lines).toContain('[[retirement]] "retirement" (project): it was proposed to retire it');
  expect(lines).toHaveLength(queueKinds.length);
});
