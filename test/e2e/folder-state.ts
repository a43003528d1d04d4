/** What a folder holds, as text, so that "nothing changed" is one comparison. */

import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const line = (root: string, path: string): readonly string[] => {
  const whole = join(root, path);
  const state = lstatSync(whole);
  if (state.isDirectory()) return [`${path}/`, ...folderState(root, path)];
  if (!state.isFile()) return [`${path} (no file)`];
  return [`${path} ${createHash("sha256").update(readFileSync(whole)).digest("hex")}`];
};

/** Every path below a folder with the hash of its bytes, sorted. */
export const folderState = (root: string, below = ""): readonly string[] =>
  readdirSync(join(root, below))
    .sort()
    .flatMap((name) => line(root, join(below, name)));
