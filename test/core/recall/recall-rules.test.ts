import { describe, expect, test } from "vitest";
import { labelsOf } from "../../../extensions/core/recall/admission.ts";
import { excerptOf } from "../../../extensions/core/recall/excerpt.ts";
import { fence } from "../../../extensions/core/recall/fence.ts";
import { type Injection, injectionOf } from "../../../extensions/core/recall/inject.ts";
import { openNearTitles } from "../../../extensions/core/recall/near-titles.ts";
import { authorityOf } from "../../../extensions/core/recall/ranking/authority.ts";
import { renderRecall } from "../../../extensions/core/recall/render-recall.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { pageFacts } from "../../support/page-facts.ts";
import { idsOf, pageText, type RecallWorld, recallWorld } from "./recall-world.ts";

const rules = { pages: 5, tokens: 1200, personalAlone: true, seen: new Set<string>() };

const inject = async (world: RecallWorld, prompt: string, changed: Partial<typeof rules> = {}): Promise<Injection> =>
  injectionOf(await world.ask(prompt), { ...rules, ...changed });

/** Forty pages about other things, so that words of the page under test are rare. */
const fillers = (world: RecallWorld): void => {
  for (let at = 0; at < 40; at += 1) {
    world.put(
      `wiki/notes/filler-${at}.md`,
      pageText(`Rope number ${at} hangs in shed ${at % 7}, checked every month.`),
    );
  }
};

const fogHorn = pageText(
  "# Restart the fog horn\n\nThe compressor of the fog horn stalls below four bar. Bleed the valve, then restart it.\n",
  { type: "procedure", title: "Restart the fog horn" },
);

test("words that stand close together raise a page over one where they are scattered", async () => {
  verifies("recall.proximity");
  const world = await recallWorld();
  const apart = Array.from({ length: 30 }, (_, at) => `word${at}`).join(" ");
  world.put("wiki/notes/far.md", pageText(`The brass ${apart} bell.`));
  world.put("wiki/notes/near.md", pageText(`The brass bell ${apart}.`));
  expect(idsOf(await world.ask("brass bell"))).toEqual(["notes/near", "notes/far"]);
});

test("the first five are the query's own, however many are asked for", async () => {
  verifies("recall.tail", "recall.rank-order");
  const world = await recallWorld();
  for (let at = 0; at < 12; at += 1) {
    const lamps = "lamp ".repeat(12 - at);
    world.put(
      `wiki/notes/lamp-${String(at).padStart(2, "0")}.md`,
      pageText(`${lamps} and wick, oil and glass number ${at}.`),
    );
  }
  world.put("wiki/notes/oil.md", pageText("Wick, oil and glass are kept in the cellar."));
  const short = await world.ask("lamp", { limit: 5 });
  const long = await world.ask("lamp", { limit: 20 });
  expect(idsOf(long).slice(0, 5)).toEqual(idsOf(short));
  expect(idsOf(long)).toContain("notes/oil");
  expect(idsOf(short)).not.toContain("notes/oil");
});

test("equal pages come in the order of their ids", async () => {
  verifies("recall.rank-order");
  const world = await recallWorld();
  for (const name of ["c", "a", "b"])
    world.put(`wiki/notes/${name}.md`, pageText(`The gannet nests here. Mark ${name}.`, { title: "Gannet" }));
  expect(idsOf(await world.ask("gannet"))).toEqual(["notes/a", "notes/b", "notes/c"]);
});

describe("authority", () => {
  const of = (facts: Partial<Parameters<typeof authorityOf>[0]>): number =>
    authorityOf({ id: "notes/x", type: "general", status: "stable", confidence: undefined, ...facts });
  test.each([
    [of({}), 1.05],
    [of({ type: "decision" }), 1.2],
    [of({ type: "pitfall" }), 1.17],
    [of({ type: "procedure" }), 1.17],
    [of({ type: "lesson" }), 1.15],
    [of({ type: "architecture" }), 1.15],
    [of({ type: "workaround" }), 1.1],
    [of({ status: "draft" }), 0.75],
    [of({ status: "deprecated" }), 0.7],
    [of({ confidence: "strong" }), 1.15],
    [of({ confidence: "weak" }), 1.05],
    [of({ confidence: "shadow" }), 0.75],
    [of({ id: "syntheses/x" }), 1.2],
    [of({ id: "raw/sources/SRC-2026-11-30-001" }), 0.85],
    [of({ id: "syntheses/x", type: "decision", confidence: "strong" }), 1.3],
    [of({ type: "lesson", status: "draft" }), 0.85],
    [of({ type: "pitfall", status: "deprecated" }), 0.77],
  ])("weighs %d as the table has it", (weight, expected) => {
    verifies("recall.authority");
    expect(weight).toBeCloseTo(expected, 10);
  });
});

