import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { type CommandLine, openCommandLine } from "./command-line.ts";

/** The command line of a lighthouse with a vault, with some text on standard input. */
const lighthouse = async (stdin: string): Promise<CommandLine> => {
  const built = await openCommandLine();
  await built.run("init", "lighthouse");
  return openCommandLine({ folder: built.folder, stdin });
};

const lines = (...calls: readonly object[]): string => calls.map((call) => JSON.stringify(call)).join("\n");

const answers = (stdout: string): readonly unknown[] =>
  stdout
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));

describe("guard", () => {
  test("answers each call in a line of its own, in order", async () => {
    verifies("guard.json-lines");
    const cli = await lighthouse(
      lines(
        { tool: "bash", input: { command: "ls .llm-wiki/raw" } },
        { tool: "bash", input: { command: "rm -rf .llm-wiki/raw" } },
        { tool: "write", input: { path: ".llm-wiki/wiki/lamp.md", content: "# Lamp" } },
        { tool: "write", input: { path: ".llm-wiki/config.json", content: "{}" } },
      ),
    );
    const { exitCode, stdout } = await cli.run("guard");
    expect(exitCode).toBe(0);
    expect(answers(stdout)).toMatchObject([
      { decision: "allow" },
      { decision: "deny", rule: "raw", path: join(cli.project, ".llm-wiki/raw") },
      { decision: "allow" },
      { decision: "deny", rule: "config", reason: expect.any(String), instead: expect.any(String) },
    ]);
  });

  test("resolves paths in the folder that a call names", async () => {
    verifies("guard.json-lines");
    const cli = await lighthouse("");
    const cwd = join(cli.project, ".llm-wiki/wiki");
    const calls = lines({ tool: "write", input: { path: "../config.json" }, cwd });
    const { stdout } = await (await openCommandLine({ folder: cli.folder, stdin: calls })).run("guard");
    expect(answers(stdout)).toMatchObject([{ decision: "deny", rule: "config" }]);
  });

  test("refuses a line that is no call, with exit code 2", async () => {
    verifies("guard.json-lines");
    for (const stdin of ["fog", "[]", '{"input": {}}']) {
      expect((await (await lighthouse(stdin)).run("guard")).exitCode).toBe(2);
    }
  });

  test("creates nothing", async () => {
    const cli = await openCommandLine({ stdin: lines({ tool: "bash", input: { command: "touch x" } }) });
    await cli.run("guard");
    expect(existsSync(join(cli.project, ".llm-wiki"))).toBe(false);
    expect(existsSync(join(cli.project, "x"))).toBe(false);
  });
});

describe("guard --hook claude", () => {
  const hook = (tool_name: string, tool_input: object): string =>
    JSON.stringify({ session_id: "s", hook_event_name: "PreToolUse", tool_name, tool_input });

  test("denies with a reason that the model reads", async () => {
    verifies("guard.claude-hook");
    const cli = await lighthouse(hook("Bash", { command: "echo x >> .llm-wiki/meta/events.jsonl" }));
    const { exitCode, stdout } = await cli.run("guard", "--hook", "claude");
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: expect.stringContaining("only grows"),
      },
    });
  });

  test("says nothing where nothing speaks against the call", async () => {
    verifies("guard.claude-hook");
    for (const asked of [hook("Bash", { command: "npm test" }), hook("Read", { file_path: ".llm-wiki/config.json" })]) {
      expect(await (await lighthouse(asked)).run("guard", "--hook", "claude")).toMatchObject({
        exitCode: 0,
        stdout: "",
      });
    }
  });

  test("ends with 2, which the host takes for a refusal, when it can't read what it is asked", async () => {
    verifies("guard.claude-hook");
    expect((await (await lighthouse("fog")).run("guard", "--hook", "claude")).exitCode).toBe(2);
    expect((await (await lighthouse("{}")).run("guard", "--hook", "other")).exitCode).toBe(2);
  });
});
