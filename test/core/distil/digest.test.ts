import { describe, expect, test } from "vitest";
import { renderDigest } from "../../../extensions/core/distil/digest.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { openDistilWorld } from "./distil-world.ts";

const day = 24 * 60 * 60 * 1000;

const note = (title: string) => ({ title, type: "lesson", text: `${title}.`, recall_triggers: ["what was it again"] });

describe("a digest", () => {
  test("shows drafts that wait, what was decided and what was missed, since some days ago", async () => {
    verifies("distil.digest");
    const world = await openDistilWorld();
    await world.call("wiki_note", note("Old oil goes rancid"));
    world.clock.advance(10 * day);
    await world.call("wiki_note", note("Colza thickens in frost"));
    await world.call("wiki_note", note("Bells carry over ice"));
    await world.call("wiki_note", note("Salt creeps up the glass"));
    const keeper = world.workspace.as("terminal");
    await keeper.decide({ page: "notes/bells-carry-over-ice", decision: "confirm" });
    await keeper.decide({ page: "notes/salt-creeps-up-the-glass", decision: "reject", reason: "It was lime." });
    await world.talk("dusk", "How was the watch?", "Calm.");
    const exchange = {
      entry: "e1",
      prompt: "Why is it so orange up there tonight?",
      recalled: [],
      found: [`${world.project}/.llm-wiki/wiki/notes/colza-thickens-in-frost.md`],
      cited: ["notes/colza-thickens-in-frost"],
    };
    await world.workspace.distil.learnFrom([exchange]);
    const digest = await world.workspace.distil.digest(7);
    expect(digest).toMatchObject({
      since: "2026-12-03T12:00:00.000Z",
      drafts: [{ id: "notes/colza-thickens-in-frost", layer: "project", title: "Colza thickens in frost" }],
      missed: [{ id: "notes/colza-thickens-in-frost" }],
      captured: { sources: 0, conversations: 1 },
    });
    expect(digest.decided.map(({ id, decision }) => `${decision} ${id}`).sort()).toEqual([
      "confirmed notes/bells-carry-over-ice",
      "rejected notes/salt-creeps-up-the-glass",
    ]);
    expect(renderDigest(digest)).toContain(
      "- Colza thickens in frost [[notes/colza-thickens-in-frost]] (lesson) 2026-12-10",
    );
    expect((await world.workspace.distil.digest(30)).drafts).toHaveLength(2);
  });

  test("says when nothing was learned, and shows what would hide", async () => {
    verifies("distil.digest");
    const world = await openDistilWorld();
    expect(renderDigest(await world.workspace.distil.digest(7))).toBe(
      "Since 2026-11-23: 0 sources and 0 conversations kept.\nNothing was learned.",
    );
    await world.call("wiki_note", note("Fog\u202e\u001b[2Jhorn"));
    expect(renderDigest(await world.workspace.distil.digest(7))).not.toMatch(/[\u202e\u001b]/);
  });
});
