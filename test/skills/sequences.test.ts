/** What each skill tells an agent to type, typed: from an installed copy, and then a look at the files it leaves. */

import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openRunPlace } from "../../extensions/core/weaknesses/run-place.ts";
import { openWeaknesses } from "../../extensions/core/weaknesses/weaknesses.ts";
import { verifies } from "../acceptance/verifies.ts";
import { foldersBelow, repository } from "../house/repository.ts";
import { testPlatform } from "../support/test-platform.ts";
import { readWeaknesses } from "./dashboard-reader.ts";
import { copySkill, type InstalledSkill, installSkill } from "./installed-skill.ts";

const succeed = (skill: InstalledSkill, scripts: readonly string[]): string => {
  const { status, stdout, stderr } = skill.run(scripts.join("\n"));
  expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
};

test("each skill that we ship has its test here", () => {
  verifies("skills.sequences");
  expect(foldersBelow("skills")).toEqual(["okf", "pi-wiki", "repository-knowledge", "weakness-wiki"]);
});

test("pi-wiki: a note is written and found, and a task remembers", () => {
  verifies("skills.sequences");
  const skill = installSkill("pi-wiki");
  const said = succeed(skill, skill.blocks);
  expect(said).toContain("Never dim the lamp");
  const note = skill.text(".llm-wiki/wiki/notes/never-dim-the-lamp.md");
  expect(note).toContain("why must the light stay on all night");
  expect(note).toContain("Dimming the lamp made the ferry miss the pier.");
  expect(skill.text(".llm-wiki/tasks/mend-the-horn/memories/keeper.md")).toContain("The reed is cracked");
});

test("repository-knowledge: symbols are found, and a plan's hints are told apart", () => {
  verifies("skills.sequences");
  const skill = installSkill("repository-knowledge");
  skill.put("src/lamp.ts", "export function trimWick(): void {}\n");
  skill.put("src/lamp.test.ts", 'import { trimWick } from "./lamp.ts";\ntrimWick();\n');
  const said = succeed(skill, skill.blocks);
  expect(said).toMatch(/function src\.lamp\.trimWick src\/lamp\.ts:1-1\n {2}named in src\/lamp\.test\.ts/);
  expect(skill.text(".llm-wiki/wiki/notes/trim-the-wick.md")).toContain("`dimLamp` (new)");
  expect(existsSync(join(skill.project, ".git/pmo-knowledge/derived"))).toBe(true);
  expect(said).toContain("No lesson was earned.");
});

test("okf: a bundle is sound, comes into a vault, and the vault keeps its index files", () => {
  verifies("skills.sequences");
  const skill = installSkill("okf");
  const [write = "", enter = "", rebuild = ""] = skill.blocks;
  expect(succeed(skill, [write])).toBe("0 errors, 0 warnings\n");
  expect(skill.text("bundle/concepts/fresnel-lens.md")).toMatch(/at: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ \}/);
  expect(succeed(skill, [enter])).toContain("Fresnel lens");
  const config = JSON.parse(skill.text(".llm-wiki/config.json"));
  skill.put(".llm-wiki/config.json", JSON.stringify({ ...config, knowledge_format: "okf-0.2" }));
  succeed(skill, [rebuild]);
  expect(skill.text(".llm-wiki/wiki/index.md")).toMatch(/^---\nokf_version: "0\.2"\n---\n/);
  const check = 'node "$SKILL/scripts/check-okf.mjs" .llm-wiki/wiki';
  expect(succeed(skill, [check])).toBe("0 errors, 0 warnings\n");
});

test("okf: the check names what is not OKF, with its line", () => {
  verifies("skills.okf-check");
  const skill = copySkill("okf");
  skill.put("bundle/plain.md", "# No front matter\n");
  skill.put("bundle/typeless.md", "---\ntitle: Lamp\nstale_after: 2026-09-18\n---\n\nSee [[other]].\n");
  skill.put("bundle/folder/index.md", '---\nokf_version: "0.2"\n---\n');
  const { status, stdout } = skill.run('node "$SKILL/scripts/check-okf.mjs" bundle');
  expect(stdout.split("\n")).toEqual([
    "error folder/index.md:1 folder/index.md may not have this front matter",
    "error plain.md:1 there is no front matter between two lines ---",
    "error typeless.md:1 type is missing or empty",
    "warning typeless.md:3 2026-09-18 has no time of day with an offset",
    "warning typeless.md:6 a wikilink is no link in OKF",
    "3 errors, 2 warnings",
    "",
  ]);
  expect(status).toBe(4);
  expect(skill.run('node "$SKILL/scripts/check-okf.mjs"').status).toBe(2);
});

const usesVerbs = (script: string): boolean => script.includes("pi-wiki weakness");

