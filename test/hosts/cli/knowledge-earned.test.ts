import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openRepository } from "../../../extensions/core/git/repository.ts";
import { openEarnedExchange } from "../../../extensions/core/knowledge/earned/earned-exchange-store.ts";
import { lessonOutputKind } from "../../../extensions/core/knowledge/earned/lesson-output.ts";
import { usageOf } from "../../../extensions/core/knowledge/earned/usage.ts";
import { falseMarkers } from "../../../extensions/core/knowledge/false-markers.ts";
import { defaultSettings } from "../../../extensions/core/settings.ts";
import { openWorkspace } from "../../../extensions/open-workspace.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { fakeScreen } from "../../support/fake-screen.ts";
import { type CommandLine, type CommandLineOptions, openCommandLine } from "./command-line.ts";

const token = `ghp_${"16C7e42F292c6912E7710c838347Ae178B4a"}`;
const tasks = new URL("../../../extensions/worker-tasks.ts", import.meta.url);

const git = ({ project }: CommandLine, ...args: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=Keeper", "-c", "user.email=keeper@lighthouse.example", ...args], {
    cwd: project,
    encoding: "utf8",
    stdio: "pipe",
  });

/** A repository with a task, opened at its first commit. */
const lighthouse = async (options: CommandLineOptions = {}): Promise<CommandLine> => {
  const cli = await openCommandLine({ tasks, isTerminal: true, noColour: "1", ...options });
  git(cli, "init", "-q", "-b", "main");
  cli.put("lamp.ts", "export const light = 1;\n");
  git(cli, "add", ".");
  git(cli, "commit", "-q", "-m", "Begin");
  await cli.run("init");
  await cli.run("task", "open", "Trim the wick", "--check", "test -f wick.ts", "--check", "It burns all night");
  return cli;
};

const emit = async ({ platform, project }: CommandLine, claims: readonly string[], tokens = 7) => {
  const templatesRoot = join(import.meta.dirname, "../../../templates");
  const workspace = openWorkspace(platform, {
    cwd: project,
    channel: "tool",
    settings: defaultSettings,
    version: "0",
    templatesRoot,
  });
  const lessons = claims.map((claim) => ({
    claim,
    locations: ["light", "wick.ts"],
    confidence: "high",
    supersedes: "",
  }));
  return workspace.as("tool", { session: "s1" }).deliveries.stage({
    task: "trim-the-wick",
    document: { kind: lessonOutputKind, schema_version: 1, lessons },
    driverProfile: "anthropic/claude",
    usage: usageOf({ total_tokens: tokens }),
  });
};

