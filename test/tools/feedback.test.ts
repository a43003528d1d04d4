import { expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { dataOf, openToolWorld, pageText, type ToolWorld } from "./tool-world.ts";

const open = async (): Promise<ToolWorld> => {
  const world = await openToolWorld();
  world.page("notes/oil", "# Oil");
  world.put("home/.llm-wiki/wiki/notes/wick.md", pageText("# Wick", {}));
  return world;
};

test("a page that worked, or did not, is recorded as used, in the vault that has it", async () => {
  verifies("usage.feedback");
  const world = await open();
  const worked = await world.call("wiki_feedback", { id: "notes/oil", outcome: "success" });
  expect(worked.text).toBe("Recorded of [[notes/oil]]: adopted, success.");
  expect(dataOf(worked)).toEqual({
    id: "notes/oil",
    layer: "project",
    path: `${world.project}/.llm-wiki/wiki/notes/oil.md`,
    recorded: ["adopted", "success"],
  });
  const failed = await world.call("wiki_feedback", { id: "notes/wick", outcome: "failure", note: "It smoked." });
  expect(dataOf(failed)).toMatchObject({ layer: "personal", recorded: ["adopted", "failure"] });
  await world.workspace.usage.flush();
  const [, outcome = ""] = world.read("home/.llm-wiki/meta/telemetry/keeper.jsonl").split("\n");
  expect(JSON.parse(outcome)).toMatchObject({
    doc: "notes/wick",
    result: "failure",
    judge: "self",
    note: "It smoked.",
  });
});

test("without an outcome it says that the page was used", async () => {
  verifies("usage.feedback");
  const { call } = await open();
  expect(dataOf(await call("wiki_feedback", { id: "notes/oil" }))["recorded"]).toEqual(["adopted"]);
});

test("a page that does not exist is refused, and nothing is recorded", async () => {
  verifies("usage.feedback");
  const world = await open();
  for (const id of ["notes/nowhere", "../config", "notes/index", ""]) {
    await expect(world.call("wiki_feedback", { id })).rejects.toMatchObject({ code: "page_not_found" });
  }
  expect(world.files("state").scan(".", "keeper.jsonl").files).toEqual([]);
});

test("a long note is cut", async () => {
  verifies("usage.feedback");
  const world = await open();
  await world.call("wiki_feedback", { id: "notes/oil", outcome: "failure", note: "smoke ".repeat(100) });
  await world.workspace.usage.flush();
  const [, line = ""] = world.read("lighthouse/.llm-wiki/meta/telemetry/keeper.jsonl").split("\n");
  expect(JSON.parse(line).note).toHaveLength(300);
});
