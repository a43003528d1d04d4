/**
 * `bench:skills`: how often the skill that was wanted is among the first three that `wiki_recall_skill` gives, for tasks
 * that share words with its title and for tasks that do not, with and without its recall triggers.
 */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { editFrontMatter } from "../../extensions/core/pages/edit-page.ts";
import { openRows, say } from "./output/rows.ts";
import { p50 } from "./output/times.ts";
import { withWorld } from "./world/bench-world.ts";

const committed = fileURLToPath(new URL("../../test/fixtures/skill-recall", import.meta.url));

interface Task {
  readonly id: string;
  readonly skill: string;
  readonly kind: "shared" | "paraphrased";
  readonly task: string;
}

export const main = async (words: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      data: { type: "string", default: committed },
      misses: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const rows = openRows(values);
  for (const triggers of [false, true]) {
    for (const row of await measure(values.data, { triggers, misses: values.misses })) rows.print({ ...row, triggers });
  }
  rows.end();
  return 0;
};

const most = 3;

export const measure = (
  folder: string,
  { triggers, misses }: { readonly triggers: boolean; readonly misses: boolean },
) =>
  withWorld(async (world) => {
    const project = world.place("workshop");
    writeSkills(folder, project, triggers ? triggersIn(folder) : new Map());
    const workspace = world.workspace(project);
    await workspace.warm();
    const answers: { readonly task: Task; readonly rank: number; readonly ms: number }[] = [];
    for (const task of linesOf<Task>(join(folder, "tasks.jsonl"))) {
      const { hits, elapsed_ms } = await workspace.skills.recall({ query: task.task, limit: 10 });
      const rank = hits.findIndex(({ hit }) => hit.id === `skills/${task.skill}`);
      answers.push({ task, rank: rank === -1 ? Number.POSITIVE_INFINITY : rank + 1, ms: elapsed_ms });
      if (misses && (rank === -1 || rank >= most))
        say(`${task.kind}${triggers ? " with triggers" : ""}: ${task.id}, rank ${rank + 1}`);
    }
    return (["shared", "paraphrased"] as const).map((kind) => {
      const own = answers.filter(({ task }) => task.kind === kind);
      const part = (limit: number): number => share(own.filter(({ rank }) => rank <= limit).length, own.length);
      return { kind, tasks: own.length, hit1: part(1), hit3: part(most), p50_ms: p50(own.map(({ ms }) => ms)) };
    });
  });

const share = (some: number, all: number): number => Math.round((some / Math.max(1, all)) * 1000) / 1000;

const linesOf = <Line>(path: string): readonly Line[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Line); // Our own file, or one written like it.

const triggersIn = (folder: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    linesOf<{ readonly id: string; readonly triggers: readonly string[] }>(join(folder, "triggers.jsonl")).map(
      ({ id, triggers }) => [id, triggers],
    ),
  );

const writeSkills = (from: string, project: string, triggers: ReadonlyMap<string, readonly string[]>): void => {
  const vault = join(project, ".llm-wiki");
  const place = join(vault, "wiki/skills");
  mkdirSync(place, { recursive: true });
  writeFileSync(join(vault, "config.json"), '{"name": "workshop", "version": "1.0"}\n');
  for (const name of readdirSync(join(from, "skills"))) {
    const text = readFileSync(join(from, "skills", name), "utf8");
    const own = triggers.get(name.replace(/\.md$/, ""));
    writeFileSync(join(place, name), own === undefined ? text : editFrontMatter(text, { recall_triggers: own }, name));
  }
};
