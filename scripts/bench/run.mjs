/** `npm run bench:<name>`: loads the benchmark of that name from its TypeScript and runs it. */

import { createRequire } from "node:module";
import process from "node:process";
import { fileURLToPath } from "node:url";

// The package's own dependency; the package.json beside this file lists engines only.
const { createJiti } = createRequire(import.meta.url)("jiti");

const [, , name = "", ...words] = process.argv;

/** Other packages are imported as Node does it, not through jiti, so that their speed is their own. */
const importNative = (url) => import(url);

// As the product's own loader has it: wrapped exports would be measured too. Such files must not meet others in a cache.
const jiti = createJiti(import.meta.url, {
  fsCache: fileURLToPath(new URL("../../node_modules/.cache/pi-wiki-bench", import.meta.url)),
  interopDefault: false,
  tryNative: false,
});

if (!/^[a-z-]+$/.test(name))
  throw new Error(
    "Name a benchmark: recall, inject, speed, tokens, load, check, guard, dashboard, ledger, tasks, sync, knowledge, trust, distil, skills, trajectories or injection-count.",
  );
const { main } = await jiti.import(fileURLToPath(new URL(`./${name}.ts`, import.meta.url)));
process.exitCode = await main(words, importNative);
