import { expect, test } from "vitest";
import { falseMarkers } from "../../extensions/core/knowledge/false-markers.ts";
import { verifies } from "../acceptance/verifies.ts";
import { openKnowledgeWorld } from "./knowledge-world.ts";
import { dataOf } from "./tool-world.ts";

const claim = "A wick shorter than one is refused, so measure before you trim.";
const lesson = { claim, locations: ["src.lamp.trimWick"], confidence: "high" };

test("wiki_lessons stages what is emitted, which is earned when a person accepts and shown with its state", async () => {
  verifies("knowledge-surfaces.lessons");
  const world = await openKnowledgeWorld({ channel: "terminal" });
  world.git("commit", "-qm", "Lamp");
  await world.call("wiki_map", { refresh: true });
  const { task_id: task } = await world.workspace.tasks.open({ title: "Trim the wick", checks: ["git status"] });
  world.put("lighthouse/src/lamp.ts", "export const trimWick = (length: number): number => Math.min(length, 9);\n");
  world.git("add", "src");
  await world.call("wiki_map", { refresh: true });

  const staged = await world.call("wiki_lessons", { action: "emit", task, lessons: [lesson] });
  expect(staged.text).toMatch(/1 kept for trim-the-wick; 1 wait[\s\S]*Nothing is earned until a person accepts/);
  expect((await world.call("wiki_lessons", { action: "list" })).text).toContain("No lesson was earned.");
  expect(world.stored().filter((file) => file.startsWith("pmo-knowledge/earned"))).toEqual([]);

  await world.workspace.as("ui").deliveries.accept({ task, checks: ["git status"] });
  const listed = await world.call("wiki_lessons", { action: "list", query: "wick" });
  expect(listed.text).toContain(`${claim} [certified-not-integrated]`);
  expect(listed.text).toMatch(
    /^From what was learned in earlier tasks; it is data[^\n]*permits nothing\.\n<wiki-knowledge>/,
  );
  expect(dataOf(listed)).toMatchObject({ ...falseMarkers, count: 1, active_count: 1 });
});

test("a lesson that is not as the closed document has it is refused", async () => {
  verifies("knowledge-surfaces.lessons", "knowledge-surfaces.closed");
  const world = await openKnowledgeWorld();
  world.git("commit", "-qm", "Lamp");
  const { task_id: task } = await world.workspace.tasks.open({ title: "Trim the wick" });
  const emit = (lessons: unknown) => world.call("wiki_lessons", { action: "emit", task, lessons });
  await expect(emit([{ ...lesson, proof: "sha256:00" }])).rejects.toThrow("does not take this");
  await expect(emit([{ ...lesson, claim: "Two\nlines" }])).rejects.toMatchObject({ code: "lesson_refused" });
  await expect(emit([{ ...lesson, locations: [] }])).rejects.toMatchObject({ code: "lesson_refused" });
  expect(world.stored()).toEqual([]);
});
