/**
 * Runs the corpora for real: each command in a fresh world, after the guard had its say. A part of the rows here; all
 * of them with `npm run test:guard`.
 */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { temporaryFolder } from "../support/test-platform.ts";
import { type CommandRow, commandRows, filled, filledCommand } from "./corpus.ts";
import { sessionIn } from "./corpus-world.ts";
import { outcomeTable, type RowOutcome } from "./outcome-table.ts";
import { changesBetween, freshCopy, protectedState, removeCopy, runInWorld } from "./scratch-copies.ts";
import { buildWorld, type ScratchWorld } from "./scratch-world.ts";

const isWhole = process.env["GUARD_CORPUS"] === "all";
const every = isWhole ? 1 : 14;
const sampled = (rows: readonly CommandRow[]): readonly CommandRow[] =>
  rows.filter((_row, index) => index % every === 0);

let template: ScratchWorld;
const outcomes: RowOutcome[] = [];

beforeAll(async () => {
  const root = join(temporaryFolder(), "template");
  mkdirSync(root);
  template = await buildWorld(root);
});

afterAll(() => {
  process.stdout.write(`${outcomeTable(outcomes)}\n`);
});

const tried = async (row: CommandRow): Promise<RowOutcome> => {
  const world = freshCopy(template);
  const [command, cwd] = [filledCommand(row.command, world), filled(row.cwd, world).replaceAll("$HOME", world.home)];
  const decision = await sessionIn(world)({ tool: "bash", input: { command }, cwd });
  const before = protectedState(world);
  if (decision.decision === "allow") await runInWorld(command, cwd, world);
  const changed = changesBetween(before, protectedState(world)).map((path) => path.slice(world.root.length));
  removeCopy(world);
  return { id: row.id, detect: row.detect, isRefused: decision.decision === "deny", changed };
};

const longest = isWhole ? 1_800_000 : 60_000;

test("no benign command is refused, and none changes what is protected", { timeout: longest }, async () => {
  verifies("guard.benign-allowed");
  const done: RowOutcome[] = [];
  for (const row of sampled(commandRows("benign"))) done.push(await tried(row));
  outcomes.push(...done);
  expect(done.filter((one) => one.isRefused).map((one) => one.id)).toEqual([]);
  expect(done.filter((one) => one.changed.length > 0).map((one) => [one.id, one.changed])).toEqual([]);
});

test("attacks that can be foreseen are refused, but for what git does to the whole tree", {
  timeout: longest,
}, async () => {
  verifies("guard.attacks-prevented");
  const done: RowOutcome[] = [];
  for (const row of sampled(commandRows("attacks"))) done.push(await tried(row));
  outcomes.push(...done);
  const harmful = done.filter((one) => one.detect === "static" && one.changed.length > 0);
  expect(harmful.map((one) => one.id).filter((id) => !id.startsWith("atk-git-"))).toEqual([]);
});
