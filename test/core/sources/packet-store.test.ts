import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { NewPacket } from "../../../extensions/core/sources/packet-staging.ts";
import {
  createPacket,
  findByContent,
  listPackets,
  readExtracted,
  readPacket,
} from "../../../extensions/core/sources/packet-store.ts";
import { verifyPackets } from "../../../extensions/core/sources/verify-packets.ts";
import type { Vault } from "../../../extensions/core/vault/vault.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { faultRuns } from "../../support/fault-runs.ts";
import { type TestPlatform, testPlatform } from "../../support/test-platform.ts";
import { put, tamper, vaultIn } from "./lighthouse-vault.ts";

const day = "2026-11-30";

const lamp = (text: string, more: Partial<NewPacket> = {}): NewPacket => ({
  prefix: "SRC",
  day,
  files: [
    { path: "original/lamp.md", content: text },
    { path: "extracted.md", content: text },
  ],
  describe: () => ({
    title: "Lamp",
    format: "markdown",
    extractor: "passthrough",
    extraction_status: "success",
    extra: {},
  }),
  record: async () => Promise.resolve(),
  ...more,
});

const create = async (world: TestPlatform, packet: NewPacket, vault: Vault = vaultIn(world)) =>
  await createPacket({ vault, platform: world.platform }, packet);

const idsIn = (vault: Vault): readonly string[] => listPackets(vault).map(({ id }) => id);

describe("a new packet", () => {
  test("lists everything in it with hash and size, and its files are read-only", async () => {
    verifies("sources.manifest-hashes", "sources.files-read-only");
    const world = await testPlatform();
    const vault = vaultIn(world);
    await create(world, lamp("灯\n"));
    const packet = readPacket(vault, "SRC-2026-11-30-001");
    const sha256 = world.platform.hash("灯\n");
    expect(packet?.manifest?.files).toEqual([
      { path: "original/lamp.md", sha256, bytes: 4 },
      { path: "extracted.md", sha256, bytes: 4 },
    ]);
    const modeOf = (path: string): number => statSync(join(vault.root, "raw/sources", path)).mode & 0o777;
    for (const path of ["manifest.json", "extracted.md", "original/lamp.md"]) {
      expect(modeOf(`SRC-2026-11-30-001/${path}`)).toBe(0o444);
    }
    expect(modeOf("SRC-2026-11-30-001") & 0o200).toBe(0o200);
    expect(modeOf("SRC-2026-11-30-001/original") & 0o200).toBe(0o200);
    expect(verifyPackets({ vault, platform: world.platform })).toEqual([]);
    expect(readExtracted(vault, packet ?? { path: "" })).toBe("灯\n");
  });

  test("is recorded with its manifest's hash before it can be seen", async () => {
    verifies("sources.event-first");
    const world = await testPlatform();
    const vault = vaultIn(world);
    const seen: unknown[] = [];
    await create(
      world,
      lamp("oil\n", {
        record: async ({ id, manifestHash }) => {
          await Promise.resolve();
          seen.push(id, manifestHash, idsIn(vault));
        },
      }),
    );
    const manifest = vault.files.read("raw/sources/SRC-2026-11-30-001/manifest.json") ?? "";
    expect(seen).toEqual(["SRC-2026-11-30-001", world.platform.hash(manifest), []]);
    expect(idsIn(vault)).toEqual(["SRC-2026-11-30-001"]);
  });

  test("takes 1000 after 999, beside packets of other tools", async () => {
    verifies("sources.id-1000");
    const world = await testPlatform();
    const vault = vaultIn(world);
    put(world, "project/.llm-wiki/raw/sources/SRC-2026-11-30-999/manifest.json", "{}");
    await create(world, lamp("one\n"));
    await create(world, lamp("two\n"));
    expect(idsIn(vault)).toEqual(["SRC-2026-11-30-999", "SRC-2026-11-30-1000", "SRC-2026-11-30-1001"]);
  });

  test("with an original that is known is not made", async () => {
    const world = await testPlatform();
    const vault = vaultIn(world);
    await create(world, lamp("oil\n"));
    const unlessOriginal = world.platform.hash("oil\n");
    expect(await create(world, lamp("oil\n", { unlessOriginal }))).toMatchObject({
      duplicate: { id: "SRC-2026-11-30-001" },
    });
    expect(idsIn(vault)).toHaveLength(1);
  });

  test("is made again when the known original is gone from the disk", async () => {
    const world = await testPlatform();
    const vault = vaultIn(world);
    await create(world, lamp("oil\n"));
    await vault.files.remove("raw/sources/SRC-2026-11-30-001/original");
    expect(findByContent(vault, world.platform.hash("oil\n"))).toBeUndefined();
  });

  test("of another kind has its own folder and numbers", async () => {
    const world = await testPlatform();
    const vault = vaultIn(world);
    await create(world, lamp("one\n"));
    await create(world, lamp("two\n", { prefix: "TRJ" }));
    expect(listPackets(vault, "TRJ").map(({ path }) => path)).toEqual(["raw/trajectories/TRJ-2026-11-30-001"]);
  });

  test("lies below the older layout's root too", async () => {
    const world = await testPlatform();
    const vault = vaultIn(world, "dot-wiki");
    await create(world, lamp("oil\n"), vault);
    expect(statSync(join(world.folder, "project/raw/sources/SRC-2026-11-30-001/manifest.json")).isFile()).toBe(true);
  });
});

