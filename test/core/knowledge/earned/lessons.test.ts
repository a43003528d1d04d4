import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inventoryOf, joinLessons, readLessons } from "../../../../extensions/core/knowledge/earned/join-lessons.ts";
import { stateText } from "../../../../extensions/core/knowledge/earned/lesson-labels.ts";
import { lessonOutputKind, readLessonOutput } from "../../../../extensions/core/knowledge/earned/lesson-output.ts";
import { originOf } from "../../../../extensions/core/knowledge/earned/origin.ts";
import { resolveLocations } from "../../../../extensions/core/knowledge/earned/resolve-locations.ts";
import {
  parseUsage,
  piUsage,
  sumUsage,
  unknownUsage,
  usageOf,
  usageText,
} from "../../../../extensions/core/knowledge/earned/usage.ts";
import {
  type Writing,
  writeBackDelivery,
  writeBackHandoff,
} from "../../../../extensions/core/knowledge/earned/write-back.ts";
import { falseMarkers } from "../../../../extensions/core/knowledge/false-markers.ts";
import { ground } from "../../../../extensions/core/knowledge/grounding/ground.ts";
import { parseHints } from "../../../../extensions/core/knowledge/grounding/hints.ts";
import { buildPacket } from "../../../../extensions/core/knowledge/packet/build-packet.ts";
import { canonicalJson } from "../../../../extensions/core/ledger/canonical.ts";
import type { Channel } from "../../../../extensions/core/vault/vault.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { mapOf, symbol } from "../grounding/small-map.ts";
import { certifiedDraft, headSha, lessonDraft, ref } from "./lighthouse-drafts.ts";
import { type OpenedStore, openedStore } from "./lighthouse-records.ts";

const emitted = (claim: string, more: object = {}) => ({
  claim,
  locations: ["trimWick"],
  confidence: "high",
  supersedes: "",
  ...more,
});
const output = (lessons: readonly object[], more: object = {}) => ({
  kind: lessonOutputKind,
  schema_version: 1,
  lessons,
  ...more,
});

describe("a lesson output", () => {
  test("is read as it was emitted, as a value or as its text", () => {
    verifies("earned.lesson-output");
    const document = output([emitted("Trim it dry."), emitted("Trim it at dusk.")]);
    expect(readLessonOutput(document)).toEqual(document.lessons);
    expect(readLessonOutput(JSON.stringify(document))).toEqual(document.lessons);
  });

  test.each<[string, unknown]>([
    ["with a field of its own", output([], { note: "x" })],
    ["of another kind", output([], { kind: "lessons" })],
    ["of another version", output([], { schema_version: 2 })],
    ["of 51 lessons", output(Array(51).fill(emitted("x")))],
    ["with a lesson that says more", output([emitted("x", { note: "y" })])],
    ["with an empty claim", output([emitted("")])],
    ["with a claim of two lines", output([emitted("a\nb")])],
    ["with a claim of 1001 characters", output([emitted("x".repeat(1_001))])],
    ["without a place", output([emitted("x", { locations: [] })])],
    ["with nine places", output([emitted("x", { locations: Array(9).fill("a") })])],
    ["with a place of 201 characters", output([emitted("x", { locations: ["a".repeat(201)] })])],
    ["with another confidence", output([emitted("x", { confidence: "certain" })])],
    ["that supersedes no hash", output([emitted("x", { supersedes: "sha256:1" })])],
    ["that is a text", "lessons: none"],
    ["that is nothing", undefined],
  ])("%s is refused whole", (_, document) => {
    verifies("earned.lesson-output");
    expect(() => readLessonOutput(document)).toThrow(expect.objectContaining({ code: "lesson_refused" }));
  });
});

test("a name leads to one symbol, to a tracked file, or says why nowhere", () => {
  verifies("earned.locations");
  const map = mapOf({
    symbols: [
      symbol("lamp.trimWick", { file: "lamp.ts", line_start: 3, line_end: 5 }),
      symbol("a.light"),
      symbol("b.light"),
    ],
    files: ["docs/tide.md"],
  });
  const names = ["trimWick", "lamp.trimWick", "docs/tide.md", "light", "nothing"];
  const place = { status: "resolved", file: "lamp.ts", symbol: "lamp.trimWick", line_start: 3, line_end: 5 };
  expect(resolveLocations(names, map)).toEqual([
    { reference: "trimWick", ...place },
    { reference: "lamp.trimWick", ...place },
    { reference: "docs/tide.md", status: "resolved", file: "docs/tide.md", symbol: "", line_start: 0, line_end: 0 },
    { reference: "light", status: "unresolved", reason: "ambiguous-symbol" },
    { reference: "nothing", status: "unresolved", reason: "not-in-symbol-map" },
  ]);
  const reasons = resolveLocations(names, undefined).map((one) => one.status === "unresolved" && one.reason);
  expect(new Set(reasons)).toEqual(new Set(["symbol-map-unavailable"]));
});

