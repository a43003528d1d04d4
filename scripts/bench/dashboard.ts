/**
 * `bench:dashboard`: the dashboard of a large vault in a real Chromium: from asking for the address to the first view,
 * from a key to the list of pages that match, from choosing the graph to its picture, from a changed file to its text;
 * and what the server works while a page is open and nothing happens.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openBrowser, openPage, type ServedFolder, serveFolder, type WatchedPage } from "../support/browser.ts";
import { checkout } from "../support/pi-host.ts";
import { openRows } from "./output/rows.ts";
import { quantile } from "./output/times.ts";
import { writeSyntheticVault } from "./synthetic-vault.ts";
import { withWorld } from "./world/bench-world.ts";

export const main = async (words: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      pages: { type: "string", default: "10000" },
      runs: { type: "string", default: "5" },
      package: { type: "string", default: checkout },
      json: { type: "boolean", default: false },
    },
  });
  const [pages, runs] = [Math.max(10, Number(values.pages)), Math.max(1, Number(values.runs))];
  await withWorld(async (world) => {
    const project = world.place("lighthouse");
    const { root, paths } = writeSyntheticVault({ folder: project, pages, seed: 1 });
    const environment = { ...environmentOf(world.place("home")), PI_WIKI_USER: "bench" };
    const served = await serveFolder({ extension: values.package, project, environment });
    const browser = await openBrowser();
    try {
      const times: Times[] = [];
      for (let run = 0; run <= runs; run += 1) {
        const { page } = await openPage(browser);
        times.push(await timesOf(page, { url: served.url, changed: join(root, paths[run] ?? ""), run }));
        await page.context().close();
      }
      const rows = openRows(values);
      const print = (what: string, all: readonly number[]): void => {
        const round = (value: number): number => Math.round(value * 10) / 10;
        rows.print({ pages, what, p50: round(quantile(all, 0.5)), p95: round(quantile(all, 0.95)) });
      };
      // The first run reads a vault that nobody has indexed yet.
      const warm = times.slice(1);
      for (const what of ["view_ms", "key_ms", "graph_ms", "change_ms"] as const) {
        print(
          what,
          warm.flatMap((one) => one[what]),
        );
      }
      print("idle_cpu_ms", await idleTimes((await openPage(browser)).page, served));
      rows.end();
    } finally {
      await browser.close();
      await served.stop();
    }
  });
  return 0;
};

interface Times {
  readonly view_ms: number;
  readonly key_ms: readonly number[];
  readonly graph_ms: number;
  readonly change_ms: number;
}

const environmentOf = (home: string): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "",
  HOME: home,
  XDG_CACHE_HOME: join(home, "cache"),
  XDG_STATE_HOME: join(home, "state"),
});

interface Run {
  readonly url: string;
  /** The file that is changed while somebody looks. */
  readonly changed: string;
  readonly run: number;
}

const timesOf = async (page: WatchedPage["page"], { url, changed, run }: Run): Promise<Times> => {
  const view = await took(async () => {
    await page.goto(url);
    await page.waitForSelector("#main .tiles", { timeout: 120_000 });
  });
  await page.waitForSelector("#live[data-state=live]");
  const graph = await took(async () => {
    await page.evaluate("location.hash = '#/graph'");
    await page.waitForSelector(".canvas[data-drawn]");
  });
  await page.evaluate("location.hash = '#/pages'");
  await page.waitForSelector("#main[data-shown='#/pages']");
  const keys: number[] = [];
  for (const words of ["p", "pa", "page", "page 4", "page 42", "concept", "decision 7"])
    keys.push(await keystroke(page, words));
  await page.waitForTimeout(1000);
  const title = `Changed in run ${run}`;
  const change = await took(async () => {
    writeFileSync(changed, `---\ntype: concept\n---\n# ${title}\n`);
    await page.getByRole("searchbox").fill("changed");
    await page.waitForSelector(`a.title:has-text("${title}")`, { timeout: 20_000 });
  });
  return { view_ms: view, key_ms: keys, graph_ms: graph, change_ms: change };
};

const idleWindow = 5000;

/** Processor time of the server in five seconds in which a page is open and nothing changes. */
const idleTimes = async (page: WatchedPage["page"], { url, pid }: ServedFolder): Promise<readonly number[]> => {
  await page.goto(url);
  await page.waitForSelector("#live[data-state=live]");
  await page.waitForTimeout(2 * idleWindow);
  const times: number[] = [];
  for (let window = 0; window < 4; window += 1) {
    const before = processorTime(pid);
    await page.waitForTimeout(idleWindow);
    times.push(processorTime(pid) - before);
  }
  return times;
};

/** In milliseconds, as Linux counts it: in hundredths of a second. */
const processorTime = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return 10 * (Number(fields[11]) + Number(fields[12]));
};

/** What a key costs in the page itself, its drawing included. */
const keystroke = (page: WatchedPage["page"], words: string): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    const box = document.querySelector("input[type=search]");
    box.value = ${JSON.stringify(words)};
    const began = performance.now();
    box.dispatchEvent(new Event("input", { bubbles: true }));
    document.body.getBoundingClientRect();
    resolve(performance.now() - began);
  })`);

const took = async (work: () => Promise<void>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
