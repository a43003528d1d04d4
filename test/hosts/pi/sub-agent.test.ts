import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { scopesIn } from "../../../extensions/hosts/agent-environment.ts";
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

const scope = { cwd: "/lighthouse", home: "/home/keeper", user: "", state: "/home/keeper/.local/state/pi-wiki" };

describe("a session", () => {
  test("in a process of its own is no sub-agent's, and marks the processes it starts", async () => {
    verifies("pi.sub-agents");
    expect(enterSession(await environmentWith(), { id: "main", isInMemory: false, scope })).toBe(false);
    expect(process.env["PI_WIKI_PARENT"]).toBe(String(process.pid));
    leaveSession("main");
  });

  test("in a process that a session started is a sub-agent's, and its own mark is no other's", async () => {
    verifies("pi.sub-agents");
    expect(enterSession(await environmentWith("1"), { id: "child", isInMemory: false, scope })).toBe(true);
    leaveSession("child");
    const own = await environmentWith(String(process.pid));
    expect(enterSession(own, { id: "after /new", isInMemory: false, scope })).toBe(false);
    leaveSession("after /new");
  });

  test("in memory is a sub-agent's beside another one, and its own where there is none", async () => {
    verifies("pi.sub-agents");
    const environment = await environmentWith();
    expect(enterSession(environment, { id: "alone", isInMemory: true, scope })).toBe(false);
    expect(enterSession(environment, { id: "alone", isInMemory: true, scope })).toBe(false);
    expect(enterSession(environment, { id: "helper", isInMemory: true, scope })).toBe(true);
    expect(enterSession(environment, { id: "with a file", isInMemory: false, scope })).toBe(false);
    for (const id of ["alone", "helper", "with a file"]) leaveSession(id);
    expect(enterSession(environment, { id: "next", isInMemory: true, scope })).toBe(false);
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

test("tells the processes that it starts where it is and whose, beside the other sessions of its process", async () => {
  verifies("scope.told-to-children");
  const environment = await environmentWith();
  const told = () => scopesIn(process.env["PI_WIKI_SESSION"]);
  vi.stubEnv("PI_WIKI_SESSION", JSON.stringify({ process: 1, sessions: { parent: { ...scope, cwd: "/elsewhere" } } }));
  const tower = { ...scope, cwd: "/lighthouse/tower" };
  enterSession(environment, { id: "main", isInMemory: false, scope });
  expect(told()).toEqual({ process: process.pid, sessions: { main: scope } });
  enterSession(environment, { id: "helper", isInMemory: true, scope: tower });
  expect(told()?.sessions).toEqual({ main: scope, helper: tower });
  enterSession(environment, { id: "main", isInMemory: false, scope: tower });
  leaveSession("helper");
  expect(told()?.sessions).toEqual({ main: tower });
  leaveSession("main");
  expect(process.env["PI_WIKI_SESSION"]).toBe(undefined);
});

test("a Pi session tells its own folder, home, user and state folder, until it is over", async () => {
  verifies("scope.told-to-children");
  vi.stubEnv("PI_WIKI_SESSION", undefined);
  const world = await openPiWorld({ variables: { WIKI_HOME: "~/notes" } });
  const session = await world.started();
  expect(scopesIn(process.env["PI_WIKI_SESSION"])?.sessions).toEqual({
    [session.id]: {
      cwd: world.project,
      home: join(world.folder, "home/notes"),
      user: "keeper",
      state: join(world.folder, "state/pi-wiki"),
    },
  });
  await world.pi.shutdown(session);
  expect(process.env["PI_WIKI_SESSION"]).toBe(undefined);
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
