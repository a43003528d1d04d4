/** Feeds a reader with mutated inputs: it may refuse them with a WikiError, but must neither crash nor hang. */

import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { isWikiError } from "../../extensions/core/errors.ts";
import { seed, seeded } from "./storm.ts";

const longestInputMs = 120_000;

/** Runs on a thread of its own, since a reader that hangs holds up everything on this one. */
const watching = `
const { workerData: { counter, limit, seeded }, isMainThread } = require("node:worker_threads");
const { writeSync } = require("node:fs");
let [seen, since] = [-1, Date.now()];
setInterval(() => {
  const now = Atomics.load(counter, 0);
  if (now !== seen || now % 2 === 0) [seen, since] = [now, Date.now()];
  else if (Date.now() - since > limit) {
    writeSync(2, \`A reader hangs at input \${(now + 1) / 2} (\${seeded}).\\n\`);
    process.kill(process.pid, "SIGKILL");
  }
}, 1000).unref?.();
`;

export interface Feeding<Input> {
  readonly inputs: fc.Arbitrary<Input>;
  readonly count: number;
  /** Throws what the reader throws, and for an answer that must not be. */
  readonly read: (input: Input) => unknown;
}

export const survives = async <Input>({ inputs, count, read }: Feeding<Input>): Promise<void> => {
  // Odd while an input is being read.
  const counter = new Int32Array(new SharedArrayBuffer(4));
  const watch = new Worker(watching, { eval: true, workerData: { counter, limit: longestInputMs, seeded } });
  try {
    await fc.assert(
      fc.asyncProperty(inputs, async (input) => {
        Atomics.add(counter, 0, 1);
        try {
          await read(input);
        } catch (error) {
          if (!isWikiError(error)) throw error;
        } finally {
          Atomics.add(counter, 0, 1);
        }
      }),
      { numRuns: count, seed },
    );
  } finally {
    await watch.terminate();
  }
};
