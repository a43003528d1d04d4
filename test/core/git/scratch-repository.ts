/** A git repository of the test's own, with a platform that sees it. */

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type TestPlatform, type TestPlatformOptions, testPlatform } from "../../support/test-platform.ts";

export interface ScratchRepository extends TestPlatform {
  /** The work tree. */
  readonly root: string;
  put(path: string, content: string | Uint8Array): void;
  git(...args: readonly string[]): string;
  /** Puts files and adds them to the index. */
  add(files: Readonly<Record<string, string | Uint8Array>>): void;
}

export const scratchRepository = async (options: TestPlatformOptions = {}): Promise<ScratchRepository> => {
  const world = await testPlatform(options);
  const root = join(world.folder, "lighthouse");
  mkdirSync(root);
  const { environment } = world.platform;
  const names = ["PATH", "HOME", "GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"];
  const env = Object.fromEntries(names.map((name) => [name, environment.variable(name)]));
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "protocol.file.allow=always", ...args], {
      cwd: root,
      env,
      encoding: "utf8",
      stdio: "pipe",
    });
  const put = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  git("init", "-q", "-b", "main");
  return {
    ...world,
    root,
    git,
    put,
    add: (files) => {
      for (const [path, content] of Object.entries(files)) put(path, content);
      git("add", "--", ...Object.keys(files));
    },
  };
};
