import { cpSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openLedger } from "../../../../extensions/core/ledger/ledger-store.ts";
import { liveEntries, parseMemory } from "../../../../extensions/core/tasks/memory/memory-file.ts";
import { type MemoryStore, openMemory } from "../../../../extensions/core/tasks/memory/memory-store.ts";
import { openVault } from "../../../../extensions/core/vault/layers.ts";
import type { Vault } from "../../../../extensions/core/vault/vault.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { faultRuns } from "../../../support/fault-runs.ts";
import { type TestPlatform, temporaryFolder, testPlatform } from "../../../support/test-platform.ts";
import { keeper } from "../../ledger/ledger-words.ts";

const vaultIn = ({ platform, folder }: TestPlatform): Vault =>
  openVault(platform, { layer: "project", root: `${folder}/lighthouse`, layout: "current" }).vault;

const memoryIn = (world: TestPlatform, user = "keeper"): MemoryStore => {
  const vault = vaultIn(world);
  return openMemory({ vault, ledger: openLedger({ platform: world.platform, vault }), task: "fix-the-horn", user });
};

const at = "2026-09-18T14:30:00Z";

const remember = (world: TestPlatform, text: string) =>
  memoryIn(world).remember({ text, capturedAt: at }, keeper(world.platform));

const eventsIn = (world: TestPlatform) =>
  openLedger({ platform: world.platform, vault: vaultIn(world) })
    .read()
    .events.map(({ kind, details }) => ({ kind, ...details }));

const textIn = (world: TestPlatform, folder = "memories"): string | undefined =>
  vaultIn(world).files.readText(`tasks/fix-the-horn/${folder}/keeper.md`);

/** No entry stands in the file that no event tells of, and the last event tells of the file as it is. */
const expectRecorded = (world: TestPlatform): void => {
  const events = eventsIn(world);
  const entries = parseMemory(textIn(world) ?? "").entries;
  const known = events.flatMap((event) => ("entry" in event ? [event.entry] : []));
  expect(entries.map(({ id }) => id).filter((id) => !known.includes(id ?? ""))).toEqual([]);
};

const many = 41;

/** A world in which much was remembered; made once and then copied, since nothing in it names its place. */
const rememberMany = (): ((world: TestPlatform) => Promise<void>) => {
  let made: string | undefined;
  return async ({ folder, ...world }) => {
    if (made === undefined) {
      for (let index = 0; index < many; index += 1) await remember({ folder, ...world }, `Watch ${index} was quiet.`);
      made = temporaryFolder();
      cpSync(folder, made, { recursive: true });
    } else cpSync(made, folder, { recursive: true });
  };
};

describe("after any fault or crash", () => {
  test("an acknowledged entry is there, and none without its event", { timeout: 60_000 }, async () => {
    verifies("tasks.durable");
    const points = await faultRuns({
      arrange: (world) => remember(world, "The reed is cracked."),
      act: (world) => remember(world, "A new one is ordered."),
      check: (world, acknowledged) => {
        const texts = parseMemory(textIn(world) ?? "").entries.map(({ text }) => text);
        expect(texts[0]?.split("\n")[0]).toBe("The reed is cracked.");
        if (acknowledged) expect(texts).toEqual(["The reed is cracked.", "A new one is ordered."]);
        expectRecorded(world);
      },
    });
    expect(points).toBeGreaterThan(5);
  });

  test("a correction is whole or not there at all", { timeout: 60_000 }, async () => {
    verifies("tasks.durable", "tasks.corrected");
    await faultRuns({
      arrange: (world) => remember(world, "The reed is cracked."),
      act: async (world) => {
        const [entry] = memoryIn(world).read("keeper").entries;
        const correction = { named: entry?.id ?? "", text: "The valve is.", capturedAt: at };
        await memoryIn(world).correct(correction, keeper(world.platform));
      },
      check: (world, acknowledged) => {
        const file = parseMemory(textIn(world) ?? "");
        const live = liveEntries(file).map(({ text }) => text);
        expect(live).toEqual(file.entries.length === 2 ? ["The valve is."] : ["The reed is cracked."]);
        if (acknowledged) expect(live).toEqual(["The valve is."]);
        expectRecorded(world);
      },
    });
  });

  test("a compaction has dropped nothing, and the next one archives nothing twice", { timeout: 120_000 }, async () => {
    verifies("tasks.durable", "tasks.compaction");
    await faultRuns({
      arrange: rememberMany(),
      act: (world) => memoryIn(world).compact({}, keeper(world.platform)),
      check: async (world, acknowledged) => {
        const texts = () => {
          const kept = parseMemory(textIn(world) ?? "").entries;
          const archived = parseMemory(textIn(world, "memories-archive") ?? "").entries;
          return {
            kept: kept.length,
            archived: archived.length,
            all: new Set([...kept, ...archived].map(({ text }) => text)),
          };
        };
        expect(texts().all.size).toBe(many);
        if (!acknowledged) await memoryIn(world).compact({}, keeper(world.platform));
        expect(texts()).toMatchObject({ kept: 20, archived: 21 });
        expect(texts().all.size).toBe(many);
      },
    });
  });
});

