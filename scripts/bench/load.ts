/**
 * `bench:load`: what pi-wiki adds to a start. Of Pi: CPU milliseconds of loading its entry, by measure-load.mjs. Of the
 * command line and the MCP server: wall milliseconds beyond those of a bare Node, in the form the launcher takes.
 */

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { builtEntry } from "../../extensions/platform/load-built-or-source.mjs";
import { at, isObject, parseJson } from "../support/json-view.ts";
import { checkout } from "../support/pi-host.ts";
import { openRows, type Row, say } from "./output/rows.ts";
import { quantile } from "./output/times.ts";

const launcher = join(checkout, "extensions/hosts/cli/bin.mjs");

export const main = async (words: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...words],
    options: { runs: { type: "string", default: "5" }, json: { type: "boolean", default: false } },
  });
  const runs = Math.max(1, Number(values.runs));
  const rows = openRows(values);
  for (const row of piRows(runs)) rows.print(row);
  for (const [host, measure] of [["cli", versionMs] as const, ["mcp", handshakeMs] as const]) {
    const row = await launcherRow(host, measure, runs);
    if (row === undefined) say(`${host} is left out: it does not start.`);
    else rows.print(row);
  }
  rows.end();
  return 0;
};

const piRows = (runs: number): readonly Row[] => {
  const script = join(checkout, "scripts/measure-load.mjs");
  const printed = execFileSync(process.execPath, [script, "--json", "--runs", String(runs)], { encoding: "utf8" });
  return printed
    .split("\n")
    .map((line) => parseJson(line)?.value)
    .filter(isObject)
    .map(({ form, cold_ms, warm_ms, modules }) => ({
      host: "pi",
      with: String(form),
      cold_ms: Number(cold_ms),
      warm_ms: Number(warm_ms),
      modules: Number(modules),
    }));
};

type Measure = (environment: NodeJS.ProcessEnv) => Promise<number | undefined>;

/** Undefined when it does not start. */
const launcherRow = async (host: string, measure: Measure, runs: number): Promise<Row | undefined> => {
  const cache = mkdtempSync(join(tmpdir(), "pi-wiki-load-"));
  const environment = { PATH: process.env["PATH"], HOME: cache, XDG_CACHE_HOME: cache };
  try {
    const cold = await measure(environment);
    if (cold === undefined) return undefined;
    const warm: number[] = [];
    for (let run = 0; run < runs; run += 1) warm.push((await measure(environment)) ?? 0);
    const bare = quantile(Array.from({ length: runs }, bareMs), 0.5);
    return {
      host,
      with: builtEntry("cli.mjs") === undefined ? "sources" : "dist",
      cold_ms: Math.max(0, Math.round(cold - bare)),
      warm_ms: Math.max(0, Math.round(quantile(warm, 0.5) - bare)),
      modules: modulesIn(join(cache, "pi-wiki", "transpiled")),
    };
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
};

/** The bundle, or the transpiled sources. */
const modulesIn = (transpiled: string): number => (existsSync(transpiled) ? readdirSync(transpiled).length : 1);

const bareMs = (): number => {
  const began = performance.now();
  spawnSync(process.execPath, ["-e", "0"]);
  return performance.now() - began;
};

const versionMs: Measure = async (env) => {
  const began = performance.now();
  const { status } = spawnSync(process.execPath, [launcher, "--version"], { env });
  return status === 0 ? performance.now() - began : undefined;
};

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
};

/** From start to the answer to `initialize`. */
const handshakeMs: Measure = (env) =>
  new Promise((resolve) => {
    const began = performance.now();
    const server = spawn(process.execPath, [launcher, "mcp"], { env, stdio: ["pipe", "pipe", "ignore"] });
    let answered: number | undefined;
    let said = "";
    server.stdin.on("error", () => undefined); // A server that has ended reads nothing; it is reported as not started.
    server.stdin.write(`${JSON.stringify(initialize)}\n`);
    server.stdout.setEncoding("utf8");
    server.stdout.on("data", (part: string) => {
      said += part;
      const answer = parseJson(said.split("\n")[0] ?? "")?.value;
      if (at(answer, "result") === undefined) return;
      answered = performance.now() - began;
      server.kill();
    });
    const timer = setTimeout(() => server.kill("SIGKILL"), 60_000);
    server.once("close", () => {
      clearTimeout(timer);
      resolve(answered);
    });
  });
