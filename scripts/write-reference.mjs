/**
 * Writes the tables of README.md from the code, so that they can't say something else than the code does.
 * `--check` writes nothing and exits 1 when a table has drifted.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { createJiti } from "jiti";

const jiti = createJiti(import.meta.url);
const { readRegion, replaceRegion } = await jiti.import("./reference/regions.ts");
const { renderSource, sources } = await jiti.import("./reference/sources.ts");

const root = new URL("../", import.meta.url);
const readme = new URL("README.md", root);

const writeTables = async (text) => {
  let result = text;
  for (const [name, { module }] of Object.entries(sources)) {
    const content = await renderSource(name, root);
    if (content === undefined) console.log(`${name}: ${module} does not exist.`);
    else result = replaceRegion(result, name, content);
  }
  return result;
};

const before = readFileSync(readme, "utf8");
const after = await writeTables(before);
if (process.argv.includes("--check")) {
  const drifted = Object.keys(sources).filter((name) => readRegion(before, name) !== readRegion(after, name));
  for (const name of drifted) console.error(`README.md: the table "${name}" has drifted; run npm run reference.`);
  process.exitCode = drifted.length > 0 ? 1 : 0;
} else if (after !== before) {
  writeFileSync(readme, after);
}
