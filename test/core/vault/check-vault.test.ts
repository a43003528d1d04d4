import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { statusOf, verifyVaults } from "../../../extensions/core/vault/check-vault.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { pageFacts as facts } from "../../support/page-facts.ts";
import { openToolWorld, pageText, type ToolWorld } from "../../tools/tool-world.ts";

/** A vault in the older layout, as another tool made it. */
const older = async (): Promise<ToolWorld> => {
  const world = await openToolWorld({ vault: false });
  world.put("lighthouse/.wiki/config.json", '{"name": "lamp", "topic": "lamp", "version": "1.0"}');
  world.put("lighthouse/raw/.keep", "");
  world.put("lighthouse/wiki/concepts/lamp.md", pageText("# Lamp\n\nSee [[gone]].", {}));
  return world;
};

describe("status", () => {
  test("counts pages by type, drafts and packets", async () => {
    verifies("workspace.status-from-index");
    const world = await openToolWorld();
    await world.call("wiki_capture", { text: "Oil." });
    const [project] = (await world.workspace.layers()).layers;
    if (project === undefined) throw new Error();
    const pages = [
      facts("notes/oil", { type: "decision" }),
      facts("notes/wick", { status: "draft" }),
      facts("notes/lamp"),
    ];
    expect(statusOf(project, pages)).toEqual({
      layer: "project",
      root: join(world.project, ".llm-wiki"),
      exists: true,
      topic: "lighthouse",
      pages: 3,
      drafts: 1,
      sources: 1,
      by_type: { decision: 1, general: 2 },
    });
  });

  test("of a vault that does not exist is nothing", async () => {
    const world = await openToolWorld({ vault: false });
    const [personal] = (await world.workspace.layers()).layers;
    if (personal === undefined) throw new Error();
    expect(statusOf(personal, [])).toMatchObject({
      exists: false,
      topic: undefined,
      pages: 0,
      sources: 0,
      by_type: {},
    });
  });
});

describe("lint", () => {
  test("has absolute paths, and writes its report into each vault", async () => {
    verifies("tools.check");
    const world = await older();
    const { findings } = await world.workspace.lint();
    expect(findings).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ code: "broken-link", path: join(world.project, "wiki/concepts/lamp.md") }),
      ]),
    );
    expect(world.read("lighthouse/meta/lint-report.md")).toContain("gone");
  });

  test("names claims of a review that nobody here made, and reviews that a page was changed after", async () => {
    verifies("trust.lint-reviews");
    const world = await openToolWorld();
    world.page("notes/forged", "Colza.", { verified: [{ by: "human:ada", at: "2026-11-01T00:00:00Z" }] });
    for (const id of ["notes/edited", "notes/reviewed"]) {
      world.page(id, `Oil for ${id}.`);
      await world.workspace.as("ui").decide({ page: id, decision: "confirm" });
    }
    const path = "lighthouse/.llm-wiki/wiki/notes/edited.md";
    world.put(path, `${world.read(path)}No oil.\n`);
    const { findings } = await world.workspace.lint();
    const found = findings.map(({ code, path: place }) => `${code} ${place.slice(world.project.length + 1)}`);
    expect(found.filter((one) => /review|verification/.test(one.split(" ")[0] ?? "")).sort()).toEqual([
      "changed-since-review .llm-wiki/wiki/notes/edited.md",
      "forged-verification .llm-wiki/wiki/notes/forged.md",
    ]);
  });

  test("repeats nothing of what a withheld page says", async () => {
    verifies("trust.lint-repeats-nothing");
    const world = await openToolWorld();
    const claim = "The lamp burns zaffre oil";
    world.page("notes/wrong", `# Lamp\n\n${claim}.`);
    await world.workspace.as("ui").decide({ page: "notes/wrong", decision: "reject", reason: "No" });
    for (const id of ["notes/again", "notes/once-more"]) {
      world.page(id, `# ${claim}\n\n[[notes/zaffre]] ${claim}.`, { type: "pitfall", recall_triggers: [claim] });
    }
    for (const id of ["notes/control", "notes/other-control"]) {
      world.page(id, "# The lamp burns colza\n\n[[notes/colza]]", {
        type: "pitfall",
        recall_triggers: ["the lamp burns colza"],
      });
    }
    const said = [
      JSON.stringify(await world.workspace.lint()),
      (await world.call("wiki_check", { action: "lint" })).text,
      world.read("lighthouse/.llm-wiki/meta/lint-report.md"),
      world.read("lighthouse/.llm-wiki/.discoveries/gaps.json"),
    ];
    for (const text of said) {
      expect(text).toContain("colza");
      expect(text).not.toContain("zaffre");
    }
  });

  test("asks for the source of a page that no conversation is known for", async () => {
    verifies("pages.lint-fields");
    const world = await openToolWorld();
    await world.call("wiki_note", { title: "Oil", type: "general", text: "Colza." });
    const told = world.workspace.as("tool", { session: "s1", entry: "e1" });
    await told.note({ title: "Wick", type: "general", text: "Cotton." });
    const { findings } = await world.workspace.lint();
    const sourceless = findings.filter(({ code }) => code === "no-source").map(({ path }) => path);
    expect(sourceless).toEqual([join(world.project, ".llm-wiki/wiki/notes/oil.md")]);
  });

  test("names a place that can't be a vault", async () => {
    const world = await openToolWorld({ vault: false });
    world.put("lighthouse/.llm-wiki", "a file");
    const { findings } = await world.workspace.lint();
    expect(findings).toMatchObject([{ code: "vault-not-folder", path: join(world.project, ".llm-wiki") }]);
  });
});

describe("verify", () => {
  test("counts events over all vaults and finds nothing wrong with what only grew", async () => {
    verifies("tools.check");
    const world = await openToolWorld();
    await world.call("wiki_note", { title: "Oil", type: "general", text: "Colza." });
    await world.call("wiki_note", { title: "Razor", type: "general", text: "Sharp.", layer: "personal" });
    expect(await verifyVaults(await world.workspace.layers(), world.platform)).toEqual({ findings: [], events: 4 });
  });

  test("tells of a changed packet, a damaged config and an edited ledger at once", async () => {
    verifies("tools.check");
    const world = await openToolWorld();
    const { path } = await world.workspace.capture({ text: "The lens has eight panels." });
    const root = join(world.project, ".llm-wiki");
    chmodSync(join(root, path, "extracted.md"), 0o644);
    writeFileSync(join(root, path, "extracted.md"), "The lens has nine panels.");
    const ledger = world.read("lighthouse/.llm-wiki/meta/events.jsonl");
    world.put("lighthouse/.llm-wiki/meta/events.jsonl", ledger.replace("bootstrap", "bootstrop"));
    world.put("lighthouse/.llm-wiki/config.json", "{");
    const { findings } = await verifyVaults(await world.workspace.layers(), world.platform);
    const places = findings.map(({ path: place }) => place.slice(root.length + 1));
    expect(places).toEqual(expect.arrayContaining(["config.json", "meta/events.jsonl", `${path}/extracted.md`]));
  });
});
