import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../extensions/core/ledger/canonical.ts";
import type { LedgerEvent, NewEvent } from "../../../extensions/core/ledger/event.ts";
import type { Vouch } from "../../../extensions/core/ledger/ledger-store.ts";
import { trustOf } from "../../../extensions/core/trust/page-trust.ts";
import {
  closedBy,
  declinedProposals,
  type NewProposal,
  proposalEvent,
  proposalIn,
  proposedChanges,
} from "../../../extensions/core/trust/proposals.ts";
import { nothingRemoved } from "../../../extensions/core/trust/removal/page-removal.ts";
import { foldTrust } from "../../../extensions/core/trust/trust-fold.ts";
import { verifies } from "../../acceptance/verifies.ts";

const page = "notes/lamp";

const stored = (
  { kind, details }: Pick<NewEvent, "kind" | "details">,
  more: Partial<LedgerEvent> = {},
): LedgerEvent => ({
  kind,
  details,
  timestamp: "2026-11-30T12:00:00.000Z",
  actor: "ann",
  channel: "tool",
  writer: "ann",
  seq: 0,
  prev: null,
  hash: "ann-0",
  ...more,
});

const proposed = (details: JsonObject): LedgerEvent =>
  stored({ kind: "change_proposed", details: { page, change: "retire", base: "a", ...details } });

describe("a proposal", () => {
  test("reads as it was written, with its event's id, time, hand and channel", () => {
    verifies("trust.proposals");
    const words = fc.string({ minLength: 1 });
    const proposals = fc.record<NewProposal>(
      {
        page: words,
        change: fc.constantFrom(...proposedChanges),
        base: words,
        revision: words,
        reason: words,
        claim: words,
        quote: fc.record({ text: words, entry: words }),
      },
      { requiredKeys: ["page", "change", "base", "revision"] },
    );
    fc.assert(
      fc.property(proposals, (proposal) => {
        const at = { id: "ann-0", at: "2026-11-30T12:00:00.000Z", by: "ann", channel: "tool" };
        expect(proposalIn(stored(proposalEvent(proposal)))).toEqual({ ...proposal, ...at });
      }),
    );
  });

  test.each<[string, LedgerEvent]>([
    ["of another kind", stored({ kind: "page_edited", details: { page, change: "retire", base: "a" } })],
    ["of a change that is not known", proposed({ change: "promote" })],
    ["of no page", proposed({ page: 7 })],
    ["of a text that it does not name", proposed({ change: "revise" })],
  ])("%s proposes nothing", (_what, event) => {
    verifies("trust.proposals");
    expect(proposalIn(event)).toBeUndefined();
    expect(proposalIn(proposed({}))).toMatchObject({ page, change: "retire" });
  });

  test("keeps what it can read: odd fields are left out, and odd words suspend nothing", () => {
    verifies("trust.proposals");
    const odd = proposed({ base: 7, reason: ["x"], claim: null, quote: { text: "No", entry: 3 } });
    expect(proposalIn(odd)).toEqual({
      id: "ann-0",
      page,
      change: "retire",
      base: "",
      at: "2026-11-30T12:00:00.000Z",
      by: "ann",
      channel: "tool",
    });
    expect(proposalIn(proposed({ quote: "No" }))).not.toHaveProperty("quote");
  });
});

