import { describe, expect, test } from "vitest";
import { openLedger } from "../../extensions/core/ledger/ledger-store.ts";
import { openTombstones } from "../../extensions/core/trust/tombstones/tombstone-store.ts";
import { verifies } from "../acceptance/verifies.ts";
import { keeper } from "../core/ledger/ledger-words.ts";
import { dataOf, jsonLines, openToolWorld, type ToolWorld } from "./tool-world.ts";

const folder = "lighthouse/.llm-wiki/tasks/fix-the-horn";

interface TaskWorld extends ToolWorld {
  readonly act: (input: Readonly<Record<string, unknown>>) => Promise<string>;
  readonly memory: () => string;
  readonly kinds: () => readonly unknown[];
}

/** A world in which a task is open. */
const hornWorld = async (settings: Parameters<typeof openToolWorld>[0] = {}): Promise<TaskWorld> => {
  const world = await openToolWorld(settings);
  const act = async (input: Readonly<Record<string, unknown>>): Promise<string> =>
    (await world.call("wiki_task", { task: "fix-the-horn", ...input })).text;
  await world.call("wiki_task", { action: "open", text: "Fix the horn", aims: ["It sounds"], checks: ["npm test"] });
  return {
    ...world,
    act,
    memory: () => world.read(`${folder}/memories/keeper.md`),
    kinds: () => jsonLines(world.read("lighthouse/.llm-wiki/meta/events.jsonl")).map(({ kind }) => kind),
  };
};

const remember = async ({ call }: ToolWorld, text: string): Promise<string> =>
  String(dataOf(await call("wiki_task", { action: "remember", task: "fix-the-horn", text }))["entry"]);

const vaultOf = async ({ workspace }: ToolWorld) => {
  const [vault] = (await workspace.layers()).layers;
  if (vault === undefined) throw new Error("there is no vault");
  return vault;
};

const rejectColza = async (world: ToolWorld): Promise<void> => {
  const { platform } = world;
  const vault = await vaultOf(world);
  const tombstones = openTombstones({ platform, vault, ledger: openLedger({ platform, vault }) });
  await tombstones.add({ claims: ["The lamp burns colza oil"], reason: "Petroleum now" }, keeper(platform));
};

const remembered = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `Watch ${index}.`);

