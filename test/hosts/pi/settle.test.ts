import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { openFakePi } from "../../support/fake-pi.ts";
import { everything, jsonLines, type ToolWorldOptions } from "../../tools/tool-world.ts";
import { furnish, hornPrompt, openPiWorld, type PiWorld } from "./pi-world.ts";

const page = ".llm-wiki/wiki/notes/fog-horn-reed.md";

const open = async (options: ToolWorldOptions = {}) => {
  const world = await openPiWorld(options);
  furnish(world);
  return { world, session: await world.started() };
};

const edits = (world: PiWorld) =>
  jsonLines(world.read("lighthouse/.llm-wiki/meta/events.jsonl")).filter(({ kind }) => kind === "page_edited");

const change = (world: PiWorld, by: string) => () => world.page("notes/fog-horn-reed", `# Fog horn reed\n\nBy ${by}.`);

describe("after a turn", () => {
  test("what a tool has changed is recorded as the tool's, once", async () => {
    verifies("pi.settles");
    const { world, session } = await open();
    await world.pi.toolCall(session, "write", { path: page }, change(world, "a tool"));
    await world.pi.turnEnd(session);
    await world.pi.turnEnd(session, "nothing");
    await world.pi.shutdown(session);
    expect(edits(world)).toMatchObject([
      { page: "notes/fog-horn-reed", channel: "tool", origin: { session: session.id } },
    ]);
  });

  test("what an editor changed before the tool ran is recorded as nobody's", async () => {
    verifies("pi.settles");
    const { world, session } = await open();
    change(world, "an editor")();
    await world.pi.prompt(session, "Please tidy up");
    await world.pi.toolCall(session, "bash", { command: "sed -i" }, change(world, "a shell"));
    await world.pi.turnEnd(session);
    change(world, "an editor again")();
    await world.pi.toolCall(session, "write", { path: "other.md" });
    await world.pi.turnEnd(session);
    expect(edits(world).map(({ channel }) => channel)).toEqual(["system", "tool", "system"]);
  });

  test("in which tools only read, nothing is recorded or written", async () => {
    verifies("pi.settles");
    const { world, session } = await open();
    const before = everything(world.project);
    await world.pi.prompt(session, hornPrompt);
    for (const tool of ["read", "grep", "find", "ls"]) await world.pi.toolCall(session, tool, { path: page });
    await world.pi.toolCall(session, "wiki_recall", { query: "horn" });
    await world.pi.turnEnd(session, "nothing");
    expect(everything(world.project)).toEqual(before);
    await world.pi.shutdown(session);
    // What was shown is recorded apart, when the session ends.
    expect(everything(world.project).filter((entry) => !entry.includes("/meta/telemetry"))).toEqual(before);
  });

  test("a denied write leaves nothing to record", async () => {
    const { world, session } = await open();
    const before = everything(world.project);
    const refusal = await world.pi.toolCall(
      session,
      "write",
      { path: ".llm-wiki/config.json" },
      change(world, "nobody"),
    );
    expect(refusal).toContain("is protected");
    await world.pi.turnEnd(session, "nothing");
    expect(everything(world.project)).toEqual(before);
  });

  test("the status line shows pages and drafts", async () => {
    const { world, session } = await open();
    expect(session.statuses).toEqual(["wiki: 29 pages, 1 drafts"]);
    await world.pi.toolCall(session, "wiki_note", { title: "Oil", type: "general", text: "Colza." });
    await world.pi.turnEnd(session);
    expect(session.statuses.at(-1)).toBe("wiki: 30 pages, 2 drafts");
    expect(world.read("lighthouse/.llm-wiki/meta/index.md")).toContain("Oil");
  });
});

