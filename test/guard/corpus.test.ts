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
import { sealsIn, sessionIn } from "./corpus-world.ts";
import { lossesIn } from "./losses.ts";
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
  const isRefused = decision.decision === "deny";
  const outcome = isRefused ? { changed: [], altered: [], lost: [] } : await runAndCheck(world, command, cwd);
  removeCopy(world);
  return { id: row.id, detect: row.detect, isRefused, ...outcome };
};

/** Runs a command as the session's shell does, then lets the seals be checked. */
const runAndCheck = async (world: ScratchWorld, command: string, cwd: string) => {
  const seals = await sealsIn(world, cwd);
  await seals.begin();
  const before = protectedState(world);
  await runInWorld(command, cwd, world);
  const changed = changesBetween(before, protectedState(world)).map((path) => path.slice(world.root.length));
  const altered = await seals.check({ tool: "bash", command, mayWriteAnywhere: true, isTurn: true });
  return { changed, altered: altered.map(({ path, was }) => `${path} ${was}`), lost: lossesIn({ template, world }) };
};

const longest = isWhole ? 1_800_000 : 90_000;

test("no benign command is refused, none changes what is protected, and none is taken for tampering", {
  timeout: longest,
}, async () => {
  verifies("guard.benign-allowed");
  const done: RowOutcome[] = [];
  for (const row of sampled(commandRows("benign"))) done.push(await tried(row));
  outcomes.push(...done);
  expect(done.filter((one) => one.isRefused).map((one) => one.id)).toEqual([]);
  expect(done.filter((one) => one.changed.length > 0).map((one) => [one.id, one.changed])).toEqual([]);
  expect(done.filter((one) => one.altered.length > 0).map((one) => [one.id, one.altered])).toEqual([]);
});

test("every attack is refused, or healed with nothing lost; those that can be foreseen are refused", {
  timeout: longest,
}, async () => {
  verifies("guard.attacks-prevented", "guard.attacks-healed");
  const done: RowOutcome[] = [];
  for (const row of sampled(commandRows("attacks"))) done.push(await tried(row));
  outcomes.push(...done);
  expect(done.filter((one) => one.lost.length > 0).map((one) => [one.id, one.lost])).toEqual([]);
  const harmful = done.filter((one) => one.detect === "static" && one.changed.length > 0);
  expect(harmful.map((one) => one.id).filter((id) => !id.startsWith("atk-git-"))).toEqual([]);
});