test("only a person at a terminal or behind a command is an operator", () => {
  verifies("earned.cli");
  const kinds = (channel: Channel) => originOf({ channel, actor: "keeper", origin: { session: "s1" } });
  for (const channel of ["ui", "terminal", "command"] as const) {
    expect(kinds(channel)).toEqual({ originKind: "operator", origin: "keeper" });
  }
  for (const channel of ["tool", "mcp", "rpc", "cli", "system"] as const) {
    expect(kinds(channel)).toEqual({ originKind: "run", origin: "pi-s1" });
  }
});

const writingTo = ({ store, platform }: OpenedStore, claims: readonly string[], maxLessons = 5): Writing => ({
  store,
  hash: platform.hash,
  origin: { originKind: "operator", origin: "keeper" },
  maxLessons,
  rejected: 0,
  lessons: claims.map((claim, ordinal) => ({
    ordinal,
    lesson: { claim, locations: ["trimWick"], confidence: "high", supersedes: "" },
    locations: resolveLocations(["trimWick"], undefined),
    run: { originKind: "run", origin: "pi-1" },
    driverProfile: "anthropic/claude",
  })),
});

const facts = {
  task_ids: ["wick"],
  paths: ["b.ts", "a.ts"],
  outcome: "passed",
  obligation_ids: ["check-1"],
  head_sha: headSha,
};

describe("a completed delivery", () => {
  test("is recorded from the ledger's facts alone, with as many lessons as the limit lets in", async () => {
    verifies("earned.accept");
    const opened = await openedStore();
    const back = await writeBackDelivery(facts, writingTo(opened, ["1", "2", "3", "4"], 2));
    expect(back).toMatchObject({
      ...falseMarkers,
      delivery_records: 1,
      lessons: 2,
      new_lessons: 2,
      discarded_lessons: 2,
    });
    const [record] = await opened.store.read("delivery-record");
    expect(record).toMatchObject({ originKind: "operator", origin: "keeper", headSha });
    expect(record?.detail).toEqual({
      story_ids: '["wick"]',
      story_count: "1",
      files_touched: '["a.ts","b.ts"]',
      file_count: "2",
      verdict_outcome: "passed",
      obligation_ids: '["check-1"]',
      obligation_count: "1",
    });
  });

  test("that is written back a minute later is the same records", async () => {
    verifies("earned.replay");
    const opened = await openedStore();
    const first = await writeBackDelivery(facts, writingTo(opened, ["1", "2"]));
    opened.clock.advance(60_000);
    const again = await writeBackDelivery(facts, writingTo(opened, ["1", "2"]));
    expect(again).toMatchObject({
      lesson_hashes: first.lesson_hashes,
      delivery_record_hash: first.delivery_record_hash,
    });
    expect(again).toMatchObject({ new_lessons: 0, deduplicated_lessons: 2 });
    expect(await opened.store.read("delivery-record")).toHaveLength(1);
  });

  test("of more paths than a record holds is several, each whole", async () => {
    verifies("earned.accept");
    const opened = await openedStore();
    const paths = Array.from(
      { length: 400 },
      (_, index) => `src/harbour/lighthouse-${String(index).padStart(4, "0")}.ts`,
    );
    const back = await writeBackDelivery({ ...facts, paths }, writingTo(opened, []));
    const records = await opened.store.read("delivery-record");
    expect([back.delivery_records, records.length]).toEqual([2, 2]);
    expect(records.flatMap(({ detail }) => JSON.parse(detail.files_touched))).toEqual(paths);
  });
});

const handoff = { headSha, terminal: ref("e"), story: "wick", subject: ref("2"), verdictRef: ref("3") };

test("a handoff leaves certified lessons and no delivery, and a replay leaves nothing new", async () => {
  verifies("earned.handoff", "earned.replay");
  const opened = await openedStore();
  const first = await writeBackHandoff(handoff, writingTo(opened, ["1", "2"]));
  expect(first).toMatchObject({ delivery_records: 0, delivery_record_hash: null, new_lessons: 2 });
  const again = await writeBackHandoff(handoff, writingTo(opened, ["1", "2"]));
  expect(again).toMatchObject({ new_lessons: 0, deduplicated_lessons: 2, receipt_ids: first.receipt_ids });
  const [record] = await opened.store.read("certified-handoff-lesson");
  expect(record?.detail).toMatchObject({
    adapter: "pi",
    driver_profile: "anthropic/claude",
    story: "wick",
    subject: ref("2"),
  });
  expect(await opened.store.read("delivery-record")).toEqual([]);
});

