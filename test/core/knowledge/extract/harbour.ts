/** The harbour's files in seven languages; their names end in `.txt` so that no tool takes them for its own. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../fixtures/knowledge/harbour", import.meta.url));

/** Contents by path. */
export const harbour: ReadonlyMap<string, Uint8Array> = new Map(
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".txt"))
    .sort()
    .map((path) => [path.replaceAll("\\", "/").replace(/\.txt$/, ""), readFileSync(join(folder, path))]),
);
