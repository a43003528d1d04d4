import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openRunPlace } from "../../../extensions/core/weaknesses/run-place.ts";
import { openWeaknesses, type Weaknesses } from "../../../extensions/core/weaknesses/weaknesses.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { readWeaknesses } from "../../skills/dashboard-reader.ts";
import { testPlatform } from "../../support/test-platform.ts";
import { sampleText } from "./sample.ts";

interface Opened {
  readonly run: string;
  readonly wiki: Weaknesses;
  text(path: string): string;
  put(path: string, text: string): void;
  codes(): readonly string[];
}

const openFresh = async (isPerson = true): Promise<Opened> => {
  const { platform, folder } = await testPlatform();
  const run = join(folder, "run");
  const wiki = openWeaknesses(platform, openRunPlace(platform, run), { isPerson });
  return {
    run,
    wiki,
    text: (path) => readFileSync(join(run, path), "utf8"),
    put: (path, text) => {
      mkdirSync(dirname(join(run, path)), { recursive: true });
      writeFileSync(join(run, path), text);
    },
    codes: () => wiki.validate().map(({ code }) => code),
  };
};

const fog = { slug: "fog", title: "Fog", iteration: "c1", tasks: ["t1", "t2"] };
const metrics = [{ name: "reward", value: 0.5 }];
const attempt = {
  slug: "fog",
  direction: "brighter-lamp",
  thesis: "More light.",
  change: "lamp.py",
  metrics,
  why: "dead end",
};
const card = { slug: "fog", iteration: "c2", title: "Horn", thesis: "Be heard.", diff: "--- a/horn\n", metrics };
const accepted = "# LEDGER\n\n| candidate | parent | decision |\n|---|---|---|\n| c2 | c1 | accepted |\n";