const observed = async ({ store }: OpenedStore, lessonHash: string, state: string, receipt: string) =>
  store.append({
    kind: "lesson-delivery-observation",
    originKind: "operator",
    origin: "keeper",
    headSha,
    detail: {
      receipt_id: ref(receipt),
      lesson_receipt_id: ref("1"),
      lesson_record_hash: lessonHash,
      story: "wick",
      subject: ref("2"),
      delivery_state: state,
      observed_commit: headSha,
    },
  });

describe("the inventory", () => {
  test("has 20 keys a lesson, the latest observation, and one order", async () => {
    verifies("earned.inventory", "earned.observe");
    const opened = await openedStore();
    const { store, clock } = opened;
    const { record: first } = await store.append(lessonDraft("Trim it dry."));
    const { record: handed } = await store.append(certifiedDraft("Trim it at dusk.", { supersedes: first.hash }));
    clock.advance(1_000);
    await observed(opened, handed.hash, "confirmed", "4");
    clock.advance(1_000);
    await observed(opened, handed.hash, "superseded", "5");
    const inventory = inventoryOf(joinLessons(await readLessons(store)));
    expect(inventory).toMatchObject({
      ...falseMarkers,
      kind: "delivery-workbench-knowledge-lessons",
      count: 2,
      active_count: 1,
    });
    for (const lesson of inventory.lessons) expect(Object.keys(lesson)).toHaveLength(20);
    const byHash = new Map(inventory.lessons.map((lesson) => [lesson.record_hash, lesson]));
    expect(byHash.get(first.hash)).toMatchObject({
      superseded_by: handed.hash,
      delivery_state: null,
      age_label: "recorded-at:2026-11-30T12:00:00Z",
    });
    expect(byHash.get(handed.hash)).toMatchObject({
      delivery_state: "superseded",
      delivery_observation: { observed_commit: headSha },
    });
    expect((await store.read("certified-handoff-lesson"))[0]?.detail.delivery_state).toBe("certified-not-integrated");
    expect(inventoryOf(inventory.lessons, "DUSK trimwick").count).toBe(1);
    expect(inventoryOf(inventory.lessons, "tide").count).toBe(0);
  });

  test("never leaves out how far a certified lesson has come", () => {
    verifies("earned.inventory");
    const paint = { good: (text: string) => text, warn: (text: string) => text, bad: (text: string) => text };
    expect(stateText({ delivery_state: "certified-not-integrated" }, paint)).toBe("[certified-not-integrated]");
    expect(stateText({ delivery_state: null }, paint)).toBe("");
  });
});

const story = ["# Trim the wick", "", "## Localization hints", "- **Target symbols:**", "  - `trimWick`", ""].join(
  "\n",
);
const wick = symbol("lamp.trimWick", { file: "lamp.ts", line_end: 1, byte_end: 20 });
const map = mapOf({ symbols: [wick], files: ["lamp.ts"] });

const packetOf = async (opened: OpenedStore | undefined, version: "1" | "2", byteBudget = 32_768) => {
  const grounding = ground({ path: "wick.md", hints: parseHints(story) }, map, { scans: new Map(), lines: new Map() });
  const lessons = opened === undefined ? [] : joinLessons(await readLessons(opened.store));
  const blobs = new Map([["lamp.ts", Buffer.from("const trimWick = 1;\n")]]);
  const sha256 = createHash("sha256").update(story).digest("hex");
  const rules = { indexTree: map.index_tree, byteBudget, version };
  return buildPacket({ path: "wick.md", text: story, sha256 }, { grounding, map, blobs, lessons }, rules);
};

