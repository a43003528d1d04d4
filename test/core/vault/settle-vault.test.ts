import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { defaultSettings } from "../../../extensions/core/settings.ts";
import type { Channel } from "../../../extensions/core/vault/vault.ts";
import { openWorkspace } from "../../../extensions/open-workspace.ts";
import type { Workspace } from "../../../extensions/workspace.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { everything, jsonLines, openToolWorld, type ToolWorld, templatesRoot } from "../../tools/tool-world.ts";

const vault = "lighthouse/.llm-wiki";

/** A vault with one page, which a session has read. */
const open = async (channel: Channel = "tool"): Promise<ToolWorld> => {
  const world = await openToolWorld({ channel });
  world.page("notes/lamp", "# Lamp\n\nIt burns colza oil.");
  await world.workspace.warm();
  return world;
};

const anotherSession = ({ platform, project }: ToolWorld, channel: Channel = "tool"): Workspace =>
  openWorkspace(platform, { cwd: project, channel, settings: defaultSettings, version: "1.2.3", templatesRoot });

const eventsOf = (world: ToolWorld, page: string) =>
  jsonLines(world.read(`${vault}/meta/events.jsonl`))
    .filter((event) => event["page"] === page)
    .map(({ kind, channel, before, after, origin }) => ({ kind, channel, before, after, origin }));

const hashOf = (world: ToolWorld, page: string): string => world.platform.hash(world.read(`${vault}/wiki/${page}.md`));

describe("an edit that left no event", () => {
  test("is recorded once, with the hashes before and after", async () => {
    verifies("workspace.edit-recorded-once");
    const world = await open();
    const before = hashOf(world, "notes/lamp");
    world.page("notes/lamp", "# Lamp\n\nIt burns gas.");
    const after = hashOf(world, "notes/lamp");
    await world.workspace.settle();
    await world.workspace.settle();
    expect(eventsOf(world, "notes/lamp")).toEqual([{ kind: "page_edited", channel: "tool", before, after }]);
  });

  test("is recorded once by all the sessions that see it, at the same time too", async () => {
    verifies("workspace.edit-recorded-once");
    const world = await open();
    const others = [anotherSession(world), anotherSession(world)];
    for (const other of others) await other.warm();
    world.page("notes/lamp", "# Lamp\n\nIt burns gas.");
    await Promise.all([world.workspace, ...others].map((workspace) => workspace.settle()));
    expect(eventsOf(world, "notes/lamp")).toHaveLength(1);
    expect((await world.workspace.verify()).findings).toEqual([]);
  });

  test("that makes or removes a page is recorded as such", async () => {
    verifies("workspace.edit-recorded-once");
    const world = await open();
    const lamp = hashOf(world, "notes/lamp");
    world.page("notes/wick", "# Wick\n\nTrim it.");
    rmSync(join(world.folder, vault, "wiki/notes/lamp.md"));
    await world.workspace.settle();
    expect(eventsOf(world, "notes/wick")).toEqual([
      { kind: "page_created", channel: "tool", after: hashOf(world, "notes/wick") },
    ]);
    expect(eventsOf(world, "notes/lamp")).toEqual([{ kind: "page_edited", channel: "tool", before: lamp }]);
  });

  test("that was taken back before anybody looked is none", async () => {
    verifies("workspace.edit-recorded-once");
    const world = await open();
    const text = world.read(`${vault}/wiki/notes/lamp.md`);
    world.page("notes/lamp", "# Lamp\n\nIt burns gas.");
    await world.workspace.look();
    world.put(`${vault}/wiki/notes/lamp.md`, text);
    await world.workspace.settle();
    const [there, back] = eventsOf(world, "notes/lamp");
    expect([there?.after, back?.after]).toEqual([back?.before, there?.before]);
    world.page("notes/lamp", "# Lamp\n\nIt burns gas.");
    world.put(`${vault}/wiki/notes/lamp.md`, text);
    await world.workspace.settle();
    expect(eventsOf(world, "notes/lamp")).toHaveLength(2);
  });

  test("from before the session is recorded when the session before had read the page", async () => {
    verifies("workspace.edit-channel");
    const world = await open();
    world.page("notes/lamp", "# Lamp\n\nIt burns gas.");
    const next = anotherSession(world);
    await next.warm();
    await next.look();
    await next.settle();
    expect(eventsOf(world, "notes/lamp")).toMatchObject([{ kind: "page_edited", channel: "system" }]);
  });
});

