/** `bench:tasks`: how long the context of a task with many entries takes, of one user and of several, from the files. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Workspace } from "../../extensions/workspace.ts";
import { openRows } from "./output/rows.ts";
import { p50, p95 } from "./output/times.ts";
import { withWorld } from "./world/bench-world.ts";

export const main = async (words: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      entries: { type: "string", default: "5000" },
      runs: { type: "string", default: "20" },
      json: { type: "boolean", default: false },
    },
  });
  const [entries, runs] = [Math.max(1, Number(values.entries)), Math.max(1, Number(values.runs))];
  await withWorld(async (world) => {
    const project = world.place("lighthouse");
    const workspace = world.workspace(project);
    await workspace.init({ topic: "Lighthouse" });
    const rows = openRows(values);
    for (const users of [1, 5]) {
      const task = `watch-of-${users}`;
      await workspace.tasks.open({ title: `Watch of ${users}`, aims: ["The lamp burns all night"] });
      const { user } = workspace.platform.environment;
      const names = [user, ...Array.from({ length: users - 1 }, (_, nth) => `mate-${nth}`)];
      for (const name of names)
        fill(join(project, ".llm-wiki/tasks", task), { name, count: Math.floor(entries / users) });
      const { times, tokens, omitted } = await timesOf(workspace, { task, runs });
      rows.print({ entries, users, tokens, omitted, p50_ms: p50(times), p95_ms: p95(times) });
    }
    rows.end();
  });
  return 0;
};

const fill = (folder: string, { name, count }: { readonly name: string; readonly count: number }): void => {
  const texts = Array.from({ length: count }, (_, nth) => {
    const time = new Date(Date.UTC(2026, 0, 1, 0, nth * 7)).toISOString().slice(0, 16).replace("T", " ");
    const mark = nth % 10 === 0 ? "> [superseded 2026-06-01 by #zzzz]\n\n" : "";
    return `### ${time} #${nth.toString(36).padStart(4, "0")}\n\n${mark}Watch ${nth} of ${name}: the lamp was trimmed, and the wind turned to the north.\n\nThe gulls were quiet.\n`;
  });
  mkdirSync(join(folder, "memories"), { recursive: true });
  writeFileSync(join(folder, "memories", `${name}.md`), texts.join("\n"));
};

const timesOf = async (workspace: Workspace, { task, runs }: { readonly task: string; readonly runs: number }) => {
  const times: number[] = [];
  let [tokens, omitted] = [0, 0];
  for (let run = 0; run <= runs; run += 1) {
    const began = performance.now();
    ({ tokens, omitted } = await workspace.tasks.context({ task }));
    times.push(performance.now() - began);
  }
  return { times: times.slice(1), tokens, omitted };
};
