import { expect, test } from "vitest";
import { falseMarkers } from "../../extensions/core/knowledge/false-markers.ts";
import { defaultSettings } from "../../extensions/core/settings.ts";
import { chosenTools, usualTools } from "../../extensions/tools/all.ts";
import { verifies } from "../acceptance/verifies.ts";
import { openKnowledgeWorld } from "./knowledge-world.ts";
import { dataOf } from "./tool-world.ts";

const knowledgeTools = ["wiki_map", "wiki_ground", "wiki_packet", "wiki_lessons"];

test("the knowledge tools are offered where the setting is on, and nowhere else", () => {
  verifies("surfaces.offered");
  const usual = usualTools.map(({ name }) => name);
  expect(usual.filter((name) => knowledgeTools.includes(name))).toEqual([]);
  expect(chosenTools(defaultSettings)).toEqual([]);
  const chosen = chosenTools({ ...defaultSettings, knowledge: "on" }).map(({ name }) => name);
  expect(chosen).toEqual(knowledgeTools);
});

test("their schemas take nothing that they do not name", async () => {
  verifies("surfaces.closed");
  const world = await openKnowledgeWorld();
  for (const { name, input } of chosenTools({ ...defaultSettings, knowledge: "on" })) {
    expect(input.additionalProperties, name).toBe(false);
    const words = Object.keys(input.properties).join(" ");
    expect(words, name).not.toMatch(/proof|evidence|sha256|hash|grant|verdict|packet\b/);
    await expect(world.call(name, { page: "procedures/trim", packet_sha256: "sha256:00" })).rejects.toThrow(
      "does not take this",
    );
  }
});

test("wiki_map finds a symbol with its tests, in a fence, and marks that it permits nothing", async () => {
  verifies("surfaces.tools");
  const world = await openKnowledgeWorld();
  const answer = await world.call("wiki_map", { query: "trimwick", refresh: true });
  expect(answer.text).toMatch(/^From the repository's git index[^\n]*permits nothing/);
  expect(answer.text).toContain("<wiki-knowledge>\nfunction src.lamp.trimWick src/lamp.ts:2-5");
  expect(answer.text).toContain("named in src/lamp.test.ts");
  expect(dataOf(answer)).toMatchObject({ ...falseMarkers, total: 1, worktree: { count: 0 } });
  expect(Object.keys(dataOf(answer)["symbols"] ?? {})).toHaveLength(1);
});

test("without arguments it tells what is covered, and no symbol", async () => {
  verifies("surfaces.tools");
  const world = await openKnowledgeWorld();
  const answer = await world.call("wiki_map", { refresh: true });
  expect(answer.text).toContain("1 uncovered-language");
  expect(dataOf(answer)).toMatchObject({ symbols: [], total: 0 });
});

test("a map that is missing or stale is refused with the way out, and what is stored stays as it is", async () => {
  verifies("surfaces.read-only");
  const world = await openKnowledgeWorld();
  await expect(world.call("wiki_map", { query: "lamp" })).rejects.toMatchObject({
    code: "knowledge_missing",
    hint: expect.stringContaining("refresh"),
  });
  expect(world.stored()).toEqual([]);
  await world.call("wiki_map", { query: "lamp", refresh: true });
  const before = world.stored();
  await world.call("wiki_map", { query: "lamp" });
  world.put("lighthouse/src/bell.ts", "export const ring = 1;\n");
  world.git("add", "src/bell.ts");
  await expect(world.call("wiki_map", { query: "ring" })).rejects.toMatchObject({ code: "knowledge_stale" });
  expect(world.stored()).toEqual(before);
  expect((await world.call("wiki_map", { query: "ring", refresh: true })).text).toContain("src.bell.ring");
});

test("more than fifty symbols are asked for in vain", async () => {
  verifies("surfaces.tools");
  const world = await openKnowledgeWorld();
  await expect(world.call("wiki_map", { query: "lamp", limit: 51 })).rejects.toThrow("does not take this");
});