describe("the hand that an edit counts as", () => {
  test("is nobody's for what changed before a tool ran, and the tool's for what changed after", async () => {
    verifies("workspace.edit-channel");
    const world = await open();
    const workspace = world.workspace.as("tool", { session: "night watch" });
    world.page("notes/lamp", "# Lamp\n\nAn editor was here.");
    await workspace.look();
    world.page("notes/lamp", "# Lamp\n\nA tool was here.");
    world.page("notes/wick", "# Wick\n\nA tool was here.");
    await workspace.settle();
    expect(eventsOf(world, "notes/lamp")).toMatchObject([
      { channel: "system", origin: undefined },
      { channel: "tool", origin: { session: "night watch" } },
    ]);
    expect(eventsOf(world, "notes/wick")).toMatchObject([{ channel: "tool" }]);
  });

  test.each<Channel>(["command", "cli", "ui", "terminal", "rpc", "mcp", "system"])(
    "is nobody's when the session that finds it came through %s",
    async (channel) => {
      verifies("workspace.edit-channel");
      const world = await open(channel);
      world.page("notes/lamp", "# Lamp\n\nIt burns gas.");
      await world.workspace.as(channel, { session: "night watch" }).settle();
      expect(eventsOf(world, "notes/lamp")).toMatchObject([{ channel: "system", origin: undefined }]);
      expect(world.read(`${vault}/meta/events.jsonl`)).not.toContain("night watch");
    },
  );

  test("is nobody's when a rebuild finds it", async () => {
    verifies("workspace.edit-channel");
    const world = await open("cli");
    world.page("notes/lamp", "# Lamp\n\nIt burns gas.");
    await world.workspace.rebuild();
    expect(eventsOf(world, "notes/lamp")).toMatchObject([{ kind: "page_edited", channel: "system" }]);
  });
});

describe("what the wiki writes itself", () => {
  test("gets no second event", async () => {
    verifies("workspace.own-writes-once");
    const world = await open();
    const { id } = await world.workspace.note({ title: "Wick", type: "procedure", text: "Trim it at dusk." });
    const { page } = await world.workspace.capture({ text: "The lens has eight panels." });
    await world.workspace.settle();
    expect(eventsOf(world, id)).toMatchObject([{ kind: "note_proposed" }]);
    expect(eventsOf(world, page)).toMatchObject([{ kind: "page_created" }]);
  });

  test("is in the lists of a vault that did not exist before", async () => {
    const world = await openToolWorld({ vault: false });
    await world.workspace.note({ title: "Wick", type: "procedure", text: "Trim it at dusk." });
    await world.workspace.settle();
    expect(world.read("home/.llm-wiki/meta/index.md")).toContain("Wick");
  });
});

describe("derived files", () => {
  test("follow what changed", async () => {
    verifies("workspace.settle-idle");
    const world = await open();
    world.page("notes/wick", "# Trimming the wick\n\nSee [[notes/lamp]].");
    await world.workspace.settle();
    expect(world.read(`${vault}/meta/index.md`)).toContain("Trimming the wick");
    expect(JSON.parse(world.read(`${vault}/meta/backlinks.json`))).toMatchObject({ "notes/lamp": ["notes/wick"] });
  });

  test("are left alone where nothing changed, and no event is written", async () => {
    verifies("workspace.settle-idle");
    const world = await open();
    await world.workspace.note({ title: "Wick", type: "procedure", text: "Trim it at dusk." });
    await world.workspace.settle();
    const before = everything(world.folder);
    await world.workspace.look();
    await world.workspace.settle();
    expect(everything(world.folder)).toEqual(before);
  });

  test("don't make a vault that was only read a written one", async () => {
    verifies("workspace.settle-idle");
    const world = await open();
    const before = everything(world.project);
    await world.workspace.recall({ query: "lamp" });
    await world.workspace.settle();
    expect(everything(world.project)).toEqual(before);
  });
});

describe("a vault that can't be written just now", () => {
  test("keeps the edit for the next time, and does not keep others from theirs", async () => {
    verifies("workspace.settle-retries");
    const open = await openToolWorld();
    open.page("notes/lamp", "# Lamp\n\nIt burns colza oil.");
    open.put("home/.llm-wiki/wiki/notes/razor.md", "---\ntype: general\n---\n# Razor\n");
    let isShut = false;
    const world = await openToolWorld({
      folder: open.folder,
      vault: false,
      onStep: (_step, path) => {
        if (isShut && path.startsWith(join(open.project, ".llm-wiki"))) {
          throw Object.assign(new Error("EROFS: read-only file system"), { code: "EROFS" });
        }
      },
    });
    await world.workspace.warm();
    world.page("notes/lamp", "# Lamp\n\nIt burns gas.");
    world.put("home/.llm-wiki/wiki/notes/razor.md", "---\ntype: general\n---\n# Razor\n\nSharp.\n");
    isShut = true;
    await world.workspace.look();
    await expect(world.workspace.settle()).rejects.toMatchObject({ code: "not_writable" });
    expect(world.read("home/.llm-wiki/meta/events.jsonl")).toContain("notes/razor");
    expect(eventsOf(world, "notes/lamp")).toEqual([]);
    isShut = false;
    await world.workspace.settle();
    expect(eventsOf(world, "notes/lamp")).toMatchObject([{ kind: "page_edited", channel: "system" }]);
  });

  test("is not forgotten by the next session either", async () => {
    verifies("workspace.settle-retries");
    const world = await open();
    const shut = await openToolWorld({
      folder: world.folder,
      vault: false,
      onStep: (_step, path) => {
        if (path.startsWith(world.project)) throw Object.assign(new Error("EROFS"), { code: "EROFS" });
      },
    });
    world.page("notes/lamp", "# Lamp\n\nIt burns gas.");
    await shut.workspace.warm();
    await expect(shut.workspace.settle()).rejects.toMatchObject({ code: "not_writable" });
    const next = anotherSession(world);
    await next.warm();
    await next.settle();
    expect(eventsOf(world, "notes/lamp")).toHaveLength(1);
  });
});
