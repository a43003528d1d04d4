/** A lighthouse's project with a vault, in which real shells run as tool calls, and the seals are checked after each. */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { VaultTampering } from "../../../../extensions/core/guard/seals/session-seals.ts";
import { openWorkspace } from "../../../../extensions/open-workspace.ts";
import type { Workspace } from "../../../../extensions/workspace.ts";
import { type TestPlatform, testPlatform } from "../../../support/test-platform.ts";
import { templatesRoot, workerTasks } from "../../../tools/tool-world.ts";

export interface SealedWorld {
  readonly world: TestPlatform;
  readonly project: string;
  /** Below the vault's folder. */
  text(path: string): string | undefined;
  put(path: string, text: string): void;
  list(path: string): readonly string[];
  capture(text: string): Promise<string>;
  /** A shell's command as a tool call of the agent. */
  call(command: string): Promise<readonly VaultTampering[]>;
  /** A command that somebody runs while no tool does. */
  user(command: string): string;
  /** A check between calls. */
  idle(): Promise<readonly VaultTampering[]>;
  /** The same in a session that begins now. */
  restart(): Promise<readonly VaultTampering[]>;
  workspace(): Workspace;
  events(kind: string): readonly Readonly<Record<string, unknown>>[];
}

export const sealedWorld = async (options: { readonly git?: boolean } = {}): Promise<SealedWorld> => {
  const world = await testPlatform({ tasks: workerTasks });
  const project = join(world.folder, "project");
  const vault = join(project, ".llm-wiki");
  mkdirSync(project);
  const open = (): Workspace =>
    openWorkspace(world.platform, { cwd: project, channel: "tool", version: "1.2.3", templatesRoot });
  let workspace = open();
  const user = (command: string): string =>
    execFileSync("bash", ["-c", command], { cwd: project, encoding: "utf8", env: environment(world), stdio: "pipe" });
  if (options.git === true) user("git init -q -b main && git commit -q --allow-empty -m Begin");
  await workspace.init({ topic: "Lighthouse" });
  const text = (path: string): string | undefined =>
    existsSync(join(vault, path)) ? readFileSync(join(vault, path), "utf8") : undefined;
  const sealed: SealedWorld = {
    world,
    project,
    text,
    put: (path, content) => {
      mkdirSync(dirname(join(vault, path)), { recursive: true });
      writeFileSync(join(vault, path), content);
    },
    list: (path) => (existsSync(join(vault, path)) ? readdirSync(join(vault, path)).sort() : []),
    capture: async (content) => (await workspace.capture({ text: content })).id,
    call: async (command) => {
      await workspace.seals.check();
      await workspace.seals.begin();
      try {
        user(command);
      } catch {
        // A command that fails may have done its harm all the same.
      }
      return workspace.seals.check({ tool: "bash", command, mayWriteAnywhere: true, isTurn: true });
    },
    user,
    idle: () => workspace.seals.check(),
    restart: () => {
      workspace = open();
      return workspace.seals.check();
    },
    workspace: () => workspace,
    events: (kind) =>
      (text("meta/events.jsonl") ?? "")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line))
        .filter((event) => event.kind === kind),
  };
  await sealed.idle();
  return sealed;
};

const environment = ({ folder }: TestPlatform): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "",
  HOME: join(folder, "home"),
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Keeper",
  GIT_AUTHOR_EMAIL: "keeper@lighthouse.example",
  GIT_COMMITTER_NAME: "Keeper",
  GIT_COMMITTER_EMAIL: "keeper@lighthouse.example",
});

/** Commits all that is there, as the user. */
export const commitAll = (sealed: SealedWorld, message = "Keep"): void =>
  void sealed.user(`git add -A && git commit -q -m '${message}'`);