describe("an entry", () => {
  test("has an id that no entry of any user has, and a longer one when there are no more", async () => {
    verifies("tasks.ids");
    const world = await testPlatform();
    const ids = ["aaaa", "bbbb", "cccc"];
    const drawn: number[] = [];
    const platform = {
      ...world.platform,
      newId: (length: number) => {
        drawn.push(length);
        return length === 8 ? "longlong" : (ids[drawn.length - 1] ?? "cccc");
      },
    };
    const { files } = vaultIn(world);
    await files.write("tasks/fix-the-horn/memories/bob.md", "### 2026-09-18 14:30 #aaaa\n\nHis.\n");
    await files.write("tasks/fix-the-horn/memories-archive/keeper.md", "### 2026-09-17 14:30 #bbbb\n\nOld.\n");
    const fixed = { ...world, platform: { ...platform, environment: world.platform.environment } };
    const ledger = { append: async () => [] };
    const memory = openMemory({ vault: vaultIn(world), ledger, task: "fix-the-horn", user: "keeper" });
    const first = await memory.remember({ text: "The reed.", capturedAt: at }, keeper(fixed.platform));
    const second = await memory.remember({ text: "A gull.", capturedAt: at }, keeper(fixed.platform));
    expect([first.entry, second.entry]).toEqual(["cccc", "longlong"]);
    expect(drawn.filter((length) => length === 4)).toHaveLength(3 + 20);
  });

  test("is added to a file without a line end, with a BOM, or with bytes that are not UTF-8, which stay", async () => {
    verifies("tasks.entry-format");
    const world = await testPlatform();
    const { files } = vaultIn(world);
    const path = "tasks/fix-the-horn/memories/keeper.md";
    const before = Uint8Array.from([0xef, 0xbb, 0xbf, 0x4f, 0xff, 0x64]);
    await files.write(path, before);
    await remember(world, "The reed is cracked.");
    const bytes = files.read(path) ?? new Uint8Array();
    expect([...bytes.slice(0, before.length)]).toEqual([...before]);
    expect(parseMemory(files.readText(path) ?? "").entries).toMatchObject([{ text: "The reed is cracked." }]);
    expect(eventsIn(world).at(-1)).toMatchObject({
      before: world.platform.hash(before),
      after: world.platform.hash(bytes),
    });
    const correction = { named: memoryIn(world).read("keeper").entries[0]?.id ?? "", text: "No.", capturedAt: at };
    const corrected = memoryIn(world).correct(correction, keeper(world.platform));
    await expect(corrected).rejects.toMatchObject({ code: "unreadable" });
  });

  test("waits for whoever holds the file, and names them when it takes too long", { timeout: 20_000 }, async () => {
    verifies("tasks.lock");
    const world = await testPlatform();
    const { files } = vaultIn(world);
    let release = (): void => undefined;
    const held = files.withLock(
      "tasks/fix-the-horn/memories/keeper.md",
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
    await expect(remember(world, "The reed.")).rejects.toMatchObject({
      code: "locked",
      data: { holder: expect.any(String) },
    });
    release();
    await held;
    await expect(remember(world, "The reed.")).resolves.toMatchObject({ time: "2026-09-18 14:30" });
  });
});
