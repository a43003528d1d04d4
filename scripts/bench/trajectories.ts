/** `bench:trajectories`: how long it takes to keep what was done in a big session, in what memory, and how small it is. */

import { spawnSync } from "node:child_process";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openRows } from "./output/rows.ts";
import { withWorld } from "./world/bench-world.ts";

export const main = async (words: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      entries: { type: "string", default: "2000" },
      runs: { type: "string", default: "3" },
      json: { type: "boolean", default: false },
    },
  });
  const entries = Math.max(10, Number(values.entries));
  await withWorld(async (world) => {
    const rows = openRows(values);
    const session = join(world.folder, "session.jsonl");
    writeFileSync(session, sessionText(entries, world.place("lighthouse")));
    const steps: Step[] = [];
    // Each in a process of its own: memory that was taken once is not given back.
    for (let run = 0; run < Math.max(1, Number(values.runs)); run += 1) steps.push(stepIn(world.folder, session, run));
    const best = steps.reduce((one, other) => (other.took_ms < one.took_ms ? other : one));
    const session_bytes = statSync(session).size;
    rows.print({
      entries,
      session_bytes,
      packet_bytes: best.packet_bytes,
      share: Number((best.packet_bytes / session_bytes).toFixed(4)),
      best_ms: Math.round(best.took_ms),
      worst_ms: Math.round(Math.max(...steps.map(({ took_ms }) => took_ms))),
      cpu_ms: Math.round(best.cpu_ms),
      rss_mb: Math.round(Math.max(...steps.map(({ rss_mb }) => rss_mb))),
    });
    rows.end();
  });
  return 0;
};

interface Step {
  readonly took_ms: number;
  readonly cpu_ms: number;
  readonly rss_mb: number;
  readonly packet_bytes: number;
}

const stepIn = (folder: string, session: string, run: number): Step => {
  const runner = fileURLToPath(new URL("./run.mjs", import.meta.url));
  const words = [runner, "trajectories-step", folder, session, String(run)];
  const { stdout, stderr, status } = spawnSync(process.execPath, words, { encoding: "utf8" });
  if (status !== 0) throw new Error(`The step failed: ${stderr}`);
  return JSON.parse(stdout);
};

/** Prompts, reads, edits, whole files written again and again, and tests that fail and pass. */
const sessionText = (entries: number, cwd: string): string => {
  const lines: object[] = [{ type: "session", version: 3, id: "bench", timestamp: timeOf(0), cwd }];
  let parent: string | null = null;
  for (let number = 1; number <= entries; number += 1) {
    const id = `e${number}`;
    lines.push({ type: "message", id, parentId: parent, timestamp: timeOf(number), message: messageOf(number) });
    parent = id;
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
};

const timeOf = (number: number): string => new Date(Date.UTC(2026, 10, 30, 10, 0, number)).toISOString();

const usage = { input: 12_000, output: 300, cacheRead: 11_000, cacheWrite: 500, totalTokens: 23_800 };

const messageOf = (number: number): object => {
  if (number % 40 === 1) return { role: "user", content: `Step ${number}: mend the lamp of the gallery and test it.` };
  const turn = Math.floor(number / 2);
  const call = callOf(turn);
  if (number % 2 === 0) {
    const content = [{ type: "toolCall", id: `c${turn}`, name: call.name, arguments: call.given }];
    return { role: "assistant", content, model: "bench-1", stopReason: "toolUse", usage };
  }
  const content = [{ type: "text", text: call.result }];
  return { role: "toolResult", toolCallId: `c${turn}`, toolName: call.name, content, isError: call.isError };
};

const callOf = (turn: number) => {
  const path = `src/part-${turn % 12}.ts`;
  const text = fileText(turn);
  switch (turn % 4) {
    case 0:
      return { name: "read", given: { path }, result: text, isError: false };
    case 1:
      return { name: "write", given: { path, content: text }, result: "Written.", isError: false };
    case 2:
      return { name: "edit", given: { path, edits: editOf(turn) }, result: "Edited.", isError: false };
    default: {
      const isError = turn % 8 === 3;
      const end = isError ? "\n\nCommand exited with code 1" : "";
      return { name: "bash", given: { command: "npm test" }, result: `${text.slice(0, 3_000)}${end}`, isError };
    }
  }
};

const editOf = (turn: number) => [{ oldText: lineOf(turn, 3), newText: lineOf(turn + 1, 3) }];

const fileText = (turn: number): string => Array.from({ length: 120 }, (_, line) => lineOf(turn, line)).join("\n");

const lineOf = (turn: number, line: number): string =>
  `export const lamp${line} = mend(${line % 7 === turn % 7 ? turn : 0}, "gallery ${line}");`;
