import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { openRun, type Run, readSample } from "./sample.ts";

const put = ({ files }: Run, path: string, content: string | Uint8Array): void => {
  const place = files.absolute(path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, content);
};

test("the documented sample is read as it is meant", () => {
  verifies("weaknesses.reads-documented");
  const { weaknesses, rounds, findings, orphans } = readSample().read();
  expect(findings).toEqual([]);
  expect(orphans).toEqual([]);
  expect(weaknesses).toMatchObject([
    {
      slug: "tool-call-arg-mismatch",
      path: "wiki/weaknesses/tool-call-arg-mismatch.md",
      title: "Tool call arg mismatch",
      status: "in-progress",
      tags: ["tool-calling", "type-error"],
      discoveredIn: "cand_0003",
      attackedIn: ["cand_0003", "cand_0007"],
      solvedIn: undefined,
      affectedTasks: ["task_007", "task_011", "task_023"],
      related: [{ slug: "schema-drift-after-retry", why: "both corrupt the tool-call payload; candidates to merge" }],
      solutionLinks: ["cand_0007"],
      whatFails: "The agent's tool-call planner passes a dict where the tool expects a string.",
      tasks: [{ of: "task_007", note: "search query sent as JSON object" }],
      references: [{ of: "agent/planner.py:88", note: "builds the args dict; no type coercion before dispatch." }],
      rejections: [],
      extra: {},
      solutions: [
        {
          id: "cand_0007",
          linksTo: "tool-call-arg-mismatch",
          iteration: "cand_0007",
          outcome: "kept",
          timestamp: "2026-06-28T14:03:00+03:00",
          metric: { name: "reward", value: 0.74, direction: "higher" },
          newRecord: true,
          title: "Validate tool-call arg types in the planner",
          thesis: "One line: the idea for resolving the weakness.",
          changes: [{ of: "agent/planner.py", note: "coerce arg types against the tool schema before dispatch." }],
          deltas: [{ task: "task_007", before: "0.0", after: "1.0", delta: "+1.0" }],
          hasCard: true,
        },
      ],
    },
  ]);
  expect(rounds).toMatchObject([
    {
      round: 1,
      split: "val",
      primary: { name: "reward", value: 0.62, direction: "higher" },
      perTask: [{ task_id: "0" }],
    },
  ]);
});

test("a solution's diff is read, and cut where it is too long", () => {
  verifies("weaknesses.reads-documented");
  const reader = readSample();
  const [solution = { path: "" }] = reader.read().weaknesses[0]?.solutions ?? [];
  expect(reader.readDiff(solution)).toMatchObject({
    isCut: false,
    text: expect.stringContaining("+    args = coerce"),
  });
  expect(reader.readDiff(solution, 5)).toEqual({ isCut: true, text: "--- a" });
});

test("files of the older kin are read: rounds, `r1-h1`, `Round N` headings, plain slugs and links", async () => {
  verifies("weaknesses.reads-documented");
  const run = await openRun();
  put(
    run,
    "wiki/weaknesses/fog.md",
    [
      "\uFEFF---",
      "slug: fog",
      "status: open",
      "tags: []",
      "discovered_in_round: 1",
      "attacked_in_rounds: [1, 2]",
      "solved_in_round: null",
      "reverted_in_rounds: [2]",
      "affected_tasks: [灯台]",
      'related: [mist, "[[haze|Haze]]", [[drizzle]]]',
      'solutions: ["[[fog-r1-h1]]", "[[fog-bank-r1-h1]]"]',
      "---",
      "# 霧",
      "## Rejected Store Memory (RSM)",
      "### Round 2 · `louder-horn`",
      "- **Thesis**: A louder horn",
      "  carries further.",
      "- **Metrics (weakness tasks)**: reward 0.48",
      "- **Why rejected**: dead end (no gain)",
      "- **Branch**: w/horn",
      "### r1-h2 — brighter-lamp",
      "```",
      "### not · a-heading",
      "```",
      "## After",
      "### c9 · no-entry",
    ].join("\r\n"),
  );
  const [fog] = run.reader.read().weaknesses;
  expect(fog).toMatchObject({
    discoveredIn: "1",
    attackedIn: ["1", "2"],
    solvedIn: undefined,
    affectedTasks: ["灯台"],
    title: "霧",
    related: [{ slug: "mist" }, { slug: "haze" }, { slug: "drizzle" }],
    solutionLinks: ["r1-h1", "bank-r1-h1"],
    extra: { reverted_in_rounds: [2] },
    rejections: [
      { iteration: "2", direction: "louder-horn", thesis: "A louder horn carries further.", metrics: "reward 0.48" },
      { iteration: "r1-h2", direction: "brighter-lamp", thesis: "" },
    ],
  });
});

test("what is broken is a finding, and the rest is read as usual", async () => {
  verifies("weaknesses.reads-damage");
  const run = await openRun();
  put(run, "wiki/weaknesses/fog.md", "---\nslug: fog\nstatus: open\ntags: []\naffected_tasks: []\n---\n# Fog\n");
  put(run, "wiki/weaknesses/latin.md", new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0xe9, 0x0a]));
  put(run, "wiki/weaknesses/torn.md", "---\nslug: [torn\n---\n");
  put(run, "wiki/results/round-1.json", "{");
  put(run, "wiki/results/round-2.json", "[]");
  put(run, "wiki/results/round-10.json", '{"round": 10, "split": "val", "metrics": {"reward": 0.5}}');
  put(run, "wiki/results/round-9.json", '{"round": 9, "split": "val", "metrics": {}}');
  put(run, "wiki/solutions/lost/c1/solution.md", "# No front matter");
  put(run, "elsewhere.md", "---\nslug: elsewhere\n---\n");
  symlinkSync("/etc", run.files.absolute("wiki/weaknesses/etc.md"));
  symlinkSync(run.files.absolute("elsewhere.md"), run.files.absolute("wiki/weaknesses/linked.md"));
  const { weaknesses, rounds, findings, orphans } = run.reader.read();
  expect(weaknesses.map(({ slug }) => slug)).toEqual(["fog", "latin", "torn"]);
  expect(rounds.map(({ round }) => round)).toEqual([9, 10]);
  expect(orphans).toMatchObject([{ id: "c1", weakness: "lost", outcome: "unknown" }]);
  const found = findings.map(({ code, path }) => `${path} ${code}`);
  expect(found).toEqual(
    expect.arrayContaining([
      "wiki/weaknesses/latin.md weakness-not-utf8",
      "wiki/weaknesses/torn.md front-matter-yaml",
      "wiki/results/round-1.json weakness-round-unreadable",
      "wiki/results/round-2.json weakness-round-unreadable",
      "wiki/results/round-10.json weakness-metric-flat",
    ]),
  );
});

test("a reader sees each change of a file, and an absent wiki is empty", async () => {
  verifies("weaknesses.reads-damage");
  const run = await openRun();
  expect(run.reader.read()).toMatchObject({ exists: false, weaknesses: [], rounds: [], findings: [] });
  put(run, "wiki/weaknesses/fog.md", "---\nslug: fog\nstatus: open\n---\n");
  expect(run.reader.read().weaknesses).toMatchObject([{ status: "open" }]);
  await run.files.write("wiki/weaknesses/fog.md", "---\nslug: fog\nstatus: shut\n---\n");
  expect(run.reader.read()).toMatchObject({ exists: true, weaknesses: [{ status: "shut" }] });
  expect(join(run.world.folder, "run")).toBe(run.reader.read().runDir);
});
