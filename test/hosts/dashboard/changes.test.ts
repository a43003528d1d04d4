import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openChanges, type Signs } from "../../../extensions/hosts/dashboard/changes.ts";
import { verifies } from "../../acceptance/verifies.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A vault that takes `lookMs` to look at, on a disk of which the system tells or does not. */
const openWorld = ({ lookMs, isTold }: { readonly lookMs: number; readonly isTold: boolean }) => {
  const state = { looks: 0, pages: 0, time: 0, watches: 0, told: [] as (readonly string[])[] };
  let hear: (() => void) | undefined;
  const look = async (): Promise<Signs> => {
    state.looks += 1;
    state.time += lookMs;
    return { pages: String(state.pages), rest: "same" };
  };
  const watch = (_folders: readonly string[], changed: () => void): (() => void) => {
    state.watches += 1;
    hear = changed;
    return () => {
      state.watches -= 1;
    };
  };
  const platform = { elapsed: () => state.time + performance.now(), watch };
  const changes = openChanges({ platform, look, folders: async () => ["/vault/wiki"] });
  const change = (): void => {
    state.pages += 1;
    if (isTold) hear?.();
  };
  const listen = () => changes.listen({ changed: (areas) => state.told.push(areas) });
  return { state, change, listen };
};

test("a changed sign is told to who listens, and nothing is looked at or watched when nobody does", async () => {
  verifies("dashboard.live");
  const { state, change, listen } = openWorld({ lookMs: 1, isTold: false });
  await vi.advanceTimersByTimeAsync(5000);
  expect(state.looks).toBe(0);
  const leave = listen();
  await vi.advanceTimersByTimeAsync(2000);
  expect(state.told).toEqual([]);
  change();
  await vi.advanceTimersByTimeAsync(1000);
  expect(state.told).toEqual([["pages"]]);
  leave();
  const { looks } = state;
  await vi.advanceTimersByTimeAsync(5000);
  expect(state).toMatchObject({ looks, watches: 0 });
});

test("a large vault is looked at seldom while nothing changes, and at once when the system tells", async () => {
  verifies("dashboard.idle", "dashboard.live");
  const { state, change, listen } = openWorld({ lookMs: 80, isTold: true });
  listen();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(state.looks).toBeLessThanOrEqual(9);
  for (let time = 1; time <= 3; time += 1) {
    change();
    await vi.advanceTimersByTimeAsync(900);
    expect(state.told.length).toBe(time);
  }
  expect(state.watches).toBe(1);
});

test("what changed while nobody watched is no reason to doubt the system", async () => {
  verifies("dashboard.idle");
  const { state, change, listen } = openWorld({ lookMs: 80, isTold: true });
  const leave = listen();
  await vi.advanceTimersByTimeAsync(10_000);
  leave();
  change();
  listen();
  await vi.advanceTimersByTimeAsync(2000);
  expect(state.told).toEqual([["pages"]]);
  const { looks } = state;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(state.looks - looks).toBeLessThanOrEqual(5);
});

test("where the system told nothing of a change, a large vault is looked at often from then on", async () => {
  verifies("dashboard.idle", "dashboard.live");
  const { state, change, listen } = openWorld({ lookMs: 80, isTold: false });
  listen();
  await vi.advanceTimersByTimeAsync(5000);
  change();
  await vi.advanceTimersByTimeAsync(11_000);
  expect(state.told.length).toBe(1);
  for (let time = 2; time <= 4; time += 1) {
    change();
    await vi.advanceTimersByTimeAsync(1000);
    expect(state.told.length).toBe(time);
  }
});