test("weakness-wiki: with the command line an iteration leaves a wiki without findings", () => {
  verifies("skills.sequences");
  const skill = installSkill("weakness-wiki");
  skill.put("../run/candidate.diff", "--- a/agent/planner.py\n");
  skill.put("../run/LEDGER.md", "| iter | candidate | outcome |\n|---|---|---|\n| 7 | cand_0007 | ACCEPT |\n");
  const said = succeed(skill, skill.blocks.filter(usesVerbs));
  expect(said).toContain("cand_0007 is kept, a new record; tool-call-arg-mismatch is completed.");
  expect(said).toContain("Nothing is wrong.");
  const fields = { status: "completed", attacked_in_rounds: ["cand_0005", "cand_0007"], related: [] };
  expect(readWeaknesses(join(skill.project, "../run/wiki"))).toMatchObject([{ solutions: 1, fields }]);
  expect(JSON.parse(skill.text("../run/wiki/results/round-1.json"))).toMatchObject({ split: "val", num_tasks: 2 });
}, 240_000);

test("weakness-wiki: copied without its scripts it still shows forms of every file, and they are sound", async () => {
  verifies("skills.sequences");
  const { platform, folder } = await testPlatform();
  const guidance = join(folder, "guidance/memory-wiki");
  cpSync(join(repository, "skills/weakness-wiki"), guidance, {
    recursive: true,
    filter: (source) => !source.endsWith("/scripts"),
  });
  const markdown = readFileSync(join(guidance, "SKILL.md"), "utf8");
  const forms = [...markdown.matchAll(/^```(?:markdown|json)\n([\s\S]*?)^```$/gm)].map(([, form = ""]) => form);
  const [weakness = "", rejected = "", card = "", round = ""] = forms;
  expect(forms).toHaveLength(4);
  const headings = ["What fails", "Tasks (found on)", "References", "Related", "Rejected Store Memory (RSM)"];
  const body = headings.map((heading) => `## ${heading}\n`).join("\n");
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, "run/wiki", path)), { recursive: true });
    writeFileSync(join(folder, "run/wiki", path), text);
  };
  put("weaknesses/tool-call-arg-mismatch.md", `${weakness}\n# Tool call arg mismatch\n\n${body}\n${rejected}`);
  put("solutions/tool-call-arg-mismatch/cand_0007/solution.md", card);
  put("solutions/tool-call-arg-mismatch/cand_0007/changes.diff", "--- a\n");
  put("results/round-1.json", round);
  const wiki = openWeaknesses(platform, openRunPlace(platform, join(folder, "run")), { isPerson: false });
  expect(wiki.validate().map(({ code }) => code)).toEqual(["weakness-kept-unchecked", "weakness-related-missing"]);
  expect(wiki.show("tool-call-arg-mismatch")).toMatchObject({
    rejections: [{ iteration: "cand_0005", direction: "prompt-only", metrics: "reward 0.41" }],
    solutions: [{ thesis: "Coerce argument types before dispatch.", deltas: [{ task: "task_007", delta: "+1.0" }] }],
  });
  expect(readWeaknesses(join(folder, "run/wiki"))).toHaveLength(1);
  for (const needed of ["## What this format does not give", "date -u +%Y", "absolute path", "Freeze rule"]) {
    expect(markdown).toContain(needed);
  }
});