const accept = ["knowledge", "accept", "trim-the-wick", "--check", "test -f wick.ts"] as const;
const earned = ({ project }: CommandLine): string => join(project, ".git/pmo-knowledge/earned");
const events = ({ project }: CommandLine): readonly Record<string, unknown>[] =>
  readFileSync(join(project, ".llm-wiki/meta/events.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

const commitWick = (cli: CommandLine): void => {
  cli.put("wick.ts", "export const wick = 1;\n");
  git(cli, "add", "wick.ts");
  git(cli, "commit", "-q", "-m", "Trim");
};

describe("accepting a task", () => {
  test("whose change is committed records its delivery and its lessons, once", async () => {
    verifies("earned.accept", "earned.staged", "earned.cli", "earned.replay");
    const cli = await lighthouse();
    expect(await emit(cli, ["Trim it dry.", `The key ${token} is no lamp.`])).toMatchObject({
      waiting: 2,
      redactions: 1,
    });
    expect(existsSync(earned(cli))).toBe(false);
    commitWick(cli);
    await cli.run("knowledge", "refresh");
    const accepted = await cli.json(...accept);
    expect(accepted).toMatchObject({ exitCode: 0, way: "complete", paths: ["wick.ts"], is_replay: false });
    expect(accepted).toMatchObject({
      write_back: { ...falseMarkers, delivery_records: 1, new_lessons: 2 },
      usage: { total_tokens: 7, input_tokens: null },
    });
    const facts = events(cli).find(({ kind }) => kind === "delivery_facts_recorded");
    expect(facts).toMatchObject({
      task_ids: ["trim-the-wick"],
      paths: ["wick.ts"],
      outcome: "passed",
      channel: "terminal",
    });
    const stored = readFileSync(join(earned(cli), "delivery-record.jsonl"), "utf8");
    expect(JSON.parse(stored)).toMatchObject({
      origin_kind: "operator",
      origin: "keeper",
      detail: { files_touched: '["wick.ts"]' },
    });
    const { lessons } = (await cli.json("knowledge", "lessons")) as unknown as {
      lessons: readonly Record<string, unknown>[];
    };
    expect(lessons.map(({ origin_kind, origin }) => `${origin_kind} ${origin}`)).toEqual(["run pi-s1", "run pi-s1"]);
    expect(lessons.flatMap(({ locations }) => locations)).toContainEqual(
      expect.objectContaining({ symbol: "lamp.light" }),
    );
    expect(JSON.stringify(lessons)).not.toContain(token);
    const again = await cli.json(...accept);
    expect(again).toMatchObject({ is_replay: true, write_back: { new_lessons: 0, deduplicated_lessons: 2 } });
    expect(readFileSync(join(earned(cli), "delivery-record.jsonl"), "utf8")).toBe(stored);
  });

  test("whose change is not committed certifies it, until its commit is found", async () => {
    verifies("earned.handoff", "earned.observe", "earned.cli");
    const cli = await lighthouse();
    await emit(cli, ["Trim it dry."]);
    cli.put("wick.ts", "export const wick = 1;\n");
    const index = readFileSync(join(cli.project, ".git/index"));
    expect(await cli.json(...accept)).toMatchObject({
      way: "handoff",
      write_back: { delivery_records: 0, new_lessons: 1 },
    });
    expect(readFileSync(join(cli.project, ".git/index")).equals(index)).toBe(true);
    expect((await cli.run("knowledge", "lessons")).stdout).toContain("[certified-not-integrated]");
    expect(await cli.json("knowledge", "observe")).toMatchObject({ status: "no-candidates", waiting: 1 });
    cli.put("tide.ts", "export const tide = 1;\n");
    git(cli, "add", "tide.ts");
    git(cli, "commit", "-q", "-m", "Something else");
    commitWick(cli);
    const commit = git(cli, "rev-parse", "HEAD").trim();
    const confirmed = { delivery_state: "confirmed", observed_commit: commit, is_new: true };
    expect(await cli.json("knowledge", "observe")).toMatchObject({
      status: "observed",
      observations: [confirmed],
      waiting: 0,
    });
    expect(await cli.json("knowledge", "observe")).toMatchObject({ status: "no-candidates" });
    const { lessons } = (await cli.json("knowledge", "lessons")) as unknown as {
      lessons: readonly { record_hash: string; delivery_state: string }[];
    };
    expect(lessons).toMatchObject([{ delivery_state: "confirmed" }]);
    const superseded = await cli.json("knowledge", "observe", "--superseded", lessons[0]?.record_hash ?? "");
    expect(superseded).toMatchObject({ observations: [{ delivery_state: "superseded", is_new: true }] });
    expect((await cli.run("knowledge", "lessons")).stdout).toContain("[superseded]");
    expect(await cli.json("knowledge", "observe", "--superseded", "sha256:0")).toMatchObject({
      error: { code: "lesson_unknown" },
    });
  });

  test("earns no lesson whose claim a person has rejected since it was emitted", async () => {
    verifies("earned.staged", "earned.usage", "surfaces.lesson-tombstones");
    const cli = await lighthouse();
    await emit(cli, ["Trim it dry.", "Colza burns best."]);
    await emit(cli, ["Trim it at dusk."], 9);
    const note = ["note", "--title", "Colza burns best", "--type", "lesson", "--text", "Colza burns best."];
    const { id } = await cli.json(...note);
    await cli.run("reject", String(id), "--reason", "It smokes.");
    cli.put("wick.ts", "export const wick = 1;\n");
    const accepted = await cli.json(...accept);
    expect(accepted).toMatchObject({ write_back: { new_lessons: 2, rejected_lessons: 1, discarded_lessons: 0 } });
    // What a session has used up by its last lesson has that of its first in it.
    expect(accepted).toMatchObject({ usage: { total_tokens: 9 } });
    const stored = readFileSync(join(earned(cli), "certified-handoff-lesson.jsonl"), "utf8");
    expect(stored).not.toContain("Colza");
    expect(await cli.json(...accept)).toMatchObject({ write_back: { new_lessons: 0, deduplicated_lessons: 2 } });
  });

  test("runs nothing that nobody saw or typed, and takes nothing whose check fails", async () => {
    verifies("earned.accept", "earned.cli");
    const cli = await lighthouse();
    await emit(cli, ["Trim it dry."]);
    const needed = { exitCode: 4, error: { code: "check_needed" } };
    expect(await cli.json("knowledge", "accept", "trim-the-wick", "--base", "nowhere")).toMatchObject({
      error: { code: "base_unknown" },
    });
    expect(await cli.json("knowledge", "accept", "trim-the-wick")).toMatchObject({
      error: { code: "nothing_to_accept" },
    });
    cli.put("other.ts", "export const other = 1;\n");
    expect(await cli.json("knowledge", "accept", "trim-the-wick")).toMatchObject(needed);
    expect(await cli.json("knowledge", "accept", "trim-the-wick", "--check", "touch pwned")).toMatchObject(needed);
    expect(await cli.json(...accept)).toMatchObject({
      exitCode: 4,
      error: { code: "check_failed", message: expect.stringContaining("exited 1") },
    });
    expect([existsSync(join(cli.project, "pwned")), existsSync(earned(cli))]).toEqual([false, false]);
    expect(events(cli).some(({ kind }) => kind === "accepted")).toBe(false);
  });

  test("asks at the screen before it runs the recorded checks", async () => {
    verifies("earned.cli");
    const screen = fakeScreen();
    const cli = await lighthouse({ screen });
    cli.put("wick.ts", "export const wick = 1;\n");
    const declined = cli.run("knowledge", "accept", "trim-the-wick");
    expect(await screen.waitFor("Run and accept?")).toContain("test -f wick.ts");
    screen.type("n");
    expect((await declined).exitCode).toBe(2);
    expect(events(cli).some(({ kind }) => kind === "accepted")).toBe(false);
    const agreed = cli.run("knowledge", "accept", "trim-the-wick");
    await screen.waitFor("Run and accept?");
    screen.type("y");
    // The second recorded check is no command.
    expect(await agreed).toMatchObject({ exitCode: 4, stderr: expect.stringContaining("exited 127") });
  });

  test("takes a person, and a script is no operator", async () => {
    verifies("earned.cli");
    const cli = await lighthouse({ isTerminal: false });
    commitWick(cli);
    for (const verb of [accept, ["knowledge", "observe"], ["knowledge", "repair"], ["knowledge", "import", "x"]]) {
      expect(await cli.json(...verb)).toMatchObject({ exitCode: 4, error: { code: "person_required" } });
    }
    expect(await cli.json(...accept, "--unattended")).toMatchObject({ exitCode: 0 });
    const record = JSON.parse(readFileSync(join(earned(cli), "delivery-record.jsonl"), "utf8"));
    expect(record).toMatchObject({ origin_kind: "run", origin: "cli-keeper" });
    const agent = await openCommandLine({ tasks, isTerminal: true, variables: { PI_CODING_AGENT: "1" } });
    expect(await agent.json(...accept, "--unattended")).toMatchObject({ error: { code: "person_required" } });
  });

  test("decides the same with the store deleted", async () => {
    verifies("earned.accept", "knowledge.authorises-nothing");
    const cli = await lighthouse();
    await emit(cli, ["Trim it dry."]);
    commitWick(cli);
    const first = await cli.json(...accept);
    rmSync(join(cli.project, ".git/pmo-knowledge"), { recursive: true });
    const again = await cli.json(...accept);
    const decision = ({ way, subject, verdict_ref, checks, paths }: Record<string, unknown>) => ({
      way,
      subject,
      verdict_ref,
      checks,
      paths,
    });
    expect(decision(again)).toEqual(decision(first));
  });
});

test("earned records go to another clone and are verified there", async () => {
  verifies("earned.exchange", "earned.cli");
  const cli = await lighthouse();
  await emit(cli, ["Trim it dry."]);
  commitWick(cli);
  await cli.run(...accept);
  const file = join(cli.folder, "earned.txt");
  expect(await cli.json("knowledge", "export", "--to", file)).toMatchObject({ exitCode: 0, records: 2 });
  expect(await cli.json("knowledge", "export", "--to", file)).toMatchObject({ error: { code: "name_taken" } });
  const other = await lighthouse();
  expect(await other.json("knowledge", "import", file)).toMatchObject({
    chains: [{ result: "fast-forward" }, { result: "fast-forward" }],
  });
  expect(await other.json("knowledge", "verify")).toMatchObject({
    exitCode: 0,
    earned: [{ state: "sound" }, { state: "sound", records: 1 }],
  });
  const future = await lighthouse();
  const early = { ...future.platform, now: () => "2020-01-01T00:00:00.000Z" };
  const { commonDir } = await openRepository(early, future.project);
  await expect(openEarnedExchange(early, commonDir).imported(readFileSync(file, "utf8"))).rejects.toMatchObject({
    code: "import_refused",
    message: expect.stringContaining("one of the clocks is wrong"),
  });
  expect(existsSync(earned(future))).toBe(false);
  const chain = join(earned(other), "lesson.jsonl");
  writeFileSync(chain, readFileSync(chain, "utf8").slice(0, -1));
  const verified = await other.run("knowledge", "verify");
  expect([verified.exitCode, verified.stdout]).toEqual([5, expect.stringContaining("torn lesson")]);
  expect(await other.json("knowledge", "repair")).toMatchObject({ moved: [{ record_kind: "lesson", byte_offset: 0 }] });
  expect((await other.run("knowledge", "verify")).exitCode).toBe(0);
});

test("a tool accepts nothing, whatever it says, and stages nothing in place of a lesson that is not there", async () => {
  verifies("earned.accept", "earned.staged");
  const cli = await lighthouse();
  commitWick(cli);
  const templatesRoot = join(import.meta.dirname, "../../../templates");
  const { platform, project } = cli;
  const workspace = openWorkspace(platform, {
    cwd: project,
    channel: "tool",
    settings: defaultSettings,
    version: "0",
    templatesRoot,
  });
  const { deliveries } = workspace.as("tool", { session: "s1" });
  const refusal = { code: "person_required" };
  await expect(deliveries.accept({ task: "trim-the-wick", checks: ["test -f wick.ts"] })).rejects.toMatchObject(
    refusal,
  );
  await expect(deliveries.observe({ superseded: "sha256:0" })).rejects.toMatchObject(refusal);
  await expect(deliveries.imported("")).rejects.toMatchObject(refusal);
  await expect(deliveries.repair()).rejects.toMatchObject(refusal);
  const document = {
    kind: lessonOutputKind,
    schema_version: 1,
    lessons: [{ claim: "x", locations: ["a"], confidence: "low", supersedes: `sha256:${"0".repeat(64)}` }],
  };
  await expect(deliveries.stage({ document, task: "trim-the-wick", driverProfile: "a/b" })).rejects.toMatchObject({
    code: "lesson_unknown",
  });
});
