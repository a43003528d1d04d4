/**
 * `bench:guard`: how long the guard takes to decide on tool calls, in the world in which its corpora run: a project with
 * a vault, another one, and a personal one. Calls are asked as a host asks them, vaults looked up beforehand.
 */

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { GuardedCall } from "../../extensions/core/guard/decide.ts";
import { commandRows, filled, filledCommand, toolRows } from "../../test/guard/corpus.ts";
import { buildWorld, type ScratchWorld } from "../../test/guard/scratch-world.ts";
import { askerIn, type Classed } from "./guard/ask.ts";
import { sealTimes } from "./guard/seal-times.ts";
import { openRows, type Row, say } from "./output/rows.ts";
import { quantile } from "./output/times.ts";
import { withWorld } from "./world/bench-world.ts";

export const main = async (words: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      runs: { type: "string", default: "5" },
      packets: { type: "string", default: "1000" },
      slowest: { type: "string", default: "0" },
      json: { type: "boolean", default: false },
    },
  });
  const runs = Math.max(1, Number(values.runs));
  await withWorld(async (bench) => {
    const world = await buildWorld(bench.place("world"));
    const rows = openRows(values);
    const timed = await timesOf(callsIn(world), { world, runs });
    for (const [name, calls] of timed) rows.print(rowOf(name, calls));
    rows.print(rowOf("first command, nothing loaded", new Map([["first", coldTimes(world, runs)]])));
    const packets = Number(values.packets);
    const { first, unchanged, healed } = await sealTimes(bench, { packets, runs: 4 * runs });
    const sealRow = (what: string, times: readonly number[]): Row =>
      rowOf(`${packets} packets, ${what}`, new Map(times.map((took, index) => [String(index), [took]])));
    rows.print(sealRow("check with nothing changed", unchanged));
    rows.print(sealRow("check that puts a file back", healed));
    rows.print(sealRow("sealed for the first time", [first]));
    rows.end();
    for (const calls of timed.values()) saySlowest(calls, Number(values.slowest));
  });
  return 0;
};

/** The classes of calls; a call may be in several. */
const callsIn = (world: ScratchWorld): readonly Classed[] =>
  [
    ...commandRows("benign").map((row) => ({ row, isAttack: false })),
    ...commandRows("attacks").map((row) => ({ row, isAttack: true })),
  ]
    .flatMap(({ row, isAttack }) => commandCall(row, isAttack, world))
    .concat(toolCalls(world));

const commandCall = (
  row: ReturnType<typeof commandRows>[number],
  isAttack: boolean,
  world: ScratchWorld,
): readonly Classed[] => {
  const command = filledCommand(row.command, world);
  const call = { tool: "bash", input: { command }, cwd: filled(row.cwd, world).replaceAll("$HOME", world.home) };
  if (isAttack) return [{ id: row.id, call, name: "attack by a command" }];
  const isNamed = /wiki/i.test(command) || /wiki/i.test(row.cwd);
  return [{ id: row.id, call, name: isNamed ? "command that names a vault" : "command that names none" }];
};

const toolCalls = (world: ScratchWorld): readonly Classed[] =>
  [...toolRows("attacks"), ...toolRows("benign")].map(({ id, tool, input, cwd }) => ({
    id,
    call: { tool, input: filled(input, world), cwd: filled(cwd, world) },
    name: tool === "write" || tool === "edit" ? "write and edit" : "other tools",
  }));

/** The times of each call, by its class. */
type Times = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;

const parsed = "any command that is parsed";

/** All calls once unmeasured, so that the code is compiled as in a session that has run for a while. */
const timesOf = async (
  calls: readonly Classed[],
  { world, runs }: { readonly world: ScratchWorld; readonly runs: number },
): Promise<Times> => {
  const ask = askerIn(world);
  const times = new Map<string, Map<string, number[]>>();
  const note = (name: string, id: string, took: number): void => {
    const own = times.get(name) ?? new Map<string, number[]>();
    times.set(name, own.set(id, [...(own.get(id) ?? []), took]));
  };
  for (let run = 0; run <= runs; run += 1) {
    for (const { id, call, name } of calls) {
      const { took, isParsed } = await ask(call);
      if (run === 0) continue;
      note(name, id, took);
      if (isParsed) note(parsed, id, took);
    }
  }
  return times;
};

const launcher = fileURLToPath(new URL("run.mjs", import.meta.url));

/** Each in a process of its own, from the sources, as a checkout of the package runs. */
const coldTimes = ({ root, project }: ScratchWorld, runs: number): readonly number[] => {
  const call: GuardedCall = {
    tool: "bash",
    input: { command: 'mkdir -p "dist" && cp src/app.ts dist/' },
    cwd: project,
  };
  const words = [launcher, "guard-step", root, JSON.stringify(call)];
  const once = (): number => Number(execFileSync(process.execPath, words, { encoding: "utf8" }));
  once(); // Fills the cache of transpiled sources.
  return Array.from({ length: runs }, once);
};

/** Of each call the least counts: what other programs took of the machine is no part of a decision. */
const rowOf = (name: string, calls: ReadonlyMap<string, readonly number[]>): Row => {
  const least = [...calls.values()].map((times) => Math.min(...times));
  const every = [...calls.values()].flat();
  return {
    class: name,
    calls: calls.size,
    p50_ms: thousandths(quantile(least, 0.5)),
    p95_ms: thousandths(quantile(least, 0.95)),
    max_ms: thousandths(Math.max(...least)),
    p50_all_ms: thousandths(quantile(every, 0.5)),
    p95_all_ms: thousandths(quantile(every, 0.95)),
  };
};

const thousandths = (value: number): number => Math.round(1_000 * value) / 1_000;

const saySlowest = (calls: ReadonlyMap<string, readonly number[]>, count: number): void => {
  const least = [...calls].map(([id, times]) => ({ id, took: Math.min(...times) }));
  for (const { id, took } of least.sort((a, b) => b.took - a.took).slice(0, count)) say(`${took.toFixed(3)} ${id}`);
};
