import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { everything } from "../../tools/tool-world.ts";
import { type DistilWorld, openDistilWorld, wick } from "./distil-world.ts";

const open = async (distillTaskMemory: "on" | "off") => {
  const world = await openDistilWorld({ settings: { distillTaskMemory } });
  await world.workspace.tasks.open({ title: "Mend the lamp", aims: [], checks: [] });
  await world.talk("dusk", "Why does the lamp smoke?", "The wick is too high.");
  return world;
};

const token = "ghp_aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5";

const submission = {
  conversations: ["CNV-2026-11-30-001"],
  notes: [wick()],
  task_entries: [
    {
      task: "Mend-the-lamp",
      text: `The spare wick is in the third drawer, key ${token}.`,
      captured_at: "2026-11-20T08:00:00Z",
    },
    { text: "" },
  ],
};

const memory = (world: DistilWorld, task: string): string => {
  const path = join(world.project, `.llm-wiki/tasks/${task}/memories/keeper.md`);
  return existsSync(path) ? readFileSync(path, "utf8") : "";
};

describe("entries for a task's memory", () => {
  test("are taken where the setting is on, dated when it happened, once and without secrets", async () => {
    verifies("distil.task-memory");
    const world = await open("on");
    const [task = ""] = (await world.workspace.tasks.list("open")).map(({ task_id }) => task_id);
    const given = { ...submission, task_entries: submission.task_entries.map((one) => ({ ...one, task })) };
    expect(JSON.stringify((await world.prepare("conversation")).shape)).toContain("task_entries");
    const { entries, done } = await world.submit("conversation", given);
    expect(entries.map(({ outcome }) => outcome)).toEqual(["draft", "remembered", "refused"]);
    expect(done).toEqual(["CNV-2026-11-30-001"]);
    expect(memory(world, task)).toContain("The spare wick is in the third drawer");
    expect(memory(world, task)).toContain("2026-11-20");
    expect(memory(world, task)).not.toContain(token);
    const before = everything(join(world.project, ".llm-wiki"));
    await world.submit("conversation", given);
    expect(everything(join(world.project, ".llm-wiki"))).toEqual(before);
  });

  test("are left out where it is off, and keep no conversation waiting", async () => {
    verifies("distil.task-memory");
    const world = await open("off");
    expect(JSON.stringify((await world.prepare("conversation")).shape)).not.toContain("task_entries");
    const { entries, done } = await world.submit("conversation", submission);
    expect(entries[1]).toMatchObject({ outcome: "refused", reason: "the setting distillTaskMemory is off" });
    expect(done).toEqual(["CNV-2026-11-30-001"]);
  });
});
