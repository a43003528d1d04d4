import { expect, test } from "vitest";
import { falseMarkers } from "../../extensions/core/knowledge/false-markers.ts";
import { openLedger } from "../../extensions/core/ledger/ledger-store.ts";
import { openTombstones } from "../../extensions/core/trust/tombstones/tombstone-store.ts";
import type { Vault } from "../../extensions/core/vault/vault.ts";
import type { Workspace } from "../../extensions/workspace.ts";
import { verifies } from "../acceptance/verifies.ts";
import { openKnowledgeWorld } from "./knowledge-world.ts";
import { dataOf } from "./tool-world.ts";

const claim = "A wick shorter than one is refused, so measure before you trim.";
const lesson = { claim, locations: ["src.lamp.trimWick"], confidence: "high" };

test("wiki_lessons stages what is emitted, which is earned when a person accepts and shown with its state", async () => {
  verifies("surfaces.lessons");
  const world = await openKnowledgeWorld({ channel: "terminal" });
  world.git("commit", "-qm", "Lamp");
  await world.call("wiki_map", { refresh: true });
  const { task_id: task } = await world.workspace.tasks.open({ title: "Trim the wick", checks: ["git status"] });
  world.put("lighthouse/src/lamp.ts", "export const trimWick = (length: number): number => Math.min(length, 9);\n");
  // From now on the map is of another tree.
  world.git("add", "src");

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
  expect(dataOf(listed)).toMatchObject({
    ...falseMarkers,
    count: 1,
    active_count: 1,
    lessons: [{ locations: [{ status: "resolved", file: "src/lamp.ts", symbol: "src.lamp.trimWick" }] }],
  });
});

test("a lesson whose claim a person has rejected is shown no more, goes into no packet and is not staged again", async () => {
  verifies("surfaces.lessons", "surfaces.lesson-tombstones");
  const world = await openKnowledgeWorld({ channel: "terminal" });
  world.git("commit", "-qm", "Lamp");
  const { task_id: task } = await world.workspace.tasks.open({ title: "Trim the wick", checks: ["git status"] });
  world.put("lighthouse/src/horn.ts", "export const horn = 1;\n");
  world.git("add", "src");
  const other = { ...lesson, claim: "The wick burns best an hour after dusk." };
  await world.call("wiki_lessons", { action: "emit", task, lessons: [lesson, other] });
  await world.workspace.as("ui").deliveries.accept({ task, checks: ["git status"] });
  const claims = async () => {
    const packet = dataOf(await world.call("wiki_packet", { page: "procedures/trim", refresh: true }));
    const listed = dataOf(await world.call("wiki_lessons", { action: "list" }));
    const inPacket = (packet["packet"] as { lessons: readonly { claim: string }[] }).lessons;
    return [listed["lessons"] as readonly { claim: string }[], inPacket].map((all) =>
      all.map((one) => one.claim).sort(),
    );
  };
  const both = [claim, other.claim].sort();
  expect(await claims()).toEqual([both, both]);
  const { platform } = world;
  const vault = await projectVault(world.workspace);
  const tombstones = openTombstones({ platform, vault, ledger: openLedger({ platform, vault }) });
  await tombstones.add({ claims: [claim], reason: "It was wrong" }, { platform, actor: "keeper", channel: "ui" });
  expect(await claims()).toEqual([[other.claim], [other.claim]]);
  await expect(world.call("wiki_lessons", { action: "emit", task, lessons: [lesson] })).rejects.toMatchObject({
    code: "tombstoned",
  });
});

const projectVault = async (workspace: Workspace): Promise<Vault> => {
  const [vault] = (await workspace.layers()).layers;
  if (vault === undefined) throw new Error("There is no vault.");
  return vault;
};

test("a lesson that is not as the closed document has it is refused", async () => {
  verifies("surfaces.lessons", "surfaces.closed");
  const world = await openKnowledgeWorld();
  world.git("commit", "-qm", "Lamp");
  const { task_id: task } = await world.workspace.tasks.open({ title: "Trim the wick" });
  const emit = (lessons: unknown) => world.call("wiki_lessons", { action: "emit", task, lessons });
  await expect(emit([{ ...lesson, proof: "sha256:00" }])).rejects.toThrow("does not take this");
  await expect(emit([{ ...lesson, claim: "Two\nlines" }])).rejects.toMatchObject({ code: "lesson_refused" });
  await expect(emit([{ ...lesson, locations: [] }])).rejects.toMatchObject({ code: "lesson_refused" });
  expect(world.stored()).toEqual([]);
});
