/** A lighthouse whose folder is a repository, with a task that hints at what is in it. */

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openToolWorld, type ToolWorld, type ToolWorldOptions, workerTasks } from "./tool-world.ts";

export interface KnowledgeWorld extends ToolWorld {
  git(...args: readonly string[]): string;
  /** Every derived and earned file below the git folder, with its content. */
  stored(): readonly string[];
}

export const lampSource = `/** Trims the wick to a length. */
export const trimWick = (length: number): number => {
  if (length < 1) throw new Error("There is no wick left.");
  return Math.min(length, 12);
};

export class Lamp {
  light(): string {
    return "lit";
  }
}
`;

const lampTest = `import { trimWick } from "./lamp.ts";

trimWick(3);
`;

export const hintsOf = (files: readonly string[], symbols: readonly string[]): string =>
  [
    "## Localization hints",
    "",
    "- **Affected files:**",
    ...files.map((file) => `  - ${file}`),
    "- **Target symbols:**",
    ...symbols.map((symbol) => `  - ${symbol}`),
  ].join("\n");

/** The page `procedures/trim` hints at a file and a symbol that are there, one that is planned and one misspelt. */
export const openKnowledgeWorld = async (options: ToolWorldOptions = {}): Promise<KnowledgeWorld> => {
  const world = await openToolWorld({ tasks: workerTasks, ...options });
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=keeper", "-c", "user.email=keeper@example.org", ...args], {
      cwd: world.project,
      encoding: "utf8",
      stdio: "pipe",
    });
  git("init", "-q", "-b", "main");
  world.put("lighthouse/src/lamp.ts", lampSource);
  world.put("lighthouse/src/lamp.test.ts", lampTest);
  world.put("lighthouse/notes.txt", "The lamp burns colza.\n");
  world.page(
    "procedures/trim",
    `# Trim the wick\n\n${hintsOf(["`src/lamp.ts`"], ["`trimWick`", "`dimLamp` (new)", "`trimWik`"])}`,
  );
  git("add", "src", "notes.txt");
  return {
    ...world,
    git,
    stored: () => {
      const entries = readdirSync(join(world.project, ".git"), { recursive: true, encoding: "utf8" });
      const files = entries.filter((path) => /^pmo-knowledge\/.*\.jsonl?$/.test(path)).sort();
      return files.map((path) => `${path}\n${readFileSync(join(world.project, ".git", path), "utf8")}`);
    },
  };
};
