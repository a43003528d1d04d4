import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isWikiError } from "../../extensions/core/errors.ts";
import { openLedger } from "../../extensions/core/ledger/ledger-store.ts";
import { openWorkspace } from "../../extensions/open-workspace.ts";
import { nodePlatform } from "../../extensions/platform/node-platform.ts";
import type { Platform } from "../../extensions/platform/platform.ts";
import type { Workspace } from "../../extensions/workspace.ts";
import { verifies } from "../acceptance/verifies.ts";
import { contentOf, type Harbour, harbourVariables, openHarbour, templatesRoot } from "../scenarios/harbour.ts";
import { refuse, temporaryFolder, testPlatform } from "../support/test-platform.ts";
import { workerTasks } from "../tools/tool-world.ts";
import { type Acknowledged, trouble } from "./acknowledged.ts";
import { acknowledgedBy, refusedTo, startWriter } from "./start-storm.ts";
import { draws, either, longest, seeded } from "./storm.ts";

const isRoot = process.getuid?.() === 0;

/** Mounts a small file system over a folder, fills it with what is in `$1`, and runs the command after it. */
const onSmallDisk = (place: string, content: string, size: string): readonly string[] => [
  "unshare",
  ...(isRoot ? [] : ["--map-root-user"]),
  "--mount",
  "sh",
  "-c",
  `mount -t tmpfs -o size=${size},mode=0777 small "$0" && cp -a "$1/." "$0" && shift && cd / && exec "$@"`,
  place,
  content,
];

const canMount = ((): boolean => {
  const [program = "", ...args] = onSmallDisk(temporaryFolder(), temporaryFolder(), "64k");
  return spawnSync(program, [...args, "true"]).status === 0;
})();

const copyOf = (folder: string): string => {
  const copy = join(temporaryFolder(), "copy");
  cpSync(folder, copy, { recursive: true });
  return copy;
};

const refusals = either({ short: 4, long: 12 });

describe.runIf(canMount)("a disk that fills up", () => {
  test.each([
    ["below the vault", ({ root }: Harbour) => root],
    ["below the vault, the state and the cache", ({ folder }: Harbour) => folder],
  ])("%s refuses what has no room, and keeps what was acknowledged", { timeout: longest }, async (_, placeOf) => {
    verifies("storm.full-disk");
    for (const size of either({ short: [400], long: [300, 500, 700, 1_100, 2_000, 3_000] })) {
      const harbour = await openHarbour();
      const place = placeOf(harbour);
      const wanted = { name: `s${size}`, count: 2_000, refusals, looksBack: true };
      const writer = await startWriter(harbour, wanted, onSmallDisk(place, copyOf(place), `${size}k`));
      const said = await writer.ended();
      const codes = refusedTo(said).map(({ code }) => code);
      expect(codes).toHaveLength(refusals);
      expect([...new Set(codes)]).toEqual(["disk_full"]);
      const looked = said.at(-1);
      expect([size, looked]).toMatchObject([size, { did: "looked", trouble: [] }]);
      const names = looked?.did === "looked" ? looked.names : [];
      expect(names.filter((name) => /\.tmp-/.test(name))).toEqual([]);
    }
  });
});

const belowOf = (folder: string): readonly string[] => [
  folder,
  ...readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => join(entry.parentPath, entry.name)),
];

/** As root, the writing is done by a process that has become nobody: all but the shut folder is its own. */
const shut = ({ folder }: Harbour, place: string): void => {
  mkdirSync(place, { recursive: true });
  if (isRoot) for (const path of belowOf(folder)) chownSync(path, 65_534, 65_534);
  chmodSync(place, 0o555);
};

