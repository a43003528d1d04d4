import { expect, test } from "vitest";
import { atOnce, type Steps, withBreaths } from "../../extensions/core/steps.ts";
import { verifies } from "../acceptance/verifies.ts";

function* climb(stairs: number): Steps<string> {
  for (let stair = 0; stair < stairs; stair += 1) yield;
  return "the lantern room";
}

test("steps lead to the same end with and without breaths", async () => {
  verifies("scale.breathes");
  const told: number[] = [];
  let breaths = 0;
  const pause = async (): Promise<void> => {
    breaths += 1;
  };
  expect(atOnce(climb(45))).toBe("the lantern room");
  expect(await withBreaths(climb(45), { pause, onBreath: (steps) => told.push(steps) })).toBe("the lantern room");
  expect([breaths, told]).toEqual([2, [20, 40]]);
});
