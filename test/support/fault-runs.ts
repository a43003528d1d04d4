/**
 * Runs what a store does once for each change on disk, with that change failing, and once more with
 * everything from there on failing, as after a crash; then looks at what is on disk.
 */

import { rmSync } from "node:fs";
import { relative } from "node:path";
import { type TestPlatform, temporaryFolder, testPlatform } from "./test-platform.ts";

export interface FaultScenario {
  /** Puts things in place; no faults yet. */
  readonly arrange?: (world: TestPlatform) => Promise<unknown>;
  /** The work under test. It may reject when a fault hits it; it has acknowledged its work when it resolves. */
  readonly act: (world: TestPlatform) => Promise<unknown>;
  /** Looks with a fresh platform; throws when what is on disk must not be. */
  readonly check: (world: TestPlatform, acknowledged: boolean) => Promise<unknown> | unknown;
}

type FaultMode = "none" | "fail" | "crash";

interface Fault {
  readonly mode: FaultMode;
  /** The step that fails, counted from 1. */
  readonly at: number;
}

interface Run {
  readonly steps: readonly string[];
  readonly acknowledged: boolean;
  readonly error: unknown;
}

const ioError = (step: string): Error => Object.assign(new Error(`EIO: made to fail at ${step}`), { code: "EIO" });

const faultHook = (folder: string, fault: Fault) => {
  const steps: string[] = [];
  const onStep = (step: string, path: string): void => {
    steps.push(`${step} ${relative(folder, path)}`);
    if (fault.mode === "fail" && steps.length === fault.at) throw ioError(step);
    if (fault.mode === "crash" && steps.length >= fault.at) throw new Error(`crashed before ${step}`);
  };
  return { steps, onStep };
};

const settle = async (work: Promise<unknown>): Promise<{ acknowledged: boolean; error: unknown }> => {
  try {
    await work;
    return { acknowledged: true, error: undefined };
  } catch (error) {
    return { acknowledged: false, error };
  }
};

const runOnce = async (scenario: FaultScenario, fault: Fault): Promise<Run> => {
  const folder = temporaryFolder();
  const { steps, onStep } = faultHook(folder, fault);
  await scenario.arrange?.(await testPlatform({ folder }));
  const outcome = await settle(scenario.act(await testPlatform({ folder, onStep })));
  try {
    await scenario.check(await testPlatform({ folder }), outcome.acknowledged);
  } catch (error) {
    const place = fault.mode === "none" ? "without a fault" : `${fault.mode} at ${fault.at}: ${steps[fault.at - 1]}`;
    throw new Error(`${place} (${outcome.acknowledged ? "acknowledged" : "rejected"}): ${String(error)}`, {
      cause: error,
    });
  }
  rmSync(folder, { recursive: true, force: true });
  return { steps, ...outcome };
};

/** Returns how many fault points were run; a scenario that changes nothing has none. */
export const faultRuns = async (scenario: FaultScenario): Promise<number> => {
  const plain = await runOnce(scenario, { mode: "none", at: 0 });
  if (!plain.acknowledged) throw plain.error;
  for (const index of plain.steps.keys()) {
    await runOnce(scenario, { mode: "fail", at: index + 1 });
    await runOnce(scenario, { mode: "crash", at: index + 1 });
  }
  return plain.steps.length;
};
