import { describe, expect, test, vi } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { fakeSession, openFakePi } from "../../support/fake-pi.ts";
import { dataOf } from "../../tools/tool-world.ts";
import { furnish, hornPrompt, openPiWorld } from "./pi-world.ts";

describe("a prompt", () => {
  test("brings the pages that answer it as one message, with their hashes", async () => {
    verifies("pi.one-message");
    const world = await openPiWorld();
    furnish(world);
    const session = await world.started();
    const message = await world.pi.prompt(session, hornPrompt);
    expect(message).toMatchObject({ customType: "wiki-recall", display: true });
    expect(message?.content).toMatch(/^<wiki-recall>\nReference data[\s\S]*greased with tallow[\s\S]*<\/wiki-recall>$/);
    expect(message?.details).toMatchObject({ tokens: expect.any(Number), elapsed_ms: expect.any(Number) });
    const hashes = Object.fromEntries((message?.details.pages ?? []).map(({ id, hash }) => [id, hash]));
    const hash = world.platform.hash(world.read("lighthouse/.llm-wiki/wiki/notes/fog-horn-reed.md"));
    expect(hashes["notes/fog-horn-reed"]).toBe(hash);
  });

  test("of small talk brings nothing", async () => {
    const world = await openPiWorld();
    furnish(world);
    const session = await world.started();
    for (const prompt of ["ok", "thanks", "continue", "commit and push"]) {
      expect(await world.pi.prompt(session, prompt)).toBeUndefined();
    }
  });

  test("that is none of the user's, or blank, brings nothing and is not remembered", async () => {
    verifies("pi.no-prompt");
    const world = await openPiWorld();
    furnish(world);
    const session = await world.started();
    for (const prompt of [undefined, null, 7, "", " \n"])
      expect(await world.pi.prompt(session, prompt)).toBeUndefined();
    expect((await world.pi.command(session, "/wiki why"))?.text).toBe("No prompt was looked at yet in this session.");
  });

  test("in a session that was never started is answered too", async () => {
    const world = await openPiWorld();
    furnish(world);
    expect(await world.pi.prompt(world.session(), hornPrompt)).toBeDefined();
  });

  test("in a folder without a vault brings nothing and creates nothing", async () => {
    verifies("workspace.creates-nothing");
    const world = await openPiWorld({ vault: false });
    const session = await world.started();
    expect(await world.pi.prompt(session, hornPrompt)).toBeUndefined();
    await world.pi.shutdown(session);
    expect(world.files().list(".")).toEqual(["home", "lighthouse"]);
    expect([...world.files().list("home"), ...world.files().list("lighthouse")]).toEqual([]);
  });
});

