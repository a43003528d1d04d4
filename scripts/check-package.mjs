/** Checks what would be published: the list of files, the bins, the skills. Prints problems and exits 1 for any. */

import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createJiti } from "jiti";

const jiti = createJiti(import.meta.url);
const { packListProblems } = await jiti.import("./package/pack-list.ts");
const { nodePlatform } = await jiti.import("../extensions/platform/node-platform.ts");
const { skillToCheck } = await jiti.import("../extensions/core/skills/skill-files-store.ts");
const { skillFindings } = await jiti.import("../extensions/core/skills/skill-rules.ts");

const root = fileURLToPath(new URL("../", import.meta.url));

/** `npm pack` beside the node that runs this script, so that no other npm on the PATH is used. */
const packedPaths = () => {
  const npm = join(dirname(process.execPath), "npm");
  const command = existsSync(npm) ? npm : "npm";
  const output = execFileSync(command, ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return JSON.parse(output)[0].files.map((file) => file.path);
};

const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "EACCES") return false;
    throw error;
  }
};

const binProblems = () => {
  const { bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return Object.entries(bin).flatMap(([name, path]) => {
    if (!existsSync(join(root, path))) return [`bin ${name}: ${path} does not exist.`];
    if (!isExecutable(join(root, path))) return [`bin ${name}: ${path} is not executable.`];
    return readFileSync(join(root, path), "utf8").startsWith("#!") ? [] : [`bin ${name}: ${path} has no #! line.`];
  });
};

const platform = nodePlatform({ refuse: (code) => new Error(code) });

const allSkillProblems = () =>
  readdirSync(join(root, "skills")).flatMap((name) =>
    skillFindings(skillToCheck(platform, join(root, "skills", name))).map(
      ({ path, line, message }) => `skills/${name}/${path}:${line}: ${message}.`,
    ),
  );

const problems = [...packListProblems(packedPaths()), ...binProblems(), ...allSkillProblems()];
for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log("The package is in order.");
process.exitCode = problems.length > 0 ? 1 : 0;