test("weakness-wiki: an iteration leaves files that dashboards of the format read", () => {
  verifies("skills.sequences");
  const skill = installSkill("weakness-wiki");
  skill.put("../run/candidate.diff", "--- a/agent/planner.py\n");
  const scripts = skill.blocks.filter((script) => !usesVerbs(script));
  expect(succeed(skill, scripts)).toContain("no weakness yet");
  const wiki = join(skill.project, "../run/wiki");
  expect(readWeaknesses(wiki)).toMatchObject([
    {
      solutions: 1,
      fields: {
        slug: "tool-call-arg-mismatch",
        status: "completed",
        attacked_in_iterations: ["cand_0005", "cand_0007"],
        attacked_in_rounds: ["cand_0005", "cand_0007"],
        solutions: ["[[tool-call-arg-mismatch-cand_0007]]"],
        tags: ["tool-calling", "type-error"],
        discovered_in_iteration: "cand_0003",
        discovered_in_round: "cand_0003",
        affected_tasks: ["task_007", "task_011"],
        related: ["schema-drift-after-retry"],
      },
    },
  ]);
  const weakness = skill.text("../run/wiki/weaknesses/tool-call-arg-mismatch.md");
  expect(weakness).toMatch(/## Rejected Store Memory \(RSM\)\n\n### cand_0005 · prompt-only\n- \*\*Thesis\*\*: /);
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;
  expect(JSON.parse(skill.text("../run/wiki/results/round-1.json"))).toEqual({
    round: 1,
    split: "val",
    started_at: expect.stringMatching(time),
    completed_at: expect.stringMatching(time),
    num_tasks: 2,
    metrics: { reward: { value: 0.74, primary: true, direction: "higher" } },
  });
  const card = skill.text("../run/wiki/solutions/tool-call-arg-mismatch/cand_0007/solution.md");
  expect(card).toContain('weakness: "[[tool-call-arg-mismatch]]"\niteration: cand_0007\noutcome: kept\n');
  expect(card).toContain("See also [[tool-call-arg-mismatch]].");
  expect(existsSync(join(wiki, "solutions/tool-call-arg-mismatch/cand_0007/changes.diff"))).toBe(true);
}, 120_000);

test.each([
  ["a relative path", "weakness wiki/weaknesses/fog.md", 2, "relative"],
  ["a place outside wiki/", 'weakness "$RUN/fog.md"', 2, "not below wiki/weaknesses"],
  ["a way up", 'weakness "$RUN/wiki/weaknesses/../fog.md"', 2, ".."],
  ["a file unlike its slug", 'weakness "$RUN/wiki/weaknesses/mist.md"', 2, "must be wiki/weaknesses/fog.md"],
  ["an unknown template", 'lamp "$RUN/wiki/weaknesses/fog.md"', 2, "not one of"],
])("weakness-wiki: the script refuses %s, and writes nothing", (_title, words, status, reason) => {
  verifies("skills.stamp");
  const skill = copySkill("weakness-wiki");
  const values = "slug=fog title=Fog iteration=c1 tags= tasks=t1 related= what=Fog";
  const ran = skill.run(`node "$SKILL/scripts/stamp.mjs" ${words} ${values}`);
  expect(ran.stderr).toContain(reason);
  expect(ran.status).toBe(status);
  expect(existsSync(join(skill.project, "../run/wiki"))).toBe(false);
});

test("weakness-wiki: the script replaces no file, wants every value, and takes none that readers can't", () => {
  verifies("skills.stamp");
  const skill = copySkill("weakness-wiki");
  const stamp = (values: string) =>
    skill.run(`node "$SKILL/scripts/stamp.mjs" weakness "$RUN/wiki/weaknesses/fog.md" ${values}`);
  const sound = "slug=fog title='Fog: thick, grey' iteration=c1 tags=a,b tasks= related= what='None, so far.'";
  expect(stamp("slug=fog title=Fog")).toMatchObject({ status: 2, stderr: expect.stringContaining("iteration=…") });
  expect(stamp(sound.replace("tags=a,b", "'tags=a: b'")).status).toBe(2);
  expect(stamp(`${sound} colour=grey`)).toMatchObject({ status: 2, stderr: expect.stringContaining("colour") });
  expect(stamp(sound).status).toBe(0);
  const written = skill.text("../run/wiki/weaknesses/fog.md");
  expect(written).toContain("tags: [a, b]\n");
  expect(written).toContain("# Fog: thick, grey\n");
  expect(stamp(sound)).toMatchObject({ status: 4, stderr: expect.stringContaining("there already") });
  const entry = "iteration=c2 direction=d thesis=T change=C metric=m value=1 why='dead end (no gain)'";
  const reject = skill.run(`node "$SKILL/scripts/stamp.mjs" rejected "$RUN/wiki/weaknesses/mist.md" ${entry}`);
  expect(reject).toMatchObject({ status: 4, stderr: expect.stringContaining("is not there") });
  expect(skill.text("../run/wiki/weaknesses/fog.md")).toBe(written);
});

test("weakness-wiki: a weakness is solved only with a card, and says when only while it is", () => {
  verifies("skills.stamp");
  const skill = copySkill("weakness-wiki");
  const file = "../run/wiki/weaknesses/fog.md";
  const stamp = (words: string) => skill.run(`node "$SKILL/scripts/stamp.mjs" ${words}`);
  const attacked = (status: string, iteration = "c2") =>
    stamp(`attacked "$RUN/wiki/weaknesses/fog.md" iteration=${iteration} status=${status}`).status;
  expect(attacked("in-progress")).toBe(4);
  stamp('weakness "$RUN/wiki/weaknesses/fog.md" slug=fog title=Fog iteration=c1 tags= tasks=t1 related= what=Fog');
  expect([attacked("solved"), attacked("open"), attacked("in-progress")]).toEqual([4, 2, 0]);
  skill.put("../run/wiki/solutions/fog/c2/solution.md", "");
  expect([attacked("solved"), attacked("solved")]).toEqual([0, 0]);
  const solved = skill.text(file);
  expect(solved).toContain("\nsolved_in_iteration: c2\nsolved_in_round: c2\naffected_tasks: [t1]\n");
  expect(solved).toContain("attacked_in_rounds: [c2]\n");
  expect(solved).toContain('solutions: ["[[fog-c2]]"]\n');
  expect(attacked("in-progress", "c9")).toBe(0);
  expect(skill.text(file)).not.toContain("solved_in");
  for (const kept of ["status: in-progress", "attacked_in_iterations: [c2, c9]", "## What fails"]) {
    expect(skill.text(file)).toContain(kept);
  }
});
