import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { testPlatform } from "../support/test-platform.ts";

const node = (script: string): readonly string[] => [process.execPath, "-e", script];

/** A killed process that nobody has buried yet (state Z) has ended too. */
const hasEnded = (pid: number): boolean =>
  spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" })
    .stdout.replace(/^Z.*/, "")
    .trim() === "";

describe("a program", () => {
  test("gives its exit code, output and errors, and reads its input", async () => {
    verifies("platform.run");
    const { platform } = await testPlatform();
    const script = "process.stdin.pipe(process.stdout); console.error('dim'); process.exitCode = 3";
    expect(await platform.run(node(script), { input: "Leuchtfeuer – 灯" })).toEqual({
      exitCode: 3,
      stdout: "Leuchtfeuer – 灯",
      stderr: "dim\n",
    });
  });

  test("is run without a shell, in the folder it is told", async () => {
    verifies("platform.run");
    const { platform, folder } = await testPlatform();
    const argument = "$(touch x); `touch x` > x * 'a' \"b\"";
    const { stdout } = await platform.run([...node("console.log(process.cwd() + process.argv[1])"), argument], {
      cwd: folder,
    });
    expect(stdout).toBe(`${folder}${argument}\n`);
    expect(existsSync(join(folder, "x"))).toBe(false);
  });

  test("gets variables over our own, and loses those that are undefined", async () => {
    verifies("platform.run");
    const { platform } = await testPlatform({ variables: { LENS: "first", LAMP: "oil" } });
    const script = "console.log(process.env.LENS, process.env.LAMP)";
    const variables = { LENS: "second", LAMP: undefined };
    expect((await platform.run(node(script), { variables })).stdout).toBe("second undefined\n");
    expect((await platform.run(node(script))).stdout).toBe("first oil\n");
  });

  test("gives its output away as it comes, every byte of it and more than would be kept", async () => {
    verifies("platform.run");
    const { platform } = await testPlatform();
    let length = 0;
    let first: number | undefined;
    const onOutput = (bytes: Uint8Array): void => {
      first ??= bytes[0];
      length += bytes.length;
    };
    const script = "process.stdout.write(Buffer.alloc(20_000_000, 0xff))";
    expect(await platform.run(node(script), { onOutput })).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    expect([first, length]).toEqual([0xff, 20_000_000]);
  });

  test("has its output taken to the end, however long after its own end that is", async () => {
    verifies("platform.run");
    const { platform } = await testPlatform();
    let length = 0;
    const onOutput = (bytes: Uint8Array): void => {
      const until = performance.now() + 1_200;
      while (performance.now() < until) length += 0;
      length += bytes.length;
    };
    await platform.run(node("process.stdout.write(Buffer.alloc(150_000))"), { onOutput });
    expect(length).toBe(150_000);
  });

  test("is ended when its output can't be taken, with the taker's own error", async () => {
    verifies("platform.run");
    const { platform } = await testPlatform();
    const onOutput = (): void => {
      throw new RangeError("no room for it");
    };
    await expect(platform.run(node("setInterval(() => console.log(1), 5)"), { onOutput })).rejects.toThrow(
      new RangeError("no room for it"),
    );
  });

  test("that reads its standard input gets nothing when none is given", async () => {
    verifies("platform.run");
    const { platform } = await testPlatform();
    expect((await platform.run(["cat"])).exitCode).toBe(0);
  });

  test("that ends without reading a large input is judged by its exit code", async () => {
    verifies("platform.run");
    const { platform } = await testPlatform();
    expect(await platform.run(["true"], { input: "x".repeat(5_000_000) })).toMatchObject({ exitCode: 0 });
  });

  test.each([
    ["that does not exist", ["no-such-lamp"]],
    ["without a name", [""]],
    ["that is no command at all", []],
    ["with a NUL in an argument", ["echo", "a\0b"]],
    ["that is a folder", ["/"]],
  ])("%s has no exit code, but a reason", async (_title, command) => {
    verifies("platform.run");
    const { platform } = await testPlatform();
    expect(await platform.run(command)).toEqual({ exitCode: null, stdout: "", stderr: expect.stringMatching(/./) });
  });

  test("in a folder that does not exist has no exit code", async () => {
    verifies("platform.run");
    const { platform, folder } = await testPlatform();
    expect((await platform.run(["true"], { cwd: join(folder, "absent") })).exitCode).toBeNull();
  });

  test("that prints without end is cut at 16 MiB and not held up", async () => {
    verifies("platform.run");
    const { platform } = await testPlatform();
    const script = "const b = 'x'.repeat(1e6); for (let i = 0; i < 20; i++) require('fs').writeSync(1, b)";
    const { stdout, exitCode } = await platform.run(node(script));
    expect([stdout.length, exitCode]).toEqual([16 * 1024 * 1024, 0]);
  });

  test("that takes too long is ended with all it has started", async () => {
    verifies("platform.run");
    const { platform } = await testPlatform();
    const script = `
      const { spawn } = require("node:child_process");
      const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
      console.log(child.pid);
      setInterval(() => {}, 1000);`;
    const { exitCode, stdout } = await platform.run(node(script), { timeoutMs: 1_000 });
    expect(exitCode).toBeNull();
    // The system takes a moment to end it.
    await expect.poll(() => hasEnded(Number(stdout))).toBe(true);
  });

  test("is ended when the caller gives up, before or after its start", async () => {
    verifies("platform.run");
    const { platform } = await testPlatform();
    const caller = new AbortController();
    const running = platform.run(["sleep", "60"], { signal: caller.signal });
    caller.abort();
    expect((await running).exitCode).toBeNull();
    expect((await platform.run(["sleep", "60"], { signal: caller.signal })).exitCode).toBeNull();
  });

  test("that leaves a helper behind with its output open is not waited for", async () => {
    verifies("platform.run");
    const { platform } = await testPlatform();
    const { exitCode, stdout } = await platform.run(["sh", "-c", "sleep 20 & echo $!"]);
    expect(exitCode).toBe(0);
    process.kill(Number(stdout));
  });

  test("sees the environment of the platform and nothing else", async () => {
    verifies("platform.run");
    const { platform } = await testPlatform({ variables: { LAMP: "lit" } });
    process.env["PI_WIKI_TEST_STRAY"] = "stray";
    const { stdout } = await platform.run(["env"]);
    expect(stdout).toContain("LAMP=lit\n");
    expect(stdout).not.toContain("stray");
  });
});

test("git works in a test's own world", async () => {
  verifies("platform.run");
  const { platform, folder } = await testPlatform();
  const git = async (...args: string[]) => await platform.run(["git", ...args], { cwd: folder });
  expect((await git("init", "-q")).exitCode).toBe(0);
  expect((await git("commit", "-q", "--allow-empty", "-m", "Light the lamp")).exitCode).toBe(0);
  expect((await git("log", "--format=%an")).stdout).toBe("Keeper\n");
});
