/** A package with skills of its own in a temporary folder, and a project to install them in. */

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SkillResult } from "../../../extensions/core/skills/change-skill.ts";
import { type ChangeRequest, openSkills, type Skills } from "../../../extensions/core/skills/skills.ts";
import { type TestPlatform, testPlatform } from "../../support/test-platform.ts";

/** Either kind of result, for tests that look at a field of one. */
export type Told = Omit<Partial<SkillResult>, "outcome"> & { readonly outcome: string };

export interface SkillsWorld extends TestPlatform {
  readonly project: string;
  readonly skills: Skills;
  /** Writes a file, by its path in the world's folder. */
  put(path: string, text: string): void;
  text(path: string): string;
  /** Paths of all entries below a folder of the world; folders end in `/`. */
  tree(path: string): readonly string[];
  change(request: Partial<ChangeRequest>): Promise<readonly Told[]>;
  add(...names: readonly string[]): Promise<readonly Told[]>;
  /** The package as its next version. */
  release(): void;
}

export const lampSkill = "---\nname: light-lamp\ndescription: Lights the lamp.\n---\n\nAt dusk.\n";

const treeBelow = (folder: string, path = ""): readonly string[] =>
  readdirSync(join(folder, path), { withFileTypes: true })
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .flatMap((entry) => {
      const below = path === "" ? entry.name : `${path}/${entry.name}`;
      return entry.isDirectory() ? [`${below}/`, ...treeBelow(folder, below)] : [below];
    });

export const shipSkills = (folder: string): void => {
  const files = {
    "package/skills/light-lamp/SKILL.md": lampSkill,
    "package/skills/light-lamp/scripts/lamp.mjs": "export const lit = true;\n",
    "package/skills/sound-horn/SKILL.md": lampSkill.replaceAll("light-lamp", "sound-horn"),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  mkdirSync(join(folder, "project"), { recursive: true });
};

export const skillsOf = ({ platform, folder }: TestPlatform): Skills =>
  openSkills(platform, {
    cwd: join(folder, "project"),
    skillsRoot: join(folder, "package/skills"),
    version: "1.0.0",
  });

export const plainRequest: ChangeRequest = {
  action: "add",
  names: [],
  scope: "project",
  agents: [],
  force: false,
  link: false,
  dryRun: false,
};

export const openSkillsWorld = async (): Promise<SkillsWorld> => {
  const world = await testPlatform();
  const { folder } = world;
  shipSkills(folder);
  // Opened anew for each change, as each command does.
  const change = (request: Partial<ChangeRequest>) => skillsOf(world).change({ ...plainRequest, ...request });
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  return {
    ...world,
    project: join(folder, "project"),
    get skills() {
      return skillsOf(world);
    },
    put,
    text: (path) => readFileSync(join(folder, path), "utf8"),
    tree: (path) => (statSync(join(folder, path), { throwIfNoEntry: false }) ? treeBelow(join(folder, path)) : []),
    change,
    add: (...names) => change({ names }),
    release: () => {
      put("package/skills/light-lamp/SKILL.md", lampSkill.replace("At dusk.", "At dusk and in fog."));
      put("package/skills/light-lamp/references/fog.md", "Sound the horn too.\n");
      rmSync(join(folder, "package/skills/light-lamp/scripts"), { recursive: true });
    },
  };
};
