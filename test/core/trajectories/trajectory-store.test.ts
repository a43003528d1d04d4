import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openLedger } from "../../../extensions/core/ledger/ledger-store.ts";
import { listPackets, readPacket } from "../../../extensions/core/sources/packet-store.ts";
import { verifyPackets } from "../../../extensions/core/sources/verify-packets.ts";
import { readable } from "../../../extensions/core/trajectories/packet.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { faultRuns } from "../../support/fault-runs.ts";
import { type TestPlatform, testPlatform } from "../../support/test-platform.ts";
import { vaultIn } from "../sources/lighthouse-vault.ts";
import { keep, kept, lampSession, mendedLamp, packetOf } from "./lamp-session.ts";

const packetsIn = (world: TestPlatform) => listPackets(vaultIn(world), "TRJ");
const eventsIn = (world: TestPlatform) => openLedger({ platform: world.platform, vault: vaultIn(world) }).read().events;

describe("a trajectory", () => {
  test("becomes a packet of read-only files, with an event", async () => {
    verifies("trajectories.packet");
    const world = await testPlatform();
    const captured = await keep(world, mendedLamp());
    expect(captured).toMatchObject({
      id: "TRJ-2026-11-30-001",
      title: "Trim the wick to two.",
      steps: 9,
      tool_calls: 4,
    });
    const place = join(vaultIn(world).root, "raw/trajectories/TRJ-2026-11-30-001");
    for (const name of ["packet.json", "extracted.md", "manifest.json"]) {
      expect(statSync(join(place, name)).mode & 0o777).toBe(0o444);
    }
    expect(verifyPackets({ vault: vaultIn(world), platform: world.platform })).toEqual([]);
    expect(eventsIn(world)).toMatchObject([
      {
        kind: "trajectory_captured",
        details: { source_id: "TRJ-2026-11-30-001", session: "session-1", step_count: 9 },
      },
    ]);
  });

  test("is not kept twice, also when it is asked for at once", async () => {
    verifies("trajectories.task-only");
    const world = await testPlatform();
    await Promise.all([keep(world, mendedLamp()), keep(world, mendedLamp())]);
    expect(await keep(world, mendedLamp())).toMatchObject({ duplicate_of: "TRJ-2026-11-30-001" });
    expect(packetsIn(world)).toHaveLength(1);
    expect(eventsIn(world)).toHaveLength(1);
  });

  test("begins where the last capture ended, without the words that followed it", async () => {
    verifies("trajectories.task-only");
    const world = await testPlatform();
    const session = mendedLamp()
      .asks("Keep that.")
      .says("", [["c9", "wiki_capture_trajectory", {}]]);
    await keep(world, session);
    session
      .told("c9", "wiki_capture_trajectory", "Kept.")
      .says("It is kept.")
      .asks("How tall is it?")
      .says("Forty metres.");
    const { steps } = packetOf(world, (await keep(world, session))?.path);
    expect(steps.map(({ text }) => text)).toEqual(["How tall is it?", "Forty metres."]);
    expect(JSON.stringify(packetOf(world, packetsIn(world)[0]?.path))).not.toContain("wiki_capture_trajectory");
  });

  test("begins with the prompt in which the session's task was begun, or with so many last prompts", async () => {
    verifies("trajectories.task-only");
    const world = await testPlatform();
    const session = lampSession()
      .asks("Hello")
      .says("Hello.")
      .asks("Open a task")
      .says("Open.")
      .asks("Mend it")
      .says("Done.");
    const task = { id: "ABC-lamp", since: "2026-11-30T10:03:30.000Z" };
    const first = packetOf(world, (await keep(world, session, { task }))?.path);
    expect([first.task_id, first.prompt]).toEqual(["ABC-lamp", "Open a task"]);
    const other = await testPlatform();
    expect(packetOf(other, (await keep(other, session, { prompts: 1 }))?.path).prompt).toBe("Mend it");
  });

  test("of a session in which nothing was done is none", async () => {
    verifies("trajectories.task-only", "trajectories.own-blocks");
    const world = await testPlatform();
    expect(await keep(world, lampSession().asks("Hello?"))).toBeUndefined();
    expect(await keep(world, lampSession().asks("[pi-wiki] Read this.").says("I read it."))).toBeUndefined();
    expect(packetsIn(world)).toEqual([]);
  });

  test("of a fork keeps what its own branch did, with what went before", async () => {
    verifies("trajectories.both-generations");
    const world = await testPlatform();
    const session = mendedLamp();
    await keep(world, session);
    const fork = lampSession(session.entries.slice(0, 4), "f").says("I try oil.");
    const { steps } = packetOf(world, (await keep(world, fork))?.path);
    expect([steps.length, readable(steps.at(-1)?.text ?? "")]).toEqual([5, "I try oil."]);
  });

  test("says who judges it: a person before a test, a test before nobody", async () => {
    verifies("trajectories.outcome");
    const outcomeIn = async (session: Parameters<typeof keep>[1], result?: "failure") =>
      (await keep(await testPlatform(), session, { result }))?.outcome;
    expect(await outcomeIn(mendedLamp())).toEqual({
      result: "success",
      judge: { by: "test", command: "npm test", exit_code: 0 },
    });
    expect(await outcomeIn(mendedLamp(), "failure")).toEqual({
      result: "failure",
      judge: { by: "person", name: "keeper" },
    });
    expect(await outcomeIn({ entries: mendedLamp().entries.slice(0, 4) })).toEqual({
      result: "failure",
      judge: { by: "test", command: "npm test", exit_code: 1 },
    });
    expect(await outcomeIn(lampSession().asks("Mend it").says("All tests pass: success!"))).toEqual({
      result: "unknown",
      judge: { by: "none" },
    });
  });

  test("counts a test by what it runs, wherever the command goes first", async () => {
    verifies("trajectories.outcome");
    const ran = (...commands: readonly (readonly [string, number])[]) =>
      commands.reduce(
        (session, [command, code], index) =>
          session
            .says("", [[`c${index}`, "bash", { command }]])
            .told(`c${index}`, "bash", code === 0 ? "ok" : `no\n\nCommand exited with code ${code}`, {
              isError: code !== 0,
            }),
        lampSession().asks("Mend it"),
      );
    const resultOf = async (...commands: readonly (readonly [string, number])[]) =>
      (await keep(await testPlatform(), ran(...commands)))?.outcome.result;
    expect(await resultOf(["cd . && npm test", 1], ["npm test", 0])).toBe("success");
    expect(await resultOf(["npm test -- wick", 1], ["npm test", 0])).toBe("success");
    expect(await resultOf(["npm test", 0], ["npm run lint", 1])).toBe("failure");
    expect(await resultOf(["npm test", 1], ["npm test || true", 0])).toBe("failure");
    expect(await resultOf(["npm test", 127])).toBe("unknown");
  });

  test("names no folder of the machine", async () => {
    verifies("trajectories.places");
    const world = await testPlatform();
    const place = join(world.folder, "project");
    const session = lampSession()
      .asks(`Mend ${place}/lamp.ts`)
      .says("", [["c1", "bash", { command: `cd ${place} && ls ${world.platform.environment.home}/.oil` }]])
      .told("c1", "bash", `${place}/lamp.ts`, { details: { log: `${place}/log` } });
    const text = JSON.stringify(await kept(world, session));
    expect(text).toContain("cd . && ls ~/.oil");
    expect(text).not.toContain(world.folder);
  });

  test("can be read as a packet, and its links resolve to it", async () => {
    verifies("trajectories.forget");
    const world = await testPlatform();
    const captured = await keep(world, mendedLamp());
    expect(readPacket(vaultIn(world), captured?.id ?? "")?.path).toBe("raw/trajectories/TRJ-2026-11-30-001");
  });

  test("is there whole or not at all, wherever its writing ends", async () => {
    verifies("trajectories.whole-or-not");
    const points = await faultRuns({
      arrange: (world) => keep(world, lampSession().asks("Hello").says("Hello."), {}),
      act: (world) => keep(world, lampSession([], "g").asks("Mend it").says("Mended.")),
      check: async (world, acknowledged) => {
        const count = packetsIn(world).length;
        expect(count === 2 || !acknowledged).toBe(true);
        expect(verifyPackets({ vault: vaultIn(world), platform: world.platform })).toEqual([]);
        await keep(world, lampSession([], "g").asks("Mend it").says("Mended."));
        expect(packetsIn(world)).toHaveLength(2);
      },
    });
    expect(points).toBeGreaterThan(5);
  }, 300_000);
});
