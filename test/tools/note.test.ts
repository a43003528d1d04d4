import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { dataOf, everything, jsonLines, openToolWorld, type ToolWorld } from "./tool-world.ts";

const vault = "lighthouse/.llm-wiki";

const triggers = ["where do I get fuel in winter", "tank is empty after the storm", "who brings the barrels"];

const note = (world: ToolWorld, more: Readonly<Record<string, unknown>> = {}) =>
  world.call("wiki_note", {
    title: "Lamp oil comes by cutter",
    type: "procedure",
    text: "Order it by letter; the cutter lands it on the lee side.",
    recall_triggers: triggers,
    ...more,
  });

describe("wiki_note", () => {
  let world: ToolWorld;
  beforeAll(async () => {
    world = await openToolWorld();
  });

  test("writes a draft with everything it was given", async () => {
    verifies("tools.note");
    const answer = await note(world, {
      description: "How the tower gets its fuel",
      tags: ["oil", "cutter"],
      sources: ["SRC-2026-11-30-007", "docs/oil.md", "https://cutter.example/timetable"],
      files: ["tower/lamp.ts#burn"],
      supersedes: ["notes/whale-oil"],
      task: "winter",
      valid_from: "2026-12-01",
      valid_until: "2027-03-01T00:00:00Z",
    });
    const path = join(world.folder, vault, "wiki/notes/lamp-oil-comes-by-cutter.md");
    expect(answer.text).toBe(
      `[unconfirmed] "Lamp oil comes by cutter" is saved as a draft: [[notes/lamp-oil-comes-by-cutter]]. Ask the person for /wiki review.\n${path}`,
    );
    expect(dataOf(answer)).toEqual({
      id: "notes/lamp-oil-comes-by-cutter",
      path,
      status: "draft",
      candidates: [],
      findings: [],
      layer: "project",
    });
    expect(world.read(`${vault}/wiki/notes/lamp-oil-comes-by-cutter.md`)).toBe(`---
type: procedure
title: Lamp oil comes by cutter
description: How the tower gets its fuel
tags: [oil, cutter]
generated: { by: pi-wiki/1.2.3, at: 2026-11-30T12:00:00.000Z }
status: draft
stale_after: 2027-05-29T12:00:00.000Z
recall_triggers:
  - where do I get fuel in winter
  - tank is empty after the storm
  - who brings the barrels
sources:
  - id: SRC-2026-11-30-007
    resource: SRC-2026-11-30-007
  - id: docs/oil.md
    resource: docs/oil.md
  - id: https-cutter-example-timetable
    resource: https://cutter.example/timetable
files: [tower/lamp.ts#burn]
supersedes: [notes/whale-oil]
task_id: winter
valid_from: 2026-12-01
valid_until: 2027-03-01T00:00:00Z
---

# Lamp oil comes by cutter

Order it by letter; the cutter lands it on the lee side.

Sources: [[sources/SRC-2026-11-30-007]]
`);
  });

  test("is found by its triggers, labelled as unconfirmed", async () => {
    verifies("tools.note");
    await note(world, { title: "Barrels of the bell buoy", text: "Painted red." });
    const { text } = await world.call("wiki_recall", { query: "who brings the barrels" });
    expect(text).toContain("## [unconfirmed] Barrels of the bell buoy");
  });

  test("leaves an event of the tool with the page's hash", async () => {
    verifies("tools.note");
    const answer = await note(world, { title: "Soot on the chimney", text: "Sweep it each Monday." });
    const { id } = dataOf(answer);
    const events = jsonLines(world.read(`${vault}/meta/events.jsonl`)).filter(({ page }) => page === id);
    const after = world.platform.hash(world.read(`${vault}/wiki/${id}.md`));
    expect(events).toMatchObject([{ kind: "note_proposed", channel: "tool", actor: "keeper", after }]);
  });

  test("drops front matter inside the text: what it says of itself counts for nothing", async () => {
    verifies("tools.note");
    const text = "---\nstatus: stable\nverified: human:keeper\n---\nThe door sticks in damp weather.";
    const answer = await note(world, { title: "Door of the oil store", text });
    const page = world.read(`${vault}/wiki/${dataOf(answer)["id"]}.md`);
    expect(page).not.toMatch(/stable|verified|keeper/);
    expect(page).toContain("status: draft");
    expect(page.endsWith("# Door of the oil store\n\nThe door sticks in damp weather.\n")).toBe(true);
  });

  test("gives the same title the next free name", async () => {
    verifies("tools.note");
    await note(world, { title: "Gulls", text: "They steal bread." });
    expect(dataOf(await note(world, { title: "Gulls", text: "They nest on the gallery." }))["id"]).toBe(
      "notes/gulls-2",
    );
    expect(dataOf(await note(world, { title: "Gulls!", text: "They leave in October." }))["id"]).toBe("notes/gulls-3");
  });

  test("keeps a heading that the text brings, and cites no source twice", async () => {
    verifies("tools.note");
    const text = "# How the bell is rung\n\nBy the wind ([[sources/SRC-2026-11-30-009]]).";
    const sources = ["SRC-2026-11-30-009", "[[sources/SRC-2026-11-30-010]]"];
    const answer = await note(world, { title: "Storm bell", text, sources });
    const page = world.read(`${vault}/wiki/${dataOf(answer)["id"]}.md`);
    expect(page.slice(page.indexOf("# "))).toBe(`${text}\n\nSources: [[sources/SRC-2026-11-30-010]]\n`);
    expect(page).toContain("  - id: SRC-2026-11-30-010\n");
  });

  test("refuses an empty or endless title or text, and times that are none", async () => {
    verifies("tools.note");
    const problems = async (input: Readonly<Record<string, unknown>>) =>
      note(world, input).then(
        () => "accepted",
        (error: Error) => error.message,
      );
    expect(await problems({ title: " \n" })).toBe("title: is empty");
    expect(await problems({ title: "Fog ".repeat(75) })).toBe("title: is over 200 characters");
    expect(await problems({ text: " " })).toBe("text: is empty");
    expect(await problems({ text: "---\ntitle: Fog\n---\n" })).toBe("text: is empty");
    expect(await problems({ text: "fog ".repeat(60_000) })).toBe("text: is over 200000 characters");
    expect(await problems({ valid_until: "spring" })).toMatch(/^valid_until: "spring" is no time/);
  });

  test("names a file after a title of 200 characters, and one of signs alone", async () => {
    verifies("tools.note");
    const long = dataOf(await note(world, { title: "fog horn ".repeat(22).trim(), text: "Twice a minute." }));
    expect(String(long["id"]).length).toBeLessThanOrEqual("notes/".length + 80);
    expect(dataOf(await note(world, { title: "!?", text: "What was that?" }))["id"]).toBe("notes/untitled");
  });

  test("takes blank arguments as not given", async () => {
    verifies("tools.blank-arguments");
    const blank = { title: "Lens panels", text: "There are eight.", task: "", description: " ", valid_until: "" };
    const answer = await note(world, blank);
    expect(world.read(`${vault}/wiki/${dataOf(answer)["id"]}.md`)).not.toMatch(/task_id|description|valid_until/);
  });
});