describe("faults", () => {
  test("at every step leave a whole packet or none, and the next one takes another number", async () => {
    verifies("sources.packet-whole");
    const points = await faultRuns({
      arrange: async (world) => await create(world, lamp("first\n")),
      act: async (world) => await create(world, lamp("second\n")),
      check: async (world, acknowledged) => {
        const vault = vaultIn(world);
        const ids = idsIn(vault);
        expect(ids.slice(0, 1)).toEqual(["SRC-2026-11-30-001"]);
        expect(ids.length === 2 || !acknowledged).toBe(true);
        expect(verifyPackets({ vault, platform: world.platform })).toEqual([]);
        await create(world, lamp("third\n"));
        expect(vault.files.list("raw").filter((name) => name !== "sources")).toEqual([]);
        expect(verifyPackets({ vault, platform: world.platform })).toEqual([]);
        expect(idsIn(vault)).toHaveLength(ids.length + 1);
      },
    });
    expect(points).toBeGreaterThan(20);
  }, 60_000);

  test("after the event do not let its number be given again", async () => {
    const recorded: string[] = [];
    const record: NewPacket["record"] = async ({ id }) => {
      await Promise.resolve();
      recorded.push(id);
    };
    await faultRuns({
      act: async (world) => await create(world, lamp("one\n", { record })),
      check: async (world) => {
        const visible = new Set(idsIn(vaultIn(world)));
        const before = recorded.splice(0).filter((id) => !visible.has(id));
        await create(world, lamp("two\n", { record }));
        expect(before).not.toContain(recorded.splice(0)[0]);
      },
    });
  }, 60_000);

  test("of the record leave nothing visible", async () => {
    const world = await testPlatform();
    const refused = create(world, lamp("oil\n", { record: () => Promise.reject(new Error("ledger is full")) }));
    await expect(refused).rejects.toThrow("ledger is full");
    expect(idsIn(vaultIn(world))).toEqual([]);
  });

  test("an empty folder that a crash left in the middle of a rename is cleared away", async () => {
    const world = await testPlatform();
    const vault = vaultIn(world);
    put(world, "project/.llm-wiki/raw/.staging-SRC-2026-11-30-001/extracted.md", "half");
    mkdirSync(join(vault.root, "raw/sources/SRC-2026-11-30-001"), { recursive: true });
    expect(idsIn(vault)).toEqual([]);
    await create(world, lamp("oil\n"));
    expect(vault.files.list("raw")).toEqual(["sources"]);
    expect(vault.files.list("raw/sources")).toEqual(["SRC-2026-11-30-002"]);
  });

  test("hidden folders of other names are left alone", async () => {
    const world = await testPlatform();
    put(world, "project/.llm-wiki/raw/.staging-notes/own.md", "mine");
    await create(world, lamp("oil\n"));
    expect(vaultIn(world).files.list("raw/.staging-notes")).toEqual(["own.md"]);
  });
});