describe("a prompt before the indexes are open", () => {
  test("waits for half a second, then goes on without them, and the status line says so", async () => {
    verifies("pi.index-not-waited-for");
    const world = await openPiWorld();
    furnish(world);
    for (let watch = 1; watch <= 60; watch += 1) world.page(`notes/watch-${watch}`, `# Watch ${watch}`);
    const pi = openFakePi({
      ...world.platform,
      get environment() {
        return world.platform.environment;
      },
      inWorker: () => new Promise(() => undefined),
    });
    const session = world.session();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      void pi.start(session);
      const prompted = pi.prompt(session, hornPrompt);
      while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(499);
      expect(session.statuses).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(await prompted).toBeUndefined();
      expect(session.statuses).toEqual(["wiki: still reading the pages, nothing recalled"]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("a page", () => {
  test("is sent once, by automatic recall or by wiki_recall", async () => {
    verifies("pi.sent-once");
    const world = await openPiWorld();
    furnish(world);
    const session = await world.started();
    expect(await world.pi.prompt(session, hornPrompt)).toBeDefined();
    expect(await world.pi.prompt(session, hornPrompt)).toBeUndefined();

    const asking = await world.started();
    await world.pi.toolCall(asking, "wiki_recall", { query: hornPrompt, limit: 2 });
    expect(await world.pi.prompt(asking, hornPrompt)).toBeUndefined();
  });

  test("is sent again when it has changed", async () => {
    verifies("pi.sent-once");
    const world = await openPiWorld();
    furnish(world);
    const session = await world.started();
    await world.pi.prompt(session, hornPrompt);
    world.page(
      "notes/fog-horn-reed",
      "# Fog horn reed\n\nThe reed of the fog horn is greased with lard before the first fog of autumn.",
    );
    world.clock.advance(2_000);
    const again = await world.pi.prompt(session, hornPrompt);
    expect(again?.details.pages.map(({ id }) => id)).toEqual(["notes/fog-horn-reed"]);
  });

  test("is sent again when the message that had it is not on the branch any more", async () => {
    verifies("pi.sent-once");
    const world = await openPiWorld();
    furnish(world);
    const session = await world.started();
    await world.pi.prompt(session, hornPrompt);
    session.branch.push({ type: "compaction", id: "compaction-1", firstKeptEntryId: "compaction-1", summary: "Fog." });
    expect(await world.pi.prompt(session, hornPrompt)).toBeDefined();
    session.branch.splice(0);
    expect(await world.pi.prompt(session, hornPrompt)).toBeDefined();
  });
});

describe("a project's settings", () => {
  test("count where the host trusts the project, or does not ask", async () => {
    verifies("pi.project-trust");
    const world = await openPiWorld();
    furnish(world);
    world.put("lighthouse/.pi/settings.json", '{"pi-wiki": {"autoRecall": "off"}}');
    const recalled = async (projectTrusted?: boolean) => {
      const session = await world.started(projectTrusted === undefined ? {} : { projectTrusted });
      const message = await world.pi.prompt(session, hornPrompt);
      await world.pi.shutdown(session);
      return message !== undefined;
    };
    expect([await recalled(), await recalled(true), await recalled(false)]).toEqual([false, false, true]);
  });
});

describe("a tool", () => {
  test("answers with its text, and its data as details", async () => {
    const world = await openPiWorld();
    furnish(world);
    const session = await world.started();
    const text = await world.pi.toolCall(session, "wiki_check", { action: "status" });
    expect(text).toContain("project: 29 pages, 1 drafts");
    expect(session.branch.at(-1)).toMatchObject({ message: { details: { vaults: [{ pages: 29 }, {}] } } });
  });

  test("says what it is at while it works", async () => {
    const world = await openPiWorld();
    const session = await world.started();
    await world.pi.toolCall(session, "wiki_capture", { text: "The lens has eight panels." });
    expect(session.updates).toEqual(["read", "extract", "store"]);
  });

  test("refuses with an error that says what to do", async () => {
    verifies("pi.tool-errors");
    const world = await openPiWorld({ vault: false });
    const session = await world.started();
    const input = { title: "Oil", type: "general", text: "Colza.", layer: "project" };
    await expect(world.pi.toolCall(session, "wiki_note", input)).rejects.toThrow(
      "There is no project vault here. Create one with `pi-wiki init`, or choose another layer.",
    );
  });

  test("writes on behalf of the session and the entry it was called from", async () => {
    verifies("pi.settles");
    const world = await openPiWorld();
    const session = await world.started();
    await world.pi.prompt(session, hornPrompt);
    session.branch.push({ type: "message", id: "entry-7", message: { role: "assistant" } });
    await world.pi.toolCall(session, "wiki_note", { title: "Oil", type: "general", text: "Colza." });
    const [, event = ""] = world.read("lighthouse/.llm-wiki/meta/events.jsonl").split("\n");
    expect(JSON.parse(event)).toMatchObject({ channel: "tool", origin: { session: session.id, entry: "entry-7" } });
  });

  test("works in the folder of its own session", async () => {
    const here = await openPiWorld();
    const there = await openPiWorld({ vault: false });
    const pi = openFakePi(here.platform);
    await pi.start(fakeSession({ cwd: here.project }));
    const elsewhere = fakeSession({ cwd: there.project });
    const status = await pi.toolCall(elsewhere, "wiki_check", { action: "status" });
    expect(status).not.toContain("project:");
    expect(dataOf(await here.call("wiki_check", { action: "status" }))["vaults"]).toMatchObject([
      { layer: "project" },
      {},
    ]);
  });
});
