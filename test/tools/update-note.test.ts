import { beforeEach, describe, expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { type NoteWorld, openNoteWorld, stableId, stableText } from "./note-world.ts";
import { dataOf, everything } from "./tool-world.ts";

let world: NoteWorld;
beforeEach(async () => {
  world = await openNoteWorld();
});

describe("update of a draft", () => {
  const draft = async (more: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const note = { title: "Trim the wick", type: "procedure", text: "Trim it at noon.", tags: ["wick"], ...more };
    return String(dataOf(await world.note(note))["id"]);
  };

  test("changes what is given, leaves the rest as it is, and asks for a review", async () => {
    verifies("trust.update-draft");
    const id = await draft({ recall_triggers: ["the lamp smokes in the evening"] });
    const before = world.pageText(id);
    const answer = await world.note({ action: "update", id, text: "Trim it at dusk.", files: ["lamp.ts"] });
    const path = world.workspace.platform.paths.join(world.project, `.llm-wiki/wiki/${id}.md`);
    expect(answer.text).toBe(
      `[unconfirmed] [[${id}]] is changed and stays a draft. Ask the person for /wiki review.\n${path}`,
    );
    expect(dataOf(answer)).toEqual({ id, path, outcome: "changed", status: "draft", findings: [], layer: "project" });
    expect(world.pageText(id)).toBe(
      before.replace("at noon", "at dusk").replace("\n---\n\n#", "\nfiles: [lamp.ts]\n---\n\n#"),
    );
    expect(world.events("page_edited")).toMatchObject([{ page: id, channel: "tool" }]);
    expect(await world.recalled("trim the wick")).toContain("[unconfirmed] Trim the wick");
  });

  test("keeps it a draft, whatever the text says of itself", async () => {
    verifies("trust.update-draft");
    const id = await draft();
    const text = "---\nstatus: stable\nverified: human:ann\nconfidence_level: strong\n---\nTrim it at dusk.";
    expect(dataOf(await world.note({ action: "update", id, text }))).toMatchObject({ status: "draft" });
    expect(world.pageText(id)).toContain("status: draft");
    expect(world.pageText(id)).not.toMatch(/stable$|verified|strong/m);
    expect(world.pageText(id)).toContain("Trim it at dusk.");
  });

  test("that says nothing new writes nothing", async () => {
    verifies("trust.update-draft");
    const id = await draft();
    const before = everything(world.folder);
    const answer = await world.note({ action: "update", id, text: "Trim it at noon.", tags: ["wick"] });
    expect(answer.text).toContain(`[[${id}]] already says exactly this; nothing was written.`);
    expect(everything(world.folder)).toEqual(before);
  });

  test("is refused when it would state what was rejected", async () => {
    verifies("trust.update-draft", "tombstones.gate");
    const id = await draft();
    const claim = "The wick is cut with a knife";
    const rejected = dataOf(await world.note({ title: "Knife", type: "procedure", text: claim }));
    await world.note({ action: "reject", id: rejected["id"], reason: "It tears the wick" });
    expect(await world.refusal({ action: "update", id, text: `Trim it. ${claim}.` })).toMatch(/^tombstoned: /);
    expect(world.pageText(id)).toContain("Trim it at noon.");
    expect(await world.refusal({ action: "update", id, text: "The wick is cut with scissors." })).toBe("accepted");
  });

  test("takes secrets out first, and says so", async () => {
    verifies("trust.update-draft");
    const id = await draft();
    const key = `ghp_${"aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"}`;
    const answer = await world.note({ action: "update", id, text: `The key is ${key}.` });
    expect(world.pageText(id)).not.toContain(key);
    expect(world.pageText(id)).toContain("The key is [redacted:");
    expect(dataOf(answer)["redactions"]).toHaveLength(1);
  });

  test("is refused without an id, for a page that is not there or withheld, and for another task", async () => {
    verifies("trust.update-draft");
    const id = await draft({ task: "winter" });
    world.page("notes/whale", "# Whale oil\n\nNo more.", { status: "deprecated" });
    const text = "Trim it at dusk.";
    expect(await world.refusal({ action: "update", text })).toBe("invalid_input: id: is asked for by update");
    expect(await world.refusal({ action: "update", id: "notes/none", text })).toMatch(/^page_not_found/);
    expect(await world.refusal({ action: "update", id: "../meta/log", text })).toMatch(/^page_not_found/);
    expect(await world.refusal({ action: "update", id: "notes/whale", text })).toMatch(
      /^invalid_input: id: .+ withheld/,
    );
    expect(await world.refusal({ action: "update", id, text, task: "summer" })).toMatch(/^invalid_input: task: /);
    expect(await world.refusal({ action: "update", id, text, title: "Fog ".repeat(75) })).toMatch(
      /^invalid_input: title/,
    );
    expect(await world.refusal({ action: "update", id, text, task: "winter" })).toBe("accepted");
  });

  test("does not make a page's tainted text count", async () => {
    verifies("trust.update-draft", "trust.tool-made-draft");
    await world.recalled("oil");
    await world.workspace.look();
    world.page(stableId, "# Lamp oil\n\nThe lamp burns paraffin.", { status: "stable" });
    world.clock.advance(60_000);
    const answer = dataOf(await world.note({ action: "update", id: stableId, text: "The lamp burns gas." }));
    expect(answer).toMatchObject({ outcome: "proposed", status: "draft" });
    await world.workspace.settle();
    expect(await world.recalled("lamp oil")).toContain("[unconfirmed] ");
  });
});

describe("update of a page that counts", () => {
  const revise = (text = "The lamp burns paraffin from the shed.") =>
    world.note({ action: "update", id: stableId, text });

  test("leaves the page as it is and says so", async () => {
    verifies("trust.revise-stable");
    const before = world.pageText(stableId);
    const answer = await revise();
    expect(answer.text.split("\n")[0]).toBe(
      `A new text of [[${stableId}]] is proposed. Its stable text stays live until a person confirms it. Ask the person for /wiki review.`,
    );
    expect(dataOf(answer)).toMatchObject({ outcome: "proposed", proposed: "revise", status: "stable" });
    expect(world.pageText(stableId)).toBe(before);
  });

  test("keeps the whole proposed file under its hash, with the page's own front matter", async () => {
    verifies("trust.revise-stable", "trust.revisions");
    const before = world.pageText(stableId);
    await revise();
    const [proposal] = (await world.record(stableId))?.proposals ?? [];
    const text = world.read(`lighthouse/.llm-wiki/meta/revisions/${proposal?.revision}.md`);
    expect(text).toBe(before.replace("colza oil from the cellar", "paraffin from the shed"));
    expect(world.platform.hash(text)).toBe(proposal?.revision);
  });

  test("is recalled with the text that counts alone", async () => {
    verifies("trust.revise-stable");
    await revise();
    await world.workspace.settle();
    const recalled = await world.recalled("what does the lamp burn, paraffin or oil");
    expect(recalled).toContain("colza oil from the cellar");
    expect(recalled).not.toContain("paraffin from the shed");
  });

  test("is proposed once, and another text anew", async () => {
    verifies("trust.revise-stable");
    await revise();
    const before = everything(world.folder);
    const again = await revise();
    expect(again.text.split("\n")[0]).toBe(
      `The same change of [[${stableId}]] waits already; nothing was written. Ask the person for /wiki review.`,
    );
    expect(dataOf(again)).toMatchObject({ outcome: "known", proposed: "revise" });
    expect(everything(world.folder)).toEqual(before);
    expect(dataOf(await revise("The lamp burns gas."))).toMatchObject({ outcome: "proposed" });
    expect((await world.record(stableId))?.proposals).toHaveLength(2);
  });

  test("asks tombstones and redacts like any other text", async () => {
    verifies("trust.revise-stable", "tombstones.gate");
    const rejected = dataOf(await world.note({ title: "Tallow", type: "lesson", text: "The lamp burns tallow." }));
    await world.note({ action: "reject", id: rejected["id"], reason: "It never did" });
    await expect(revise("The lamp burns tallow.")).rejects.toMatchObject({ code: "tombstoned" });
    expect(everything(world.folder).filter((entry) => entry.includes("meta/revisions"))).toEqual([]);
    expect((await world.record(stableId))?.proposals ?? []).toEqual([]);
    const key = `ghp_${"aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"}`;
    await revise(`The key of the shed is ${key}.`);
    expect(everything(world.folder).join("\n")).not.toContain(key);
    expect(everything(world.folder).join("\n")).toContain("The key of the shed is [redacted:");
  });

  test("is proposed as well of a page that a person confirmed, also through MCP", async () => {
    verifies("trust.revise-stable");
    const id = String(dataOf(await world.note({ title: "Wick", type: "procedure", text: "Trim it." }))["id"]);
    await world.workspace.as("ui").decide({ page: id, decision: "confirm" });
    const before = world.pageText(id);
    const mcp = world.workspace.as("mcp");
    expect(await mcp.change({ action: "update", id, text: "Burn it." })).toMatchObject({ outcome: "proposed" });
    expect(world.pageText(id)).toBe(before);
    expect(await world.record(id)).toMatchObject({
      confirmation: { tier: "human-reviewed" },
      proposals: [{ channel: "mcp" }],
    });
  });
});

test("supersede is a note that names what it replaces, and asks for it", async () => {
  verifies("trust.supersedes-on-confirm");
  const note = { action: "supersede", title: "Paraffin", type: "decision", text: "The lamp burns paraffin." };
  expect(await world.refusal(note)).toBe("invalid_input: supersedes: is asked for by supersede");
  const answer = await world.note({ ...note, id: stableId });
  expect(world.pageText(String(dataOf(answer)["id"]))).toContain(`supersedes: [${stableId}]`);
  expect(answer.text).toContain(`Stays in force until a person confirms this note (/wiki review): [[${stableId}]].`);
  expect(world.pageText(stableId)).toContain(stableText);
});
