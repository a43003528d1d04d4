import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openLedger } from "../../../extensions/core/ledger/ledger-store.ts";
import { RecallIndex } from "../../../extensions/core/recall/indexing/recall-index.ts";
import { recall } from "../../../extensions/core/recall/recall.ts";
import type { TombstoneScope } from "../../../extensions/core/trust/tombstones/tombstone-record.ts";
import { openTombstones } from "../../../extensions/core/trust/tombstones/tombstone-store.ts";
import type { Vault } from "../../../extensions/core/vault/vault.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { keeper } from "../ledger/ledger-words.ts";
import { idsOf, pageText, type RecallWorld, recallWorld } from "./recall-world.ts";

const claim = "The lamp burns colza oil";
const neighbour = "# Oil store\n\nThe cellar holds colza oil and petroleum for the lamp.\n";
const paraphrase = "# Fuel\n\nIt is colza oil that the lamp burns.\n";

const tombstonesIn = ({ platform }: RecallWorld, vault: Vault) =>
  openTombstones({ platform, vault, ledger: openLedger({ platform, vault }) });

const reject = (world: RecallWorld, text = claim, scope: TombstoneScope = "vault") =>
  tombstonesIn(world, world.project).add(
    { claims: [text], reason: "It was changed to petroleum", scope },
    keeper(world.platform),
  );

/** Pages that always come, so that absence says something. */
const coast = async (): Promise<RecallWorld> => {
  const world = await recallWorld();
  world.put("wiki/notes/store.md", neighbour);
  world.put("wiki/notes/fuel.md", paraphrase);
  return world;
};

const controls = ["notes/fuel", "notes/store"];

const sorted = (ids: readonly string[]): readonly string[] => [...ids].sort();

/** As a session that begins now answers. */
const askAnew = async ({ platform, project }: RecallWorld, query: string) =>
  recall(
    { query },
    {
      index: new RecallIndex(platform),
      vaults: [project],
      believe: () => () => undefined,
      now: platform.now(),
      elapsed: () => platform.elapsed(),
    },
  );

describe("a page that states what was rejected is left out", () => {
  test.each<[string, string]>([
    ["in a sentence", `# Watch\n\nAt dusk. ${claim}. Until dawn.\n`],
    ["in a list", `# Watch\n\n- ${claim}\n- it is lit at dusk\n`],
    ["in a table", `# Watch\n\n| lamp | ${claim} |\n|---|---|\n`],
    ["in its title", pageText("Lit at dusk, with colza oil.\n", { title: claim })],
    ["in an alias", pageText("# Watch\n\nLit with colza oil.\n", { aliases: [claim] })],
    ["in its description", pageText("# Watch\n\nLit with colza oil.\n", { description: `${claim}!` })],
    ["in a trigger", pageText("# Watch\n\nLit with colza oil.\n", { recall_triggers: [claim] })],
    ["in other letters", "# Watch\n\nТhе *lamp* burns\u200b colza  oil; so we say. **Thе lamр burns соlza oil**.\n"],
    ["as a stable page that says it was verified", pageText(`${claim}.\n`, { verified: [{ by: "human:keeper" }] })],
  ])("%s", async (_where, text) => {
    verifies("tombstones.withheld");
    const world = await coast();
    world.put("wiki/notes/watch.md", text);
    expect(sorted(idsOf(await world.ask("lamp colza oil")))).toEqual([...controls, "notes/watch"]);
    await reject(world);
    const answer = await world.ask("lamp colza oil");
    expect(sorted(idsOf(answer))).toEqual(controls);
    expect(answer.excluded).toEqual([{ id: "notes/watch", layer: "project", reason: "tombstoned" }]);
  });

  test("and so is one that comes later, by a plain write, an edit or a new file", async () => {
    verifies("tombstones.withheld");
    const world = await coast();
    await reject(world);
    expect(sorted(idsOf(await world.ask("lamp colza oil")))).toEqual(controls);
    world.put("wiki/notes/watch.md", `# Watch\n\n${claim}.\n`);
    expect(sorted(idsOf(await world.ask("lamp colza oil")))).toEqual(controls);
    world.clock.advance(60_000);
    world.put("wiki/notes/watch.md", "# Watch\n\nThe lamp burned colza oil until 1870.\n");
    expect(sorted(idsOf(await askAnew(world, "lamp colza oil")))).toEqual([...controls, "notes/watch"]);
    world.put("wiki/notes/fuel.md", `${paraphrase}\n> ${claim}.\n`);
    expect(sorted(idsOf(await askAnew(world, "lamp colza oil")))).toEqual(["notes/store", "notes/watch"]);
  });

  test("in a new session, from the saved index and from one made anew", async () => {
    verifies("tombstones.withheld");
    const world = await coast();
    world.put("wiki/notes/watch.md", `# Watch\n\n${claim}.\n`);
    await reject(world);
    const index = new RecallIndex(world.platform);
    await index.layered([world.project]);
    await index.of(world.project).save();
    expect(sorted(idsOf(await askAnew(world, "lamp colza oil")))).toEqual(controls);
    rmSync(world.platform.environment.cacheRoot, { recursive: true });
    expect(sorted(idsOf(await askAnew(world, "lamp colza oil")))).toEqual(controls);
    world.clock.advance(5 * 365 * 24 * 3_600_000);
    expect(sorted(idsOf(await askAnew(world, "lamp colza oil")))).toEqual(controls);
  });

  test("also by the links of a page that is shown", async () => {
    verifies("tombstones.withheld");
    const world = await coast();
    world.put("wiki/notes/keeper.md", "# Keeper\n\nReads [[notes/watch]] and [[notes/store]].\n");
    world.put("wiki/notes/watch.md", `# Watch\n\n${claim}.\n`);
    expect(idsOf(await world.ask("keeper reads", { hops: 1 }))).toContain("notes/watch");
    await reject(world);
    const linked = idsOf(await world.ask("keeper reads", { hops: 1 }));
    expect(linked).toContain("notes/store");
    expect(linked).not.toContain("notes/watch");
  });

  test("until a person lifts the tombstone", async () => {
    verifies("tombstones.lift");
    const world = await coast();
    world.put("wiki/notes/watch.md", `# Watch\n\n${claim}.\n`);
    const { id } = await reject(world);
    expect(idsOf(await world.ask("lamp colza oil"))).not.toContain("notes/watch");
    await tombstonesIn(world, world.project).lift(id, keeper(world.platform, "ui"));
    expect(idsOf(await world.ask("lamp colza oil"))).toContain("notes/watch");
  });
});