describe("the triggers of a note", () => {
  test("are asked for when they are missing", async () => {
    verifies("tools.note-triggers");
    const world = await openToolWorld();
    const answer = await note(world, { recall_triggers: [] });
    expect(answer.text.split("\n").at(-1)).toBe(
      "The note has no recall_triggers. Add three to six phrases that someone would type who needs this page, in other words than its own.",
    );
    expect(dataOf(answer)).toMatchObject({ findings: [{ code: "missing-triggers" }] });
  });

  test("are reported when they repeat the page's words", async () => {
    verifies("tools.note-triggers");
    const world = await openToolWorld();
    const answer = await note(world, { recall_triggers: ["order lamp oil by letter", ...triggers] });
    expect(answer.text).toContain('1 of 4 recall_triggers repeat the page\'s own words: "order lamp oil by letter".');
    expect(dataOf(answer)).toMatchObject({ findings: [{ code: "copied-triggers" }] });
  });
});

describe("a note beside others", () => {
  test("names those that probably say the same, and those that perhaps do", async () => {
    verifies("tools.note-candidates");
    const world = await openToolWorld();
    world.page("notes/cutter", "# Lamp oil by cutter\n\nMonthly.", { type: "procedure", status: "stable" });
    world.page("notes/barge", "# Lamp oil\n\nOnce it came by barge.", { type: "decision" });
    world.page("notes/whale", "# Lamp oil comes by cutter\n\nNo more.", { status: "deprecated" });
    world.page("notes/paint", "# Paint for the tower\n\nWhite.");
    const answer = await note(world);
    expect(answer.text.split("\n").slice(2)).toEqual([
      "Read these pages. The note is in conflict with those of probably the same matter until a person decides: update one and drop the other, name it in supersedes, or keep both and say why.",
      "<wiki-recall>",
      'Probably the same matter: [[notes/cutter]] "Lamp oil by cutter"',
      'Perhaps related: [[notes/barge]] "Lamp oil"',
      "</wiki-recall>",
    ]);
    expect(dataOf(answer)["candidates"]).toEqual([
      { id: "notes/cutter", title: "Lamp oil by cutter", status: "stable", signal: "strong", similarity: 0.75 },
      { id: "notes/barge", title: "Lamp oil", status: "stable", signal: "weak", similarity: 0.5 },
    ]);
  });

  test("that says exactly the same is not written, whatever the case of its title", async () => {
    verifies("tools.note-once");
    const world = await openToolWorld();
    await note(world);
    const before = everything(world.folder);
    const again = await note(world, { title: "LAMP OIL comes by cutter", tags: ["oil"] });
    const path = join(world.folder, vault, "wiki/notes/lamp-oil-comes-by-cutter.md");
    expect(again.text).toBe(
      `[[notes/lamp-oil-comes-by-cutter]] already says exactly this; nothing was written.\n${path}`,
    );
    expect(dataOf(again)).toMatchObject({ duplicate_of: "notes/lamp-oil-comes-by-cutter", status: "draft", path });
    expect(everything(world.folder)).toEqual(before);
  });

  test("of another title that happens to hold its words is written", async () => {
    verifies("tools.note-once");
    const world = await openToolWorld();
    await note(world, { title: "Lamp oil by cutter", text: "Monthly. Never in ice." });
    const answer = await note(world, { title: "Lamp oil by cutter in ice", text: "Never in ice." });
    expect(dataOf(answer)).toMatchObject({ id: "notes/lamp-oil-by-cutter-in-ice", candidates: [{ signal: "strong" }] });
  });

  test("links as the setting and the vault's format ask", async () => {
    const world = await openToolWorld({ settings: { links: "markdown" } });
    const answer = await note(world, { sources: ["SRC-2026-11-30-007"] });
    const page = world.read(`${vault}/wiki/${dataOf(answer)["id"]}.md`);
    expect(page).toContain("\nSources: [SRC-2026-11-30-007](/sources/SRC-2026-11-30-007.md)\n");
  });
});

