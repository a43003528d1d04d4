import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { temporaryFolder } from "../../support/test-platform.ts";
import { workerTasks } from "../../tools/tool-world.ts";
import { buildPackage } from "./built-package.ts";
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

describe("guard --hook claude, for a session's calls", () => {
  /** As Claude Code writes it for a hook. */
  const event = (cwd: string, call: { readonly tool_name: string; readonly tool_input: object }, mode = "default") =>
    JSON.stringify({
      session_id: "7f3c",
      transcript_path: join(cwd, "../session.jsonl"),
      cwd,
      permission_mode: mode,
      hook_event_name: "PreToolUse",
      ...call,
      tool_use_id: "toolu_01",
    });

  const decisionOn = async (call: { readonly tool_name: string; readonly tool_input: object }, mode?: string) => {
    const built = await openCommandLine();
    await built.run("init", "lighthouse");
    const asked = event(built.project, JSON.parse(JSON.stringify(call).replaceAll("$PROJECT", built.project)), mode);
    const { stdout } = await (await openCommandLine({ folder: built.folder, stdin: asked })).run(
      "guard",
      "--hook",
      "claude",
    );
    if (stdout === "") return "silent";
    const answer: { hookSpecificOutput: { permissionDecision: string } } = JSON.parse(stdout);
    return answer.hookSpecificOutput.permissionDecision;
  };

  test.each([
    ["Write", { file_path: "$PROJECT/.llm-wiki/config.json", content: "{}" }],
    ["Edit", { file_path: "$PROJECT/.llm-wiki/meta/events.jsonl", old_string: "a", new_string: "b" }],
    ["MultiEdit", { file_path: "$PROJECT/.llm-wiki/raw/x.md", edits: [{ old_string: "a", new_string: "b" }] }],
    ["NotebookEdit", { notebook_path: "$PROJECT/.llm-wiki/raw/x.ipynb", new_source: "1" }],
    ["mcp__filesystem__write_file", { path: "$PROJECT/.llm-wiki/raw/x.md", content: "x" }],
    ["mcp__filesystem__move_file", { source: "$PROJECT/.llm-wiki/raw", destination: "$PROJECT/old" }],
    ["Bash", { command: "cd .llm-wiki && rm -rf raw", description: "Tidy" }],
  ])("%s into what is protected is denied", async (tool_name, tool_input) => {
    verifies("guard.claude-hook");
    expect(await decisionOn({ tool_name, tool_input })).toBe("deny");
  });

  test.each([
    ["Write", { file_path: "$PROJECT/.llm-wiki/wiki/notes/lamp.md", content: "# Lamp" }],
    ["Read", { file_path: "$PROJECT/.llm-wiki/config.json" }],
    ["Grep", { pattern: "lamp", path: "$PROJECT/.llm-wiki/raw" }],
    ["TodoWrite", { todos: [{ content: "Trim .llm-wiki/raw", status: "pending", activeForm: "Trimming" }] }],
    ["mcp__pi-wiki__wiki_capture", { source: "$PROJECT/notes.md" }],
    ["Bash", { command: "git add .llm-wiki && git commit -m 'Keep the log'" }],
  ])("%s elsewhere is left to the host", async (tool_name, tool_input) => {
    verifies("guard.claude-hook");
    expect(await decisionOn({ tool_name, tool_input })).toBe("silent");
  });

  test("what the owner decides is asked in a mode that asks, and denied in others", async () => {
    verifies("guard.claude-hook", "guard.person-asked");
    const template = { tool_name: "Write", tool_input: { file_path: "$PROJECT/.llm-wiki/templates/page.md" } };
    expect([await decisionOn(template), await decisionOn(template, "bypassPermissions")]).toEqual(["ask", "deny"]);
    const both = {
      tool_name: "Bash",
      tool_input: { command: "cd .llm-wiki; rm templates/*; touch templates/x raw/y" },
    };
    expect(await decisionOn(both)).toBe("deny");
  });

  test("it denies from a process of its own, and any failure ends with 2", async () => {
    verifies("guard.claude-hook");
    const built = await openCommandLine();
    await built.run("init", "lighthouse");
    const launcher = buildPackage(temporaryFolder());
    const env = { PATH: process.env["PATH"], HOME: built.folder, XDG_CACHE_HOME: join(built.folder, "cache") };
    const hook = (cwd: string, input: string) =>
      spawnSync(process.execPath, [launcher, "guard", "--hook", "claude"], { cwd, env, input, encoding: "utf8" });
    const call = { tool_name: "Bash", tool_input: { command: "rm -rf .llm-wiki/raw" } };
    const denied = hook(built.folder, event(built.project, call));
    expect(denied.status).toBe(0);
    expect(JSON.parse(denied.stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
    expect(hook(built.folder, "fog")).toMatchObject({ status: 2, stdout: "", stderr: expect.stringMatching(/JSON/) });
  });

  test("a vault that can't be looked for ends with 2 too", async () => {
    verifies("guard.claude-hook");
    const stdin = JSON.stringify({ tool_name: "Bash", tool_input: { command: "rm -rf x" } });
    const cli = await openCommandLine({ stdin });
    expect(await cli.run("guard", "--hook", "claude", "--cwd", "missing")).toMatchObject({ exitCode: 2, stdout: "" });
  });
});

/** The same, where extractors have a worker to run in. */
const capturing = async (): Promise<CommandLine> => {
  const { folder } = await lighthouse("");
  return openCommandLine({ folder, tasks: workerTasks });
};

describe("guard heal", () => {
  test("puts back what was altered and seals what is new, for a person alone", async () => {
    verifies("guard.heal-by-hand");
    const cli = await capturing();
    cli.put("log.md", "# Log\n\nFog at midnight.\n");
    const { path: packet } = await cli.json("capture", "log.md");
    const file = join(String(packet), "extracted.md");
    const before = readFileSync(file, "utf8");
    rmSync(file);
    expect(await cli.json("guard", "heal")).toEqual({
      exitCode: 0,
      tampered: [{ path: file, kind: "removed", restored: true }],
    });
    rmSync(file);
    const healed = await cli.run("guard", "heal");
    expect(healed).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/extracted\.md was removed; what was sealed/),
    });
    expect(readFileSync(file, "utf8")).toBe(before);
    expect((await cli.run("guard", "heal")).stdout.trim()).toBe("All is as it was sealed.");
    const agent = await openCommandLine({ folder: cli.folder, variables: { PI_WIKI_PARENT: "77" } });
    expect(await agent.run("guard", "heal")).toMatchObject({ exitCode: 4, stderr: expect.stringContaining("person") });
    expect((await cli.run("guard", "lamp")).exitCode).toBe(2);
  });

  test("exits 5 where something can't be put right", async () => {
    verifies("guard.heal-by-hand");
    const cli = await capturing();
    cli.put("log.md", "# Log\n\nFog at midnight.\n");
    const { path: packet } = await cli.json("capture", "log.md");
    rmSync(String(packet), { recursive: true });
    const state = join(cli.folder, "state/pi-wiki");
    for (const key of readdirSync(state)) rmSync(join(state, key, "seals/copies"), { recursive: true });
    const healed = await cli.run("guard", "heal");
    expect(healed).toMatchObject({ exitCode: 5, stdout: expect.stringContaining("could not be put right") });
  });
});

