import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LedgerEvent } from "../../../extensions/core/ledger/event.ts";
import type { Vouch } from "../../../extensions/core/ledger/ledger-store.ts";
import { type PageClaims, trustOf } from "../../../extensions/core/trust/page-trust.ts";
import { nothingRemoved } from "../../../extensions/core/trust/removal/page-removal.ts";
import { foldTrust } from "../../../extensions/core/trust/trust-fold.ts";
import { verifies } from "../../acceptance/verifies.ts";

type Told = Partial<Pick<LedgerEvent, "kind" | "channel" | "actor" | "writer">> & {
  readonly details?: Readonly<Record<string, string | boolean>>;
  readonly vouch?: Vouch;
};

const page = "notes/lamp";

/** What counts of a page after these events. */
const trustAfter = (events: readonly Told[], claims: Partial<PageClaims> = {}, isUnrecorded = false) => {
  const vouches = new Map<LedgerEvent, Vouch>();
  const whole = events.map(({ details, vouch, ...event }, seq): LedgerEvent => {
    const made: LedgerEvent = {
      kind: "page_edited",
      timestamp: "2026-11-30T12:00:00.000Z",
      actor: "ann",
      channel: "system",
      writer: "ann",
      seq,
      prev: null,
      hash: `ann-${seq}`,
      ...event,
      details: { page, ...details },
    };
    vouches.set(made, vouch ?? "verified");
    return made;
  });
  const fold = foldTrust((event) => vouches.get(event) ?? "unverifiable");
  fold.take(whole);
  const own: PageClaims = { id: page, hash: "b", status: "stable", humanVerified: false, ...claims };
  return trustOf(own, fold.of(page), { isUnrecorded, isScreenOnly: false, removal: nothingRemoved });
};

const byTool: Told = { kind: "page_created", channel: "tool", details: { after: "b" } };
const reviewed: Told = { kind: "confirmed", channel: "ui", details: { before: "b", after: "b" } };

describe("a page that a tool made or changed", () => {
  test.each(["tool", "mcp", "rpc"])(
    "through %s is a draft until it is confirmed, whatever its file says",
    (channel) => {
      verifies("trust.tool-made-draft");
      expect(trustAfter([{ ...byTool, channel }])).toMatchObject({ status: "draft", tier: "unverified" });
      expect(trustAfter([{ ...byTool, channel }, reviewed])).toMatchObject({
        status: "stable",
        tier: "human-reviewed",
      });
    },
  );

  test("stays a draft when a hand that nobody knows changes it on", () => {
    verifies("trust.tool-made-draft");
    expect(trustAfter([byTool, { details: { before: "b", after: "c" } }], { hash: "c" }).status).toBe("draft");
  });

  test("counts as its file says where it is back to what it was before the tool", () => {
    verifies("trust.tool-made-draft");
    const events = [{ ...byTool, kind: "page_edited", details: { before: "a", after: "b" } }];
    expect(trustAfter(events, { hash: "b" }).status).toBe("draft");
    expect(trustAfter(events, { hash: "a" }).status).toBe("stable");
  });

  test("is a draft again when a tool changes it after the confirmation", () => {
    verifies("trust.tool-made-draft", "trust.changed-since-review");
    const after = trustAfter([byTool, reviewed, { channel: "tool", details: { before: "b", after: "c" } }], {
      hash: "c",
    });
    expect(after).toMatchObject({
      status: "draft",
      tier: "unverified",
      labels: ["changed since review"],
      isDoubtful: true,
    });
  });

  test("is one too while no event tells of the change yet", () => {
    verifies("trust.tool-made-draft");
    expect(trustAfter([], {}, true).status).toBe("draft");
    expect(trustAfter([], {}, false).status).toBe("stable");
  });

  test("counts as it was confirmed from then on, though the index still waits for the change", () => {
    verifies("trust.tool-made-draft");
    expect(trustAfter([byTool, reviewed], {}, true).status).toBe("stable");
    expect(trustAfter([byTool, reviewed], { hash: "c" }, true).status).toBe("draft");
  });
});

