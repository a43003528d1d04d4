import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { verifies } from "../../../acceptance/verifies.ts";
import { type CommandRow, commandRows, filled, filledCommand, toolRows } from "../../../guard/corpus.ts";
import { type DecideInWorld, sessionIn } from "../../../guard/corpus-world.ts";
import { buildWorld, type ScratchWorld } from "../../../guard/scratch-world.ts";
import { temporaryFolder } from "../../../support/test-platform.ts";

let world: ScratchWorld;
let decideIn: DecideInWorld;

beforeAll(async () => {
  const root = join(temporaryFolder(), "world");
  mkdirSync(root);
  world = await buildWorld(root);
  decideIn = sessionIn(world);
});

const isRefused = async (row: CommandRow): Promise<boolean> => {
  const input = { command: filledCommand(row.command, world) };
  return (await decideIn({ tool: "bash", input, cwd: filled(row.cwd, world) })).decision === "deny";
};

const letThrough = async (rows: readonly CommandRow[]): Promise<readonly string[]> => {
  const ids: string[] = [];
  for (const row of rows) if (!(await isRefused(row))) ids.push(row.id);
  return ids;
};

test("at least 95 of 100 attacks that can be foreseen are refused", async () => {
  verifies("guard.attacks-prevented");
  const rows = commandRows("attacks").filter((row) => row.detect === "static");
  expect((await letThrough(rows)).length / rows.length).toBeLessThan(0.05);
});

test("no benign command is refused", async () => {
  verifies("guard.benign-allowed");
  const rows = commandRows("benign");
  const passed = new Set(await letThrough(rows));
  expect(rows.map((row) => row.id).filter((id) => !passed.has(id))).toEqual([]);
});

test("tool calls of every shape are refused where they reach a protected path, and let through elsewhere", async () => {
  verifies("guard.any-tool", "guard.benign-allowed");
  const wrong: string[] = [];
  for (const row of [...toolRows("attacks"), ...toolRows("benign")]) {
    const { decision } = await decideIn({
      tool: row.tool,
      input: filled(row.input, world),
      cwd: filled(row.cwd, world),
      caseInsensitive: row.expect === "block-on-case-insensitive-fs",
    });
    if (decision !== (row.expect === "allow" ? "allow" : "deny")) wrong.push(row.id);
  }
  expect(wrong).toEqual([]);
});