/** Of which nothing may change, whatever is added. */
const keptOf = ({ root }: Harbour): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(contentOf(root)).filter(([path]) => /^(raw|wiki)\//.test(path)));

const shutFolders = either({
  short: ["raw/sources"],
  long: ["", "raw", "raw/sources", "meta", "wiki", "wiki/notes", "wiki/sources", "../../state", "../../cache"],
});

describe("a folder that is read-only", () => {
  test.each(shutFolders)(
    "such as <vault>/%s refuses writes, loses nothing, and all else works",
    {
      timeout: longest,
    },
    async (name) => {
      verifies("storm.read-only");
      const harbour = await openHarbour();
      await harbour.session().capture({ text: "The old log of the pier." });
      await harbour.session().note({ title: "Pier", type: "concept", text: "The pier has oak piles." });
      await harbour.session().settle();
      const place = join(harbour.root, name);
      shut(harbour, place);
      const before = keptOf(harbour);
      const writer = await startWriter(harbour, { name: "n", count: 12, asNobody: isRoot });
      const said = await writer.ended();
      chmodSync(place, 0o755);
      expect([...new Set(refusedTo(said).map(({ code }) => code))].filter((code) => code !== "not_writable")).toEqual(
        [],
      );
      expect(keptOf(harbour)).toMatchObject(before);
      const platform = nodePlatform({ refuse, variables: harbourVariables(harbour.folder) });
      const found = await trouble(platform, { root: harbour.root, acknowledged: acknowledgedBy(said) });
      expect(found.filter((line) => !line.startsWith("ledger-state"))).toEqual([]);
    },
  );
});

const writeOf = (workspace: Workspace, round: number): (() => Promise<Acknowledged>) => {
  const text = `The watch ${round} was quiet.`;
  const writes: readonly (() => Promise<Acknowledged>)[] = [
    async () => {
      const { id, path } = await workspace.capture({ text });
      return { did: "capture", id, path, text };
    },
    async () => ({ did: "note", id: (await workspace.note({ title: "Watch", type: "lesson", text })).id, text }),
    async () => {
      const { platform } = workspace;
      const [vault] = (await workspace.layers()).layers;
      if (vault === undefined) throw new Error("There is no vault.");
      const context = { platform, actor: "keeper", channel: "tool" } as const;
      const [event] = await openLedger({ platform, vault }).append(context, [{ kind: "lint", details: { round } }]);
      return { did: "event", hash: event?.hash ?? "" };
    },
    async () => {
      await workspace.settle();
      return { did: "settle" };
    },
  ];
  return writes[round % writes.length] ?? (() => Promise.reject(new Error("nothing to write")));
};

const sessionOn = (platform: Platform, cwd: string): Workspace =>
  openWorkspace(platform, { cwd, channel: "tool", version: "1.0.0", templatesRoot });

describe(`a disk on which changes fail now and then (${seeded})`, () => {
  test("makes a refusal of each write that it spoils, and no other trouble", { timeout: longest }, async () => {
    verifies("storm.full-disk", "storm.read-only");
    const draw = draws(3);
    const failing = { from: 0, until: 0, code: "EIO", steps: 0 };
    const onStep = (step: string): void => {
      failing.steps += 1;
      if (failing.steps < failing.from || failing.steps >= failing.until) return;
      throw Object.assign(new Error(`${failing.code} at ${step}`), { code: failing.code });
    };
    const world = await testPlatform({ onStep, tasks: workerTasks });
    const cwd = join(world.folder, "harbour");
    mkdirSync(cwd);
    await sessionOn(world.platform, cwd).init({ topic: "harbour" });
    const calm = (await testPlatform({ folder: world.folder })).platform;
    const acknowledged: Acknowledged[] = [];
    let refused = 0;
    for (let round = 0; round < either({ short: 40, long: 600 }); round += 1) {
      // A moment, a while, or from then on.
      const length = [1, 1 + draw(10), 10_000][draw(3)] ?? 1;
      const from = 1 + draw(50);
      const code = ["ENOSPC", "EDQUOT", "EACCES", "EROFS", "EIO", "EMFILE"][draw(6)] ?? "EIO";
      Object.assign(failing, { from, until: from + length, code, steps: 0 });
      try {
        acknowledged.push(await writeOf(sessionOn(world.platform, cwd), round)());
      } catch (error) {
        if (!isWikiError(error)) throw new Error(`round ${round}: ${String(error)}`, { cause: error });
        refused += 1;
      }
      Object.assign(failing, { from: 0, until: 0 });
      if (round % 20 !== 19) continue;
      const found = await trouble(calm, { root: join(cwd, ".llm-wiki"), acknowledged });
      // Where even clearing away fails, a claimed name counts until a capture succeeds.
      expect([round, found.filter((line) => !line.endsWith("are counted"))]).toEqual([round, []]);
    }
    expect(refused).toBeGreaterThan(5);
    expect(acknowledged.length).toBeGreaterThan(5);
  });
});

describe(`a clock that goes back and forth (${seeded})`, () => {
  test("gives no id twice and breaks no chain", { timeout: longest }, async () => {
    verifies("storm.clock");
    const draw = draws(4);
    const world = await testPlatform({ tasks: workerTasks });
    let elapsed = 0;
    const platform: Platform = {
      ...world.platform,
      elapsed: () => {
        elapsed += 1;
        return elapsed;
      },
    };
    const cwd = join(world.folder, "harbour");
    mkdirSync(cwd);
    await sessionOn(platform, cwd).init({ topic: "harbour" });
    const acknowledged: Acknowledged[] = [];
    const start = Date.parse("2026-11-30T12:00:00.000Z");
    let session = sessionOn(platform, cwd);
    for (let round = 0; round < either({ short: 32, long: 1_000 }); round += 1) {
      const days = [0, 0, 1, 30, 4_000][draw(5)] ?? 0;
      const away = (draw(2) === 0 ? -1 : 1) * (days * 86_400_000 + draw(3_600_000));
      world.clock.set(new Date(start + away).toISOString());
      if (draw(4) === 0) session = sessionOn(platform, cwd);
      acknowledged.push(await writeOf(session, round)());
    }
    expect(await trouble(platform, { root: join(cwd, ".llm-wiki"), acknowledged })).toEqual([]);
    expect((await session.verify()).findings).toEqual([]);
  });
});
