import { beforeEach, describe, expect, test } from "vitest";
import { openLedger } from "../../extensions/core/ledger/ledger-store.ts";
import { adjudicateConflict } from "../../extensions/core/trust/conflict-store.ts";
import type { Channel } from "../../extensions/core/vault/vault.ts";
import { verifies } from "../acceptance/verifies.ts";
import { dataOf, jsonLines, openToolWorld, type ToolWorld } from "./tool-world.ts";

const events = "lighthouse/.llm-wiki/meta/events.jsonl";

let world: ToolWorld;

beforeEach(async () => {
  world = await openToolWorld();
});

const note = async (title: string, text: string, more: Readonly<Record<string, unknown>> = {}) =>
  dataOf(
    await world.call("wiki_note", {
      title,
      type: "procedure",
      text,
      recall_triggers: ["who brings the barrels"],
      ...more,
    }),
  );

const opened = () => jsonLines(world.read(events)).filter(({ kind }) => kind === "conflict_opened");

/** Labels of the pages that a question finds, by id. */
const labels = async (query: string): Promise<Readonly<Record<string, unknown>>> => {
  const { hits } = dataOf(await world.call("wiki_recall", { query }));
  if (!Array.isArray(hits)) throw new Error("recall has no hits");
  return Object.fromEntries(hits.map(({ id, labels: own }) => [id, own]));
};

const adjudicate = async (channel: Channel, keep: readonly string[] = []) => {
  const { layers } = await world.workspace.layers();
  const [vault] = layers;
  if (vault === undefined) throw new Error("There is no vault.");
  const { platform } = world;
  const pages = ["notes/lamp-oil-comes-by-cutter", "notes/cutter"] as const;
  return adjudicateConflict(
    { pages, keep, reason: "The chart says so" },
    { vault, context: { platform, actor: "keeper", channel }, ledger: openLedger({ platform, vault }) },
  );
};

const cutter = () =>
  world.page("notes/cutter", "# Lamp oil by cutter\n\nThe cutter brings oil each month.", {
    type: "procedure",
    status: "stable",
  });

