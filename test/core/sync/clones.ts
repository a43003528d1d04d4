/** A bare remote and clones of it, each with its own machine folders and user, with sessions in them. */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { defaultSettings } from "../../../extensions/core/settings.ts";
import { openWorkspace } from "../../../extensions/open-workspace.ts";
import { nodePlatform } from "../../../extensions/platform/node-platform.ts";
import type { Platform } from "../../../extensions/platform/platform.ts";
import type { Workspace } from "../../../extensions/workspace.ts";
import { refuse, temporaryFolder } from "../../support/test-platform.ts";
import { templatesRoot } from "../../tools/tool-world.ts";

export interface Clone {
  readonly folder: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  git(...words: readonly string[]): string;
  /** `wrap` makes of its platform what the session is to see. */
  session(channel?: "tool" | "cli" | "terminal", wrap?: (platform: Platform) => Platform): Workspace;
  /** Relative to the vault. */
  read(path: string): string;
  put(path: string, text: string): void;
  has(path: string): boolean;
}

const variablesOf = (home: string, user: string) => ({
  PATH: process.env["PATH"],
  HOME: home,
  XDG_CACHE_HOME: join(home, "cache"),
  XDG_STATE_HOME: join(home, "state"),
  PI_WIKI_USER: user,
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: user,
  GIT_AUTHOR_EMAIL: `${user}@lighthouse.example`,
  GIT_COMMITTER_NAME: user,
  GIT_COMMITTER_EMAIL: `${user}@lighthouse.example`,
});

export const cloneAt = (folder: string, user: string): Clone => {
  const home = join(folder, "..", `${user}-home`);
  mkdirSync(home, { recursive: true });
  const variables = variablesOf(home, user);
  const place = (path: string): string => join(folder, ".llm-wiki", path);
  return {
    folder,
    variables,
    git: (...words) => execFileSync("git", words, { cwd: folder, env: variables, encoding: "utf8", stdio: "pipe" }),
    session: (channel = "cli", wrap = (platform) => platform) =>
      openWorkspace(wrap(nodePlatform({ refuse, variables })), {
        cwd: folder,
        channel,
        settings: { ...defaultSettings, personalVault: "off" },
        version: "1.0.0",
        templatesRoot,
      }),
    read: (path) => readFileSync(place(path), "utf8"),
    has: (path) => existsSync(place(path)),
    put: (path, text) => {
      mkdirSync(dirname(place(path)), { recursive: true });
      writeFileSync(place(path), text);
    },
  };
};

/** The first has made the vault and pushed it, beside a file that is none of the vault's. */
export const clonesOf = async (users: readonly [string, ...string[]]): Promise<readonly Clone[]> => {
  const root = temporaryFolder();
  const remote = join(root, "remote.git");
  execFileSync("git", ["init", "-q", "--bare", "-b", "main", remote]);
  const [founder, ...others] = users;
  execFileSync("git", ["clone", "-q", remote, join(root, founder)], { stdio: "pipe" });
  const first = cloneAt(join(root, founder), founder);
  first.git("checkout", "-q", "-b", "main");
  writeFileSync(join(first.folder, "lamp.txt"), "lit\n");
  await first.session().init({ topic: "lighthouse" });
  first.git("add", "-A");
  first.git("commit", "-qm", "Begin");
  first.git("push", "-q", "-u", "origin", "main");
  return [
    first,
    ...others.map((user) => {
      execFileSync("git", ["clone", "-q", remote, join(root, user)], { stdio: "pipe" });
      return cloneAt(join(root, user), user);
    }),
  ];
};

export const two = async (): Promise<readonly [Clone, Clone]> => {
  const [here, there] = await clonesOf(["keeper", "warden"]);
  if (here === undefined || there === undefined) throw new Error("Two clones were asked for.");
  return [here, there];
};

/** Brings the clones in step: what the later ones send has come to the earlier ones as well. */
export const inStep = async (...clones: readonly Clone[]): Promise<void> => {
  for (const clone of [...clones, ...clones.slice(0, -1)]) await clone.session().sync();
};
