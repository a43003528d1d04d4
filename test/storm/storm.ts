/** How long a storm lasts, and the seed that raises the same one again: `STORM_SEED=<number> npm run test:storm`. */

import { randomInt } from "node:crypto";

const isLong = process.env["STORM"] === "long";

/** Each test title names it, so that a failure tells how to see it again. */
export const seed = Number(process.env["STORM_SEED"] ?? (isLong ? randomInt(2 ** 31) : 20_261_130));

export const seeded = `STORM_SEED=${seed}`;

/** A part of the storm runs with `npm test`, all of it with `npm run test:storm`. */
export const either = <Value>({ short, long }: { readonly short: Value; readonly long: Value }): Value =>
  isLong ? long : short;

export const longest = either({ short: 60_000, long: 3_600_000 });

/** Whole numbers from 0 up to a limit, the same ones for the same seed and salt. */
export const draws = (salt: number): ((limit: number) => number) => {
  let state = (seed ^ Math.imul(salt + 1, 0x9e37_79b9)) >>> 0;
  return (limit) => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
};
