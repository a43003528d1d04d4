/** What the package says of itself: its version, and where its templates and skills are. */

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface PackageRoot {
  readonly version: string;
  /** Absolute. */
  readonly templatesRoot: string;
  /** Absolute. */
  readonly skillsRoot: string;
}

/** Found upwards from this module, which runs from the sources or from a bundle in dist/. */
export const packageRoot = (): PackageRoot => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json")) && dirname(folder) !== folder) folder = dirname(folder);
  const { version }: { version: string } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return { version, templatesRoot: join(folder, "templates"), skillsRoot: join(folder, "skills") };
};
