import { expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { furnish, openPiWorld } from "./pi-world.ts";

const page = "notes/fog-horn-boiler";

const confirmedLabels = async (world: Awaited<ReturnType<typeof openPiWorld>>): Promise<readonly string[]> => {
  const { hits } = await world.workspace.recall({ query: "fog horn boiler tallow" });
  return hits.find(({ id }) => id === page)?.labels ?? [];
};

test("a confirmation at a terminal while a session is open says so, and one afterwards does not", async () => {
  verifies("trust.beside-session");
  const world = await openPiWorld();
  furnish(world);
  const session = await world.started();
  await world.workspace.as("terminal").decide({ page, decision: "confirm" });
  expect(await confirmedLabels(world)).toEqual(["confirmed in a terminal beside a session"]);
  await world.pi.shutdown(session);
  await world.workspace.as("terminal").decide({ page, decision: "confirm" });
  expect(await confirmedLabels(world)).toEqual([]);
});

test("a key in the session's own screen is beside nothing", async () => {
  verifies("trust.beside-session");
  const world = await openPiWorld();
  furnish(world);
  await world.started();
  await world.workspace.as("ui").decide({ page, decision: "confirm" });
  expect(await confirmedLabels(world)).toEqual([]);
});