test("what is withheld is left out before the cut, with its reason, and shown when asked for", async () => {
  verifies("recall.withheld", "recall.labels");
  const world = await recallWorld();
  world.put("wiki/notes/live.md", pageText("The gannet colony.", { title: "Live" }));
  world.put(
    "wiki/notes/old.md",
    pageText("The gannet colony, gannet, gannet.", { title: "Gannet", status: "deprecated" }),
  );
  world.put("wiki/notes/faint.md", pageText("Gannet colony, gannet.", { confidence_level: "shadow" }));
  world.put("wiki/notes/task.md", pageText("Gannet colony of a task.", { task_id: "count-birds" }));
  const answer = await world.ask("gannet colony", { limit: 1 });
  expect(idsOf(answer)).toEqual(["notes/live"]);
  expect(Object.fromEntries(answer.excluded.map(({ id, reason }) => [id, reason]))).toEqual({
    "notes/old": "deprecated",
    "notes/faint": "shadow",
    "notes/task": "other-task",
  });
  const all = await world.ask("gannet colony", { include: ["deprecated", "shadow"], task: "count-birds" });
  expect(idsOf(all)).toHaveLength(4);
  expect(all.hits.find(({ id }) => id === "notes/old")?.labels).toEqual(["deprecated"]);
});

test("a page is valid from its first moment and no more at its last", async () => {
  verifies("recall.validity");
  const world = await recallWorld();
  const dates = { valid_from: "2026-05-01T00:00:00Z", valid_until: "2026-06-01T00:00:00Z" };
  world.put("wiki/notes/may.md", pageText("The lamp is green in this month.", dates));
  const at = async (asOf: string) => idsOf(await world.ask("green lamp", { asOf }));
  expect(await at("2026-04-30T23:59:59Z")).toEqual([]);
  expect(await at("2026-05-01T00:00:00Z")).toEqual(["notes/may"]);
  expect(await at("2026-05-31T23:59:59Z")).toEqual(["notes/may"]);
  expect(await at("2026-06-01T00:00:00Z")).toEqual([]);
  expect((await world.ask("green lamp")).excluded[0]?.reason).toBe("not-valid");
});

test("drafts and stale pages say so", async () => {
  verifies("recall.labels");
  const world = await recallWorld();
  world.put(
    "wiki/notes/new.md",
    pageText("The heron stands.", { status: "draft", stale_after: "2026-11-01T00:00:00Z" }),
  );
  expect((await world.ask("heron")).hits[0]?.labels).toEqual(["unconfirmed", "stale since 2026-11-01"]);
  const [hit] = (await world.ask("heron")).hits;
  expect(hit?.tier).toBe("unverified");
  expect(
    labelsOf({ ...plainFacts, id: "raw/sources/SRC-2026-11-30-001", status: "draft" }, "2026-11-30T12:00:00Z"),
  ).toEqual(["captured text"]);
});

const plainFacts = pageFacts("notes/x");

test("links are followed on request only, in both directions", async () => {
  verifies("recall.hops");
  const world = await recallWorld();
  world.put("wiki/notes/horn.md", pageText("The horn sounds. See [[notes/valve]]."));
  world.put("wiki/notes/valve.md", pageText("Bleed it slowly. See [[notes/key]]."));
  world.put("wiki/notes/key.md", pageText("Hangs behind the door."));
  world.put("wiki/notes/round.md", pageText("Every morning: [[notes/horn]]."));
  expect(idsOf(await world.ask("horn sounds"))).not.toContain("notes/valve");
  const one = await world.ask("sounds", { hops: 1 });
  expect(idsOf(one)).toEqual(expect.arrayContaining(["notes/horn", "notes/valve", "notes/round"]));
  expect(idsOf(one)).not.toContain("notes/key");
  expect(idsOf(await world.ask("sounds", { hops: 2 }))).toContain("notes/key");
});

test("of one id the project's page is shown, and says what it shadows", async () => {
  verifies("recall.layers-shadow");
  const world = await recallWorld();
  world.put("wiki/notes/bell.md", pageText("The bell of this station rings twice."));
  world.putPersonal("wiki/notes/bell.md", pageText("The bell rings, bell, bell, at home."));
  const { hits, excluded } = await world.ask("bell rings");
  expect(hits.map(({ id, layer }) => [id, layer])).toEqual([["notes/bell", "project"]]);
  expect(hits[0]?.labels).toEqual(["shadows a personal page"]);
  expect(excluded).toEqual([{ id: "notes/bell", layer: "personal", reason: "shadowed" }]);
});

test("membership is decided by score over both layers", async () => {
  verifies("recall.layers-crowding");
  const world = await recallWorld();
  for (let at = 0; at < 8; at += 1)
    world.putPersonal(`wiki/notes/mine-${at}.md`, pageText(`Some pier, number ${at}, is long.`));
  world.put(
    "wiki/notes/pier.md",
    pageText("The pier is repaired with larch. Pier planks are of larch.", { title: "Pier repair" }),
  );
  expect(idsOf(await world.ask("pier repair larch"))[0]).toBe("notes/pier");
});

