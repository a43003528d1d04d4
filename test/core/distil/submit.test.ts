import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openLedger } from "../../../extensions/core/ledger/ledger-store.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { everything, jsonLines } from "../../tools/tool-world.ts";
import { type DistilWorld, openDistilWorld, wick } from "./distil-world.ts";

const talked = async (): Promise<DistilWorld> => {
  const world = await openDistilWorld();
  await world.talk("dusk", "Why does the lamp smoke?", "The wick is too high: I lowered it and the flame is white.");
  return world;
};

const vaultOf = (world: DistilWorld) => join(world.project, ".llm-wiki");
const page = (world: DistilWorld, id: string) => world.read(`lighthouse/.llm-wiki/wiki/${id}.md`);
const events = (world: DistilWorld) => jsonLines(world.read("lighthouse/.llm-wiki/meta/events.jsonl"));

const distilled = { conversations: ["CNV-2026-11-30-001"], notes: [wick()] };

describe("what a model makes of a conversation", () => {
  test("becomes a draft that cites the packet, with its triggers, and the conversation is done", async () => {
    verifies("distil.submit-drafts");
    const world = await talked();
    const { entries, done, open } = await world.submit("conversation", distilled);
    expect(entries).toEqual([
      { title: wick().title, outcome: "draft", id: "notes/a-smoking-lamp-has-its-wick-too-high" },
    ]);
    expect([done, open]).toEqual([["CNV-2026-11-30-001"], []]);
    const text = page(world, "notes/a-smoking-lamp-has-its-wick-too-high");
    expect(text).toContain("status: draft");
    expect(text).toContain("black soot on the glass in the morning");
    expect(text).toMatch(/sources:[\s\S]*CNV-2026-11-30-001/);
    expect(events(world).slice(-2)).toMatchObject([
      { kind: "note_proposed", origin: { packet: "CNV-2026-11-30-001" } },
      { kind: "distilled", packets: ["CNV-2026-11-30-001"], pages: ["notes/a-smoking-lamp-has-its-wick-too-high"] },
    ]);
    expect((await world.prepare("conversation")).waiting).toBe(0);
    expect(await world.prepare("conversation")).toMatchObject({ transcripts: [] });
  });

  test("submitted twice changes nothing the second time, whoever changed the page since", async () => {
    verifies("distil.submit-twice");
    const world = await talked();
    const [first] = (await world.submit("conversation", distilled)).entries;
    world.put(
      `lighthouse/.llm-wiki/wiki/${first?.id}.md`,
      "---\ntitle: Another title\nstatus: draft\n---\nOther words.\n",
    );
    await world.workspace.settle();
    const before = everything(vaultOf(world));
    expect((await world.submit("conversation", distilled)).entries).toMatchObject([
      { outcome: "known", id: first?.id },
    ]);
    expect(everything(vaultOf(world))).toEqual(before);
  });

  test("that was written and not remembered, since the process died, is known by its text", async () => {
    verifies("distil.submit-twice");
    const world = await talked();
    await world.call("wiki_note", { ...wick(), sources: ["CNV-2026-11-30-001"] });
    const { entries } = await world.submit("conversation", distilled);
    expect(entries).toMatchObject([{ outcome: "known" }]);
    expect(readdirSync(join(vaultOf(world), "wiki/notes"))).toHaveLength(1);
  });

  test("that states what was rejected is not written, and the conversation needs no second reading", async () => {
    verifies("distil.tombstones");
    const world = await talked();
    world.page("notes/spirit", "# Clean the lens with spirit of salt\n\nClean the lens with spirit of salt.");
    const keeper = world.workspace.as("terminal");
    await keeper.decide({ page: "notes/spirit", decision: "reject", reason: "It etches the glass." });
    const prepared = await world.prepare("conversation");
    expect(prepared.tombstones).toMatchObject([{ reason: "It etches the glass." }]);
    expect(JSON.stringify(prepared.tombstones)).toContain("Clean the lens with spirit of salt");
    const claim = wick({ title: "Lens care", text: "It is known: clean the lens with spirit of salt." });
    const again = wick({ title: "Lens care", text: "Clean the lens with spirit of salt." });
    const { entries, done } = await world.submit("conversation", { ...distilled, notes: [claim, again, wick()] });
    expect(entries.map(({ outcome }) => outcome)).toEqual(["draft", "tombstoned", "draft"]);
    expect(done).toEqual(["CNV-2026-11-30-001"]);
    const before = everything(vaultOf(world));
    const second = await world.submit("conversation", { ...distilled, notes: [claim, again, wick()] });
    expect(second.entries.map(({ outcome }) => outcome)).toEqual(["known", "tombstoned", "known"]);
    expect(everything(vaultOf(world))).toEqual(before);
  });

  test("that may repeat a page is held back with the page's name, and the conversation stays open", async () => {
    verifies("distil.duplicates");
    const world = await talked();
    world.page("notes/smoke", "# A smoking lamp has its wick too high up\n\nTrim it.", { type: "pitfall" });
    const held = await world.submit("conversation", distilled);
    expect(held.entries).toMatchObject([{ outcome: "similar", candidates: [{ id: "notes/smoke", signal: "strong" }] }]);
    expect([held.done, held.open]).toEqual([[], ["CNV-2026-11-30-001"]]);
    const keepBoth = { ...distilled, notes: [wick({ keep_both: "That one is about trimming." })] };
    const kept = await world.submit("conversation", keepBoth);
    expect(kept.entries).toMatchObject([{ outcome: "draft", conflicts: ["notes/smoke"] }]);
    expect(kept.done).toEqual(["CNV-2026-11-30-001"]);
  });

  test("of a page that counts waits for a person, of a draft takes its place", async () => {
    verifies("distil.updates");
    const world = await talked();
    world.page("notes/stable", "# Lamp\n\nLight it at dusk.");
    world.page("notes/draft", "# Chimney\n\nSweep it in May.", { status: "draft" });
    const submission = {
      conversations: ["CNV-2026-11-30-001"],
      notes: [wick({ updates: "notes/stable" }), wick({ title: "Chimney", updates: "notes/draft" })],
    };
    const { entries } = await world.submit("conversation", submission);
    expect(entries.map(({ outcome, id }) => [outcome, id])).toEqual([
      ["proposed", "notes/stable"],
      ["changed", "notes/draft"],
    ]);
    expect(page(world, "notes/stable")).toContain("Light it at dusk.");
    expect(page(world, "notes/draft")).toContain("Lower it until the flame is white.");
    const before = everything(vaultOf(world));
    await world.submit("conversation", submission);
    expect(everything(vaultOf(world))).toEqual(before);
  });

  test("contradicts the page that it names, on every read", async () => {
    verifies("distil.contradictions");
    const world = await talked();
    world.page("notes/oil", "# Colza oil never smokes\n\nColza burns clean at any height of the wick.");
    const submission = { ...distilled, notes: [wick({ contradicts: ["notes/oil"] })] };
    expect((await world.submit("conversation", submission)).entries).toMatchObject([{ conflicts: ["notes/oil"] }]);
    const { hits } = await world.workspace.recall({ query: "colza wick height" });
    expect(hits.find(({ id }) => id === "notes/oil")?.labels).toContain(
      "conflicts with notes/a-smoking-lamp-has-its-wick-too-high",
    );
  });

  test("loses its secrets in every field, wherever they end up", async () => {
    verifies("distil.submit-secrets");
    const world = await talked();
    const token = (letter: string): string => `ghp_${letter}B3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5`;
    const secret = ["a", "b", "c", "d", "e", "f", "g"].map(token);
    const note = wick({
      title: `Relay ${secret[0]}`,
      text: `Send ${secret[1]}.`,
      description: secret[2],
      recall_triggers: [`what is ${secret[3]} for`],
      tags: [secret[4]],
      files: [`relay.ts#${secret[5]}`],
      sources: ["CNV-2026-11-30-001", `https://relay.lamps.io/?by=${secret[6]}`],
    });
    await world.submit("conversation", { ...distilled, notes: [note], distinct: [[secret[0], secret[1]]] });
    const written = everything(vaultOf(world)).join("\n");
    for (const one of secret) expect(written).not.toContain(one);
    expect(written).toContain("[redacted:");
  });

  test("that can't be read is put aside without its secrets, and nothing is done", async () => {
    verifies("distil.unreadable");
    const world = await talked();
    const token = "ghp_aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5";
    const cut = JSON.stringify({ ...distilled, notes: [wick({ text: `Use ${token}.` })] }).slice(0, -5);
    await expect(world.submit("conversation", cut)).rejects.toMatchObject({ code: "submission_unreadable" });
    const [name = ""] = readdirSync(join(vaultOf(world), "outputs"));
    const kept = readFileSync(join(vaultOf(world), "outputs", name), "utf8");
    expect(kept).toContain("[redacted:");
    expect(kept).not.toContain(token);
    expect(await world.prepare("conversation")).toMatchObject({ transcripts: [{ id: "CNV-2026-11-30-001" }] });
  });

  test.each([
    [{ title: "" }, /no title/],
    [{ text: " " }, /no text/],
    [{ type: "poem" }, /type/],
    [{ recall_triggers: [] }, /recall_triggers/],
    [{ sources: ["CNV-2026-11-30-009"] }, /CNV-2026-11-30-009 is not in this vault/],
    [{ updates: "notes/nowhere" }, /notes\/nowhere/],
    [{ merges: ["notes/a", "notes/b"] }, /kind notes/],
    [{ supersedes: ["../../secret"] }, /secret/],
    [{ title: "x".repeat(300) }, /200 characters/],
  ])("is refused with %j, and keeps the rest from nothing", async (wrong, reason) => {
    verifies("distil.submit-checked");
    const world = await talked();
    const { entries } = await world.submit("conversation", { ...distilled, notes: [wick(wrong), wick()] });
    expect(entries.map(({ outcome }) => outcome)).toEqual(["refused", "draft"]);
    expect(entries[0]?.reason).toMatch(reason);
  });

  test.each([
    ["one note in the place of a list", { notes: wick() }, "notes"],
    ["a text in the place of a list", { notes: "None." }, "notes"],
    ["triggers, which are of another kind", { triggers: [{ page: "notes/oil", recall_triggers: ["a"] }] }, "triggers"],
  ])("with %s says so, and the conversation stays open", async (_what, more, named) => {
    verifies("distil.submit-checked");
    const world = await talked();
    const conversations = ["CNV-2026-11-30-001"];
    const { entries, done, open } = await world.submit("conversation", { conversations, ...more });
    expect(entries).toMatchObject([{ outcome: "refused", reason: expect.stringContaining(named) }]);
    expect([done, open]).toEqual([[], conversations]);
    const control = { conversations, notes: [], triggers: [], pages: null };
    expect(await world.submit("conversation", control)).toMatchObject({ entries: [], done: conversations });
  });

  test("names packets that are there, and more than the limits is not taken", async () => {
    verifies("distil.submit-checked");
    const world = await talked();
    const notes = Array.from({ length: 210 }, () => ({ title: "" }));
    const answer = await world.submit("conversation", { conversations: ["CNV-2026-11-30-077"], notes });
    expect(answer.findings).toMatchObject([{ code: "packet-missing", path: "CNV-2026-11-30-077" }]);
    expect(answer.entries).toHaveLength(201);
    await expect(world.submit("conversation", " ".repeat(2_000_001))).rejects.toMatchObject({ code: "too_large" });
  });

  test("is withheld when the conversation that it rests on is forgotten", async () => {
    verifies("distil.submit-drafts");
    const world = await talked();
    await world.submit("conversation", distilled);
    const found = async () => (await world.workspace.recall({ query: "smoking lamp wick" })).hits.map(({ id }) => id);
    expect(await found()).toEqual(["notes/a-smoking-lamp-has-its-wick-too-high"]);
    await world.workspace.as("terminal").forget({ id: "CNV-2026-11-30-001", reason: "It was said in private." });
    expect(await found()).toEqual([]);
    expect(await world.prepare("conversation")).toMatchObject({ transcripts: [] });
  });

  test("from two at once is taken once", async () => {
    verifies("distil.submit-twice");
    const world = await talked();
    await Promise.all([world.submit("conversation", distilled), world.submit("conversation", distilled)]);
    expect(readdirSync(join(vaultOf(world), "wiki/notes"))).toHaveLength(1);
    const { problems } = openLedger({
      platform: world.platform,
      vault: (await world.workspace.layers()).layers.find(({ layer }) => layer === "project") ?? never(),
    }).read();
    expect(problems).toEqual([]);
  });
});

const never = (): never => {
  throw new Error("There is no project vault.");
};