test("what the verbs write is read by existing dashboards, and by us without a finding", async () => {
  verifies("weaknesses.writer-profile");
  const { wiki, run, put, text } = await openFresh();
  put("LEDGER.md", accepted);
  await wiki.open({
    ...fog,
    title: "霧: thick, grey",
    tags: ["weather"],
    related: [{ slug: "mist", why: "same water: both" }],
  });
  await wiki.open({ ...fog, slug: "mist", tasks: [] });
  await wiki.attack({ slug: "fog", iteration: "c1" });
  await wiki.reject({ ...attempt, iteration: "c1" });
  await wiki.solve(card);
  await wiki.startRound({ n: 1 });
  await wiki.finishRound({ n: 1, metrics, perTask: [{ task_id: "t1", reward: 1 }] });
  expect(wiki.validate()).toEqual([]);
  const families = { discovered_in_iteration: "c1", discovered_in_round: "c1" };
  const attacked = { attacked_in_iterations: ["c1", "c2"], attacked_in_rounds: ["c1", "c2"] };
  const lists = { tags: ["weather"], affected_tasks: ["t1", "t2"], related: ["mist"], solutions: ["[[fog-c2]]"] };
  expect(readWeaknesses(join(run, "wiki"))).toMatchObject([
    { solutions: 1, fields: { slug: "fog", status: "completed", ...families, ...attacked, ...lists } },
    { solutions: 0, fields: { slug: "mist", status: "open", tags: [], affected_tasks: [], related: ["fog"] } },
  ]);
  const written = text("wiki/weaknesses/fog.md");
  expect(written).toContain("- [[mist]] — same water: both\n");
  expect(written.split("---")[1]).not.toMatch(/#|^ |solved/m);
  expect(readdirSync(join(run, "wiki/weaknesses"))).toEqual(["fog.md", "mist.md"]);
  expect(readdirSync(join(run, "wiki/.meta"))).toEqual(["journal.jsonl"]);
  const round: unknown = JSON.parse(text("wiki/results/round-1.json"));
  const stamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
  expect(round).toEqual({
    round: 1,
    split: "val",
    started_at: stamp,
    completed_at: stamp,
    num_tasks: 1,
    metrics: { reward: { value: 0.5, primary: true, direction: "higher" } },
    per_task: [{ task_id: "t1", reward: 1 }],
  });
});

test("a change to the documented sample keeps what it says, and makes it readable for dashboards", async () => {
  verifies("weaknesses.writer-profile");
  const { wiki, run, put, text } = await openFresh();
  const path = "wiki/weaknesses/tool-call-arg-mismatch.md";
  const sample = sampleText(path).replace("tags:", "owner: { team: planner }\ntags:").replaceAll("\n", "\r\n");
  put(path, `\uFEFF${sample}`);
  const [before] = wiki.read().weaknesses;
  await wiki.reject({ ...attempt, slug: "tool-call-arg-mismatch", iteration: "cand_0008" });
  const [after] = wiki.read().weaknesses;
  const kept = [
    "slug",
    "tags",
    "affectedTasks",
    "related",
    "solutionLinks",
    "whatFails",
    "tasks",
    "references",
    "extra",
  ] as const;
  for (const key of kept) expect(after?.[key]).toEqual(before?.[key]);
  expect(readWeaknesses(join(run, "wiki"))).toMatchObject([{ fields: { related: ["schema-drift-after-retry"] } }]);
  expect(text(path)).not.toContain("\r");
  await wiki.relate({ slug: "tool-call-arg-mismatch", related: [{ slug: "other", why: "x" }], style: "documented" });
  await wiki.attack({ slug: "tool-call-arg-mismatch", iteration: "cand_0009" });
  expect(text(path)).toContain("related:\n  - slug: schema-drift-after-retry\n    why: both corrupt");
});

test("affected tasks grow in the discovery iteration alone, until another one works on the weakness", async () => {
  verifies("weaknesses.frozen");
  const { wiki, put, text, codes } = await openFresh();
  await wiki.open(fog);
  expect(await wiki.addTasks({ slug: "fog", iteration: "c1", tasks: ["t3", "t1"] })).toMatchObject({
    affected_tasks: ["t1", "t2", "t3"],
  });
  await expect(wiki.addTasks({ slug: "fog", iteration: "c2", tasks: ["t4"] })).rejects.toMatchObject({
    code: "weakness_frozen",
  });
  await wiki.attack({ slug: "fog", iteration: "c2" });
  await expect(wiki.addTasks({ slug: "fog", iteration: "c1", tasks: ["t4"] })).rejects.toMatchObject({
    code: "weakness_frozen",
  });
  expect(codes()).toEqual([]);
  const path = "wiki/weaknesses/fog.md";
  const sound = text(path);
  put(path, sound.replaceAll("[t1, t2, t3]", "[t1, t2, t9]"));
  expect(codes()).toEqual(["weakness-frozen-tasks", "weakness-frozen-tasks"]);
  put(path, sound.replaceAll("discovered_in_iteration: c1", "discovered_in_iteration: c7"));
  expect(wiki.validate()).toMatchObject([{ code: "weakness-frozen-discovery", path, line: 5 }]);
});

test("attempts and rejected directions are only added, and what was removed by hand is found", async () => {
  verifies("weaknesses.append-only");
  const { wiki, put, text, codes } = await openFresh();
  await wiki.open(fog);
  await wiki.reject({ ...attempt, iteration: "c2" });
  await expect(wiki.reject({ ...attempt, iteration: "c2" })).rejects.toMatchObject({ code: "name_taken" });
  await expect(wiki.reject({ ...attempt, iteration: "c3", why: "bored" })).rejects.toMatchObject({
    code: "invalid_input",
  });
  const path = "wiki/weaknesses/fog.md";
  const sound = text(path);
  expect(sound).toMatch(
    /### c2 · brighter-lamp\n- \*\*Thesis\*\*: More light\.\n- \*\*Change\*\*: lamp\.py\n- \*\*Metrics \(weakness tasks\)\*\*: reward 0\.5\n- \*\*Why rejected\*\*: dead end \(no gain\)\n$/,
  );
  put(path, sound.replace("More light", "Less light"));
  expect(codes()).toEqual(["weakness-rejection-lost"]);
  put(path, sound.replaceAll("[c2]", "[]"));
  expect(codes()).toEqual(["weakness-attempts-lost"]);
});

test("the status moves by its table, and says done without a kept solution to nobody but a person", async () => {
  verifies("weaknesses.status");
  const { wiki } = await openFresh(false);
  await wiki.open(fog);
  const to = (status: string) => wiki.status({ slug: "fog", to: status });
  await expect(to("solved")).rejects.toMatchObject({ code: "weakness_status", exitCode: 4 });
  await expect(to("fixed")).rejects.toMatchObject({ code: "invalid_input" });
  await wiki.attack({ slug: "fog", iteration: "c2" });
  await expect(to("solved")).rejects.toMatchObject({ code: "weakness_status" });
  expect(await to("reverted")).toMatchObject({ from: "in-progress", status: "reverted" });
  const person = await openFresh();
  await person.wiki.open(fog);
  await person.wiki.attack({ slug: "fog", iteration: "c2" });
  await person.wiki.status({ slug: "fog", to: "solved" });
  expect(person.text("wiki/weaknesses/fog.md")).toContain("solved_in_iteration: c2\nsolved_in_round: c2\n");
  expect(person.codes()).toEqual(["weakness-status-unbacked"]);
  await person.wiki.attack({ slug: "fog", iteration: "c3" });
  expect(person.text("wiki/weaknesses/fog.md")).not.toContain("solved_in");
});

test("a solution is kept only when the ledger or a person's file says so, and confirmed later without a second card", async () => {
  verifies("weaknesses.gate");
  const { wiki, put, text, codes } = await openFresh();
  await wiki.open(fog);
  expect(await wiki.solve(card)).toMatchObject({ outcome: "pending", status: "in-progress", new_record: true });
  await expect(wiki.solve(card)).rejects.toMatchObject({ code: "name_taken" });
  const place = "wiki/solutions/fog/c2/solution.md";
  const pending = text(place);
  put(place, pending.replace("outcome: pending", "outcome: kept"));
  expect(codes()).toEqual(["weakness-kept-unproven"]);
  put(place, pending);
  put("LEDGER.md", accepted);
  expect(await wiki.solve({ slug: "fog", iteration: "c2", metrics: [] })).toMatchObject({
    outcome: "kept",
    status: "completed",
  });
  expect(text(place)).toContain("outcome: kept\n");
  expect(codes()).toEqual([]);
  const given = { ...card, iteration: "c3", metrics: [{ name: "reward", value: 0.4 }] };
  await expect(wiki.solve({ ...given, gateResult: '{"candidate": "c9", "accepted": true}' })).rejects.toMatchObject({
    code: "invalid_input",
  });
  const third = await wiki.solve({ ...given, gateResult: '{"candidate": "c3", "accepted": true}' });
  expect(third).toMatchObject({ outcome: "kept", new_record: false, gate: { by: "person" } });
  expect(await wiki.solve({ ...given, iteration: "c4", gateResult: "c4: rejected" })).toMatchObject({
    outcome: "pending",
  });
  const lower = { ...given, iteration: "c5", metrics: [{ name: "seconds", value: 3, direction: "lower" as const }] };
  expect(await wiki.solve(lower)).toMatchObject({ new_record: true });
  const slower = { ...lower, iteration: "c6", metrics: [{ name: "seconds", value: 4, direction: "lower" as const }] };
  expect(await wiki.solve(slower)).toMatchObject({ new_record: false });
});

test("a weakness is solved when each of its tasks is measured to pass", async () => {
  verifies("weaknesses.gate");
  const { wiki, put, text } = await openFresh();
  put("LEDGER.md", accepted);
  await wiki.open(fog);
  await expect(wiki.solve({ ...card, deltas: [{ task: "t9", before: "0", after: "1" }] })).rejects.toMatchObject({
    code: "invalid_input",
  });
  const deltas = ["t1", "t2"].map((task) => ({ task, before: "0.0", after: "1.0" }));
  expect(await wiki.solve({ ...card, deltas })).toMatchObject({ status: "solved" });
  expect(text("wiki/weaknesses/fog.md")).toContain("solved_in_iteration: c2\n");
  expect(text("wiki/solutions/fog/c2/solution.md")).toContain("| t1 | 0.0 | 1.0 | +1.0 |");
  const later = await wiki.solve({ ...card, iteration: "c3", gateResult: "c3: accepted" });
  expect(later).toMatchObject({ outcome: "kept", status: "solved" });
  expect(text("wiki/weaknesses/fog.md")).toContain("solved_in_iteration: c2\n");
});

test("a round is started and finished once, with its metrics wrapped; another split has a file of its own", async () => {
  verifies("weaknesses.rounds");
  const { wiki, run } = await openFresh();
  await expect(wiki.finishRound({ n: 1, metrics })).rejects.toMatchObject({ code: "round_not_found", exitCode: 3 });
  await wiki.startRound({ n: 1 });
  await expect(wiki.startRound({ n: 1 })).rejects.toMatchObject({ code: "name_taken" });
  await wiki.startRound({ n: 1, split: "test" });
  const two = [...metrics, { name: "cost", value: 2, direction: "lower" as const }];
  await expect(wiki.finishRound({ n: 1, metrics: two })).rejects.toMatchObject({ code: "invalid_input" });
  await wiki.finishRound({ n: 1, metrics: two.map((one) => ({ ...one, primary: one.name === "reward" })) });
  await expect(wiki.finishRound({ n: 1, metrics })).rejects.toMatchObject({ code: "name_taken" });
  expect(readdirSync(join(run, "wiki/results"))).toEqual(["round-1-test.json", "round-1.json"]);
  expect(wiki.read().rounds).toMatchObject([
    { split: "val", primary: { name: "reward" } },
    { split: "test", completedAt: undefined },
  ]);
});

test("odd names are refused before anything is written, and secrets never reach the disk", async () => {
  verifies("weaknesses.input");
  const { wiki, run, text } = await openFresh();
  for (const slug of ["../up", "a/b", "Fog", "con", "fog bank", ".fog", "null"]) {
    await expect(wiki.open({ ...fog, slug })).rejects.toMatchObject({ code: "invalid_input" });
  }
  await expect(wiki.open({ ...fog, tasks: ["a, b"] })).rejects.toMatchObject({ code: "invalid_input" });
  await expect(wiki.open({ ...fog, iteration: "../c1" })).rejects.toMatchObject({ code: "invalid_input" });
  expect(existsSync(join(run, "wiki/weaknesses"))).toBe(false);
  const token = "ghp_aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5";
  const opened = await wiki.open({ ...fog, what: `The key ${token} is in it.` });
  expect(opened.redactions).toHaveLength(1);
  expect(text("wiki/weaknesses/fog.md")).not.toContain(token);
  await expect(wiki.open(fog)).rejects.toMatchObject({ code: "name_taken" });
  await expect(wiki.attack({ slug: "mist", iteration: "c1" })).rejects.toMatchObject({
    code: "weakness_not_found",
    exitCode: 3,
  });
});

test("the run directory is absolute, and not the wiki in it", async () => {
  verifies("weaknesses.run-dir");
  const { platform, folder } = await testPlatform();
  mkdirSync(join(folder, "run/wiki/weaknesses"), { recursive: true });
  writeFileSync(join(folder, "file"), "");
  for (const given of [undefined, "", "run", "./run", "~/run", join(folder, "file"), join(folder, "run/wiki")]) {
    expect(() => openRunPlace(platform, given)).toThrow(
      expect.objectContaining({ code: "run_dir_refused", exitCode: 2 }),
    );
  }
  expect(openRunPlace(platform, join(folder, "run")).runDir).toBe(join(folder, "run"));
});
