import { describe, expect, test } from "vitest";
import { type AdmissionRules, believed, exclusionOf, labelsOf } from "../../../extensions/core/recall/admission.ts";
import type { PageFacts } from "../../../extensions/core/recall/indexing/index-part.ts";
import type { PageTrust } from "../../../extensions/core/trust/page-trust.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { pageFacts } from "../../support/page-facts.ts";

const stable = pageFacts("notes/oil", { title: "Oil", type: "decision" });

const now = "2026-11-30T12:00:00.000Z";
const rules: AdmissionRules = { types: [], include: [], task: undefined, asOf: now };

describe("a page is left out", () => {
  test.each<[string, Partial<PageFacts>, Partial<AdmissionRules>]>([
    ["deprecated", { status: "deprecated" }, { include: ["deprecated"] }],
    ["shadow", { confidence: "shadow" }, { include: ["shadow"] }],
    ["other-task", { taskId: "repair" }, { task: "repair" }],
    ["other-type", { type: "lesson" }, { types: ["lesson"] }],
    ["not-valid", { validFrom: "2027-01-01" }, { asOf: "2027-01-01T00:00:00Z" }],
    ["not-valid", { validUntil: "2026-11-30T12:00:00Z" }, { asOf: "2026-11-30T11:59:59.999Z" }],
  ])("as %s, and shown to whoever may see it", (reason, facts, allowing) => {
    verifies("recall.withheld");
    const asked = { ...rules, types: reason === "other-type" ? ["decision"] : [] };
    expect(exclusionOf({ ...stable, ...facts }, asked)).toBe(reason);
    expect(exclusionOf({ ...stable, ...facts }, { ...asked, ...allowing })).toBeUndefined();
    expect(exclusionOf(stable, asked)).toBeUndefined();
  });

  test("for one reason even where another is allowed", () => {
    const both = { ...stable, status: "deprecated", confidence: "shadow" } as const;
    expect(exclusionOf(both, { ...rules, include: ["deprecated"] })).toBe("shadow");
    expect(exclusionOf(both, { ...rules, include: ["deprecated", "shadow"] })).toBeUndefined();
  });
});

describe("a page that states what was rejected", () => {
  const reviewed = {
    status: "stable",
    isRejected: false,
    tier: "human-reviewed",
    labels: [],
    isDoubtful: false,
    isWithoutSources: false,
    isForgotten: false,
    hasLostOrigin: false,
    proposals: [],
    isDisputed: false,
  } as const;

  test.each<["person" | "tool", PageTrust | undefined, string | undefined]>([
    ["person", undefined, "tombstoned"],
    ["person", reviewed, "tombstoned"],
    ["tool", undefined, "tombstoned"],
    ["tool", { ...reviewed, tier: "unverified" }, "tombstoned"],
    ["tool", { ...reviewed, tier: "machine-confirmed" }, "tombstoned"],
    ["tool", reviewed, undefined],
  ])("by a %s is left out, unless a person reviewed it and a tool rejected it", (rejecter, trust, reason) => {
    verifies("tombstones.reviewed-page");
    const facts = believed(stable, { trust, rejecter, isTakenIn: false });
    expect(exclusionOf(facts, rules)).toBe(reason);
    expect(exclusionOf(facts, { ...rules, include: ["rejected"] })).toBeUndefined();
    expect(labelsOf(facts, now)).toEqual([reason ?? "rejected by a tool"]);
  });
});

describe("validity", () => {
  test.each([
    ["2026-04-30T23:59:59Z", false],
    ["2026-05-01T00:00:00Z", true],
    ["2026-05-01T02:00:00+02:00", true],
    ["2026-05-01T01:59:59+02:00", false],
    ["2026-05-31T23:59:59.999Z", true],
    ["2026-06-01T00:00:00Z", false],
  ])("at %s of what holds in May is %s", (asOf, isValid) => {
    verifies("recall.validity");
    const may = { ...stable, validFrom: "2026-05-01", validUntil: "2026-06-01" };
    expect(exclusionOf(may, { ...rules, asOf }) === undefined).toBe(isValid);
  });

  test("does not end or begin at a time that can't be read", () => {
    const odd = { ...stable, validFrom: "in spring", validUntil: "some day", staleAfter: "later" };
    expect(exclusionOf(odd, rules)).toBeUndefined();
    expect(labelsOf(odd, now)).toEqual([]);
  });
});

describe("labels", () => {
  test.each<[Partial<PageFacts>, readonly string[]]>([
    [{}, []],
    [{ status: "draft" }, ["unconfirmed"]],
    [{ status: "deprecated", confidence: "shadow" }, ["deprecated", "shadow"]],
    [{ id: "raw/sources/SRC-2026-11-30-001", status: "draft" }, ["captured text"]],
    [{ staleAfter: "2026-11-30" }, ["stale since 2026-11-30"]],
    [{ staleAfter: "2026-12-01" }, []],
  ])("of %j are %j", (facts, labels) => {
    verifies("recall.labels");
    expect(labelsOf({ ...stable, ...facts }, now)).toEqual(labels);
  });
});
