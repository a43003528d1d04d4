/** Compares a text with its golden file; `UPDATE=1` rewrites the file instead, and the diff is reviewed. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

/** `name` is the file's path below `test/golden/`. */
export const expectGolden = (name: string, text: string): void => {
  const file = fileURLToPath(new URL(`../golden/${name}`, import.meta.url));
  if (process.env["UPDATE"] === "1") {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  expect(text).toBe(existsSync(file) ? readFileSync(file, "utf8") : "");
};