describe("a session's end", () => {
  test("waits for what the last turn left to do", async () => {
    verifies("pi.settles");
    const { world, session } = await open();
    await world.pi.toolCall(session, "write", { path: page }, change(world, "a tool"));
    await world.pi.turnEnd(session, "nothing");
    await world.pi.shutdown(session);
    expect(edits(world)).toHaveLength(1);
  });

  test("leaves nobody who uses its context", async () => {
    verifies("pi.ended-untouched");
    const { world, session } = await open();
    const shown = session.statuses.length;
    await world.pi.toolCall(session, "write", { path: page }, change(world, "a tool"));
    const ending = world.pi.turnEnd(session, "nothing");
    session.end();
    await ending;
    const late = world.session();
    const starting = world.pi.start(late);
    await world.pi.shutdown(late);
    expect([session.statuses.length, late.statuses]).toEqual([shown, []]);
    void starting;
  });

  test("of a session that nobody opened opens none", async () => {
    verifies("pi.ended-untouched");
    const { world } = await open();
    await world.pi.shutdown(world.session());
    expect(await world.pi.prompt(world.session(), hornPrompt)).toBeDefined();
  });
});

test("starting a session twice opens it once", async () => {
  verifies("pi.start-twice");
  const world = await openPiWorld();
  furnish(world);
  let opened = 0;
  const pi = openFakePi({
    ...world.platform,
    elapsed: () => world.platform.elapsed(),
    get environment() {
      return world.platform.environment;
    },
    paths: {
      ...world.platform.paths,
      join: (...parts) => {
        if (parts.at(-1) === "settings.json") opened += 1;
        return world.platform.paths.join(...parts);
      },
    },
  });
  const session = world.session();
  await Promise.all([pi.start(session), pi.start(session)]);
  expect(await pi.prompt(session, hornPrompt)).toBeDefined();
  await pi.shutdown(session);
  expect(opened).toBe(1);
});

describe("a vault that can't be written", () => {
  test("is recalled from; what failed is shown until it is over", async () => {
    verifies("pi.failure-kept", "workspace.unwritable-reads");
    const first = await openPiWorld();
    furnish(first);
    let isShut = true;
    const { world, session } = await open({
      folder: first.folder,
      vault: false,
      onStep: (_step, path) => {
        if (isShut && path.startsWith(join(first.project, ".llm-wiki"))) {
          throw Object.assign(new Error("EROFS"), { code: "EROFS" });
        }
      },
    });
    expect(await world.pi.prompt(session, hornPrompt)).toBeDefined();
    await world.pi.toolCall(session, "write", { path: page }, change(world, "a tool"));
    await world.pi.turnEnd(session);
    expect(session.statuses.at(-1)).toMatch(/^wiki: \S*meta\S* can't be written: /);
    expect((await world.pi.command(session, "/wiki status"))?.text).toMatch(
      /\nFailed in the background \(settle\): \S+ can't be written: .* Check permissions/,
    );
    expect(edits(world)).toEqual([]);
    isShut = false;
    await world.pi.toolCall(session, "bash", { command: "true" });
    await world.pi.turnEnd(session);
    // What a tool changed waits for a confirmation.
    expect(session.statuses.at(-1)).toBe("wiki: 29 pages, 2 drafts");
    expect((await world.pi.command(session, "/wiki status"))?.text).not.toContain("Failed");
    expect(edits(world)).toMatchObject([{ channel: "tool" }]);
  });
});

describe("an index that fails", () => {
  test("leaves the turn as it is, and is told of", async () => {
    verifies("pi.failure-kept");
    const world = await openPiWorld({ vault: false });
    furnish(world);
    let isBroken = true;
    const pi = openFakePi({
      ...world.platform,
      get environment() {
        return world.platform.environment;
      },
      files: (root) => {
        if (isBroken && root.includes("cache")) throw new Error("The disk is on fire.");
        return world.platform.files(root);
      },
    });
    const session = world.session();
    expect(await pi.start(session)).toBe("wiki: Internal error: The disk is on fire.");
    expect(await pi.prompt(session, hornPrompt)).toBeUndefined();
    isBroken = false;
    expect(await pi.prompt(session, hornPrompt)).toBeDefined();
  });
});
