import { appendFileSync, chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { dataOf, openToolWorld, type ToolWorld } from "./tool-world.ts";

const vault = "lighthouse/.llm-wiki";

const captured = async (): Promise<{ readonly world: ToolWorld; readonly packet: string }> => {
  const world = await openToolWorld();
  const answer = await world.call("wiki_capture", { text: "The lens has eight panels.", title: "Lens" });
  return { world, packet: `raw/sources/${dataOf(answer)["id"]}` };
};

describe("wiki_check status", () => {
  test("counts pages, drafts and sources of each vault", async () => {
    verifies("tools.check");
    const { world } = await captured();
    world.page("notes/oil", "# Oil", { type: "decision" });
    world.page("notes/wick", "# Wick", { type: "procedure", status: "draft" });
    const answer = await world.call("wiki_check", { action: "status" });
    expect(answer.text).toBe(
      [
        `project: 3 pages, 2 drafts, 1 sources (${join(world.folder, vault)}): 1 decision, 1 procedure, 1 source`,
        `personal: none yet (would be ${join(world.folder, "home/.llm-wiki")})`,
      ].join("\n"),
    );
    expect(dataOf(answer)["vaults"]).toMatchObject([
      { layer: "project", exists: true, topic: "lighthouse", pages: 3, drafts: 2, sources: 1 },
      { layer: "personal", exists: false, pages: 0 },
    ]);
  });

  test("names a place that can't be a vault", async () => {
    verifies("tools.check");
    const world = await openToolWorld({ vault: false });
    world.put("lighthouse/.llm-wiki", "not a folder");
    const { text } = await world.call("wiki_check", { action: "status" });
    expect(text).toContain(`warning ${join(world.folder, vault)} `);
    expect(text).toContain("(vault-not-folder). Move it aside, then run `pi-wiki init`.");
  });
});

describe("wiki_check lint", () => {
  test("lists what is wrong with path and remedy, errors first", async () => {
    verifies("tools.check");
    const world = await openToolWorld();
    world.page("notes/oil", "# Oil\n\nSee [[notes/whale]].");
    world.put(`${vault}/wiki/notes/torn.md`, "---\ntitle: [\n---\n# Torn\n");
    const { text, data } = await world.call("wiki_check", { action: "lint" });
    const [first = ""] = text.split("\n");
    expect(first).toMatch(/^error \/.*\/wiki\/notes\/torn\.md:\d+ .* \(front-matter-yaml\)\. /);
    expect(text).toMatch(/warning \/.*\/wiki\/notes\/oil\.md:\d+ .*notes\/whale.*\(broken-link\)\. /);
    expect(text).not.toContain("..");
    expect(data).toMatchObject({
      findings: expect.arrayContaining([expect.objectContaining({ code: "broken-link" })]),
    });
  });

  test("says so when nothing is wrong", async () => {
    verifies("tools.check");
    const world = await openToolWorld();
    world.page("notes/oil", "# Oil\n\nSee [[notes/wick]].", { recall_triggers: ["nothing burns any more"] });
    world.page("notes/wick", "# Wick\n\nSee [[notes/oil]].", { recall_triggers: ["it smokes"] });
    expect((await world.call("wiki_check", { action: "lint" })).text).toBe("Nothing is wrong.");
  });

  test("lists thirty findings at most, and how many more there are", async () => {
    const world = await openToolWorld();
    for (let watch = 1; watch <= 40; watch += 1)
      world.page(`notes/watch-${watch}`, `# Watch ${watch}\n\n[[gone-${watch}]]`);
    const lines = (await world.call("wiki_check", { action: "lint" })).text.split("\n");
    expect(lines).toHaveLength(31);
    expect(lines.at(-1)).toMatch(/^… and \d+ more\.$/);
  });
});

describe("wiki_check verify", () => {
  const verify = async (world: ToolWorld) => world.call("wiki_check", { action: "verify" });

  test("finds nothing wrong with what was only added to", async () => {
    verifies("tools.check");
    const { world } = await captured();
    const answer = await verify(world);
    expect(answer.text).toBe("Nothing is wrong.");
    expect(dataOf(answer)).toMatchObject({ events: 3 });
  });

  test("names a captured file that was changed, and one that is gone", async () => {
    verifies("tools.check");
    const { world, packet } = await captured();
    const place = join(world.folder, vault, packet);
    chmodSync(join(place, "extracted.md"), 0o644);
    writeFileSync(join(place, "extracted.md"), "The lens has nine panels.");
    rmSync(join(place, "original"), { recursive: true });
    const { text } = await verify(world);
    expect(text).toMatch(new RegExp(`error ${place}/extracted\\.md `));
    expect(text).toMatch(new RegExp(`error ${place}/original/text\\.md `));
  });

  test("names the line of the ledger that was edited", async () => {
    verifies("tools.check");
    const { world } = await captured();
    const ledger = `${vault}/meta/events.jsonl`;
    const [first = "", ...rest] = world.read(ledger).split("\n");
    world.put(ledger, [first.replace("lighthouse", "bakery"), ...rest].join("\n"));
    expect((await verify(world)).text).toMatch(/error \/.*\/meta\/events\.jsonl:1 /);
  });

  test("goes on after a line that is no event", async () => {
    const { world } = await captured();
    appendFileSync(join(world.folder, vault, "meta/events.jsonl"), "the cat walked here\n");
    await world.call("wiki_note", { title: "Cat", type: "general", text: "It walks on keys." });
    expect((await verify(world)).text).toMatch(/events\.jsonl:\d+ /);
  });
});
