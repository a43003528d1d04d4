import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import type { FakeSession } from "../../support/fake-pi.ts";
import { jsonLines } from "../../tools/tool-world.ts";
import { furnish, hornPrompt, openPiWorld, type PiWorld } from "./pi-world.ts";

const id = "notes/fog-horn-reed";
const words = "the reed of the fog horn is not greased with tallow";
const typed = `No, stop! As I said, ${words},\nit is oiled.`;

let world: PiWorld;
let session: FakeSession;
beforeEach(async () => {
  vi.stubEnv("PI_WIKI_PARENT", undefined);
  world = await openPiWorld();
  furnish(world);
  session = await world.started();
});
afterEach(() => {
  vi.unstubAllEnvs();
});

type Content = string | readonly Readonly<Record<string, unknown>>[];

/** Puts a message on the session's branch; the id of its entry. */
const put = (to: FakeSession, role: string, content: Content): string => {
  const entry = `entry-${to.branch.length}`;
  to.branch.push({ type: "message", id: entry, message: { role, content } });
  return entry;
};

const text = (said: string) => [{ type: "text", text: said }];

const withhold = (quote: string, more: object = {}, by = session): Promise<string> =>
  world.pi.toolCall(by, "wiki_note", { action: "reject", id, reason: "The person says so", quote, ...more });

const refusal = (quote: string, by = session): Promise<string> =>
  withhold(quote, {}, by).then(
    () => "accepted",
    (error: Error) => error.message,
  );

const proposals = () =>
  jsonLines(world.read("lighthouse/.llm-wiki/meta/events.jsonl")).filter(({ kind }) => kind === "change_proposed");

const recalledUnasked = async (): Promise<readonly string[]> => {
  world.clock.advance(60_000);
  const kept = [...session.branch];
  session.branch.splice(0);
  const message = await world.pi.prompt(session, hornPrompt);
  session.branch.splice(0, session.branch.length, ...kept);
  return message?.details.pages.map((page) => page.id) ?? [];
};

describe("what the person typed against a page", () => {
  test("takes it out of automatic recall at once, and the model is told so", async () => {
    verifies("trust.suspension");
    expect(await recalledUnasked()).toContain(id);
    put(session, "user", text(typed));
    expect((await withhold(words)).split("\n")[0]).toBe(
      `To reject [[${id}]] is proposed. By the person's own words it is no longer recalled unasked, until they decide. Ask the person for /wiki review.`,
    );
    const pages = await recalledUnasked();
    expect(pages).not.toContain(id);
    expect(pages).toContain("notes/fog-horn-boiler");
  });

  test("labels it where it is asked for, and writes no tombstone", async () => {
    verifies("trust.suspension");
    const before = world.read(`lighthouse/.llm-wiki/wiki/${id}.md`);
    put(session, "user", typed);
    await withhold(words);
    world.clock.advance(60_000);
    const recalled = await world.pi.toolCall(session, "wiki_recall", { query: "fog horn reed tallow" });
    expect(recalled).toContain(`[[${id}]] (project; general; disputed by the user)`);
    expect(recalled).toContain("The reed of the fog horn is greased");
    expect(world.read(`lighthouse/.llm-wiki/wiki/${id}.md`)).toBe(before);
    expect(world.read("lighthouse/.llm-wiki/meta/events.jsonl")).not.toContain("tombstone_added");
  });

  test("is kept with the entry that holds it, the newest where it was said twice", async () => {
    verifies("trust.suspension");
    put(session, "user", typed);
    put(session, "assistant", text("Are you sure?"));
    const entry = put(session, "user", text(typed));
    await withhold(words.replace("fog horn", "fog\n   horn"));
    expect(proposals()).toMatchObject([{ page: id, change: "reject", quote: { text: words, entry } }]);
  });

  test("suspends a page that was only proposed to be rejected so far, once", async () => {
    verifies("trust.suspension", "trust.proposals");
    put(session, "user", text(typed));
    await world.pi.toolCall(session, "wiki_note", { action: "reject", id, reason: "The person says so" });
    expect(await recalledUnasked()).toContain(id);
    await withhold(words);
    await withhold(words);
    expect(proposals()).toHaveLength(2);
    expect(await recalledUnasked()).not.toContain(id);
  });

  test("may retire it too, and ends with what a person decides", async () => {
    verifies("trust.suspension");
    put(session, "user", text(typed));
    await withhold(words, { action: "retire" });
    expect(await recalledUnasked()).not.toContain(id);
    await world.workspace.as("ui").decide({ page: id, decision: "confirm" });
    expect(await recalledUnasked()).toContain(id);
    expect(await refusal(words)).toContain("the person has decided on that message already");
    expect(await recalledUnasked()).toContain(id);
    put(session, "user", text(`I say it again: ${words}`));
    await withhold(words);
    expect(await recalledUnasked()).not.toContain(id);
  });

  test("is not answered with evidence: a draft that they spoke against is theirs to confirm", async () => {
    verifies("trust.suspension", "trust.evidence-refused");
    world.put("lighthouse/bell.ts", "export const bell = { struck: 'by a hammer of bronze' };\n");
    const note = {
      title: "Storm bell",
      type: "lesson",
      text: "The storm bell is struck by a hammer.",
      files: ["bell.ts"],
    };
    await world.pi.toolCall(session, "wiki_note", note);
    const evidence = [{ file: "bell.ts", quote: "bell = { struck: 'by a hammer of bronze' }" }];
    const confirm = (page: string) =>
      world.pi.toolCall(session, "wiki_note", { action: "confirm", id: page, evidence });
    put(session, "user", text("The storm bell has no hammer any more"));
    const quote = "storm bell has no hammer any more";
    await world.pi.toolCall(session, "wiki_note", {
      action: "retire",
      id: "notes/storm-bell",
      reason: "So they say",
      quote,
    });
    await expect(confirm("notes/storm-bell")).rejects.toThrow("the person spoke against it");
    await world.pi.toolCall(session, "wiki_note", {
      ...note,
      title: "Struck bell",
      text: "The bell is struck by a hammer!",
    });
    // Nobody spoke against this one: it lacks what no word could give, code in a repository.
    await expect(confirm("notes/struck-bell")).rejects.toThrow("none of its files is known");
  });

  test("holds in the session that comes after", async () => {
    verifies("trust.suspension");
    put(session, "user", text(typed));
    await withhold(words);
    await world.pi.shutdown(session);
    session = await world.started();
    expect(await recalledUnasked()).not.toContain(id);
    expect(await recalledUnasked()).toContain("notes/fog-horn-boiler");
  });
});

