/** A skill as a user has it: installed into a project by the command line, its commands run there as they are written. */

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { buildPackage } from "../hosts/cli/built-package.ts";
import { commandBlocks, commandEnvironment } from "../house/readme-commands.ts";
import { repository } from "../house/repository.ts";

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface InstalledSkill {
  readonly project: string;
  /** The installed copy. */
  readonly folder: string;
  /** The `sh` blocks of its SKILL.md, in their order. */
  readonly blocks: readonly string[];
  /** Runs a shell script in the project; `$SKILL` and `$RUN` are set. */
  run(script: string): Ran;
  put(path: string, text: string): void;
  /** A file of the project. */
  text(path: string): string;
}

/** One for all skills of a test file, with the package as users have it: each of many commands is a process. */
const world = realpathSync(mkdtempSync(join(tmpdir(), "skills-")));
afterAll(() => rmSync(world, { recursive: true, force: true }));
const environment = commandEnvironment(world, buildPackage(world));

const openProject = (skill: string): Omit<InstalledSkill, "blocks"> => {
  const place = mkdtempSync(join(world, "place-"));
  const project = join(place, "project");
  const folder = join(project, ".agents/skills", skill);
  for (const path of [project, join(place, "run")]) mkdirSync(path);
  return {
    project,
    folder,
    run: (script) =>
      spawnSync("bash", ["-euo", "pipefail", "-c", script], {
        cwd: project,
        env: { ...environment, SKILL: folder, RUN: join(place, "run") },
        encoding: "utf8",
        input: "",
      }),
    put: (path, text) => {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), text);
    },
    text: (path) => readFileSync(join(project, path), "utf8"),
  };
};

/** By the command line, as users do. */
export const installSkill = (name: string): InstalledSkill => {
  const opened = openProject(name);
  const added = opened.run(`git init -q && pi-wiki skills add ${name}`);
  if (added.status !== 0) throw new Error(added.stderr);
  const markdown = readFileSync(join(opened.folder, "SKILL.md"), "utf8");
  return { ...opened, blocks: commandBlocks(markdown).map(({ script }) => script) };
};

/** Only copied, for what its scripts do. */
export const copySkill = (name: string): Omit<InstalledSkill, "blocks"> => {
  const opened = openProject(name);
  cpSync(join(repository, "skills", name), opened.folder, { recursive: true });
  return opened;
};