test("a page that no tool had a part in counts as its file says", () => {
  verifies("trust.tool-made-draft");
  for (const status of ["draft", "stable", "deprecated"] as const) {
    expect(trustAfter([{ kind: "page_created", details: { after: "b" } }], { status }).status).toBe(status);
  }
});

describe("a confirmation", () => {
  const none = { tier: "unverified" } as const;
  test("is worth what its channel is, whatever it claims", () => {
    verifies("trust.channel-decides");
    const claims = { before: "b", after: "b", tier: "human-reviewed" };
    for (const channel of ["tool", "mcp", "rpc", "system", "command"]) {
      expect(trustAfter([byTool, { kind: "confirmed", channel, details: claims }])).toMatchObject({
        status: "draft",
        ...none,
      });
    }
    const script = trustAfter([byTool, { kind: "confirmed", channel: "cli", details: claims }]);
    expect(script).toMatchObject({ status: "stable", ...none });
    const machine = { kind: "confirmed", channel: "tool", details: { ...claims, tier: "machine-confirmed" } };
    expect(trustAfter([byTool, machine]).tier).toBe("machine-confirmed");
  });

  test("that this clone's key did not sign is none, and shows", () => {
    verifies("trust.forged-confirmation");
    expect(trustAfter([byTool, { ...reviewed, vouch: "forged" }])).toMatchObject({
      status: "draft",
      isDoubtful: true,
      ...none,
    });
  });

  test("of another clone says by whom and gives no tier", () => {
    verifies("trust.forged-confirmation");
    const trust = trustAfter([byTool, { ...reviewed, actor: "bob", vouch: "unverifiable" }]);
    expect(trust).toMatchObject({ status: "stable", labels: ["confirmed by bob, not verifiable here"], ...none });
  });

  test("in front matter alone is a claim, and shows", () => {
    verifies("trust.forged-confirmation");
    const trust = trustAfter([], { humanVerified: true });
    expect(trust).toMatchObject({ isDoubtful: true, labels: ["claims a review that nobody here made"], ...none });
    expect(trustAfter([byTool, reviewed], { humanVerified: true })).toMatchObject({ isDoubtful: false, labels: [] });
  });

  test("in a terminal beside a session says so", () => {
    verifies("trust.channel-decides");
    const details = { after: "b", beside_session: true };
    const trust = trustAfter([byTool, { kind: "confirmed", channel: "terminal", details }]);
    expect(trust).toMatchObject({ tier: "human-reviewed", labels: ["confirmed in a terminal beside a session"] });
  });
});

test("a rejected or retired page stays withheld whatever its file says, until a person restores it", () => {
  verifies("trust.withheld-by-ledger");
  for (const kind of ["rejected", "retired"]) {
    const gone = { kind, channel: "tool", details: { before: "b", after: "b" } };
    expect(trustAfter([byTool, gone])).toMatchObject({ status: "deprecated", isRejected: kind === "rejected" });
    expect(trustAfter([gone, { kind: "restored", channel: "tool" }]).status).toBe("deprecated");
    expect(trustAfter([gone, { kind: "restored", channel: "ui" }]).status).toBe("stable");
    expect(trustAfter([byTool, gone, { kind: "restored", channel: "ui" }]).status).toBe("draft");
  }
});

test("no row of tool events alone makes a page stable or gives it a tier", () => {
  verifies("trust.tool-made-draft", "trust.channel-decides");
  const kinds = ["page_created", "page_edited", "note_proposed", "restored", "superseded", "promoted", "distilled"];
  const event = fc.record({
    kind: fc.constantFrom(...kinds, "confirmed"),
    channel: fc.constantFrom("tool", "mcp", "rpc", "system"),
    details: fc.record({
      before: fc.constantFrom("b", "c"),
      after: fc.constantFrom("b", "c"),
      tier: fc.constantFrom("human-reviewed", "x"),
    }),
  });
  fc.assert(
    fc.property(fc.array(event), (events) => {
      const trust = trustAfter([byTool, ...events]);
      expect([trust.status, trust.tier]).toEqual(["draft", "unverified"]);
    }),
  );
});
