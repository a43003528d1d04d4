/** A Pi whose model answers and runs commands, as the session's branch then holds it. */

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FakeSession } from "../../support/fake-pi.ts";
import { jsonLines, type ToolWorldOptions } from "../../tools/tool-world.ts";
import { furnish, openPiWorld, type PiWorld } from "./pi-world.ts";

export interface UsageWorld extends PiWorld {
  /** The model's answer. */
  answers(session: FakeSession, text: string): void;
  /** A command of the model that ended with a status; without one it was broken off. */
  runs(session: FakeSession, command: string, status?: number): void;
  git(...words: readonly string[]): string;
  /** What the vault's streams hold, as `success notes/oil`. */
  recorded(): readonly string[];
  lines(): readonly Readonly<Record<string, unknown>>[];
}

export const openUsageWorld = async (options: ToolWorldOptions = {}): Promise<UsageWorld> => {
  const world = await openPiWorld(options);
  furnish(world);
  let calls = 0;
  const push = ({ branch }: FakeSession, message: object): void => {
    const entry = { type: "message", id: `entry-${branch.length}`, timestamp: world.platform.now() };
    branch.push({ ...entry, message });
  };
  const streams = join(world.project, ".llm-wiki/meta/telemetry");
  const lines = () =>
    (world.files("lighthouse/.llm-wiki/meta").kind("telemetry") === undefined ? [] : readdirSync(streams)).flatMap(
      (name) => jsonLines(readFileSync(join(streams, name), "utf8")),
    );
  return {
    ...world,
    answers: (session, text) => push(session, { role: "assistant", content: [{ type: "text", text }] }),
    runs: (session, command, status) => {
      calls += 1;
      const id = `bash-${calls}`;
      push(session, {
        role: "assistant",
        content: [{ type: "toolCall", id, name: "bash", arguments: { command } }],
      });
      const said = status === undefined ? "Command aborted" : `1 failing\n\nCommand exited with code ${status}`;
      push(session, {
        role: "toolResult",
        toolName: "bash",
        toolCallId: id,
        content: [{ type: "text", text: status === 0 ? "all is well" : said }],
        details: undefined,
        isError: status !== 0,
      });
    },
    git: (...words) => {
      const who = { name: "Keeper", email: "keeper@lighthouse.example" };
      const env = {
        PATH: process.env["PATH"],
        HOME: world.folder,
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_AUTHOR_NAME: who.name,
        GIT_AUTHOR_EMAIL: who.email,
        GIT_COMMITTER_NAME: who.name,
        GIT_COMMITTER_EMAIL: who.email,
        GIT_AUTHOR_DATE: world.platform.now(),
        GIT_COMMITTER_DATE: world.platform.now(),
      };
      return execFileSync("git", words, {
        cwd: world.project,
        env,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      });
    },
    recorded: () =>
      lines().map(({ kind, result, doc }) => `${String(kind === "outcome" ? result : kind)} ${String(doc)}`),
    lines,
  };
};
