import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { listPackets } from "../../../extensions/core/sources/packet-store.ts";
import { verifyPackets } from "../../../extensions/core/sources/verify-packets.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { type TestPlatform, testPlatform } from "../../support/test-platform.ts";
import { captureIn, vaultIn } from "./lighthouse-vault.ts";

const script = new URL("./capturing-process.ts", import.meta.url).pathname;

const start = (world: TestPlatform, name: string, count: number) =>
  spawn(process.execPath, ["--import", "jiti/register", script, vaultIn(world).root, name, String(count)], {
    env: { PATH: process.env["PATH"], HOME: world.platform.environment.home },
    stdio: ["ignore", "pipe", "inherit"],
  });

test("two processes that capture at once never share an id", async () => {
  verifies("sources.id-unshared");
  const world = await testPlatform();
  const printed = await Promise.all(["ada", "bob"].map(async (name) => await text(start(world, name, 12).stdout)));
  const ids = printed.flatMap((lines) => lines.trim().split("\n"));
  expect(ids).toHaveLength(24);
  expect(new Set(ids).size).toBe(24);
  const vault = vaultIn(world);
  expect(listPackets(vault).map(({ id }) => id)).toEqual([...ids].sort());
  expect(verifyPackets({ vault, platform: world.platform })).toEqual([]);
  expect(vault.files.readText("meta/events.jsonl")?.trim().split("\n")).toHaveLength(24);
}, 60_000);

test("what a killed process left is cleared away by the next capture, and its packets stand", async () => {
  verifies("sources.packet-whole");
  const world = await testPlatform();
  const vault = vaultIn(world);
  const child = start(world, "ada", 10_000);
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "close");
  const before = listPackets(vault).length;
  expect(before).toBeGreaterThan(0);
  await captureIn(world, { text: "The morning after" });
  expect(listPackets(vault)).toHaveLength(before + 1);
  expect(verifyPackets({ vault, platform: world.platform })).toEqual([]);
  expect(vault.files.list("raw")).toEqual(["sources"]);
}, 60_000);

test("captures of the same bytes at once make one packet", async () => {
  const world = await testPlatform();
  const runs = await Promise.all(Array.from({ length: 5 }, async () => await captureIn(world, { text: "One night" })));
  expect(new Set(runs.map(({ captured }) => captured.id)).size).toBe(1);
  expect(runs.flatMap(({ events }) => events)).toHaveLength(1);
});
