/**
 * Measures what the Pi entry adds to Pi's start, in CPU milliseconds: from the sources through jiti, as Pi loads them,
 * and from dist/ when it is built. Cold is the first load ever, warm the median of five more, or of `--runs`. `--json`
 * prints one object a line.
 */

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const aimMs = 100;
const { values } = parseArgs({
  options: { runs: { type: "string", default: "5" }, json: { type: "boolean", default: false } },
});
const warmRuns = Math.max(1, Number(values.runs));
const root = new URL("../", import.meta.url);
const loadOnce = fileURLToPath(new URL("load/load-once.mjs", import.meta.url));

const run = (form, cache) => JSON.parse(execFileSync(process.execPath, [loadOnce, form, cache], { encoding: "utf8" }));

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

const measure = (form) => {
  const cache = mkdtempSync(join(tmpdir(), "pi-wiki-load-"));
  try {
    const cold = run(form, cache);
    const warm = Array.from({ length: warmRuns }, () => run(form, cache).ms);
    return { form, cold_ms: Math.round(cold.ms), warm_ms: Math.round(median(warm)), modules: cold.modules };
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
};

const sentence = ({ form, cold_ms, warm_ms, modules }) => {
  const verdict = warm_ms < aimMs ? "within" : "over";
  return `${form}: ${warm_ms} ms warm (${verdict} the aim of ${aimMs}), ${cold_ms} ms cold, ${modules} modules`;
};

const forms = [
  ["sources", "extensions/index.ts"],
  ["dist", "dist/pi.mjs"],
];

for (const [form, entry] of forms) {
  if (!existsSync(new URL(entry, root))) {
    console.error(`${form}: ${entry} does not exist.`);
    continue;
  }
  const row = measure(form);
  console.log(values.json ? JSON.stringify(row) : sentence(row));
}