describe.each(["1", "2"] as const)("a packet of version %s", (version) => {
  test("has active lessons with their labels, and the chain of those they replaced", async () => {
    verifies("earned.packet");
    const opened = await openedStore();
    const { record: first } = await opened.store.append(lessonDraft("Trim the wick dry."));
    const { record: second } = await opened.store.append(
      lessonDraft("Only at dusk.", { supersedes: first.hash, places: ["elsewhere"] }),
    );
    await opened.store.append(certifiedDraft("Trim the wick at dusk."));
    await opened.store.append(lessonDraft("Ferries leave late.", { places: ["ferry"] }));
    const { lessons } = await packetOf(opened, version);
    expect(lessons.map(({ claim }) => claim).sort()).toEqual(["Only at dusk.", "Trim the wick at dusk."]);
    expect(lessons.find(({ record_hash }) => record_hash === second.hash)).toMatchObject({
      supersession_chain: [first.hash],
    });
    expect(lessons.map(({ delivery_state }) => delivery_state).sort()).toEqual(["certified-not-integrated", null]);
    for (const lesson of lessons) expect(Object.keys(lesson)).toHaveLength(19);
  });

  test("without the store differs in nothing but its lessons", async () => {
    verifies("earned.packet");
    const opened = await openedStore();
    await opened.store.append(lessonDraft("Trim the wick dry."));
    const [full, bare] = [await packetOf(opened, version), await packetOf(undefined, version)];
    const rest = (packet: typeof full) => canonicalJson({ ...packet, lessons: [], used_bytes: 0 });
    expect(full.lessons).toHaveLength(1);
    expect(rest(full)).toBe(rest(bare));
  });

  test("has at most 16 lessons, names those that its bytes leave out, and keeps its bytes", async () => {
    verifies("earned.packet");
    const opened = await openedStore();
    for (let index = 0; index < 20; index += 1) await opened.store.append(lessonDraft(`Trim the wick, rule ${index}.`));
    expect((await packetOf(opened, version)).lessons).toHaveLength(16);
    const small = await packetOf(opened, version, 6_000);
    const left = small.exclusions.filter(({ kind }) => kind === "lesson");
    expect(left.length).toBeGreaterThan(0);
    expect(left.every(({ name }) => /^lesson:sha256:[0-9a-f]{64}$/.test(name))).toBe(true);
    expect(Buffer.byteLength(canonicalJson(small))).toBe(small.used_bytes);
    expect(small.used_bytes).toBeLessThanOrEqual(6_000);
  });
});

describe("usage", () => {
  test("that is absent is unknown, and zero is zero", () => {
    verifies("earned.usage");
    expect(usageOf({})).toEqual(unknownUsage);
    const none = usageOf({ input_tokens: 0, output_tokens: 0, total_tokens: 0, cost_microunits: 0 });
    expect(none).toMatchObject({ status: "reported", total_tokens: 0 });
    expect(usageOf({ input_tokens: 3 })).toMatchObject({ status: "partial", output_tokens: null });
    expect(usageText(usageOf({ input_tokens: 3 }))).toBe(
      "input tokens 3, output tokens unknown, total tokens unknown, cost microunits unknown",
    );
  });

  test("has exactly five keys and a status that fits", () => {
    verifies("earned.usage");
    const measured = fc.option(fc.nat(), { nil: null });
    const known = fc.record({
      input_tokens: measured,
      output_tokens: measured,
      total_tokens: measured,
      cost_microunits: measured,
    });
    fc.assert(
      fc.property(known, (values) => {
        const usage = usageOf(values);
        expect(parseUsage(usage)).toEqual(usage);
        for (const status of ["unknown", "reported", "partial"]) {
          expect(parseUsage({ ...usage, status }) !== undefined).toBe(status === usage.status);
        }
      }),
    );
    expect(parseUsage({ ...unknownUsage, more: 1 })).toBe(undefined);
    expect(parseUsage({ ...usageOf({ input_tokens: 1 }), input_tokens: -1 })).toBe(undefined);
  });

  test("of Pi is unknown where an answer has nothing but zeros, and counts what a cache held as input", () => {
    verifies("earned.usage");
    const zeros = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: { total: 0 } };
    expect(piUsage(zeros, { isEmpty: false, isCut: false })).toEqual(unknownUsage);
    expect(piUsage(zeros, { isEmpty: true, isCut: true })).toEqual(unknownUsage);
    expect(piUsage(zeros, { isEmpty: true, isCut: false })).toMatchObject({ status: "reported", total_tokens: 0 });
    const some = { input: 10, output: 5, cacheRead: 100, cacheWrite: 20, totalTokens: 135, cost: { total: 0.0123456 } };
    expect(piUsage(some, { isEmpty: false, isCut: false })).toEqual(
      usageOf({ input_tokens: 130, output_tokens: 5, total_tokens: 135, cost_microunits: 12_346 }),
    );
    expect(piUsage(undefined, { isEmpty: false, isCut: false })).toEqual(unknownUsage);
  });

  test("of several runs is unknown when one is", () => {
    verifies("earned.usage");
    const of = (total: number | null) => usageOf({ total_tokens: total });
    expect(sumUsage([of(3), of(4)]).total_tokens).toBe(7);
    expect(sumUsage([of(3), of(null)]).total_tokens).toBe(null);
  });
});
