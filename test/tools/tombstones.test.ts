import { expect, test } from "vitest";
import { openLedger } from "../../extensions/core/ledger/ledger-store.ts";
import { openTombstones } from "../../extensions/core/trust/tombstones/tombstone-store.ts";
import { openWorkspace } from "../../extensions/open-workspace.ts";
import { verifies } from "../acceptance/verifies.ts";
import { keeper } from "../core/ledger/ledger-words.ts";
import { dataOf, jsonLines, openToolWorld, type ToolWorld, templatesRoot } from "./tool-world.ts";

const claim = "The lamp burns colza oil";

const reject = async ({ platform, workspace }: ToolWorld) => {
  const [vault] = (await workspace.layers()).layers;
  if (vault === undefined) throw new Error("there is no vault");
  const tombstones = openTombstones({ platform, vault, ledger: openLedger({ platform, vault }) });
  return tombstones.add({ claims: [claim], reason: "It was changed to petroleum" }, keeper(platform));
};

const rejectedWorld = async () => {
  const world = await openToolWorld();
  world.page("notes/store", "# Oil store\n\nThe cellar holds colza oil for the lamp.");
  const tombstone = await reject(world);
  const events = () => jsonLines(world.read("lighthouse/.llm-wiki/meta/events.jsonl"));
  return { ...world, tombstone, events };
};

const note = { title: "Lamp at night", type: "lesson", text: `It is lit at dusk. ${claim}!` };

test.each([
  ["in its text", note],
  ["in its title", { ...note, title: `${claim}.`, text: "See the log." }],
  ["in a trigger", { ...note, text: "See the log.", recall_triggers: [claim.toUpperCase()] }],
  ["in its description", { ...note, text: "See the log.", description: claim }],
  ["replacing another", { ...note, supersedes: ["notes/store"] }],
])("a note that states what was rejected %s is refused and recorded", async (_where, input) => {
  verifies("tombstones.gate");
  const { call, tombstone, events, workspace } = await rejectedWorld();
  const refused = await call("wiki_note", input).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "tombstoned", exitCode: 4, data: { tombstone: tombstone.id } });
  expect(String(refused)).toContain("rejected on 2026-11-30: It was changed to petroleum");
  expect(String(refused)).toContain(tombstone.id);
  expect(refused).toMatchObject({ hint: expect.stringContaining("no tool can") });
  expect(events().filter(({ kind }) => kind === "tombstone_blocked")).toMatchObject([
    { tombstones: [tombstone.id], channel: "tool" },
  ]);
  expect(events().filter(({ kind }) => kind === "note_proposed")).toEqual([]);
  expect((await workspace.recall({ query: "colza oil" })).hits.map(({ id }) => id)).toEqual(["notes/store"]);
});

test("a paraphrase and a neighbour are taken", async () => {
  verifies("tombstones.neighbours-pass");
  const { call } = await rejectedWorld();
  const texts = [
    "It is colza oil that the lamp burns.",
    "The lamp burns colza oil no more.",
    "The stove burns colza oil.",
  ];
  for (const [at, text] of texts.entries()) {
    expect(dataOf(await call("wiki_note", { ...note, title: `Lamp ${at}`, text }))).toMatchObject({ status: "draft" });
  }
});

test("what a page says already is not named to who writes it again", async () => {
  verifies("tombstones.gate");
  const world = await rejectedWorld();
  world.page("notes/lamp-at-night", `# Lamp at night\n\n${note.text}`, { title: note.title, type: "lesson" });
  await expect(world.call("wiki_note", note)).rejects.toMatchObject({ code: "tombstoned" });
});

test("reject, write by hand, ask by tool, by name and unasked, in this session and the next: it stays out", async () => {
  verifies("tombstones.withheld");
  const world = await rejectedWorld();
  world.page("notes/lamp-colza", `# Lamp colza\n\n${claim}.`);
  const later = openWorkspace(world.platform, { cwd: world.project, channel: "tool", version: "1.2.3", templatesRoot });
  for (const workspace of [world.workspace, later]) {
    const { hits, excluded } = await workspace.recall({ query: "lamp colza oil" });
    expect(hits.map(({ id }) => id)).toEqual(["notes/store"]);
    expect(excluded).toMatchObject([{ id: "notes/lamp-colza", reason: "tombstoned" }]);
    expect((await workspace.inject("Which lamp burns colza oil?")).message ?? "").not.toContain(claim);
    for (const kind of ["complete", "suggest"] as const) {
      expect(await workspace.near("lamp colza", kind, 5)).not.toContain("notes/lamp-colza");
    }
  }
  const shown = dataOf(await world.call("wiki_recall", { query: "lamp colza oil", include: ["rejected"] }));
  expect(JSON.stringify(shown)).toContain("tombstoned");
});

