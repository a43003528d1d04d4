import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { recordOf } from "../../extensions/hosts/session-steps.ts";
import { captureTrajectory } from "../../extensions/tools/capture-trajectory.ts";
import { verifies } from "../acceptance/verifies.ts";
import { type LampSession, lampSession, mendedLamp } from "../core/trajectories/lamp-session.ts";
import { openToolWorld } from "./tool-world.ts";

const capture = async ({ entries }: LampSession, input: object = {}) => {
  const world = await openToolWorld();
  const call = {
    workspace: world.workspace,
    record: (platform: typeof world.platform) =>
      recordOf(entries, { session: "session-1", cwd: world.project, platform }),
  };
  const run = (): ReturnType<typeof captureTrajectory.run> => captureTrajectory.run(input, call as never);
  return { world, run, answer: await run() };
};

test("one call keeps the task that was just done, says how it came out, and keeps it once", async () => {
  verifies("trajectories.record");
  const { world, run, answer } = await capture(mendedLamp(), { title: "Two wicks" });
  expect(answer.text.split("\n")).toEqual([
    'Kept as TRJ-2026-11-30-001: "Two wicks", 9 steps, 4 tool calls. Cite it as [[trajectories/TRJ-2026-11-30-001]].',
    "Outcome: success, says `npm test` (exit code 0).",
    `${world.project}/.llm-wiki/raw/trajectories/TRJ-2026-11-30-001/extracted.md`,
  ]);
  expect(existsSync(answer.text.split("\n")[2] ?? "")).toBe(true);
  expect((await run()).text).toBe("Nothing was done since TRJ-2026-11-30-001; nothing was kept.");
});

test("a session in which nothing was done leaves nothing, and a host without a session is told so", async () => {
  verifies("trajectories.record", "trajectories.absent");
  const { world, answer } = await capture(lampSession().asks("Hello?"));
  expect(answer).toEqual({ text: "Nothing was done yet; nothing was kept.", data: { id: null } });
  expect(existsSync(`${world.project}/.llm-wiki/raw/trajectories`)).toBe(false);
  await expect(world.call("wiki_capture_trajectory", {})).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining("only Pi shows what was done"),
    hint: expect.stringContaining("pi-wiki trajectory capture --session FILE"),
  });
});
