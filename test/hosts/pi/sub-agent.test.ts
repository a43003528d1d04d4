import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { enterSession, isSwitchedOff, leaveSession } from "../../../extensions/hosts/pi/sub-agent.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { testPlatform } from "../../support/test-platform.ts";
import { furnish, hornPrompt, openPiWorld } from "./pi-world.ts";

beforeEach(() => {
  vi.stubEnv("PI_WIKI_PARENT", undefined);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

const environmentWith = async (parent?: string) =>
  (await testPlatform(parent === undefined ? {} : { variables: { PI_WIKI_PARENT: parent } })).platform.environment;

describe("a session", () => {
  test("in a process of its own is no sub-agent's, and marks the processes it starts", async () => {
    verifies("pi.sub-agents");
    expect(enterSession(await environmentWith(), { id: "main", isInMemory: false })).toBe(false);
    expect(process.env["PI_WIKI_PARENT"]).toBe(String(process.pid));
    leaveSession("main");
  });

  test("in a process that a session started is a sub-agent's, and its own mark is no other's", async () => {
    verifies("pi.sub-agents");
    expect(enterSession(await environmentWith("1"), { id: "child", isInMemory: false })).toBe(true);
    leaveSession("child");
    const own = await environmentWith(String(process.pid));
    expect(enterSession(own, { id: "after /new", isInMemory: false })).toBe(false);
    leaveSession("after /new");
  });

  test("in memory is a sub-agent's beside another one, and its own where there is none", async () => {
    verifies("pi.sub-agents");
    const environment = await environmentWith();
    expect(enterSession(environment, { id: "alone", isInMemory: true })).toBe(false);
    expect(enterSession(environment, { id: "alone", isInMemory: true })).toBe(false);
    expect(enterSession(environment, { id: "helper", isInMemory: true })).toBe(true);
    expect(enterSession(environment, { id: "with a file", isInMemory: false })).toBe(false);
    for (const id of ["alone", "helper", "with a file"]) leaveSession(id);
    expect(enterSession(environment, { id: "next", isInMemory: true })).toBe(false);
    leaveSession("next");
  });
});

test("a sub-agent is told nothing that it did not ask for, and has its tools", async () => {
  verifies("pi.sub-agents");
  const world = await openPiWorld();
  furnish(world);
  const main = await world.started();
  const helper = await world.started({ inMemory: true });
  expect(await world.pi.prompt(helper, hornPrompt)).toBeUndefined();
  expect(await world.pi.toolCall(helper, "wiki_recall", { query: hornPrompt })).toContain("greased with tallow");
  expect(await world.pi.prompt(main, hornPrompt)).toBeDefined();
  await world.pi.shutdown(helper);
  await world.pi.shutdown(main);
  const next = await world.started({ inMemory: true });
  expect(await world.pi.prompt(next, hornPrompt)).toBeDefined();
  await world.pi.shutdown(next);
});

test("a session that ended before it was open is none beside the next one", async () => {
  verifies("pi.sub-agents");
  const world = await openPiWorld();
  furnish(world);
  const first = world.session({ inMemory: true });
  void world.pi.start(first);
  await world.pi.shutdown(first);
  const next = await world.started({ inMemory: true });
  expect(await world.pi.prompt(next, hornPrompt)).toBeDefined();
  await world.pi.shutdown(next);
});

test("the switch is one word", () => {
  verifies("pi.switched-off");
  for (const [value, isOff] of [
    ["off", true],
    ["on", false],
    ["", false],
  ] as const) {
    vi.stubEnv("PI_WIKI", value);
    expect(isSwitchedOff()).toBe(isOff);
  }
});