describe("wiki_task", () => {
  test("opens a task as a file with its aims and checks, once", async () => {
    verifies("tasks.tool", "tasks.opened", "tasks.events");
    const { read, call, kinds, project } = await hornWorld();
    expect(read(`${folder}/task.md`)).toBe(
      [
        "---",
        "type: task",
        "title: Fix the horn",
        "status: active",
        "task_id: fix-the-horn",
        "created_at: 2026-11-30T12:00:00.000Z",
        "aims: [It sounds]",
        "checks: [npm test]",
        "---",
        "",
        "# Fix the horn",
        "",
      ].join("\n"),
    );
    expect(kinds()).toContain("task_opened");
    const again = call("wiki_task", { action: "open", text: "Fix: the HORN!" });
    const path = `${project}/.llm-wiki/tasks/fix-the-horn/task.md`;
    await expect(again).rejects.toMatchObject({ code: "name_taken", data: { path } });
  });

  test("remembers entries, and gives them in the task's context", async () => {
    verifies("tasks.tool", "tasks.entry-format", "tasks.times");
    const world = await hornWorld();
    const entry = await remember(world, "The reed is cracked.\r\n\r\nIt rattles.");
    expect(world.memory()).toBe(`### 2026-11-30 12:00 #${entry}\n\nThe reed is cracked.\n\nIt rattles.\n`);
    await world.act({ action: "remember", text: "It was silent.", captured_at: "2026-09-18T14:30:00+02:00" });
    expect(world.memory()).toMatch(/\n\n### 2026-09-18 12:30 #\w{4}\n\nIt was silent\.\n$/);
    const context = await world.act({ action: "context" });
    expect(context).toContain("Aims:\n- It sounds\n\nChecks:\n- npm test");
    expect(context).toContain(
      `2026-11-30 12:00 #${entry}\n> The reed is cracked.\n> \n> It rattles.\n2026-09-18 12:30 #`,
    );
    const [event] = jsonLines(world.read("lighthouse/.llm-wiki/meta/events.jsonl")).filter(
      ({ kind }) => kind === "task_memory_added",
    );
    expect(event).toMatchObject({
      task: "fix-the-horn",
      user: "keeper",
      entry,
      captured_at: "2026-11-30T12:00:00.000Z",
      timestamp: "2026-11-30T12:00:00.000Z",
      sha256: world.platform.hash("The reed is cracked.\n\nIt rattles."),
    });
  });

  test("corrects an entry, which no context and no search shows any more", async () => {
    verifies("tasks.corrected", "tasks.superseded-absent", "tasks.events");
    const world = await hornWorld();
    const wrong = await remember(world, "The boiler leaks steam.");
    expect(await world.act({ action: "search", text: "boiler" })).toContain("The boiler leaks steam.");
    const said = await world.act({ action: "correct", entry: `#${wrong}`, text: "The valve leaks steam." });
    expect(said).toMatch(new RegExp(`^Remembered in fix-the-horn as #\\w{4}, in place of #${wrong}\\.$`));
    expect(world.memory()).toContain("The boiler leaks steam.");
    expect(world.memory()).toMatch(
      new RegExp(`#${wrong}\\n\\n> \\[superseded 2026-11-30 by #\\w{4}\\]\\n\\nThe boiler`),
    );
    for (const action of ["context", "search"]) {
      const shown = await world.act({ action, text: "steam boiler" });
      expect(shown).toContain("The valve leaks steam.");
      expect(shown).not.toContain("boiler");
    }
    expect(world.kinds().slice(-2)).toEqual(["task_memory_added", "task_memory_superseded"]);
    const again = world.act({ action: "correct", entry: wrong, text: "No." });
    await expect(again).rejects.toMatchObject({ code: "entry_refused", hint: expect.stringMatching(/^Correct #/) });
  });

  test("corrects nobody else's entry, and none that is not there", async () => {
    verifies("tasks.corrected");
    const world = await hornWorld();
    world.put(`${folder}/memories/bob.md`, "### 2026-09-18 14:30 #b0b0\n\nBob greased it.\n");
    const correct = (entry: string) => world.act({ action: "correct", entry, text: "No." });
    await expect(correct("b0b0")).rejects.toMatchObject({ code: "entry_refused", data: { reason: "it is bob's" } });
    await expect(correct("zzzz")).rejects.toMatchObject({ code: "entry_not_found", exitCode: 3 });
    await expect(world.act({ action: "correct", text: "No." })).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("refuses what repeats an entry, by its name", async () => {
    verifies("tasks.near-duplicate");
    const world = await hornWorld();
    const entry = await remember(world, "The reed of the horn is cracked.");
    const before = world.memory();
    await expect(remember(world, "The reed of the horn is cracked!")).rejects.toThrow(`Entry #${entry} of 2026-11-30`);
    expect(world.memory()).toBe(before);
  });

  test("refuses what was rejected, withholds it where it stands, and takes out secrets", async () => {
    verifies("tasks.gates");
    const world = await hornWorld();
    await remember(world, "The lamp burns colza oil.");
    await remember(world, "The lamp is lit at dusk.");
    await rejectColza(world);

    await expect(remember(world, "At dusk.\n\nThe lamp burns colza oil!")).rejects.toMatchObject({
      code: "tombstoned",
    });
    const context = await world.act({ action: "context" });
    expect(context).toContain("lit at dusk");
    expect(context).not.toContain("> The lamp burns colza oil.");
    expect(context).toContain("1 entry with a rejected claim");
    expect(await world.act({ action: "search", text: "lamp" })).not.toContain("> The lamp burns colza oil.");

    const token = `ghp_${"Q7xk2V9mLp4Rt8Zw3Ns6Yb1Hc5Jd0FgKaEuT"}`;
    expect(await world.act({ action: "remember", text: `Push with ${token}.` })).toContain("replaced");
    expect(world.memory()).not.toContain(token);
  });

  test("sums up nothing that was rejected, before or after a compaction, and offers none of it", async () => {
    verifies("tasks.gates");
    const colza = "The lamp burns colza oil";
    const worlds = { early: await hornWorld(), late: await hornWorld() };
    for (const world of Object.values(worlds)) {
      await remember(world, `${colza}.`);
      for (const text of remembered(45)) await remember(world, text);
      expect(await world.act({ action: "compact" })).toContain(colza);
    }
    const compact = ({ workspace }: ToolWorld) => workspace.as("tool", {}).tasks.compact({ task: "fix-the-horn" });

    await rejectColza(worlds.early);
    const asked = await worlds.early.act({ action: "compact" });
    expect(asked).toContain("> Watch 0.");
    expect(asked).not.toContain(colza);
    await compact(worlds.early);
    expect(worlds.early.memory()).toContain("Watch 0.");
    expect(worlds.early.memory()).not.toContain(colza);

    await compact(worlds.late);
    expect(worlds.late.memory()).toContain(colza);
    await rejectColza(worlds.late);
    const context = await worlds.late.act({ action: "context" });
    expect(context).toContain("Watch 0.");
    expect(context).not.toContain(colza);

    const closing = await hornWorld();
    await remember(closing, `${colza}.`);
    await remember(closing, "The lamp is lit at dusk.");
    await rejectColza(closing);
    const closed = await closing.act({ action: "close" });
    expect(closed).toContain("lit at dusk");
    expect(closed).not.toContain(colza);
  });

  test("lists open tasks, or all, and closes one with what it taught", async () => {
    verifies("tasks.tool", "tasks.distil-offer", "tasks.events");
    const world = await hornWorld();
    await remember(world, "The reed is brass.");
    expect(await world.act({ action: "list" })).toContain("- fix-the-horn: Fix the horn (active; project; 1 entries");
    const closed = await world.act({ action: "close" });
    expect(closed).toMatch(/^Task fix-the-horn is completed\..*wiki_note[\s\S]*> The reed is brass\.[\s\S]*$/);
    expect(world.read(`${folder}/task.md`)).toMatch(/status: completed\n[\s\S]*closed_at: 2026-11-30T12:00:00\.000Z\n/);
    expect(world.kinds().at(-1)).toBe("task_closed");
    expect(await world.act({ action: "list" })).toBe("No task is open.");
    expect(await world.act({ action: "list", text: "all" })).toContain("completed");
    await expect(remember(world, "More.")).rejects.toMatchObject({ code: "task_closed" });
    expect(await world.act({ action: "close", text: "abandoned" })).toMatch(/^Task fix-the-horn is completed\./);
  });

  test("compacts in two steps, and drops nothing", async () => {
    verifies("tasks.compaction", "tasks.compaction-asked", "tasks.events");
    const world = await hornWorld();
    const ids: string[] = [];
    for (const text of remembered(41)) ids.push(await remember(world, text));
    const before = world.memory();
    const asked = await world.act({ action: "compact" });
    expect(asked).toContain(`and entry ${ids[20]}. 21 entries move to the archive, 20 stay.`);
    expect(asked).toContain("> Watch 0.");
    expect(world.memory()).toBe(before);

    const late = await remember(world, "The reed is new.");
    await expect(world.act({ action: "compact", text: "x".repeat(4_100) })).rejects.toThrow("4 characters over");
    await world.act({ action: "compact", text: "Quiet watches.", entry: ids[20] });
    const archive = world.read(`${folder}/memories-archive/keeper.md`);
    expect(archive).toBe(before.slice(0, before.indexOf(`### 2026-11-30 12:00 #${ids[21]}`)));
    expect(world.memory()).toMatch(
      /^## 早期记忆（摘要）\n\nQuiet watches\.\n\n> 原文归档于 memories-archive\/keeper\.md，/,
    );
    expect(world.memory()).toContain(`#${late}`);
    expect(world.kinds().at(-1)).toBe("task_compacted");
    const context = await world.act({ action: "context" });
    expect(context).toContain("Earlier entries, summed up:\n> Quiet watches.");
    expect(await world.act({ action: "search", text: "watch" })).toContain("keeper, archived: ");
    await expect(world.act({ action: "correct", entry: ids[3], text: "No." })).rejects.toThrow("archived it");
    expect(await world.act({ action: "compact" })).toMatch(/^fix-the-horn has no need of it/);
  });

  test("finds an entry once that a compaction which was cut short left in both places, and not when it is corrected", async () => {
    verifies("tasks.compaction", "tasks.superseded-absent");
    const world = await hornWorld();
    const wrong = await remember(world, "The boiler leaks steam.");
    const { files } = await vaultOf(world);
    await files.write("tasks/fix-the-horn/memories-archive/keeper.md", world.memory());
    expect((await world.act({ action: "search", text: "steam" })).match(/boiler/g)).toHaveLength(1);
    await world.act({ action: "correct", entry: wrong, text: "The valve leaks." });
    for (const text of remembered(45)) await remember(world, text);
    const found = () => world.act({ action: "search", text: "leaks steam" });
    expect(await found()).not.toContain("boiler");
    await world.act({ action: "compact", text: "Quiet watches." });
    expect(world.memory()).not.toContain("boiler");
    expect(await found()).toContain("The valve leaks.");
    expect(await found()).not.toContain("boiler");
  });

  test("leaves other users out where the setting says so", async () => {
    verifies("tasks.other-users");
    const shown = async (otherUsers: "summary" | "off"): Promise<readonly boolean[]> => {
      const world = await hornWorld({ settings: { otherUsers } });
      world.put(`${folder}/memories/bob.md`, "### 2026-09-18 14:30 #b0b0\n\nBob greased it.\n");
      const answers = [await world.act({ action: "context" }), await world.act({ action: "search", text: "greased" })];
      return answers.map((answer) => answer.includes("Bob greased it."));
    };
    expect(await shown("summary")).toEqual([true, true]);
    expect(await shown("off")).toEqual([false, false]);
  });

  test("names the task's pages in its context, but none that is withheld", async () => {
    verifies("tasks.context", "tasks.scope");
    const world = await hornWorld();
    world.page("notes/reed", "# Reeds of brass", { task_id: "fix-the-horn" });
    world.page("notes/old", "# Reeds of tin", { task_id: "fix-the-horn", status: "deprecated" });
    world.page("notes/lamp", "# Lamps", { task_id: "mend-the-lamp" });
    const context = await world.act({ action: "context" });
    expect(context).toContain("Pages of this task:\n- [[notes/reed]] Reeds of brass\n");
    expect(context).not.toMatch(/tin|Lamps/);
  });

  test("says what is missing, and which task is not there", async () => {
    verifies("tasks.tool");
    const world = await hornWorld();
    await expect(world.call("wiki_task", { action: "open" })).rejects.toMatchObject({ code: "invalid_input" });
    const absent = world.call("wiki_task", { action: "context", task: "mend-the-lamp" });
    await expect(absent).rejects.toMatchObject({ code: "task_not_found", exitCode: 3 });
    await expect(world.act({ action: "bind" })).rejects.toMatchObject({ code: "invalid_input" });
  });
});
