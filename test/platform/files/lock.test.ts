import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isGone, newHolder, parseHolder } from "../../../extensions/platform/files/lock-holder.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { faultRuns } from "../../support/fault-runs.ts";
import { testPlatform } from "../../support/test-platform.ts";
import { keeper, startKeeper } from "../processes/start-keeper.ts";

const lighthouse = async () => {
  const { folder, files } = await testPlatform();
  const root = join(folder, "vault");
  return { root, files: files("vault"), lockFile: join(root, "meta/events.jsonl.lock") };
};

const path = "meta/events.jsonl";

/** Leaves a lock file as a holder with these properties would. */
const leaveLock = async (world: Awaited<ReturnType<typeof lighthouse>>, holder: object): Promise<void> => {
  await world.files.write(`${path}.lock`, JSON.stringify({ ...newHolder(), ...holder }));
};

const ageBy = (file: string, minutes: number): void => {
  const time = Date.now() / 1000 - minutes * 60;
  utimesSync(file, time, time);
};

describe("within a process", () => {
  test("tasks enter one by one, in the order in which they asked", async () => {
    verifies("platform.lock-excludes");
    const { files, lockFile } = await lighthouse();
    const story: string[] = [];
    const watch = async (name: string): Promise<void> =>
      await files.withLock(path, async () => {
        story.push(`${name} in`);
        await new Promise(setImmediate);
        story.push(`${name} out`);
      });
    await Promise.all(["dusk", "night", "dawn"].map(watch));
    expect(story).toEqual(["dusk in", "dusk out", "night in", "night out", "dawn in", "dawn out"]);
    expect(existsSync(lockFile)).toBe(false);
  });

  test("the lock is given back when the action fails, and its error comes through", async () => {
    verifies("platform.lock-excludes");
    const { files, lockFile } = await lighthouse();
    const fire = new Error("fire");
    const failing = files.withLock(path, async () => {
      throw fire;
    });
    await expect(failing).rejects.toBe(fire);
    expect(existsSync(lockFile)).toBe(false);
    expect(await files.withLock(path, async () => "relit")).toBe("relit");
  });

  test("a task that asks for a lock it holds is told so, and the ones behind it go on", async () => {
    verifies("platform.lock-timeout");
    const { files } = await lighthouse();
    const nested = files.withLock(path, async () => await files.withLock(path, async () => "never", 20));
    const behind = files.withLock(path, async () => "went on");
    await expect(nested).rejects.toMatchObject({
      code: "locked",
      data: { holder: `process ${process.pid} on ${hostname()}` },
    });
    expect(await behind).toBe("went on");
  });

  test("different files have different locks", async () => {
    verifies("platform.lock-excludes");
    const { files } = await lighthouse();
    expect(await files.withLock("a", async () => await files.withLock("b", async () => "both"))).toBe("both");
  });
});

describe("among processes", () => {
  test("eight of them count without missing a number", async () => {
    verifies("platform.lock-excludes");
    const { root, files } = await lighthouse();
    await Promise.all(Array.from({ length: 8 }, () => keeper("count", root, 20)));
    const numbers = Array.from({ length: 160 }, (_, index) => `${index + 1}\n`).join("");
    expect(files.readText("numbers.txt")).toBe(numbers);
    expect(files.list("")).toEqual(["count.txt", "numbers.txt"]);
  });

  test("a live holder is named when the wait is over, and keeps its lock", async () => {
    verifies("platform.lock-timeout");
    const { root, files, lockFile } = await lighthouse();
    const holder = await startKeeper(["hold", root, path]);
    await holder.next();
    await expect(files.withLock(path, async () => "in", 30)).rejects.toMatchObject({
      code: "locked",
      data: { path, holder: `process ${holder.process.pid} on ${hostname()}` },
    });
    expect(existsSync(lockFile)).toBe(true);
    await holder.kill();
  });

  test("a killed holder's lock is taken over at once", async () => {
    verifies("platform.lock-taken-over");
    const { root, files, lockFile } = await lighthouse();
    const holder = await startKeeper(["hold", root, path]);
    await holder.next();
    await holder.kill();
    expect(existsSync(lockFile)).toBe(true);
    expect(await files.withLock(path, async () => "in", 0)).toBe("in");
    expect(files.list("meta")).toEqual([]);
  });

  test("holders that are killed over and over never let two in, and never block the rest", async () => {
    verifies("platform.lock-taken-over", "platform.lock-excludes");
    const { root, files } = await lighthouse();
    const steady = Promise.all(Array.from({ length: 4 }, () => keeper("count", root, 25)));
    for (let victim = 0; victim < 12; victim += 1) {
      const doomed = await startKeeper(["countForever", root]);
      await doomed.next();
      await doomed.kill();
    }
    await steady;
    // A victim may die between its two writes: then its number is missing or there twice, never out of order by more.
    const numbers = (files.readText("numbers.txt") ?? "").split("\n").slice(0, -1).map(Number);
    expect(numbers.length).toBeGreaterThanOrEqual(100);
    const steps = numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0));
    expect(steps.filter((step) => step !== 1 && step !== 2)).toEqual([]);
    expect(steps.filter((step) => step === 2).length).toBeLessThanOrEqual(12);
  });
});

