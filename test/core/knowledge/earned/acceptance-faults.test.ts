import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isWikiError } from "../../../../extensions/core/errors.ts";
import { lessonOutputKind } from "../../../../extensions/core/knowledge/earned/lesson-output.ts";
import { defaultSettings } from "../../../../extensions/core/settings.ts";
import { openWorkspace } from "../../../../extensions/open-workspace.ts";
import type { Platform } from "../../../../extensions/platform/platform.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { faultRuns } from "../../../support/fault-runs.ts";
import type { TestPlatform } from "../../../support/test-platform.ts";

const task = "trim-the-wick";
const check = "test -f wick.ts";
const claims = ["Trim it dry.", "Trim it at dusk."];

/** Names lead nowhere, so that no fault falls into another thread. */
const unresolved: Platform["inWorker"] = async (_task, given) => {
  const { request } = given as { readonly request: { readonly references: readonly (readonly string[])[] } };
  const nowhere = (reference: string) => ({ reference, status: "unresolved", reason: "symbol-map-unavailable" });
  return { locations: request.references.map((names) => names.map(nowhere)) };
};

const deliveries = ({ platform, folder }: TestPlatform, channel: "terminal" | "tool") =>
  openWorkspace(
    { ...platform, inWorker: unresolved },
    {
      cwd: join(folder, "lighthouse"),
      channel,
      settings: defaultSettings,
      version: "0",
      templatesRoot: join(import.meta.dirname, "../../../../templates"),
    },
  ).as(channel, { session: "s1" });

const accept = (world: TestPlatform) => deliveries(world, "terminal").deliveries.accept({ task, checks: [check] });

const arrange = async (world: TestPlatform): Promise<void> => {
  const root = join(world.folder, "lighthouse");
  mkdirSync(root);
  writeFileSync(join(root, "lamp.ts"), "export const lamp = 1;\n");
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=Keeper", "-c", "user.email=keeper@lighthouse.example", ...words], {
      cwd: root,
      stdio: "ignore",
    });
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("commit", "-qm", "Begin");
  const workspace = deliveries(world, "terminal");
  await workspace.init({ topic: "Lighthouse" });
  await workspace.tasks.open({ title: "Trim the wick", checks: [check] });
  const lessons = claims.map((claim) => ({ claim, locations: ["wick"], confidence: "high", supersedes: "" }));
  const document = { kind: lessonOutputKind, schema_version: 1, lessons };
  await deliveries(world, "tool").deliveries.stage({ task, document, driverProfile: "anthropic/claude" });
  writeFileSync(join(root, "wick.ts"), "export const wick = 1;\n");
};

/** Without what an append left half written, which the ledger keeps. */
const linesOf = (path: string): readonly Record<string, unknown>[] =>
  existsSync(path)
    ? readFileSync(path, "utf8")
        .split("\n")
        .flatMap((line) => (line.endsWith("}") ? [JSON.parse(line)] : []))
    : [];

/** As the person does who is told that a chain's last line is not whole. */
const acceptAgain = async (world: TestPlatform) => {
  try {
    return await accept(world);
  } catch (error) {
    if (!isWikiError(error) || error.code !== "earned_torn") throw error;
    await deliveries(world, "terminal").deliveries.repair();
    return accept(world);
  }
};

test("an acceptance that fails or crashes at any step is written back once by accepting again", async () => {
  verifies("earned.replay", "earned.handoff");
  const points = await faultRuns({
    arrange,
    act: accept,
    check: async (world, acknowledged) => {
      const root = join(world.folder, "lighthouse");
      const chain = join(root, ".git/pmo-knowledge/earned/certified-handoff-lesson.jsonl");
      if (acknowledged) expect(linesOf(chain)).toHaveLength(2);
      expect((await acceptAgain(world)).write_back).toMatchObject({ lessons: 2, discarded_lessons: 0 });
      const details = linesOf(chain).map(({ detail }) => detail as Record<string, string>);
      expect(details.map(({ claim }) => claim)).toEqual(claims);
      expect(new Set(details.map(({ receipt_id: receipt }) => receipt)).size).toBe(2);
      const events = linesOf(join(root, ".llm-wiki/meta/events.jsonl"));
      expect(events.filter(({ kind }) => kind === "accepted")).toHaveLength(1);
    },
  });
  expect(points).toBeGreaterThan(5);
}, 240_000);