describe("what waits for a person", () => {
  const openAfter = (events: readonly LedgerEvent[], vouch: (event: LedgerEvent) => Vouch = () => "verified") => {
    const fold = foldTrust(vouch);
    fold.take(events.slice(0, 1));
    // Asked in between, as a session does.
    fold.of(page);
    fold.take(events.slice(1));
    return fold.of(page)?.proposals.map(({ id }) => id);
  };
  const decided = (closes: JsonObject[string], more: Partial<LedgerEvent> = {}): LedgerEvent =>
    stored({ kind: "change_decided", details: { page, closes } }, { channel: "ui", hash: "ann-1", ...more });

  test("is what no person's event has named", () => {
    verifies("trust.proposals");
    const second = { ...proposed({}), hash: "ann-2" };
    expect(openAfter([proposed({}), second])).toEqual(["ann-0", "ann-2"]);
    expect(openAfter([proposed({}), second, decided(["ann-0"])])).toEqual(["ann-2"]);
    expect(openAfter([proposed({}), second, decided(["ann-0", "ann-2"])])).toEqual([]);
    expect(openAfter([decided(["ann-0"]), proposed({})])).toEqual([]);
  });

  test.each(["tool", "mcp", "rpc", "system", "command"])("is not closed through %s", (channel) => {
    verifies("trust.proposals");
    expect(openAfter([proposed({}), decided(["ann-0"], { channel })])).toEqual(["ann-0"]);
    expect(openAfter([proposed({}), decided(["ann-0"])])).toEqual([]);
  });

  test("is not closed by a forged event, nor by one that names nothing", () => {
    verifies("trust.proposals");
    const events = [proposed({}), decided(["ann-0"])];
    expect(openAfter(events, ({ channel }) => (channel === "ui" ? "forged" : "verified"))).toEqual(["ann-0"]);
    expect(openAfter([proposed({}), decided("ann-0")])).toEqual(["ann-0"]);
    expect(openAfter([proposed({}), decided([0, null])])).toEqual(["ann-0"]);
  });

  test("is what was accepted as long as the page is what it was before, until somebody decides anew", () => {
    verifies("review.accepted-unwritten");
    const offered = proposed({ change: "revise", revision: "r" });
    const accepted = stored(
      { kind: "confirmed", details: { page, before: "a", after: "b", revision: "r", closes: ["ann-0"] } },
      { channel: "ui", hash: "ann-1", seq: 1 },
    );
    const edited = stored(
      { kind: "page_edited", details: { page, before: "b", after: "a" } },
      { hash: "ann-2", seq: 2 },
    );
    const trustIn = (hash: string, events: readonly LedgerEvent[], vouch: Vouch = "verified") => {
      const fold = foldTrust(({ channel }) => (channel === "ui" ? vouch : "verified"));
      fold.take(events);
      const trust = trustOf({ id: page, hash, status: "stable" }, fold.of(page), {
        isUnrecorded: false,
        isScreenOnly: false,
        removal: nothingRemoved,
      });
      return { open: trust.proposals.map(({ id }) => id), tier: trust.tier, labels: trust.labels };
    };
    const unwritten = "a change of it was accepted and is not written";
    expect(trustIn("a", [offered, accepted])).toEqual({ open: ["ann-0"], tier: "unverified", labels: [unwritten] });
    expect(trustIn("b", [offered, accepted])).toEqual({ open: [], tier: "human-reviewed", labels: [] });
    expect(trustIn("c", [offered, accepted])).toMatchObject({ open: [], labels: ["changed since review"] });
    const declined = { ...decided(["ann-0"]), hash: "ann-2", seq: 2 };
    for (const later of [declined, edited]) {
      expect(trustIn("a", [offered, accepted, later])).toMatchObject({ open: [], labels: ["changed since review"] });
    }
    expect(trustIn("a", [offered, accepted], "forged").open).toEqual(["ann-0"]);
  });

  test("is closed by an event of another page that names it", () => {
    verifies("trust.proposals");
    expect(openAfter([proposed({}), decided(["ann-0"], { details: { page: "notes/x", closes: ["ann-0"] } })])).toEqual(
      [],
    );
  });

  test("is declined by an event with what it closes, and a reason if there is one", () => {
    verifies("trust.proposals");
    const event = declinedProposals(page, ["ann-0"], "Still true");
    expect(event).toEqual({
      kind: "change_decided",
      details: { page, closes: ["ann-0"], reason: "Still true" },
      withSeen: true,
    });
    expect(closedBy(event)).toEqual(["ann-0"]);
    expect(declinedProposals(page, ["ann-0"]).details).not.toHaveProperty("reason");
  });
});