describe("a lock file that stands there", () => {
  test.each([
    ["of a process that is gone", { pid: 2 ** 22 + 1 }],
    ["of this process's number before it was given to this process", { started: "1" }],
    ["from before the machine was started", { boot: "yesterday" }],
    ["of this very thread, which holds no such lock", {}],
  ])("%s is taken over at once", async (_title, holder) => {
    verifies("platform.lock-taken-over");
    const world = await lighthouse();
    await leaveLock(world, holder);
    expect(await world.files.withLock(path, async () => "in", 0)).toBe("in");
    expect(existsSync(world.lockFile)).toBe(false);
  });

  test.each([
    ["of a live process", { pid: process.ppid, started: "" }],
    ["of another thread of this process", { thread: 7 }],
    ["of another machine", { host: "lightship" }],
    ["of a container beside this one", { space: "pid:[1]" }],
  ])("%s is waited for", async (_title, holder) => {
    verifies("platform.lock-timeout");
    const world = await lighthouse();
    await leaveLock(world, holder);
    await expect(world.files.withLock(path, async () => "in", 0)).rejects.toMatchObject({ code: "locked" });
    expect(existsSync(world.lockFile)).toBe(true);
  });

  test.each([{ host: "lightship" }, { space: "pid:[1]" }, { pid: process.ppid, started: "" }])(
    "of unknown standing (%j) is taken over after ten minutes",
    async (holder) => {
      verifies("platform.lock-taken-over");
      const world = await lighthouse();
      await leaveLock(world, holder);
      ageBy(world.lockFile, 9);
      await expect(world.files.withLock(path, async () => "in", 0)).rejects.toMatchObject({ code: "locked" });
      ageBy(world.lockFile, 11);
      expect(await world.files.withLock(path, async () => "in", 0)).toBe("in");
    },
  );

  test.each(["", "{", '{"id":"../../../wiki","pid":1}', "[]", "null"])(
    "with the content %j is waited for, and taken over when it is old",
    async (content) => {
      verifies("platform.lock-taken-over");
      const world = await lighthouse();
      await world.files.write(`${path}.lock`, content);
      await expect(world.files.withLock(path, async () => "in", 0)).rejects.toMatchObject({
        code: "locked",
        data: { holder: "an unknown process" },
      });
      ageBy(world.lockFile, 1);
      expect(await world.files.withLock(path, async () => "in", 0)).toBe("in");
    },
  );

  test.each([
    ["a link to an endless device", ["ln", "-s", "/dev/zero"]],
    ["a pipe that nobody writes to", ["mkfifo"]],
    ["a link to itself", ["ln", "-s", "events.jsonl.lock"]],
  ])("and is %s is not read, and taken over when it is old", async (_title, [program = "", ...args]) => {
    verifies("platform.lock-taken-over");
    const { files, root, lockFile } = await lighthouse();
    await files.write(path, "");
    execFileSync(program, [...args, lockFile]);
    await expect(files.withLock(path, async () => "in", 0)).rejects.toMatchObject({ code: "locked" });
    execFileSync("touch", ["-h", "-d", "2020-01-01", lockFile]);
    expect(await files.withLock(path, async () => "in", 0)).toBe("in");
    expect(readdirSync(join(root, "meta"))).toEqual(["events.jsonl"]);
  });

  test("of another machine is taken over when its time lies in the future", async () => {
    verifies("platform.lock-taken-over");
    const world = await lighthouse();
    await leaveLock(world, { host: "lightship" });
    ageBy(world.lockFile, -60);
    expect(await world.files.withLock(path, async () => "in", 0)).toBe("in");
  });

  test("is not removed by a holder that lost it", async () => {
    verifies("platform.lock-taken-over");
    const { files, lockFile } = await lighthouse();
    const other = JSON.stringify(newHolder());
    await files.withLock(path, async () => writeFileSync(lockFile, other));
    expect(readFileSync(lockFile, "utf8")).toBe(other);
  });

  test("is cleared away by one claimant only, and a dead claimant is succeeded", async () => {
    verifies("platform.lock-taken-over");
    const world = await lighthouse();
    const dead = { ...newHolder(), pid: 2 ** 22 + 1 };
    const claimFile = `meta/.tmp-claim-${dead.id}`;
    await leaveLock(world, dead);
    await world.files.write(claimFile, JSON.stringify({ ...newHolder(), pid: process.ppid, started: "" }));
    await expect(world.files.withLock(path, async () => "in", 0)).rejects.toMatchObject({ code: "locked" });
    await world.files.write(claimFile, JSON.stringify({ ...newHolder(), pid: 2 ** 22 + 2 }));
    expect(await world.files.withLock(path, async () => "in", 500)).toBe("in");
    expect(existsSync(join(world.root, claimFile))).toBe(false);
  });
});

test("at every fault point the next one gets the lock at once", async () => {
  verifies("platform.lock-taken-over");
  const points = await faultRuns({
    act: ({ files }) => files("vault").withLock(path, async () => undefined),
    check: async ({ files }) => {
      expect(await files("vault").withLock(path, async () => "in", 0)).toBe("in");
    },
  });
  expect(points).toBeGreaterThanOrEqual(6);
});

test("a failed release is a refusal, and this process does not lock itself out", async () => {
  verifies("platform.lock-taken-over");
  let releases = 0;
  const onStep = (step: string): void => {
    if (step !== "unlock") return;
    releases += 1;
    if (releases <= 2) throw Object.assign(new Error("EACCES"), { code: "EACCES" });
  };
  const { files } = await testPlatform({ onStep });
  await expect(files("vault").withLock(path, async () => "in")).rejects.toMatchObject({ code: "not_writable" });
  expect(await files("vault").withLock(path, async () => "in", 0)).toBe("in");
});

test("a holder reads back as it was written, and nothing else does", () => {
  verifies("platform.lock-taken-over");
  const holder = newHolder();
  expect(parseHolder(JSON.stringify(holder))).toEqual(holder);
  for (const broken of [{ ...holder, id: "../x" }, { ...holder, pid: "1" }, { ...holder, host: 1 }, 7]) {
    expect(parseHolder(JSON.stringify(broken))).toBeUndefined();
  }
  expect(isGone(holder, { ageMs: 0, isHeldHere: true })).toBe(false);
});
