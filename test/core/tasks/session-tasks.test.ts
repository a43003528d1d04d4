import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { dataOf, openToolWorld, type ToolWorld, workerTasks } from "../../tools/tool-world.ts";

const session = (world: ToolWorld, id: string) => world.workspace.as("tool", { session: id });

const hornWorld = async (): Promise<ToolWorld> => {
  const world = await openToolWorld({ tasks: workerTasks });
  await session(world, "s1").tasks.open({ title: "Fix the horn" });
  return world;
};

const binding = ({ project }: ToolWorld, id: string) =>
  JSON.parse(readFileSync(join(project, `.llm-wiki/meta/task_bindings/${id}.json`), "utf8"));

describe("a session", () => {
  test("is bound to the task that it opened, and to the one it takes up instead", async () => {
    verifies("tasks.bound");
    const world = await hornWorld();
    expect(binding(world, "s1")).toEqual({
      task_id: "fix-the-horn",
      bound_at: "2026-11-30T12:00:00.000Z",
      captures: [],
    });
    await world.workspace.tasks.open({ title: "Mend the lamp" });
    expect((await session(world, "s1").tasks.bound())?.task.id).toBe("fix-the-horn");
    await session(world, "s1").tasks.bind("Mend the lamp");
    expect((await session(world, "s1").tasks.bound())?.task.id).toBe("mend-the-lamp");
    expect(await session(world, "s2").tasks.bound()).toBeUndefined();
    await expect(world.workspace.tasks.bind("fix-the-horn")).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("captures for its task, notes the packet when it is there, and stays bound", async () => {
    verifies("tasks.bound");
    const world = await hornWorld();
    const { id, folder } = await session(world, "s1").capture({ text: "The horn's manual." });
    expect(JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"))).toMatchObject({ task_id: "fix-the-horn" });
    expect(binding(world, "s1")).toMatchObject({ task_id: "fix-the-horn", captures: [id] });
    const failed = session(world, "s1").capture({ source: "absent.md" });
    await expect(failed).rejects.toMatchObject({ code: "source_not_found" });
    expect(binding(world, "s1")).toMatchObject({ captures: [id] });
    const free = await session(world, "s2").capture({ text: "The lamp's manual." });
    expect(readFileSync(join(free.folder, "manifest.json"), "utf8")).not.toContain("task_id");
  });

  test("that is a fork inherits, unless it is bound itself", async () => {
    verifies("tasks.bound");
    const world = await hornWorld();
    await session(world, "fork").tasks.inherit("s1");
    expect((await session(world, "fork").tasks.bound())?.task.id).toBe("fix-the-horn");
    await session(world, "own").tasks.open({ title: "Mend the lamp" });
    await session(world, "own").tasks.inherit("s1");
    expect((await session(world, "own").tasks.bound())?.task.id).toBe("mend-the-lamp");
  });

  test("is forgotten 30 days after it was bound, and one with an odd name or a damaged binding does no harm", async () => {
    verifies("tasks.bound");
    const world = await hornWorld();
    await session(world, "../../odd name").tasks.bind("fix-the-horn");
    expect((await session(world, "../../odd name").tasks.bound())?.task.id).toBe("fix-the-horn");
    world.put("lighthouse/.llm-wiki/meta/task_bindings/bad.json", "{");
    expect(await session(world, "bad").tasks.bound()).toBeUndefined();
    world.clock.advance(31 * 86_400_000);
    await session(world, "late").tasks.bind("fix-the-horn");
    expect(await session(world, "s1").tasks.bound()).toBeUndefined();
    expect(world.files("lighthouse/.llm-wiki/meta/task_bindings").list(".")).toEqual(["bad.json", "late.json"]);
  });

  test("works on the only task that is open here when it is bound to none, and is asked where there are two", async () => {
    verifies("tasks.branch");
    const world = await hornWorld();
    const { tasks } = session(world, "s2");
    expect((await tasks.remember({ text: "The reed is cracked." })).task_id).toBe("fix-the-horn");
    await expect(tasks.remember({ text: "The reed is cracked." })).rejects.toMatchObject({ code: "near_duplicate" });
    await world.workspace.tasks.open({ title: "Paint the boat", layer: "personal" });
    expect((await tasks.remember({ text: "The valve is stuck." })).task_id).toBe("fix-the-horn");
    await world.workspace.tasks.open({ title: "Mend the lamp" });
    await expect(tasks.remember({ text: "A gull." })).rejects.toMatchObject({ code: "invalid_input" });
    expect((await tasks.search({ query: "reed" })).map(({ task }) => task)).toEqual(["fix-the-horn"]);
  });
});

test("a task's own page is recalled in a session that is bound to it, and in no other", async () => {
  verifies("tasks.scope");
  const world = await hornWorld();
  world.page("notes/reed", "# Reeds of brass\n\nThe reed of the horn is brass.", { task_id: "fix-the-horn" });
  world.page("notes/bell", "# Bells of brass\n\nThe bell is brass too.");
  const found = async (id: string): Promise<readonly string[]> =>
    (await session(world, id).recall({ query: "brass" })).hits.map((hit) => hit.id).sort();
  expect([await found("s1"), await found("s2")]).toEqual([["notes/bell", "notes/reed"], ["notes/bell"]]);
  const asked = await world.call("wiki_recall", { query: "brass", task: "fix-the-horn" });
  expect(dataOf(asked)["hits"]).toHaveLength(2);
});
