import { expect, test, vi } from "vitest";
import { openChanges } from "../../../extensions/hosts/dashboard/changes.ts";
import { verifies } from "../../acceptance/verifies.ts";

test("a changed sign is told to who listens, and nothing is looked at when nobody does", async () => {
  verifies("dashboard.live");
  vi.useFakeTimers();
  let [looks, pages] = [0, "a"];
  const look = async () => {
    looks += 1;
    return { pages, rest: "same" };
  };
  const changes = openChanges({ platform: { elapsed: () => 0 }, look });
  const told: (readonly string[])[] = [];
  await vi.advanceTimersByTimeAsync(5000);
  expect(looks).toBe(0);
  const leave = changes.listen({ changed: (areas) => told.push(areas) });
  await vi.advanceTimersByTimeAsync(2000);
  expect(told).toEqual([]);
  pages = "b";
  await vi.advanceTimersByTimeAsync(1000);
  expect(told).toEqual([["pages"]]);
  leave();
  const before = looks;
  await vi.advanceTimersByTimeAsync(5000);
  expect(looks).toBeLessThanOrEqual(before + 1);
  vi.useRealTimers();
});