describe("a quote is refused, and nothing proposed,", () => {
  const refusedAs = async (quote: string, reason: string, by = session): Promise<void> => {
    expect(await refusal(quote, by)).toMatch(new RegExp(`^The quote is not taken: ${reason}`));
    expect(proposals()).toEqual([]);
    expect(await recalledUnasked()).toContain(id);
  };
  const notTyped = "the person did not type it in this session";

  test.each<[string, string, string]>([
    ["that is too short", "fog horn", "it has under 12 characters"],
    ["that says too little", "is it the reed of the horn", "it has under 3 words"],
    ["that is about something else", "the lens is never cleaned with brandy", "it shares under 2 words"],
    ["that is endless", `${words} `.repeat(12), "it has over 500 characters"],
    ["that the person did not type", "the reed of the fog horn is greased with butter", notTyped],
    ["that leaves out what they typed between", "the reed is not greased with tallow", notTyped],
  ])("%s", async (_what, quote, reason) => {
    verifies("trust.suspension-refused");
    put(session, "user", text(`${typed} ${"fog horn. "}${"the lens is never cleaned with brandy"}`));
    put(session, "user", text(`is it the reed of the horn. ${`${words} `.repeat(12)}`));
    await refusedAs(quote, reason);
    await withhold(words);
    expect(proposals()).toHaveLength(1);
  });

  test("that the model said itself, or that a tool gave it", async () => {
    verifies("trust.suspension-refused");
    put(session, "assistant", text(typed));
    put(session, "toolResult", text(typed));
    put(session, "bashExecution", text(typed));
    session.branch.push({ type: "compaction", id: "entry-c", summary: typed, firstKeptEntryId: "entry-0" });
    await refusedAs(words, notTyped);
  });

  test("that stands in what we put into the context", async () => {
    verifies("trust.suspension-refused");
    put(session, "user", text("Go on"));
    session.branch.push({
      type: "custom_message",
      id: "entry-r",
      customType: "wiki-recall",
      content: typed,
      display: true,
    });
    await refusedAs(words, notTyped);
  });

  test.each([
    ["a file", `<file name="/notes.md">\n${typed}\n</file>\n<file name="/b.md">\n</file>\nRead these.`],
    ["a skill", `<skill name="horn" location="/horn.md">\n${typed}</skill>\n${typed}\n</skill>\n\nGo on`],
  ])("that stands in %s which the person only named", async (_what, content) => {
    verifies("trust.suspension-refused");
    put(session, "user", text(content));
    await refusedAs(words, notTyped);
  });

  test("that belongs to another branch of the session, or to another session", async () => {
    verifies("trust.suspension-refused");
    put(session, "user", text(typed));
    const other = await world.started();
    put(other, "user", text("Go on"));
    await refusedAs(words, notTyped, other);
    session.branch.splice(0);
    put(session, "user", text("Let us try it another way"));
    await refusedAs(words, notTyped);
  });

  test("in a sub-agent's session, whose prompts no person typed", async () => {
    verifies("trust.suspension-refused");
    vi.stubEnv("PI_WIKI_PARENT", "1");
    const child = await openPiWorld({ folder: world.folder, variables: { PI_WIKI_PARENT: "1" } });
    const helper = await child.started();
    put(helper, "user", text(typed));
    const input = { action: "reject", id, reason: "The person says so", quote: words };
    await expect(child.pi.toolCall(helper, "wiki_note", input)).rejects.toThrow(
      "what the person types can't be seen here",
    );
    expect(proposals()).toEqual([]);
    await child.pi.toolCall(helper, "wiki_note", { action: "reject", id, reason: "The person says so" });
    expect(proposals()).toHaveLength(1);
  });
});
