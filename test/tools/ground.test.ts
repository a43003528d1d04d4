import { expect, test } from "vitest";
import { falseMarkers } from "../../extensions/core/knowledge/false-markers.ts";
import { verifies } from "../acceptance/verifies.ts";
import { openKnowledgeWorld } from "./knowledge-world.ts";
import { dataOf } from "./tool-world.ts";

test("wiki_ground says of each hint whether it is there, planned or not known, and what is near it", async () => {
  verifies("surfaces.tools");
  const world = await openKnowledgeWorld();
  const answer = await world.call("wiki_ground", { page: "procedures/trim", refresh: true });
  expect(answer.text).toContain("verified file src/lamp.ts");
  expect(answer.text).toContain("verified symbol trimWick: src/lamp.ts:2-5");
  expect(answer.text).toContain("new symbol dimLamp");
  expect(answer.text).toMatch(/unknown symbol trimWik\b[\s\S]*WARNING[^\n]*trimWick/);
  expect(dataOf(answer)).toMatchObject({
    ...falseMarkers,
    grounding: { summary: { verified: 2, new: 1, unknown: 1 } },
  });
});

test("a page that is not there is refused by its name", async () => {
  verifies("surfaces.read-only");
  const world = await openKnowledgeWorld();
  await expect(world.call("wiki_ground", { page: "procedures/none" })).rejects.toMatchObject({
    code: "page_not_found",
  });
});
