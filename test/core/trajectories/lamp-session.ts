/** Sessions of Pi in which somebody repairs a lamp: entries as both generations write them, and their captures. */

import { join } from "node:path";
import { parseTrajectory, type Trajectory } from "../../../extensions/core/trajectories/packet.ts";
import { captureTrajectory, type TrajectoryRequest } from "../../../extensions/core/trajectories/trajectory-store.ts";
import { usualTestCommands } from "../../../extensions/core/usage/command-patterns.ts";
import { recordOf } from "../../../extensions/hosts/session-steps.ts";
import type { TestPlatform } from "../../support/test-platform.ts";
import { vaultIn } from "../sources/lighthouse-vault.ts";

export type Entry = Readonly<Record<string, unknown>>;

export interface LampSession {
  readonly entries: Entry[];
  asks(text: string | readonly object[], more?: object): LampSession;
  /** An answer, with calls as `[id, tool, arguments]`. */
  says(
    text: string,
    calls?: readonly (readonly [id: string, tool: string, given: object])[],
    more?: object,
  ): LampSession;
  told(id: string, tool: string, text: string, more?: object): LampSession;
  types(command: string, output: string, exitCode: number | undefined): LampSession;
  entry(entry: object): LampSession;
}

/** Minutes go by one an entry; entries follow each other. */
export const lampSession = (from: readonly Entry[] = [], name = "e"): LampSession => {
  const entries: Entry[] = [...from];
  const add = (entry: object): LampSession => {
    const number = entries.length + 1;
    const timestamp = `2026-11-30T10:${String(number % 60).padStart(2, "0")}:00.000Z`;
    entries.push({ id: `${name}${number}`, parentId: entries.at(-1)?.["id"] ?? null, timestamp, ...entry });
    return session;
  };
  const message = (fields: object): LampSession => add({ type: "message", message: fields });
  const usage = { input: 100, output: 20, cacheRead: 0, cacheWrite: 0, cost: { total: 0.01 } };
  const session: LampSession = {
    entries,
    entry: add,
    asks: (content, more) => message({ role: "user", content, ...more }),
    says: (text, calls = [], more = {}) =>
      message({
        role: "assistant",
        content: [
          ...(text === "" ? [] : [{ type: "text", text }]),
          ...calls.map(([id, tool, given]) => ({ type: "toolCall", id, name: tool, arguments: given })),
        ],
        model: "keeper-1",
        stopReason: calls.length > 0 ? "toolUse" : "stop",
        usage,
        ...more,
      }),
    told: (id, tool, text, more) =>
      message({
        role: "toolResult",
        toolCallId: id,
        toolName: tool,
        content: [{ type: "text", text }],
        isError: false,
        ...more,
      }),
    types: (command, output, exitCode) =>
      message({
        role: "bashExecution",
        command,
        output,
        exitCode,
        cancelled: exitCode === undefined,
        truncated: false,
      }),
  };
  return session;
};

/** The wick is trimmed, the test fails, is mended and passes. */
export const mendedLamp = (): LampSession =>
  lampSession()
    .asks("Trim the wick to two.")
    .says("I look first.", [
      ["c1", "read", { path: "wick.txt" }],
      ["c2", "bash", { command: "npm test" }],
    ])
    .told("c1", "read", "three\nlamp\n")
    .told("c2", "bash", "1 failed: wick is three\n\nCommand exited with code 1", { isError: true })
    .says("", [["c3", "write", { path: "wick.txt", content: "two\nlamp\n" }]])
    .told("c3", "write", "Written.")
    .says("", [["c4", "bash", { command: "npm test" }]])
    .told("c4", "bash", "1 passed")
    .says("The wick is two now.");

export const recordIn = (world: TestPlatform, entries: readonly Entry[]) =>
  recordOf(entries, { session: "session-1", cwd: join(world.folder, "project"), platform: world.platform });

export const keep = (
  world: TestPlatform,
  { entries }: Pick<LampSession, "entries">,
  request: TrajectoryRequest & { readonly task?: { readonly id: string; readonly since?: string } } = {},
) => {
  const { task, ...rest } = request;
  return captureTrajectory(recordIn(world, entries), rest, {
    vault: vaultIn(world),
    context: { platform: world.platform, actor: "keeper", channel: "command" },
    testCommands: usualTestCommands,
    task,
  });
};

export const packetOf = (world: TestPlatform, path: string | undefined): Trajectory => {
  const trajectory = parseTrajectory(vaultIn(world).files.readText(`${path}/packet.json`) ?? "");
  if (trajectory === undefined) throw new Error(`no packet at ${path}`);
  return trajectory;
};

/** Keeps a session, and gives what is in its packet. */
export const kept = async (world: TestPlatform, session: Pick<LampSession, "entries">): Promise<Trajectory> =>
  packetOf(world, (await keep(world, session))?.path);
