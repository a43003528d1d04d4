import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { type CommandLine, openCommandLine } from "./command-line.ts";

const typed = (line: string): readonly string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");

const openRun = async (variables: Readonly<Record<string, string>> = {}, folder?: string) => {
  const cli = await openCommandLine({ variables, ...(folder === undefined ? {} : { folder }) });
  const dir = join(cli.folder, "run");
  mkdirSync(dir, { recursive: true });
  const at = ["--run-dir", dir];
  return {
    cli,
    dir,
    run: (line: string) => cli.run("weakness", ...typed(line), ...at),
    json: (line: string) => cli.json("weakness", ...typed(line), ...at),
    text: (path: string) => readFileSync(join(dir, path), "utf8"),
  };
};

const open = 'open fog --title Fog --iteration c1 --tasks t1,t2 --tags weather --related "mist: same water"';
const solve =
  "solve fog --iteration c3 --title Horn --thesis Loud --diff d.diff --metric reward=0.7:higher --delta t1=0:1";

const putDiff = (cli: CommandLine): void => cli.put("d.diff", "--- a/horn\n+++ b/horn\n");

test("each verb does its work on the run that is named, and leaves a wiki without findings", async () => {
  verifies("weaknesses.cli");
  const { cli, dir, run, json, text } = await openRun();
  putDiff(cli);
  expect(await json(open)).toMatchObject({ exitCode: 0, slug: "fog", status: "open" });
  expect(await json("open --slug mist --title Mist --iteration c1")).toMatchObject({ exitCode: 0 });
  expect(await json("tasks add fog --iteration c1 --tasks t3")).toMatchObject({ affected_tasks: ["t1", "t2", "t3"] });
  expect(await json("attack fog --iteration c2")).toMatchObject({ status: "in-progress" });
  const reject = "reject fog --iteration c2 --direction lamp --thesis T --change lamp.py:bright --metric r=0.1 --why";
  expect(await json(`${reject} "dead end"`)).toMatchObject({ entry: "c2 · lamp" });
  expect(await json(solve)).toMatchObject({ outcome: "pending", new_record: true });
  writeFileSync(join(dir, "LEDGER.md"), "| iter | candidate | outcome |\n|---|---|---|\n| 3 | c3 | ACCEPT |\n");
  expect(await json("solve fog --iteration c3")).toMatchObject({ outcome: "kept", status: "completed" });
  expect(await json('relate mist --related "haze: thinner"')).toMatchObject({ exitCode: 0 });
  expect(await json("open haze --title Haze --iteration c3")).toMatchObject({ exitCode: 0 });
  expect(await json("status fog --to in-progress")).toMatchObject({ from: "completed", status: "in-progress" });
  expect(await json("validate")).toMatchObject({ exitCode: 0, findings: [] });
  expect((await run("list --status open")).stdout).toMatch(/^haze Haze .*\nmist Mist /);
  expect((await run("next")).stdout).toContain("[rejected] c2 · lamp: dead end (no gain); r 0.1");
  expect((await run("show fog")).stdout).toContain("related mist: same water\n");
  expect(await json("show fog")).toMatchObject({ weakness: { solutions: [{ diff: "--- a/horn\n+++ b/horn\n" }] } });
  expect(text("wiki/weaknesses/fog.md")).toContain("related: [mist]\n");
});

test("rounds are started and finished by split, with rows and figures that readers take", async () => {
  verifies("weaknesses.cli", "weaknesses.rounds");
  const { cli, run, text } = await openRun();
  cli.put("rows.jsonl", '{"task_id": "t1", "reward": 1}\n{"task_id": "t2", "reward": 0}\n');
  for (const split of ["val", "test"]) expect((await run(`round start --n 1 --split ${split}`)).exitCode).toBe(0);
  const finish = "round finish --n 1 --metric reward=0.5:higher:primary --metric cost=2:lower --per-task rows.jsonl";
  expect((await run(finish)).exitCode).toBe(0);
  expect((await run("round finish --n 1 --split test --metric reward=0.4 --num-tasks 7")).exitCode).toBe(0);
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
  expect(JSON.parse(text("wiki/results/round-1.json"))).toEqual({
    round: 1,
    split: "val",
    started_at: time,
    completed_at: time,
    num_tasks: 2,
    metrics: {
      reward: { value: 0.5, primary: true, direction: "higher" },
      cost: { value: 2, primary: false, direction: "lower" },
    },
    per_task: [
      { task_id: "t1", reward: 1 },
      { task_id: "t2", reward: 0 },
    ],
  });
  expect(JSON.parse(text("wiki/results/round-1-test.json"))).toMatchObject({ split: "test", num_tasks: 7 });
  for (const line of [finish, "round start --n 1", "round start"]) expect((await run(line)).exitCode).not.toBe(0);
  cli.put("rows.jsonl", "no rows");
  await run("round start --n 2");
  expect((await run(finish.replace("--n 1", "--n 2"))).exitCode).toBe(2);
});