test("a page that comes to state it by a plain write leaves an event with the hand it came through, once", async () => {
  verifies("tombstones.seen-at-indexing");
  const world = await rejectedWorld();
  await world.workspace.warm();
  world.page("notes/watch", `# Watch\n\n${claim}.`);
  world.page("notes/bell", "# Bell\n\nThe bell is bronze.");
  await world.workspace.settle();
  await world.workspace.settle();
  const seen = world.events().filter(({ page }) => page === "notes/watch" || page === "notes/bell");
  expect(seen.map(({ kind, page, channel }) => [kind, page, channel]).sort()).toEqual([
    ["page_created", "notes/bell", "tool"],
    ["page_created", "notes/watch", "tool"],
    ["tombstone_blocked", "notes/watch", "tool"],
  ]);
});

test("a page that is named by a tombstone is not taken for changed", async () => {
  verifies("tombstones.seen-at-indexing");
  const world = await rejectedWorld();
  await world.workspace.warm();
  const { id } = dataOf(await world.call("wiki_note", { ...note, text: "It is lit at dusk." }));
  const [vault] = (await world.workspace.layers()).layers;
  if (vault === undefined) throw new Error("there is no vault");
  const tombstones = openTombstones({
    platform: world.platform,
    vault,
    ledger: openLedger({ platform: world.platform, vault }),
  });
  await tombstones.add({ claims: ["It is lit at dusk"], reason: "Earlier", page: String(id) }, keeper(world.platform));
  await world.workspace.settle();
  expect(world.events().filter(({ page }) => page === id)).toMatchObject([
    { kind: "note_proposed" },
    { kind: "tombstone_added" },
  ]);
});

test("verify tells of damaged lines of the tombstones", async () => {
  verifies("tombstones.damage-tolerated");
  const world = await rejectedWorld();
  world.put("lighthouse/.llm-wiki/meta/tombstones.jsonl", `no tombstone\n${JSON.stringify(world.tombstone)}\n`);
  const { findings } = await world.workspace.verify();
  expect(findings.map(({ code, line }) => [code, line])).toEqual([
    ["tombstone-damaged", 1],
    ["tombstone-damaged", 2],
  ]);
});

test("a file of an import that states it is left out with a finding, the others come", async () => {
  verifies("tombstones.import");
  const world = await rejectedWorld();
  world.put("lighthouse/handbook/lamp.md", `# Lamp\n\n- lit at dusk\n- ${claim}\n`);
  world.put("lighthouse/handbook/bell.md", "# Bell\n\nThe bell is bronze.\n");
  const { created, skipped, findings } = await world.workspace.importFolder({ folder: "handbook" });
  expect(created).toEqual(["notes/bell"]);
  expect(skipped).toEqual([{ path: "lamp.md", reason: "states what was rejected" }]);
  expect(findings).toMatchObject([{ code: "tombstoned", path: "lamp.md", severity: "warning" }]);
  expect(world.events().filter(({ kind }) => kind === "tombstone_blocked")).toMatchObject([
    { tombstones: [world.tombstone.id], page: "notes/lamp" },
  ]);
});

test("a source that states it is captured as evidence, and its page is withheld", async () => {
  verifies("tombstones.evidence");
  const world = await rejectedWorld();
  const captured = await world.workspace.capture({ text: `# Old log\n\n${claim}. It smells.\n`, title: "Old log" });
  expect(world.read(`lighthouse/.llm-wiki/${captured.path}/extracted.md`)).toContain(claim);
  const { hits } = await world.workspace.recall({ query: "lamp burns colza oil log" });
  expect(hits.map(({ id }) => id)).not.toContain(`sources/${captured.id}`);
  expect(hits.find(({ id }) => id === `raw/sources/${captured.id}`)?.labels).toContain("tombstoned");
  const { message } = await world.workspace.inject("What does the lamp burn, colza oil? See the old log.");
  expect(message ?? "").not.toContain(claim);
});
