import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { openLedger } from "../../../extensions/core/ledger/ledger-store.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { faultRuns } from "../../support/fault-runs.ts";
import type { TestPlatform } from "../../support/test-platform.ts";
import { edited, keeper } from "./ledger-words.ts";
import { type Lighthouse, lighthouse, lighthouseVault } from "./lighthouse-ledger.ts";

const script = new URL("./appending-process.ts", import.meta.url).pathname;

/** Starts a process of this clone; `acknowledged` fills up while it runs. */
const appendingProcess = ({ world, vault }: Lighthouse, { name, count }: { name: string; count: number }) => {
  const child = spawn(
    process.execPath,
    ["--import", "jiti/register", script, vault.root, vault.key, name, String(count)],
    {
      env: {
        PATH: process.env["PATH"],
        HOME: world.platform.environment.home,
        XDG_STATE_HOME: `${world.folder}/state`,
        PI_WIKI_USER: "keeper",
      },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const acknowledged: string[] = [];
  let rest = "";
  child.stdout.on("data", (part: Buffer) => {
    const lines = `${rest}${part}`.split("\n");
    rest = lines.pop() ?? "";
    acknowledged.push(...lines);
  });
  return { child, acknowledged, ended: once(child, "close") };
};

describe("processes of one clone", () => {
  test("append at once and leave one whole chain", { timeout: 120_000 }, async () => {
    verifies("ledger.processes");
    const house = await lighthouse();
    const processes = [..."abcdefgh"].map((name) => appendingProcess(house, { name, count: 50 }));
    await Promise.all(processes.map(({ ended }) => ended));
    const { findings, chains } = house.ledger.verify();
    expect(findings).toEqual([]);
    expect(chains.map(({ events }) => events)).toEqual([400]);
    const stored = house.ledger.read().events.map(({ hash }) => hash);
    expect(processes.flatMap(({ acknowledged }) => acknowledged).sort()).toEqual([...stored].sort());
  });

  test("that are killed while they append lose nothing that was acknowledged", { timeout: 120_000 }, async () => {
    verifies("ledger.killed");
    const house = await lighthouse();
    const acknowledged: string[] = [];
    for (const [round, wanted] of [1, 3, 7, 12, 20].entries()) {
      const running = appendingProcess(house, { name: `round-${round}`, count: 10_000 });
      while (running.acknowledged.length < wanted) await once(running.child.stdout, "data");
      running.child.kill("SIGKILL");
      await running.ended;
      acknowledged.push(...running.acknowledged);
    }
    await house.log("after");
    const { findings, chains } = house.ledger.verify();
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(chains).toHaveLength(1);
    const stored = new Set(house.ledger.read().events.map(({ hash }) => hash));
    expect(acknowledged.filter((hash) => !stored.has(hash))).toEqual([]);
  });
});

describe("a fault at any step of an append", () => {
  const ledgerOf = (world: TestPlatform) => openLedger({ platform: world.platform, vault: lighthouseVault(world) });
  const append = (world: TestPlatform, page: string) =>
    ledgerOf(world).append(keeper(world.platform, "ui"), [edited(page)]);
  const pagesOf = (world: TestPlatform) =>
    ledgerOf(world)
      .read()
      .events.map(({ details }) => details["page"]);

  const check = async (world: TestPlatform, { before, acknowledged }: { before: string[]; acknowledged: boolean }) => {
    expect(pagesOf(world).slice(0, before.length)).toEqual(before);
    if (acknowledged) expect(pagesOf(world)).toContain("during");
    await append(world, "after");
    const { findings } = ledgerOf(world).verify();
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(pagesOf(world).at(-1)).toBe("after");
    expect(new Set(pagesOf(world)).size).toBe(pagesOf(world).length);
  };

  test("of the very first event", async () => {
    verifies("ledger.faults");
    const points = await faultRuns({
      act: (world) => append(world, "during"),
      check: (world, acknowledged) => check(world, { before: [], acknowledged }),
    });
    expect(points).toBeGreaterThan(10);
  });

  test("of a later event", async () => {
    verifies("ledger.faults");
    await faultRuns({
      arrange: (world) => append(world, "before"),
      act: (world) => append(world, "during"),
      check: (world, acknowledged) => check(world, { before: ["before"], acknowledged }),
    });
  });
});