test("the graph is drawn in three formats", async () => {
  verifies("weaknesses.cli");
  const { run, json } = await openRun();
  await run(open);
  expect(await json("graph")).toMatchObject({
    nodes: [
      { slug: "fog", status: "open" },
      { slug: "mist", status: "missing" },
    ],
    edges: [{ from: "fog", to: "mist", why: "same water" }],
  });
  expect((await run("graph --format dot")).stdout).toContain('  "fog" -- "mist" [label="same water"];\n');
  expect((await run("graph --format mermaid")).stdout).toContain('  w0 ---|"same water"| w1\n');
});

test("validate says where, which rule and what to do, and exits 4", async () => {
  verifies("weaknesses.cli");
  const { dir, run, json } = await openRun();
  await run(open);
  const path = join(dir, "wiki/weaknesses/fog.md");
  writeFileSync(path, readFileSync(path, "utf8").replace("affected_tasks: [t1, t2]", "affected_tasks: [t1]"));
  writeFileSync(join(dir, "wiki/weaknesses/latin.md"), new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0xe9]));
  writeFileSync(join(dir, "wiki/results/round-1.json"), "[]");
  const { exitCode, findings } = await json("validate");
  expect(exitCode).toBe(4);
  const frozen = { rule: "weakness-frozen-tasks", path: "wiki/weaknesses/fog.md", line: 9, severity: "error" };
  expect(findings).toContainEqual(expect.objectContaining({ ...frozen, remedy: expect.stringContaining("tasks add") }));
  const rules = Array.isArray(findings) ? findings.map(({ rule }) => rule) : [];
  expect(rules).toEqual(expect.arrayContaining(["weakness-not-utf8", "weakness-round-unreadable"]));
  const shown = await run("validate");
  expect(shown.exitCode).toBe(4);
  expect(shown.stdout).toContain("wiki/weaknesses/fog.md:9");
});

test("the gate's result is a person's to give: an agent is refused it, and a file without a yes is none", async () => {
  verifies("weaknesses.cli", "weaknesses.gate");
  const { cli, dir, run, json } = await openRun();
  putDiff(cli);
  await run(open);
  await run(solve);
  cli.put("gate.txt", "c3 looks good");
  const said = await run("solve fog --iteration c3 --gate-result gate.txt");
  expect(said).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("does not say whether c3 was accepted") });
  cli.put("gate.txt", "c3: accepted");
  for (const mark of ["CLAUDECODE", "PI_WIKI_PARENT"]) {
    const agent = await openCommandLine({ folder: cli.folder, variables: { [mark]: "1" } });
    const call = [...typed("weakness solve fog --iteration c3 --gate-result gate.txt --run-dir"), dir];
    expect(await agent.run(...call)).toMatchObject({ exitCode: 4, stderr: expect.stringContaining("for a person") });
    const done = [...typed("weakness status fog --to solved --run-dir"), dir];
    expect(await agent.run(...done)).toMatchObject({ exitCode: 4 });
  }
  expect(await json("show fog")).toMatchObject({ weakness: { solutions: [{ outcome: "pending" }] } });
  expect(await json("solve fog --iteration c3 --gate-result gate.txt")).toMatchObject({
    outcome: "kept",
    gate: { by: "person", verdict: "accepted" },
  });
});

test("a run is named absolutely or by the environment, and odd calls say what is wrong", async () => {
  verifies("weaknesses.cli", "weaknesses.run-dir");
  const { cli, dir, run } = await openRun();
  await run(open);
  const relative = await cli.run("weakness", "list", "--run-dir", "run");
  expect(relative).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("it is relative") });
  expect(await cli.run("weakness", "list")).toMatchObject({ exitCode: 2 });
  const named = await openCommandLine({ folder: cli.folder, variables: { PI_WIKI_RUN_DIR: dir } });
  expect((await named.run("weakness", "list")).stdout).toContain("fog Fog");
  for (const line of ["opne fog", "attack fog", "attack", "attack nosuch --iteration c1", "list fog", "round"]) {
    const { exitCode, stderr } = await run(line);
    expect([line, exitCode === 0, stderr === ""]).toEqual([line, false, false]);
  }
  expect((await run("opne fog")).stderr).toContain("open");
});