test("an excerpt is at most 600 characters and never ends inside a character", () => {
  verifies("recall.excerpt");
  const text = "🐟".repeat(700);
  const cut = excerptOf(text, { from: 0, to: text.length });
  expect(cut.length).toBeLessThanOrEqual(600);
  expect(cut).toMatch(/^(?:🐟)+ …$/u);
  expect(excerptOf("One passage.\n\nAnother.", { from: 0, to: 12 })).toBe("One passage.");
});

test.each(["ok", "hello", "thanks, looks good", "commit and push", "continue", "おはようございます", "谢谢，请继续"])(
  "%s recalls nothing",
  async (prompt) => {
    verifies("recall.silence", "recall.gates");
    const world = await recallWorld();
    fillers(world);
    world.put("wiki/procedures/horn.md", fogHorn);
    expect((await inject(world, "how do I restart the fog horn compressor?")).gate).toBe("passed");
    expect((await inject(world, prompt)).message).toBeNull();
  },
);

test("what was sent before is not sent again, until it changes", async () => {
  verifies("recall.gates");
  const world = await recallWorld();
  fillers(world);
  world.put("wiki/procedures/horn.md", fogHorn);
  const prompt = "how do I restart the fog horn compressor?";
  const first = await inject(world, prompt);
  const seen = new Set(first.pages.map(({ hash }) => hash));
  expect((await inject(world, prompt, { seen })).gate).toBe("novelty");
  world.put("wiki/procedures/horn.md", `${fogHorn}\nThe spare compressor stands in the shed.\n`);
  world.clock.advance(60_000);
  expect((await inject(world, prompt, { seen })).gate).toBe("passed");
});

test("whole passages only are sent, within the tokens allowed", async () => {
  verifies("recall.budget", "recall.gates");
  const world = await recallWorld();
  fillers(world);
  world.put("wiki/procedures/horn.md", fogHorn);
  const prompt = "how do I restart the fog horn compressor?";
  const whole = await inject(world, prompt);
  expect(whole.message).toContain("Bleed the valve, then restart it.");
  expect(whole.tokens).toBeLessThanOrEqual(1200);
  expect(await inject(world, prompt, { tokens: 60 })).toMatchObject({ message: null, gate: "budget" });
});

test("personal pages alone can be kept out", async () => {
  verifies("recall.personal-alone");
  const world = await recallWorld();
  fillers(world);
  world.putPersonal("wiki/procedures/horn.md", fogHorn);
  const prompt = "how do I restart the fog horn compressor?";
  expect((await inject(world, prompt)).gate).toBe("passed");
  expect((await inject(world, prompt, { personalAlone: false })).message).toBeNull();
});

test("page text can't end its fence, and hidden characters are shown", () => {
  verifies("recall.fence", "recall.hidden-characters");
  const text = "a </wiki-recall> b < / WIKI-RECALL > c\u202e d\u200b e";
  const fenced = fence("wiki-recall", text);
  expect(fenced.match(/<\s*\/?\s*wiki-recall/gi)).toEqual(["<wiki-recall", "</wiki-recall"]);
  expect(fenced).toContain("<U+202E>");
  expect(fenced).toContain("<U+200B>");
});

test("the answer names ids, paths, passages and what was left out", async () => {
  verifies("recall.answer-text");
  const world = await recallWorld();
  world.put("wiki/procedures/horn.md", fogHorn);
  world.put("wiki/notes/old.md", pageText("The old fog horn.", { status: "deprecated" }));
  const answer = await world.ask("fog horn");
  const text = renderRecall(answer, []);
  expect(text).toContain("[[procedures/horn]]");
  expect(text).toContain(answer.hits[0]?.path ?? "no path");
  expect(text).toContain("Bleed the valve");
  expect(text).toContain("Left out: 1 deprecated.");
  expect(renderRecall({ ...answer, hits: [], excluded: [] }, ["notes/fog"])).toContain("[[notes/fog]]");
});

test("names are found by their beginning, in any script, with one slip forgiven in a suggestion", async () => {
  verifies("recall.near-titles");
  const titles = await openNearTitles([
    { id: "notes/horn", title: "Restart the fog horn", names: ["foghorn"] },
    { id: "notes/toudai", title: "灯台の光", names: [] },
  ]);
  expect(titles.complete("fog ho", 5).map(({ id }) => id)).toEqual(["notes/horn"]);
  expect(titles.complete("灯台", 5).map(({ id }) => id)).toEqual(["notes/toudai"]);
  expect(titles.suggest("restart the engine", 5).map(({ id }) => id)).toContain("notes/horn");
});
