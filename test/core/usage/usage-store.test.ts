import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { renderUse } from "../../../extensions/core/usage/usage-event.ts";
import { openUsageStore, type UsageStore } from "../../../extensions/core/usage/usage-store.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { bundleOnce } from "../../support/bundle.ts";
import { faultRuns } from "../../support/fault-runs.ts";
import { type TestPlatform, testPlatform } from "../../support/test-platform.ts";
import { lighthouseVault } from "../ledger/lighthouse-ledger.ts";
import { adoption, hit, outcome } from "./usage-worlds.ts";

const stream = "lighthouse/.llm-wiki/meta/telemetry/keeper.jsonl";

const storeIn = (world: TestPlatform): UsageStore => openUsageStore(world.platform, lighthouseVault(world));

/** The same machine for another user, or for a process that starts now. */
const again = (world: TestPlatform, user = "keeper"): Promise<TestPlatform> =>
  testPlatform({ folder: world.folder, variables: { PI_WIKI_USER: user } });

const linesOf = (world: TestPlatform, path = stream): readonly string[] =>
  (world.files().readText(path) ?? "").split("\n").filter(Boolean);

const idsOf = (world: TestPlatform): readonly string[] => linesOf(world).map((line) => JSON.parse(line).id);

describe("uses of a vault's pages", () => {
  test("are gathered outside the vault, and put into the user's own stream when the session ends", async () => {
    verifies("usage.gathered", "usage.own-stream");
    const world = await testPlatform();
    const store = storeIn(world);
    const uses = [hit("notes/oil"), adoption("notes/oil"), outcome("notes/oil", "success")];
    for (const use of uses) await store.gather([use]);
    expect(world.files().kind("lighthouse")).toBeUndefined();
    expect(store.fold().of("notes/oil")).toBeUndefined();
    expect(store.foldWithGathered().of("notes/oil")).toMatchObject({ hits: 1, adopted: 1 });

    await store.flush();
    expect(linesOf(world)).toEqual(uses.map((use) => renderUse(use).trimEnd()));
    expect(store.fold().of("notes/oil")).toMatchObject({ hits: 1, adopted: 1 });
    expect(store.foldWithGathered()).toBe(store.fold());
  });

  test("leave nothing behind when there are none", async () => {
    verifies("usage.gathered");
    const world = await testPlatform();
    await storeIn(world).gather([]);
    await storeIn(world).flush();
    expect(world.files().list(".")).toEqual(["home"]);
  });

  test("of a session that was killed are put into the vault by the next one, once", async () => {
    verifies("usage.exactly-once");
    const world = await testPlatform();
    await storeIn(world).gather([hit("notes/oil", { id: "one" })]);
    const next = await again(world);
    await storeIn(next).gather([hit("notes/oil", { id: "two" })]);
    await storeIn(next).flush();
    await storeIn(await again(world)).flush();
    expect(idsOf(world)).toEqual(["one", "two"]);
  });

  test("that were gathered anew after they had been put there are not put there again", async () => {
    verifies("usage.exactly-once");
    const world = await testPlatform();
    const uses = [hit("notes/oil", { id: "one" }), adoption("notes/oil", { id: "two" })];
    await storeIn(world).gather(uses);
    await storeIn(world).flush();
    await storeIn(world).gather([...uses, hit("notes/oil", { id: "three" })]);
    await storeIn(world).flush();
    expect(idsOf(world)).toEqual(["one", "two", "three"]);
  });

  test("are there once, wherever the work was broken off", { timeout: 30_000 }, async () => {
    verifies("usage.exactly-once");
    const uses = ["one", "two", "three"].map((id) => hit("notes/oil", { id }));
    await faultRuns({
      arrange: (world) => storeIn(world).gather(uses),
      act: (world) => storeIn(world).flush(),
      check: async (world) => {
        await storeIn(world).flush();
        expect(storeIn(world).fold().of("notes/oil")).toMatchObject({ hits: 3, tokens: 300 });
        const whole = linesOf(world).filter((line) => line.endsWith("}"));
        expect(whole).toEqual(uses.map((use) => renderUse(use).trimEnd()));
      },
    });
  });

  test("of a later version are kept as they are, and what was cut short is left out", async () => {
    verifies("usage.format", "usage.exactly-once");
    const world = await testPlatform();
    await storeIn(world).gather([hit("notes/oil", { id: "one" })]);
    const gathered = `state/pi-wiki/${lighthouseVault(world).key}/usage/keeper.jsonl`;
    const dreamt = '{"kind":"dreamt","id":"two","doc":"notes/oil"}';
    await world.files().append(gathered, `${dreamt}\n{"kind":"hit","id":"thr`);
    await storeIn(world).flush();
    expect(linesOf(world)).toHaveLength(2);
    expect(linesOf(world)[1]).toBe(dreamt);
    expect(storeIn(world).fold().of("notes/oil")?.hits).toBe(1);
  });

  test("of several users stand in a stream each, and count together", async () => {
    verifies("usage.own-stream", "usage.fold");
    const world = await testPlatform();
    const mate = await again(world, "mate");
    await storeIn(world).gather([hit("notes/oil")]);
    await storeIn(mate).gather([hit("notes/oil"), hit("notes/oil")]);
    await storeIn(mate).flush();
    expect(linesOf(world)).toEqual([]);
    expect(linesOf(world, stream.replace("keeper", "mate"))).toHaveLength(2);
    await storeIn(world).flush();
    expect(linesOf(world)).toHaveLength(1);
    expect(storeIn(world).fold().of("notes/oil")?.hits).toBe(3);
  });

  test("are read again only when a stream changes, comes or goes", async () => {
    verifies("usage.fold");
    const world = await testPlatform();
    const store = storeIn(world);
    await world.files().write(stream, renderUse(hit("notes/oil")));
    const before = store.fold();
    expect(before.of("notes/oil")?.hits).toBe(1);
    expect(store.fold()).toBe(before);
    await world.files().append(stream, renderUse(hit("notes/oil")));
    expect(store.fold().of("notes/oil")?.hits).toBe(2);
    await world.files().write(stream.replace("keeper", "mate"), renderUse(hit("notes/oil")));
    expect(store.fold().of("notes/oil")?.hits).toBe(3);
    await world.files().remove(stream);
    expect(store.fold().of("notes/oil")?.hits).toBe(1);
  });

  test("that can't be read weigh nothing", async () => {
    verifies("usage.fold");
    const world = await testPlatform();
    await world.files().write(`${stream}/odd`, "a folder of that name");
    await world.files().write(stream.replace("keeper.jsonl", "mate.jsonl"), renderUse(hit("notes/oil")));
    expect(storeIn(world).fold().of("notes/oil")?.hits).toBe(1);
  });
});

describe("eight processes that gather and flush at once", () => {
  test("lose no use and write none twice", { timeout: 60_000 }, async () => {
    verifies("usage.crowd");
    const world = await testPlatform();
    const vault = lighthouseVault(world);
    const script = await bundleOnce(new URL("./usage-process.ts", import.meta.url));
    const env = {
      PATH: process.env["PATH"],
      HOME: world.platform.environment.home,
      XDG_STATE_HOME: `${world.folder}/state`,
      PI_WIKI_USER: "keeper",
    };
    const codes = await Promise.all(
      Array.from({ length: 8 }, async (_, nth) => {
        const child = spawn(process.execPath, [script, vault.root, vault.key, `p${nth}`, "23"], {
          env,
          stdio: ["ignore", "ignore", "inherit"],
        });
        return (await once(child, "close"))[0];
      }),
    );
    expect(codes).toEqual(Array.from({ length: 8 }, () => 0));
    await storeIn(world).flush();
    const ids = idsOf(world);
    expect(ids).toHaveLength(8 * 23);
    expect(new Set(ids).size).toBe(8 * 23);
  });
});