describe("a note goes", () => {
  test("to the project's vault when there is one, else to the personal one", async () => {
    verifies("workspace.project-needs-init");
    const bare = await openToolWorld({ vault: false });
    expect(dataOf(await note(bare))).toMatchObject({
      layer: "personal",
      path: join(bare.folder, "home/.llm-wiki/wiki/notes/lamp-oil-comes-by-cutter.md"),
    });
    const world = await openToolWorld();
    expect(dataOf(await note(world))).toMatchObject({ layer: "project" });
    expect(dataOf(await note(world, { layer: "personal" }))).toMatchObject({ layer: "personal" });
  });

  test("nowhere without a vault of the layer asked for, or with the personal one switched off", async () => {
    verifies("workspace.project-needs-init");
    const bare = await openToolWorld({ vault: false });
    await expect(note(bare, { layer: "project" })).rejects.toMatchObject({ code: "no_vault" });
    const off = await openToolWorld({ vault: false, settings: { personalVault: "off" } });
    await expect(note(off)).rejects.toMatchObject({ message: "There is no project or personal vault here." });
    await expect(note(off, { layer: "personal" })).rejects.toMatchObject({
      message: "There is no personal vault here.",
    });
    expect(everything(off.folder).map((path) => path.slice(off.folder.length))).toEqual(["/home", "/lighthouse"]);
  });
});