test("a task's tombstone withholds that task's pages", async () => {
  verifies("tombstones.scoped");
  const world = await coast();
  world.put("wiki/notes/watch.md", `# Watch\n\n${claim}.\n`);
  world.put("wiki/notes/repair.md", pageText(`# Repair\n\n${claim}.\n`, { task_id: "repair" }));
  await reject(world, claim, "task:repair");
  const ids = idsOf(await world.ask("lamp colza oil", { task: "repair" }));
  expect(ids).toContain("notes/watch");
  expect(ids).not.toContain("notes/repair");
});

test("a tombstone of one layer leaves the other alone", async () => {
  verifies("tombstones.scoped");
  const world = await coast();
  world.putPersonal("wiki/notes/own.md", `# My lamp\n\n${claim}.\n`);
  await reject(world);
  expect(idsOf(await world.ask("lamp colza oil"))).toContain("notes/own");
});

test("whoever asks for rejected pages sees it with its label", async () => {
  verifies("tombstones.shown-on-demand");
  const world = await coast();
  world.put("wiki/notes/watch.md", pageText(`# Watch\n\n${claim}.\n`, { status: "draft" }));
  await reject(world);
  const { hits } = await world.ask("lamp colza oil", { include: ["rejected"] });
  expect(hits.find(({ id }) => id === "notes/watch")?.labels).toEqual(["unconfirmed", "tombstoned"]);
  expect(sorted(idsOf({ hits }))).toEqual([...controls, "notes/watch"]);
});

test("captured text is shown to whoever asks, labelled, and to nobody unasked; its page is a page", async () => {
  verifies("tombstones.evidence");
  const world = await coast();
  const packet = "raw/sources/SRC-2026-11-30-001";
  world.put(`${packet}/extracted.md`, `# Old log\n\n${claim}.\n`);
  await reject(world);
  const asked = await world.ask("lamp colza oil");
  expect(asked.hits.find(({ id }) => id === packet)?.labels).toEqual(["captured text", "tombstoned"]);
  const unasked = await world.ask("lamp colza oil", { automatic: true });
  expect(sorted(idsOf(unasked))).toEqual(controls);
  world.put("wiki/sources/SRC-2026-11-30-001.md", pageText(`# Old log\n\n${claim}.\n`, { type: "source" }));
  expect(idsOf(await world.ask("lamp colza oil"))).not.toContain("sources/SRC-2026-11-30-001");
});

test("a git merge that brings it, and a checkout that lacks the tombstone, change nothing", async () => {
  verifies("tombstones.withheld", "tombstones.old-checkout");
  const world = await coast();
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=Keeper", "-c", "user.email=keeper@lighthouse.example", ...args], {
      cwd: join(world.folder, "coast"),
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: world.folder, GIT_CONFIG_NOSYSTEM: "1" },
    });
  const commit = (message: string): void => {
    git("add", "-A");
    git("commit", "-qm", message);
  };
  git("init", "-q", "-b", "main");
  commit("Keep");
  git("checkout", "-qb", "night");
  world.put("wiki/notes/watch.md", `# Watch\n\n${claim}.\n`);
  commit("Watch at night");
  git("checkout", "-q", "main");
  await reject(world);
  commit("Reject");
  expect(sorted(idsOf(await askAnew(world, "lamp colza oil")))).toEqual(controls);
  git("merge", "-q", "night", "-m", "Merge");
  expect(world.project.files.kind("wiki/notes/watch.md")).toBe("file");
  expect(sorted(idsOf(await askAnew(world, "lamp colza oil")))).toEqual(controls);
  git("checkout", "-q", "night");
  expect(world.project.files.kind("meta/tombstones.jsonl")).toBeUndefined();
  expect(sorted(idsOf(await askAnew(world, "lamp colza oil")))).toEqual(controls);
});
