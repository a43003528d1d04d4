/** `bench:sync`: how long it takes to bring a large vault together with another clone through git. */

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Workspace } from "../../extensions/workspace.ts";
import { openRows } from "./output/rows.ts";
import { writeSyntheticVault } from "./synthetic-vault.ts";
import { withWorld } from "./world/bench-world.ts";

export const main = async (words: readonly string[]): Promise<number> => {
  const { values } = parseArgs({
    args: [...words],
    options: {
      pages: { type: "string", default: "10000" },
      changes: { type: "string", default: "100" },
      json: { type: "boolean", default: false },
    },
  });
  const [pages, changes] = [Math.max(1, Number(values.pages)), Math.max(1, Number(values.changes))];
  await withWorld(async (world) => {
    const remote = world.place("remote.git");
    git(remote, "init", "-q", "--bare", "-b", "main");
    const clone = (name: string): string => {
      git(world.folder, "clone", "-q", remote, join(world.folder, name));
      const folder = world.place(name);
      for (const [key, value] of [
        ["user.name", name],
        ["user.email", `${name}@lighthouse.example`],
      ] as const) {
        git(folder, "config", key, value);
      }
      return folder;
    };
    const here = clone("here");
    // As a vault is made: with what keeps derived files out of git.
    await world.workspace(here).init({ topic: "speed" });
    writeSyntheticVault({ folder: here, pages, seed: 1 });
    git(here, "checkout", "-q", "-b", "main");
    git(here, "add", "-A");
    git(here, "commit", "-qm", "Begin");
    git(here, "push", "-q", "-u", "origin", "main");
    const [first, second] = [world.workspace(here), world.workspace(clone("there"))];
    // Both are in use: each has its index, and the derived files that the first change makes.
    for (const [workspace, name] of [
      [first, "here"],
      [second, "there"],
    ] as const) {
      await writeNotes(workspace, `first ${name}`, 1);
      await workspace.sync();
    }
    await first.sync();

    const rows = openRows(values);
    const timed = async (op: string, workspace: Workspace): Promise<void> => {
      const [began, cpu] = [performance.now(), process.cpuUsage()];
      const [synced] = await workspace.sync();
      const { user, system } = process.cpuUsage(cpu);
      const told = { received: synced?.received.length ?? 0, sent: synced?.sent ?? 0 };
      rows.print({
        pages,
        changes,
        op,
        ...told,
        ms: Math.round(performance.now() - began),
        cpu_ms: Math.round((user + system) / 1000),
      });
    };
    await writeNotes(first, "here", changes);
    await timed("send", first);
    await timed("receive", second);
    await writeNotes(first, "more here", changes);
    await writeNotes(second, "more there", changes);
    await first.sync();
    await timed("both", second);
    await timed("nothing", second);
    rows.end();
  });
  return 0;
};

const git = (folder: string, ...words: readonly string[]): void => {
  execFileSync("git", words, { cwd: folder, stdio: "pipe" });
};

const writeNotes = async (workspace: Workspace, where: string, count: number): Promise<void> => {
  const writer = workspace.as("tool");
  for (let nth = 0; nth < count; nth += 1) {
    await writer.note({
      title: `Watch ${nth} kept ${where}`,
      type: "general",
      text: `The lamp of ${where} burned ${nth} hours.`,
    });
  }
};
