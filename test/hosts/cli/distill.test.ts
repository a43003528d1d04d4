import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { type CommandLineOptions, openCommandLine } from "./command-line.ts";

const line = (id: string, parentId: string | null, role: string, text: string): string =>
  JSON.stringify({
    type: "message",
    id,
    parentId,
    timestamp: "t",
    message: { role, content: [{ type: "text", text }] },
  });

const session = (...lines: readonly string[]): string =>
  [JSON.stringify({ type: "session", version: 3, id: "s-1", cwd: "/lighthouse" }), ...lines, ""].join("\n");

const talk = session(line("a", null, "user", "Why does the lamp smoke?"), line("b", "a", "assistant", "The wick."));

describe("distill capture", () => {
  test("keeps the conversation of a session file, once", async () => {
    verifies("distil.session-file", "distil.conversation-once");
    const world = await openCommandLine();
    await world.run("init", "--layer", "project");
    world.put("talk.jsonl", talk);
    const kept = await world.json("distill", "capture", "--session", "talk.jsonl");
    const folder = join(world.project, ".llm-wiki/raw/conversations/CNV-2026-11-30-001");
    expect(kept).toMatchObject({ exitCode: 0, id: "CNV-2026-11-30-001", path: folder, turns: 2 });
    expect(await world.json("distill", "capture", "--session", "talk.jsonl")).toMatchObject({
      duplicate_of: "CNV-2026-11-30-001",
    });
    expect((await world.run("verify")).exitCode).toBe(0);
  });

  test("says that a session in which nobody spoke gives nothing", async () => {
    verifies("distil.own-words");
    const world = await openCommandLine();
    world.put("talk.jsonl", session(line("a", null, "user", "<wiki-recall>Reed.</wiki-recall>")));
    const { stdout, exitCode } = await world.run("distill", "capture", "--session", "talk.jsonl");
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining("nothing was kept")]);
  });

  test.each([
    [["distill"], /prepare/],
    [["distill", "capture"], /--session/],
    [["distill", "polish"], /prepare/],
    [["ingest", "submit"], /one FILE/],
    [["ingest", "submit", "a.json", "b.json"], /one FILE/],
  ])("%j is refused with a reason", async (words, reason) => {
    const world = await openCommandLine();
    const { exitCode, stderr } = await world.run(...words);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(reason);
  });
});

describe("prepare and submit", () => {
  const said = { conversations: ["CNV-2026-11-30-001"] };
  const note = {
    title: "A smoking lamp has its wick too high",
    type: "pitfall",
    text: "Lower it until the flame is white.",
    recall_triggers: ["black soot on the glass in the morning"],
    sources: ["CNV-2026-11-30-001"],
  };
  const talked = async (options: CommandLineOptions = {}) => {
    const world = await openCommandLine(options);
    await world.run("init", "--layer", "project");
    world.put("talk.jsonl", talk);
    await world.run("distill", "capture", "--session", "talk.jsonl");
    return world;
  };

  test("give the payload and take a file, once; what was not written exits with 4", async () => {
    verifies("distil.prepared", "distil.submit-drafts", "distil.submit-twice");
    const world = await talked();
    const prepared = await world.json("distill", "prepare");
    expect(prepared).toMatchObject({
      exitCode: 0,
      kind: "conversation",
      waiting: 0,
      tombstones: [],
      negative_examples: [],
    });
    expect(Object.keys(prepared).sort()).toEqual(
      [
        "exitCode",
        "kind",
        "layer",
        "negative_examples",
        "rules",
        "shape",
        "tombstones",
        "transcripts",
        "waiting",
      ].sort(),
    );
    world.put("made.json", JSON.stringify({ ...said, notes: [note, { ...note, title: "" }] }));
    const first = await world.json("distill", "submit", "made.json");
    expect(first).toMatchObject({ exitCode: 4, done: [], open: ["CNV-2026-11-30-001"] });
    expect(first["entries"]).toMatchObject([{ outcome: "draft" }, { outcome: "refused", reason: "it has no title" }]);
    world.put("made.json", JSON.stringify({ ...said, notes: [note] }));
    expect(await world.json("distill", "submit", "made.json")).toMatchObject({
      exitCode: 0,
      entries: [{ outcome: "known" }],
      done: ["CNV-2026-11-30-001"],
    });
    expect((await world.run("distill", "prepare")).stdout).toContain("No conversation waits");
    expect((await world.run("lint")).exitCode).toBe(0);
    expect((await world.run("verify")).exitCode).toBe(0);
  });

  test("read standard input, and say where one that can't be read is kept", async () => {
    verifies("distil.unreadable");
    const world = await talked({ stdin: "I found nothing, sorry." });
    const answer = await world.json("distill", "submit", "-");
    expect(answer).toMatchObject({ exitCode: 2, error: { code: "submission_unreadable" } });
    expect(JSON.stringify(answer)).toContain("outputs/unread-submission-");
  });

  test.each([
    ["ingest", "sources"],
    ["consolidate", "groups"],
    ["enrich", "pages"],
  ])("of %s answer with its own material", async (verb, material) => {
    verifies("distil.prepared");
    const world = await talked();
    expect(await world.json(verb, "prepare")).toMatchObject({ exitCode: 0, [material]: [] });
    expect((await world.run(verb, "submit", "gone.json")).exitCode).toBe(3);
  });
});

test("digest shows what was learned, in words and as JSON", async () => {
  verifies("distil.digest");
  const world = await openCommandLine();
  await world.run("init", "--layer", "project");
  await world.run("note", "--title", "Colza thickens in frost", "--type", "lesson", "--text", "Warm it.");
  expect((await world.run("digest", "--days", "3")).stdout).toContain("Colza thickens in frost");
  expect(await world.json("digest")).toMatchObject({
    exitCode: 0,
    since: "2026-11-23T12:00:00.000Z",
    drafts: [{ id: "notes/colza-thickens-in-frost" }],
    decided: [],
    missed: [],
  });
});
