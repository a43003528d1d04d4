import { beforeEach, describe, expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { type NoteWorld, openNoteWorld, stableId, stableText } from "./note-world.ts";
import { dataOf, everything } from "./tool-world.ts";

const draft = { title: "Gulls on the gallery", type: "lesson", text: "Gulls nest on the gallery in May. Shoo them." };
const reason = "The gallery is netted";

let world: NoteWorld;
let id: string;
beforeEach(async () => {
  world = await openNoteWorld();
  id = String(dataOf(await world.note(draft))["id"]);
});

describe("reject of a tool's own draft", () => {
  test("withholds it at once, and what it claims with it", async () => {
    verifies("trust.tool-rejects-drafts");
    expect(await world.recalled("gulls on the gallery")).toContain("Gulls nest");
    const answer = await world.note({ action: "reject", id, reason });
    const { tombstone } = dataOf(answer);
    expect(answer.text.split("\n")[0]).toBe(
      `The draft [[${id}]] is rejected; what it claims stays out (tombstone ${tombstone}).`,
    );
    expect(dataOf(answer)).toMatchObject({ outcome: "rejected", status: "deprecated", layer: "project" });
    expect(world.pageText(id)).toContain(`status_reason: ${reason}`);
    world.clock.advance(60_000);
    expect(await world.recalled("gulls on the gallery")).not.toContain("Gulls nest");
    expect(await world.refusal({ ...draft, title: "Birds" })).toMatch(/^tombstoned: /);
    expect(await world.refusal({ ...draft, title: "Birds", text: "Terns nest on the rocks." })).toBe("accepted");
  });

  test("needs a reason, and is done once", async () => {
    verifies("trust.tool-rejects-drafts");
    const before = everything(world.folder);
    expect(await world.refusal({ action: "reject", id })).toBe("invalid_input: reason: is asked for by reject");
    expect(await world.refusal({ action: "reject", id, reason: "so ".repeat(400) })).toMatch(/^invalid_input: reason/);
    expect(everything(world.folder)).toEqual(before);
    await world.note({ action: "reject", id, reason });
    expect(await world.refusal({ action: "reject", id, reason })).toMatch(/^invalid_input: id: .+ is withheld already/);
  });

  test("keeps out the claim that it names, where the draft makes it", async () => {
    verifies("trust.tool-rejects-drafts");
    await world.note({ action: "reject", id, reason, claim: "Shoo them" });
    expect(await world.refusal({ ...draft, title: "Birds", text: "Shoo them!" })).toMatch(/^tombstoned: /);
    expect(await world.refusal({ ...draft, title: "Birds", text: "Gulls nest on the gallery in May." })).toBe(
      "accepted",
    );
  });

  test("only proposes it with a claim of its own making", async () => {
    verifies("trust.tool-rejects-drafts");
    const answer = await world.note({
      action: "reject",
      id,
      reason,
      claim: "The lamp burns colza oil from the cellar",
    });
    expect(dataOf(answer)).toMatchObject({ outcome: "proposed", proposed: "reject", status: "draft" });
    expect(world.events("tombstone_added")).toEqual([]);
    expect(await world.recalled("lamp oil")).toContain("colza oil from the cellar");
  });

  test("only proposes it where a page in force says the same", async () => {
    verifies("trust.tool-rejects-drafts");
    const twin = { title: "Oil again", type: "lesson", text: "The lamp burns colza oil from the cellar." };
    const same = String(dataOf(await world.note(twin))["id"]);
    const answer = await world.note({ action: "reject", id: same, reason });
    expect(dataOf(answer)).toMatchObject({ outcome: "proposed", proposed: "reject" });
    world.clock.advance(60_000);
    expect(await world.recalled("lamp oil")).toContain(`[[${stableId}]]`);
  });

  test("ends its conflict with a page in force, which stays", async () => {
    verifies("trust.tool-rejects-drafts");
    const rival = { title: "Lamp oil", type: "general", text: "The lamp burns petroleum." };
    const answer = dataOf(await world.note(rival));
    expect(answer["conflicts"]).toEqual([stableId]);
    expect(await world.recalled("lamp oil")).toContain(`conflicts with ${answer["id"]}`);
    const rejection = { action: "reject", id: answer["id"], reason: "It was tried once" };
    expect(dataOf(await world.note(rejection))).toMatchObject({ outcome: "rejected" });
    world.clock.advance(60_000);
    const recalled = await world.recalled("lamp oil");
    expect(recalled).toContain("colza oil from the cellar");
    expect(recalled).not.toContain("conflicts with");
  });

  test("takes secrets out of the reason", async () => {
    verifies("trust.tool-rejects-drafts");
    const key = `ghp_${"aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"}`;
    await world.note({ action: "reject", id, reason: `It names the key ${key}` });
    expect(everything(world.folder).join("\n")).not.toContain(key);
    expect(world.pageText(id)).toContain('status_reason: "It names the key [redacted:');
  });
});

describe("reject of a page that counts", () => {
  test("is a proposal: the page stays as it is and is recalled", async () => {
    verifies("trust.tool-rejects-drafts");
    const before = world.pageText(stableId);
    const answer = await world.note({ action: "reject", id: stableId, reason, claim: "colza oil" });
    expect(answer.text.split("\n")[0]).toBe(
      `To reject [[${stableId}]] is proposed. It stays live until a person decides. Ask the person for /wiki review.`,
    );
    expect(dataOf(answer)).not.toHaveProperty("suspended");
    expect(world.pageText(stableId)).toBe(before);
    expect(world.events("tombstone_added")).toEqual([]);
    expect((await world.record(stableId))?.proposals).toMatchObject([
      { change: "reject", reason, claim: "colza oil", base: world.platform.hash(before) },
    ]);
    expect(await world.recalled("lamp oil")).toContain("colza oil from the cellar");
  });

  test("is proposed once for a reason", async () => {
    verifies("trust.tool-rejects-drafts", "trust.proposals");
    const reject = (why: string) => world.note({ action: "reject", id: stableId, reason: why });
    await reject(reason);
    const before = everything(world.folder);
    expect(dataOf(await reject(` ${reason} `))).toMatchObject({ outcome: "known" });
    expect(everything(world.folder)).toEqual(before);
    expect(dataOf(await reject("It is gas"))).toMatchObject({ outcome: "proposed" });
    expect(dataOf(await world.note({ action: "retire", id: stableId, reason }))).toMatchObject({ outcome: "proposed" });
    expect((await world.record(stableId))?.proposals).toHaveLength(3);
  });

  test("holds for one that a person confirmed, and that a tool changed since", async () => {
    verifies("trust.tool-rejects-drafts");
    await world.workspace.as("ui").decide({ page: id, decision: "confirm" });
    expect(dataOf(await world.note({ action: "reject", id, reason }))).toMatchObject({ outcome: "proposed" });
    world.put(`lighthouse/.llm-wiki/wiki/${id}.md`, world.pageText(id).replace("May", "June"));
    world.clock.advance(60_000);
    await world.workspace.settle();
    const answer = await world.note({ action: "reject", id, reason: "other" });
    expect(dataOf(answer)).toMatchObject({ outcome: "proposed", status: "draft" });
  });

  test("is not decided by the tool that proposed it", async () => {
    verifies("trust.tool-rejects-drafts");
    await world.note({ action: "reject", id: stableId, reason });
    const decision = { page: stableId, decision: "reject", reason } as const;
    await expect(world.workspace.decide(decision)).rejects.toMatchObject({ code: "person_required" });
    await world.workspace.as("ui").decide(decision);
    expect(await world.recalled("lamp oil")).not.toContain("colza oil from the cellar");
  });

  test("is refused for a page that is not there", async () => {
    verifies("trust.tool-rejects-drafts");
    expect(await world.refusal({ action: "reject", id: "notes/none", reason })).toMatch(/^page_not_found/);
    expect(await world.refusal({ action: "reject", reason })).toBe("invalid_input: id: is asked for by reject");
  });
});

describe("retire", () => {
  const retire = (page: string, more: object = {}) => world.note({ action: "retire", id: page, reason, ...more });

  test("of a page that counts is a proposal", async () => {
    verifies("trust.tool-retires-nothing");
    const answer = await retire(stableId);
    expect(answer.text.split("\n")[0]).toBe(
      `To retire [[${stableId}]] is proposed. It stays live until a person decides. Ask the person for /wiki review.`,
    );
    expect(world.pageText(stableId)).toContain(stableText);
    expect(await world.recalled("lamp oil")).toContain("colza oil from the cellar");
  });

  test("of a tool's own draft is a proposal too", async () => {
    verifies("trust.tool-retires-nothing");
    expect(dataOf(await retire(id))).toMatchObject({ outcome: "proposed", proposed: "retire", status: "draft" });
    expect(await world.recalled("gulls on the gallery")).toContain("[unconfirmed] Gulls on the gallery");
    expect(world.events("tombstone_added")).toEqual([]);
  });

  test("is proposed once, also by another workspace of the same vault", async () => {
    verifies("trust.tool-retires-nothing");
    await retire(stableId);
    expect(dataOf(await retire(stableId))).toMatchObject({ outcome: "known" });
    const other = await openNoteWorld({ folder: world.folder });
    expect(dataOf(await other.note({ action: "retire", id: stableId, reason }))).toMatchObject({ outcome: "known" });
  });

  test("needs a reason and a page that is not withheld", async () => {
    verifies("trust.tool-retires-nothing");
    world.page("notes/whale", "# Whale oil\n\nNo more.", { status: "deprecated" });
    expect(await world.refusal({ action: "retire", id: stableId })).toBe(
      "invalid_input: reason: is asked for by retire",
    );
    expect(await world.refusal({ action: "retire", id: "notes/whale", reason })).toMatch(/^invalid_input: id: /);
    expect(await world.refusal({ action: "retire", id: stableId, reason })).toBe("accepted");
  });

  test("is open until a person's event names it", async () => {
    verifies("trust.tool-retires-nothing", "trust.proposals");
    await retire(stableId);
    await world.workspace.as("ui").decide({ page: stableId, decision: "retire", reason });
    expect(await world.recalled("lamp oil")).not.toContain("colza oil from the cellar");
    expect(world.events("retired")).toMatchObject([{ channel: "ui", page: stableId }]);
  });

  test("with a quote is refused where nobody's words can be seen", async () => {
    verifies("trust.suspension-refused");
    const quote = "the lamp does not burn colza oil any more";
    expect(await world.refusal({ action: "retire", id: stableId, reason, quote })).toBe(
      "quote_refused: The quote is not taken: what the person types can't be seen here.",
    );
    expect((await world.record(stableId))?.proposals ?? []).toEqual([]);
  });
});
