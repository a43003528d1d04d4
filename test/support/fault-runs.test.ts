import { expect, test } from "vitest";
import { faultRuns } from "./fault-runs.ts";

test("a write is whole or not there at every fault point, and there when acknowledged", async () => {
  const points = await faultRuns({
    arrange: (world) => world.files("vault").write("wiki/lamp.md", "old\n"),
    act: (world) => world.files("vault").write("wiki/lamp.md", "new\n"),
    check: (world, acknowledged) => {
      const text = world.files("vault").readText("wiki/lamp.md");
      expect(acknowledged ? ["new\n"] : ["old\n", "new\n"]).toContain(text);
    },
  });
  expect(points).toBeGreaterThan(3);
});

test("a store that loses data at some fault point is found out", async () => {
  const careless = faultRuns({
    arrange: (world) => world.files("vault").write("log.md", "one\n"),
    act: async (world) => {
      await world.files("vault").remove("log.md");
      await world.files("vault").write("log.md", "one\ntwo\n");
    },
    check: (world) => {
      expect(world.files("vault").readText("log.md")).toContain("one");
    },
  });
  await expect(careless).rejects.toThrow(/(fail|crash) at \d+: .*\(rejected\)/);
});

test("a scenario whose work fails without a fault is an error of its own", async () => {
  const broken = faultRuns({
    act: (world) => world.files("vault").write("../outside.md", ""),
    check: () => undefined,
  });
  await expect(broken).rejects.toMatchObject({ code: "path_outside" });
});

test("a lock of a crashed run does not hold up the next one", async () => {
  const points = await faultRuns({
    act: (world) =>
      world
        .files("vault")
        .withLock("meta/events.jsonl", async () => world.files("vault").append("meta/events.jsonl", "{}\n")),
    check: async (world, acknowledged) => {
      const files = world.files("vault");
      await files.withLock("meta/events.jsonl", async () => files.append("meta/events.jsonl", "{}\n"));
      const lines = files.readText("meta/events.jsonl")?.split("{}\n").length ?? 0;
      expect(lines).toBeGreaterThanOrEqual(acknowledged ? 3 : 2);
    },
  });
  expect(points).toBeGreaterThan(5);
});
