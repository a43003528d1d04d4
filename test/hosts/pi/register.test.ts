import { afterEach, describe, expect, test, vi } from "vitest";
import { register } from "../../../extensions/hosts/pi/register.ts";
import piWiki from "../../../extensions/index.ts";
import { usualTools } from "../../../extensions/tools/all.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { type FakePi, fakePi } from "../../support/fake-pi.ts";
import { testPlatform } from "../../support/test-platform.ts";
import { openPiWorld } from "./pi-world.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A Pi that takes nothing but commands. */
const brokenPi = (): FakePi => {
  const pi = fakePi();
  const fail = (): never => {
    throw new Error("No more handlers are taken.");
  };
  return { ...pi, api: { ...pi.api, on: fail, registerTool: fail } };
};

describe("registering", () => {
  test("offers every usual tool with its words, the command, its other spellings and the message", async () => {
    const { pi } = await openPiWorld();
    expect([...pi.tools.keys()]).toEqual(usualTools.map(({ name }) => name));
    for (const { name, title, description, input } of usualTools) {
      expect(pi.tools.get(name)).toMatchObject({ label: title, description, parameters: input });
      expect(pi.tools.get(name)?.promptSnippet).toBeTruthy();
    }
    expect([...pi.commands.keys()]).toEqual([
      "wiki",
      "wiki-init",
      "wiki-query",
      "wiki-lint",
      "wiki-status",
      "wiki-settings",
      "wiki-trajectories",
      "wiki-record",
    ]);
    expect([...pi.renderers.keys()]).toEqual(["wiki-task", "wiki-recall", "wiki-packet"]);
  });

  test("touches no file, and asks the machine nothing", () => {
    const pi = fakePi();
    const untouchable = new Proxy(Object.create(null), {
      get: (_target, name) => {
        throw new Error(`${String(name)} was asked for.`);
      },
    });
    register(pi.api, untouchable);
    expect([...pi.events].sort()).toEqual([
      "agent_end",
      "before_agent_start",
      "session_before_compact",
      "session_shutdown",
      "session_start",
      "tool_call",
      "tool_result",
      "turn_end",
    ]);
  });

  test("that fails leaves a /wiki that says what is wrong", async () => {
    verifies("pi.never-throws");
    const world = await openPiWorld();
    const pi = brokenPi();
    register(pi.api, world.platform);
    expect([...pi.commands.keys()]).toEqual(["wiki"]);
    expect(await pi.command(world.session(), "/wiki status")).toEqual({
      text: "The wiki could not start. Internal error: No more handlers are taken.",
      type: "error",
    });
  });

  test("through the package's entry never throws either", async () => {
    verifies("pi.never-throws");
    const pi = brokenPi();
    await piWiki(pi.api);
    expect([...pi.commands.keys()]).toEqual(["wiki"]);
    const whole = fakePi();
    await piWiki(whole.api);
    expect(whole.tools.size).toBe(usualTools.length);
  });

  test("with PI_WIKI=off leaves nothing but the guard", async () => {
    verifies("pi.switched-off");
    vi.stubEnv("PI_WIKI", "off");
    const world = await openPiWorld();
    const { pi } = world;
    const guarding = ["tool_call", "tool_result", "agent_end"];
    expect([pi.events, pi.tools.size, pi.commands.size, pi.renderers.size]).toEqual([guarding, 0, 0, 0]);
    const session = world.session();
    expect(await pi.toolCall(session, "write", { path: ".llm-wiki/config.json" })).toContain("is protected");
    expect(await pi.toolCall(session, "write", { path: "notes.md" })).toBe("done");
    expect(await pi.prompt(session, "What burns in the lamp?")).toBeUndefined();
  });
});

describe("a session that could not be opened", () => {
  test("is opened by the next one that needs it; until then writes are refused and the rest goes on", async () => {
    verifies("pi.opens-again");
    const world = await testPlatform();
    let isBroken = true;
    const platform = new Proxy(world.platform, {
      get: (target, name) => {
        if (isBroken && name === "environment") throw new Error("The machine is asleep.");
        return Reflect.get(target, name);
      },
    });
    const pi = fakePi();
    register(pi.api, platform);
    const { session } = await openPiWorld({ folder: world.folder });
    const night = session();
    expect(await pi.prompt(night, "What burns in the lamp?")).toBeUndefined();
    expect(await pi.toolCall(night, "read", { path: "notes.md" })).toBe("done");
    await expect(pi.toolCall(night, "write", { path: "notes.md" })).rejects.toThrow("The machine is asleep.");
    expect(await pi.command(night, "/wiki status")).toMatchObject({ type: "error" });
    isBroken = false;
    expect(await pi.toolCall(night, "write", { path: "notes.md" })).toBe("done");
    expect(await pi.command(night, "/wiki status")).toMatchObject({ type: "info" });
  });
});