describe("a note of probably the same matter as a page", () => {
  test("opens a conflict, in one append with its own event", async () => {
    verifies("conflicts.opened");
    cutter();
    const made = await note("Lamp oil comes by cutter", "The cutter brings no oil any more.");
    expect(made).toMatchObject({ conflicts: ["notes/cutter"], candidates: [{ signal: "strong" }] });
    const page = (id: string) => world.platform.hash(world.read(`lighthouse/.llm-wiki/wiki/${id}.md`));
    const ids = ["notes/lamp-oil-comes-by-cutter", "notes/cutter"];
    expect(opened()).toMatchObject([{ pages: ids, hashes: ids.map(page), channel: "tool" }]);
    const [proposed, conflict] = jsonLines(world.read(events)).slice(-2);
    expect([proposed?.["kind"], conflict?.["prev"]]).toEqual(["note_proposed", proposed?.["hash"]]);
    expect((await world.call("wiki_check", { action: "verify" })).text).toBe("Nothing is wrong.");
  });

  test("labels both on every read until a person has decided, and not again after that", async () => {
    verifies("conflicts.labelled", "conflicts.adjudicated", "conflicts.remembered");
    cutter();
    expect(await labels("who brings oil by cutter")).toEqual({ "notes/cutter": [] });
    await note("Lamp oil comes by cutter", "The cutter brings no oil any more.");
    const both = {
      "notes/cutter": ["conflicts with notes/lamp-oil-comes-by-cutter"],
      "notes/lamp-oil-comes-by-cutter": ["unconfirmed", "conflicts with notes/cutter"],
    };
    expect(await labels("who brings oil by cutter")).toEqual(both);
    const { pages } = await world.workspace.inject("Who brings the lamp oil by cutter, and does the cutter come?");
    expect(pages.map((page) => [page.id, page.labels])).toEqual(expect.arrayContaining(Object.entries(both)));
    for (const channel of ["tool", "cli", "command", "mcp"] as const) {
      await expect(adjudicate(channel)).rejects.toMatchObject({ code: "person_required" });
    }
    expect(await labels("who brings oil by cutter")).toEqual(both);
    await adjudicate("ui", ["notes/cutter", "notes/lamp-oil-comes-by-cutter"]);
    expect(await labels("who brings oil by cutter")).toEqual({
      "notes/cutter": [],
      "notes/lamp-oil-comes-by-cutter": ["unconfirmed"],
    });
    await expect(adjudicate("ui")).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("opens none with a page that it replaces, or when it says exactly the same", async () => {
    verifies("conflicts.opened");
    cutter();
    const replacing = await note("Lamp oil comes by cutter", "No more.", { supersedes: ["notes/cutter"] });
    expect(replacing).not.toHaveProperty("conflicts");
    const again = await note("Lamp oil comes by cutter", "No more.");
    expect(again).toMatchObject({ duplicate_of: "notes/lamp-oil-comes-by-cutter" });
    expect(opened()).toEqual([]);
  });

  test("opens none with a page of another task, but with one of its own", async () => {
    verifies("conflicts.scope");
    world.page("notes/cutter", "# Lamp oil by cutter\n\nMonthly.", { type: "procedure", task_id: "winter" });
    expect(await note("Lamp oil comes by cutter", "Weekly.", { task: "summer" })).toMatchObject({ candidates: [] });
    expect(await note("Lamp oil comes by a cutter", "Daily.", { task: "winter" })).toMatchObject({
      conflicts: ["notes/cutter"],
    });
  });

  test("is a weak candidate by its text alone, and opens none", async () => {
    verifies("conflicts.neighbours");
    world.page("notes/fuel", "# Fuel in winter\n\nBarrels of colza oil are landed at the lee slipway by the cutter.", {
      status: "draft",
      confidence_level: "shadow",
    });
    for (const name of ["paint", "bell", "gulls", "log", "stairs", "glass"]) {
      world.page(`notes/${name}`, `# The ${name}\n\nMind the ${name} of the tower.`);
    }
    const made = await note("Where barrels land", "Barrels of colza oil are landed at the lee slipway.");
    expect(made).toMatchObject({ candidates: [{ id: "notes/fuel", signal: "weak", similarity: 0 }] });
    expect(made).not.toHaveProperty("conflicts");
  });
});

describe("a note that replaces others", () => {
  const page = (id: string) => world.read(`lighthouse/.llm-wiki/wiki/${id}.md`);
  const found = async (as_of: string): Promise<readonly unknown[]> => {
    const { hits } = dataOf(await world.call("wiki_recall", { query: "price of colza oil", as_of }));
    if (!Array.isArray(hits)) throw new Error("recall has no hits");
    return hits.map(({ id }) => id).sort();
  };

  test("ends a draft's time where its own begins, and both are found at their times", async () => {
    verifies("conflicts.supersede-closes", "conflicts.intervals");
    await note("Price of colza oil in spring", "Colza oil costs four shillings.", { valid_from: "2026-01-01" });
    const made = await note("Price of colza oil since June", "Colza oil costs five shillings.", {
      valid_from: "2026-06-01T00:00:00Z",
      supersedes: ["notes/price-of-colza-oil-in-spring"],
    });
    expect(made).toMatchObject({ superseded: [{ id: "notes/price-of-colza-oil-in-spring", outcome: "closed" }] });
    const text = page("notes/price-of-colza-oil-in-spring");
    expect(text).toContain("\nvalid_until: 2026-06-01T00:00:00Z\n");
    expect(text).toContain("\nsuperseded_by: [notes/price-of-colza-oil-since-june]\n");
    expect(text).toContain("\nstatus: draft\n");
    expect(text).toContain("Colza oil costs four shillings.");
    expect(await found("2025-12-31")).toEqual([]);
    expect(await found("2026-01-01")).toEqual(["notes/price-of-colza-oil-in-spring"]);
    expect(await found("2026-05-31T23:59:59Z")).toEqual(["notes/price-of-colza-oil-in-spring"]);
    expect(await found("2026-06-01T00:00:00Z")).toEqual(["notes/price-of-colza-oil-since-june"]);
    expect(await found("2030-01-01")).toEqual(["notes/price-of-colza-oil-since-june"]);
    expect(jsonLines(world.read(events)).at(-1)).toMatchObject({
      kind: "superseded",
      page: "notes/price-of-colza-oil-in-spring",
      superseded_by: "notes/price-of-colza-oil-since-june",
      valid_until: "2026-06-01T00:00:00Z",
    });
  });

  test("leaves a page in force as it is, and records what it would replace", async () => {
    verifies("conflicts.supersede-proposed");
    world.page("notes/price", "# Price of colza oil\n\nColza oil costs four shillings.", { status: "stable" });
    const before = page("notes/price");
    const answer = await world.call("wiki_note", {
      title: "Price of colza oil since June",
      type: "general",
      text: "Colza oil costs five shillings.",
      supersedes: ["notes/price"],
    });
    expect(dataOf(answer)).toMatchObject({ superseded: [{ id: "notes/price", outcome: "proposed" }] });
    expect(answer.text).toContain("Stays in force until a person confirms this note (/wiki review): [[notes/price]].");
    expect(page("notes/price")).toBe(before);
    expect(page("notes/price-of-colza-oil-since-june")).toContain("supersedes: [notes/price]");
    expect(jsonLines(world.read(events)).at(-1)).toMatchObject({ kind: "note_proposed", supersedes: ["notes/price"] });
    expect(await found("2027-01-01")).toEqual(["notes/price", "notes/price-of-colza-oil-since-june"]);
  });

  test("recorded late and out of order, each is found at the times it names", async () => {
    verifies("conflicts.intervals");
    await note("Price of colza oil now", "Colza oil costs six shillings.", { valid_from: "2026-01-01" });
    await note("Price of colza oil long ago", "Colza oil cost two shillings.", {
      valid_from: "2000-01-01",
      valid_until: "2010-01-01",
      supersedes: ["notes/price-of-colza-oil-now"],
    });
    await note("Price of colza oil between", "Colza oil cost three shillings.", {
      valid_from: "2010-01-01",
      valid_until: "2026-01-01",
    });
    expect(await found("1999-12-31T23:59:59Z")).toEqual([]);
    expect(await found("2000-01-01")).toEqual(["notes/price-of-colza-oil-long-ago"]);
    expect(await found("2010-01-01")).toEqual(["notes/price-of-colza-oil-between"]);
    expect(await found("2025-12-31")).toEqual(["notes/price-of-colza-oil-between"]);
    expect(await found("2026-01-01T00:00:00+00:00")).toEqual(["notes/price-of-colza-oil-now"]);
    expect(await found("2090-01-01")).toEqual(["notes/price-of-colza-oil-now"]);
  });

  test("is saved though a page that it replaces can't be changed, and says so", async () => {
    verifies("conflicts.supersede-closes");
    const text = "---\ntype: general\nstatus: draft\n---\n# Brass\n\nDear \u0000\n";
    const latin = new TextEncoder().encode(text).map((byte) => (byte === 0 ? 0xe9 : byte));
    world.put("lighthouse/.llm-wiki/wiki/notes/brass.md", latin);
    const answer = await world.call("wiki_note", {
      title: "Tin for the dome",
      type: "general",
      text: "Brass is dear.",
      supersedes: ["notes/brass"],
    });
    expect(dataOf(answer)).toMatchObject({ status: "draft", superseded: [{ id: "notes/brass", outcome: "failed" }] });
    expect(answer.text).toContain("[[notes/brass]] could not be changed: ");
    expect(page("notes/brass")).toBe(new TextDecoder().decode(latin));
    expect(page("notes/tin-for-the-dome")).toContain("supersedes: [notes/brass]");
  });

  test("of a page that is not there says nothing", async () => {
    verifies("conflicts.supersede-closes");
    expect(await note("Brass", "Polish it.", { supersedes: ["notes/tin"] })).not.toHaveProperty("superseded");
  });
});