describe("reading", () => {
  test("knows no packet by a name that is no id, nor by an absent one", async () => {
    const vault = vaultIn(await testPlatform());
    expect(readPacket(vault, "../../config.json")).toBeUndefined();
    expect(readPacket(vault, "SRC-2026-11-30-404")).toBeUndefined();
  });

  test.each([
    ["no manifest", undefined],
    ["a damaged manifest", '{"id": "SRC-2026'],
    ["a manifest of 5 MB", `{"x":"${"x".repeat(5_000_000)}"}`],
  ])("a packet with %s is listed with a finding, and the others too", async (_what, text) => {
    const world = await testPlatform();
    const vault = vaultIn(world);
    put(world, "project/.llm-wiki/raw/sources/SRC-2026-11-29-001/extracted.md", "old");
    if (text !== undefined) put(world, "project/.llm-wiki/raw/sources/SRC-2026-11-29-001/manifest.json", text);
    await create(world, lamp("oil\n"));
    expect(listPackets(vault).map(({ findings }) => findings.map(({ code }) => code))).toEqual([
      ["packet-manifest-damaged"],
      [],
    ]);
  });

  test("finds an original behind packets that can't be read", async () => {
    const world = await testPlatform();
    const vault = vaultIn(world);
    const sources = "project/.llm-wiki/raw/sources";
    put(world, `${sources}/README.md`, "not a packet");
    put(world, `${sources}/SRC-2026-11-28-001/manifest.json`, `{"x":"${"x".repeat(5_000_000)}"}`);
    put(world, `${sources}/SRC-2026-11-28-002/manifest.json/nothing`, "a folder in the manifest's place");
    await create(world, lamp("oil\n"));
    expect(findByContent(vault, world.platform.hash("oil\n"))?.id).toBe("SRC-2026-11-30-001");
  });

  test("does not follow a link in a packet's place", async () => {
    const world = await testPlatform();
    const vault = vaultIn(world);
    put(world, "elsewhere/manifest.json", "{}");
    mkdirSync(join(vault.root, "raw/sources"), { recursive: true });
    symlinkSync(join(world.folder, "elsewhere"), join(vault.root, "raw/sources/SRC-2026-11-30-001"));
    expect(listPackets(vault)).toEqual([]);
    expect(readPacket(vault, "SRC-2026-11-30-001")).toBeUndefined();
  });
});

describe("verify", () => {
  const path = "raw/sources/SRC-2026-11-30-001";
  const findingsAfter = async (change: (vault: Vault) => unknown) => {
    const world = await testPlatform();
    const vault = vaultIn(world);
    await create(world, lamp("oil\n"));
    await change(vault);
    return verifyPackets({ vault, platform: world.platform }).map((found) => [found.code, found.path, found.severity]);
  };

  test("finds files that were changed, though their size is the same", async () => {
    verifies("sources.verify");
    expect(await findingsAfter((vault) => tamper(vault, `${path}/extracted.md`, "ale\n"))).toEqual([
      ["packet-file-changed", `${path}/extracted.md`, "error"],
    ]);
  });

  test("finds files that are missing, replaced by links, or were added", async () => {
    verifies("sources.verify");
    const found = await findingsAfter(async (vault) => {
      await vault.files.remove(`${path}/original/lamp.md`);
      await vault.files.remove(`${path}/extracted.md`);
      symlinkSync("/etc/hostname", join(vault.root, path, "extracted.md"));
      chmodSync(join(vault.root, path), 0o755);
      writeFileSync(join(vault.root, path, "added.md"), "new");
    });
    expect(found).toEqual([
      ["packet-file-missing", `${path}/original/lamp.md`, "error"],
      ["packet-file-changed", `${path}/extracted.md`, "error"],
      ["packet-file-unlisted", `${path}/added.md`, "error"],
    ]);
  });

  test("finds a damaged manifest", async () => {
    verifies("sources.verify");
    expect(await findingsAfter((vault) => tamper(vault, `${path}/manifest.json`, "{"))).toEqual([
      ["packet-manifest-damaged", `${path}/manifest.json`, "error"],
    ]);
  });

  test("says of a packet without hashes that it can't be checked, and that is no error", async () => {
    const found = await findingsAfter((vault) => tamper(vault, `${path}/manifest.json`, '{"title":"Otter notes"}'));
    expect(found).toEqual([["packet-unhashed", `${path}/manifest.json`, "info"]]);
  });
});
