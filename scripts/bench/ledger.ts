/**
 * `bench:ledger`: how long `verify` takes for a ledger of many events, half of them signed, and how long the session's
 * other work waits for it at most.
 */

import { monitorEventLoopDelay } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { openLedger } from "../../extensions/core/ledger/ledger-store.ts";
import type { Channel } from "../../extensions/core/vault/vault.ts";
import type { Workspace } from "../../extensions/workspace.ts";
import { openRows } from "./output/rows.ts";
import { quantile } from "./output/times.ts";
import { withWorld } from "./world/bench-world.ts";

export const main = async (words: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      events: { type: "string", default: "100000" },
      runs: { type: "string", default: "5" },
      json: { type: "boolean", default: false },
    },
  });
  const [events, runs] = [Math.max(2, Number(values.events)), Math.max(1, Number(values.runs))];
  await withWorld(async (world) => {
    const project = world.place("lighthouse");
    const workspace = world.workspace(project);
    await workspace.init({ topic: "Lighthouse" });
    for (const channel of ["tool", "cli"] as const) await fill(workspace, { channel, count: Math.floor(events / 2) });
    const times: Times[] = [];
    for (let run = 0; run <= runs; run += 1) times.push(await timesOf(world.workspace(project)));
    const measured = times.slice(1);
    const rows = openRows(values);
    rows.print({
      events,
      p50_ms: Math.round(
        quantile(
          measured.map(({ took }) => took),
          0.5,
        ),
      ),
      least_ms: Math.round(Math.min(...measured.map(({ took }) => took))),
      cpu_ms: Math.round(
        quantile(
          measured.map(({ cpu }) => cpu),
          0.5,
        ),
      ),
      longest_wait_ms: Math.round(
        quantile(
          measured.map(({ waited }) => waited),
          0.5,
        ),
      ),
    });
    rows.end();
  });
  return 0;
};

const batch = 5_000;

/** Events as edits of pages leave them. */
const fill = async (
  workspace: Workspace,
  { channel, count }: { readonly channel: Channel; readonly count: number },
): Promise<void> => {
  const { platform } = workspace;
  const { layers } = await workspace.layers();
  const [vault] = layers;
  if (vault === undefined) throw new Error("There is no vault to fill.");
  const ledger = openLedger({ platform, vault });
  const context = { platform, actor: "keeper", channel, origin: { session: "0f3c9a1e-77aa", entry: "e12" } };
  for (let from = 0; from < count; from += batch) {
    const numbers = Array.from({ length: Math.min(batch, count - from) }, (_, index) => from + index);
    const details = (number: number) => ({
      page: `notes/lamp-${number % 500}`,
      before: platform.hash(String(number)),
      after: platform.hash(String(number + 1)),
    });
    await ledger.append(
      context,
      numbers.map((number) => ({ kind: "page_edited", details: details(number) })),
    );
  }
};

interface Times {
  readonly took: number;
  readonly cpu: number;
  readonly waited: number;
}

const timesOf = async (workspace: Workspace): Promise<Times> => {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  delay.enable();
  const { findings } = await workspace.verify();
  const took = performance.now() - began;
  delay.disable();
  if (findings.length > 0) throw new Error(`The ledger is not sound: ${findings[0]?.message}`);
  const { user, system } = process.cpuUsage(cpuBefore);
  return { took, cpu: (user + system) / 1000, waited: delay.max / 1e6 };
};