describe("guard --hook claude, after a session's calls", () => {
  const after = (tool_name: string): string =>
    JSON.stringify({
      session_id: "7f3c",
      hook_event_name: "PostToolUse",
      tool_name,
      tool_input: { command: "npm run build" },
      tool_response: { stdout: "", stderr: "", interrupted: false },
    });

  /** A packet whose text was altered, and what the hook says of it after a call of a tool. */
  const altered = async (tool: string) => {
    const cli = await capturing();
    cli.put("log.md", "# Log\n\nFog at midnight.\n");
    const { path: packet } = await cli.json("capture", "log.md");
    const file = join(String(packet), "extracted.md");
    rmSync(file);
    const variables = { CLAUDECODE: "1" };
    const hook = await openCommandLine({ folder: cli.folder, tasks: workerTasks, stdin: after(tool), variables });
    return { file, run: () => hook.run("guard", "--hook", "claude") };
  };

  test("puts back what was altered, and tells user and model, once", async () => {
    verifies("guard.claude-hook-after");
    const { file, run } = await altered("Bash");
    const { exitCode, stdout } = await run();
    const told = expect.stringMatching(/^wiki: .*extracted\.md was removed; what was sealed was put back\.$/);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      systemMessage: told,
      hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: told },
    });
    expect(readFileSync(file, "utf8")).toContain("Fog at midnight.");
    expect(await run()).toMatchObject({ exitCode: 0, stdout: "" });
  });

  test("looks at nothing after a tool that only reads", async () => {
    verifies("guard.claude-hook-after");
    const { file, run } = await altered("Read");
    expect(await run()).toMatchObject({ exitCode: 0, stdout: "" });
    expect(existsSync(file)).toBe(false);
  });
});
