import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openLedger } from "../../../../extensions/core/ledger/ledger-store.ts";
import { tombstoneLine } from "../../../../extensions/core/trust/tombstones/tombstone-record.ts";
import type { Channel } from "../../../../extensions/core/vault/vault.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { faultRuns } from "../../../support/fault-runs.ts";
import { testPlatform } from "../../../support/test-platform.ts";
import { keeper } from "../../ledger/ledger-words.ts";
import { lighthouseVault } from "../../ledger/lighthouse-ledger.ts";
import { drawFrom } from "../../secrets/planted-secrets.ts";
import { claim, linesOf, reason, reject, tombstonesIn, tombstonesPath } from "./lighthouse-tombstones.ts";

const ids = (tombstones: readonly { readonly id: string }[]): readonly string[] => tombstones.map(({ id }) => id);

describe("a tombstone", () => {
  test("says what was rejected, why, by whom and when, and blocks it", async () => {
    verifies("tombstones.recorded");
    const world = await testPlatform();
    const made = await reject(world);
    const tombstones = tombstonesIn(world);
    expect(tombstones.all()).toEqual([made]);
    expect(made).toMatchObject({ claims: [claim], reason, page: "notes/oil", actor: "keeper", channel: "tool" });
    expect(made).toMatchObject({ at: "2026-11-30T12:00:00.000Z", scope: "vault" });
    expect(ids(tombstones.blocks(["# Oil", `We know: it is dark. ${claim.toUpperCase()}!`]))).toEqual([made.id]);
    expect(tombstones.blocks(["The lamp burns petroleum."])).toEqual([]);
    expect(tombstones.findings()).toEqual([]);
  });

  test("leaves an event with its id and digests, and no text", async () => {
    verifies("tombstones.recorded");
    const world = await testPlatform();
    const { id, digests } = await reject(world);
    const vault = lighthouseVault(world);
    const { events } = openLedger({ platform: world.platform, vault }).read();
    expect(events).toMatchObject([
      { kind: "tombstone_added", details: { tombstone: id, digests, page: "notes/oil" }, channel: "tool" },
    ]);
    expect(vault.files.readText("meta/events.jsonl")).not.toContain("colza");
  });

  test("holds no secret and no home folder, and blocks the claim with the secret and without", async () => {
    verifies("tombstones.no-secrets");
    const world = await testPlatform();
    const vault = lighthouseVault(world);
    const token = `ghp_${drawFrom("lighthouse")(36)}`;
    const text = `The keeper logs in with ${token} from ${world.platform.environment.home}/lamp`;
    const tombstones = tombstonesIn(world);
    await tombstones.add({ claims: [text], reason: `It is ${token}` }, keeper(world.platform));
    const written = vault.files.readText(tombstonesPath) ?? "";
    expect(written).not.toContain(token);
    expect(written).not.toContain(world.platform.environment.home);
    expect(tombstones.all()[0]?.claims[0]).toMatch(/\[redacted:.+\] from ~\/lamp/);
    expect(tombstones.blocks([text])).toHaveLength(1);
    const redacted = text.replace(token, /\[redacted:[^\]]+\]/.exec(written)?.[0] ?? "");
    expect(tombstones.blocks([redacted])).toHaveLength(1);
  });

  test("of a task holds for that task alone", async () => {
    verifies("tombstones.scoped");
    const world = await testPlatform();
    const tombstones = tombstonesIn(world);
    await tombstones.add({ claims: [claim], reason, scope: "task:repair" }, keeper(world.platform));
    expect(tombstones.blocks([claim])).toEqual([]);
    expect(tombstones.blocks([claim], { task: "paint" })).toEqual([]);
    expect(tombstones.blocks([claim], { task: "repair" })).toHaveLength(1);
  });

  test("of one vault does not hold in another", async () => {
    verifies("tombstones.scoped");
    const world = await testPlatform();
    await reject(world);
    expect(tombstonesIn(world, lighthouseVault(world, "harbour/.llm-wiki")).blocks([claim])).toEqual([]);
  });

  test("needs a claim that can be seen, and a reason", async () => {
    const world = await testPlatform();
    await expect(reject(world, ["\u200b"])).rejects.toMatchObject({ code: "invalid_input" });
    const adding = tombstonesIn(world).add({ claims: [claim], reason: " " }, keeper(world.platform));
    await expect(adding).rejects.toMatchObject({ code: "invalid_input" });
    expect(linesOf(lighthouseVault(world))).toEqual([]);
  });

  test("is one of as many as there are", async () => {
    verifies("tombstones.never-pruned");
    const world = await testPlatform();
    for (const name of Array.from({ length: 300 }, (_, at) => `Lamp number ${at} is lit`)) await reject(world, [name]);
    world.clock.advance(20 * 365 * 24 * 3_600_000);
    const tombstones = tombstonesIn(world);
    expect(tombstones.all()).toHaveLength(300);
    expect(tombstones.blocks(["Lamp number 0 is lit"])).toHaveLength(1);
  });
});

describe("a lift", () => {
  test("by a person ends it, and what says the same, for good", async () => {
    verifies("tombstones.lift");
    const world = await testPlatform();
    const [first, again] = [await reject(world), await reject(world, [`**${claim}**.`])];
    const other = await reject(world, ["The bell is bronze"]);
    const context = keeper(world.platform, "ui");
    const lifted = await tombstonesIn(world).lift(first.id, context, "It was changed back");
    expect(lifted).toEqual([first.id, again.id]);
    expect(ids(tombstonesIn(world).all())).toEqual([other.id]);
    const { events } = openLedger({ platform: world.platform, vault: lighthouseVault(world) }).read();
    expect(events.at(-1)).toMatchObject({ kind: "tombstone_lifted", channel: "ui", details: { tombstones: lifted } });
    const renewed = await reject(world);
    expect(ids(tombstonesIn(world).blocks([claim]))).toEqual([renewed.id]);
  });

  test.each<Channel>(["tool", "mcp", "rpc", "cli", "command", "system"])("through %s is refused", async (channel) => {
    verifies("tombstones.lift");
    const world = await testPlatform();
    const { id } = await reject(world);
    const lifting = tombstonesIn(world).lift(id, keeper(world.platform, channel));
    await expect(lifting).rejects.toMatchObject({ code: "person_required" });
    expect(tombstonesIn(world).blocks([claim])).toHaveLength(1);
  });

  test("of what is not in force is refused", async () => {
    const world = await testPlatform();
    const lifting = tombstonesIn(world).lift("nothing", keeper(world.platform, "ui"));
    await expect(lifting).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("that no event of a person vouches for lifts nothing", async () => {
    verifies("tombstones.lift");
    const world = await testPlatform();
    await reject(world);
    const vault = lighthouseVault(world);
    const [rejected = ""] = linesOf(vault);
    await tombstonesIn(world).lift(tombstonesIn(world).all()[0]?.id ?? "", keeper(world.platform, "ui"));
    const [, lift = ""] = linesOf(vault);
    // A program takes the line to where the tombstone was never lifted.
    const elsewhere = lighthouseVault(world, "harbour/.llm-wiki");
    await elsewhere.files.write(tombstonesPath, `${rejected}\n${lift}\n`);
    const tombstones = tombstonesIn(world, elsewhere);
    expect(tombstones.blocks([claim])).toHaveLength(1);
    expect(tombstones.findings()).toMatchObject([{ code: "tombstone-lift-unvouched", line: 2 }]);
    // With the event it counts.
    await elsewhere.files.write("meta/events.jsonl", vault.files.readText("meta/events.jsonl") ?? "");
    expect(tombstones.blocks([claim])).toEqual([]);
  });
});

describe("what was seen here", () => {
  test("holds where a checkout lacks the file", async () => {
    verifies("tombstones.old-checkout");
    const world = await testPlatform();
    const { id } = await reject(world);
    rmSync(join(lighthouseVault(world).root, "meta"), { recursive: true });
    expect(ids(tombstonesIn(world).blocks([claim]))).toEqual([id]);
    rmSync(world.platform.environment.stateRoot, { recursive: true });
    expect(tombstonesIn(world).all()).toEqual([]);
  });

  test("is also what came by a merge, once it was kept", async () => {
    verifies("tombstones.old-checkout");
    const world = await testPlatform();
    await reject(world);
    const lines = linesOf(lighthouseVault(world));
    const clone = lighthouseVault(world, "clone/.llm-wiki");
    await clone.files.write(tombstonesPath, `${lines.join("\n")}\n`);
    await tombstonesIn(world, clone).keep();
    await clone.files.remove(tombstonesPath);
    expect(tombstonesIn(world, clone).blocks([claim])).toHaveLength(1);
  });

  test("stays lifted where a checkout lacks the lift", async () => {
    verifies("tombstones.old-checkout");
    const world = await testPlatform();
    const { id } = await reject(world);
    const vault = lighthouseVault(world);
    const old = { tombstones: vault.files.readText(tombstonesPath), events: vault.files.readText("meta/events.jsonl") };
    await tombstonesIn(world).lift(id, keeper(world.platform, "terminal"));
    await vault.files.write(tombstonesPath, old.tombstones ?? "");
    await vault.files.write("meta/events.jsonl", old.events ?? "");
    expect(tombstonesIn(world).all()).toEqual([]);
  });

  test("is kept at the next time where the state folder was out of reach", async () => {
    verifies("tombstones.old-checkout");
    const world = await testPlatform();
    const { stateRoot } = world.platform.environment;
    await world.files().write("state/pi-wiki", "no folder");
    expect(stateRoot).toContain("state");
    await reject(world);
    expect(tombstonesIn(world).blocks([claim])).toHaveLength(1);
  });
});

describe("two clones", () => {
  test("merge by union, and a tombstone beats a lift that had not seen it", async () => {
    verifies("tombstones.merged");
    const world = await testPlatform();
    const vault = lighthouseVault(world);
    const shared = await reject(world);
    const before = linesOf(vault);
    const clone = lighthouseVault(world, "clone/.llm-wiki");
    await clone.files.write(tombstonesPath, `${before.join("\n")}\n`);
    await clone.files.write("meta/events.jsonl", vault.files.readText("meta/events.jsonl") ?? "");
    // Here it is rejected once more; there a person lifts it.
    const again = await reject(world);
    await tombstonesIn(world, clone).lift(shared.id, keeper(world.platform, "ui"));
    for (const path of [tombstonesPath, "meta/events.jsonl"]) {
      const [ours = "", theirs = ""] = [vault.files.readText(path), clone.files.readText(path)];
      await vault.files.write(path, `${[...new Set(`${theirs}${ours}`.split("\n"))].filter(Boolean).join("\n")}\n`);
    }
    const tombstones = tombstonesIn(world);
    expect(ids(tombstones.all())).toEqual([again.id]);
    expect(tombstones.findings()).toEqual([]);
  });
});

test("a tombstone whose digests were made in another way is compared by its claims", async () => {
  verifies("tombstones.never-pruned");
  const world = await testPlatform();
  const made = await reject(world);
  const old = tombstoneLine({ ...made, digests: [["0".repeat(64)]] }, world.platform.hash);
  const elsewhere = lighthouseVault(world, "harbour/.llm-wiki");
  await elsewhere.files.write(tombstonesPath, `${old}\n`);
  expect(tombstonesIn(world, elsewhere).blocks([claim])).toHaveLength(1);
});

describe("a damaged file", () => {
  test("is read line by line, each fault told with its place", async () => {
    verifies("tombstones.damage-tolerated");
    const world = await testPlatform();
    const { id } = await reject(world, ["The bell is bronze"]);
    await reject(world);
    const vault = lighthouseVault(world);
    const [bell = "", lamp = ""] = linesOf(vault);
    const edited = lamp.replace("petroleum", "electricity");
    const lift = `{"kind":"lift","id":"x","lifts":["${id}"],"event":"sha256:0","sum":"sha256:0"}`;
    const elsewhere = lighthouseVault(world, "harbour/.llm-wiki");
    const lines = ["<<<<<<< ours", bell, '{"kind":"tombstone"}', "", edited, lift, bell, '{"kind":"tomb'];
    await elsewhere.files.write(tombstonesPath, lines.join("\n"));
    const tombstones = tombstonesIn(world, elsewhere);
    expect(tombstones.blocks(["The bell is bronze."])).not.toEqual([]);
    expect(tombstones.blocks([claim])).toHaveLength(1);
    expect(tombstones.findings().map(({ code, line }) => [code, line])).toEqual([
      ["tombstone-damaged", 1],
      ["tombstone-damaged", 3],
      ["tombstone-edited", 5],
      ["tombstone-edited", 6],
      ["tombstone-torn", 8],
    ]);
    await tombstones.add({ claims: ["The fog horn is loud"], reason }, keeper(world.platform));
    expect(tombstonesIn(world, elsewhere).blocks(["The fog horn is loud."])).toHaveLength(1);
  });

  test("of bytes that are no text is read all the same", async () => {
    verifies("tombstones.damage-tolerated");
    const world = await testPlatform();
    await reject(world);
    const vault = lighthouseVault(world);
    await vault.files.append(tombstonesPath, new Uint8Array([0xff, 0xfe, 0x0a]));
    expect(tombstonesIn(world).findings()).toMatchObject([{ code: "tombstone-damaged", line: 2 }]);
    expect(tombstonesIn(world).all()).toHaveLength(1);
  });
});

test("a tombstone that was acknowledged holds, whatever step failed; one that was not may hold", async () => {
  verifies("tombstones.durable");
  const points = await faultRuns({
    arrange: (world) => reject(world, ["The bell is bronze"]),
    act: (world) => reject(world),
    check: (world, acknowledged) => {
      const tombstones = tombstonesIn(world);
      expect(tombstones.blocks(["The bell is bronze"])).toHaveLength(1);
      if (acknowledged) expect(tombstones.blocks([claim])).toHaveLength(1);
      expect(tombstones.findings().filter(({ severity }) => severity === "error")).toEqual([]);
    },
  });
  expect(points).toBeGreaterThan(3);
});

test("a lift that was acknowledged is for good, and none lifts without its event", async () => {
  verifies("tombstones.durable");
  await faultRuns({
    arrange: (world) => reject(world),
    act: (world) => tombstonesIn(world).lift(tombstonesIn(world).all()[0]?.id ?? "", keeper(world.platform, "ui")),
    check: (world, acknowledged) => {
      const { events } = openLedger({ platform: world.platform, vault: lighthouseVault(world) }).read();
      const isLifted = tombstonesIn(world).all().length === 0;
      if (acknowledged) expect(isLifted).toBe(true);
      if (isLifted) expect(events.map(({ kind }) => kind)).toContain("tombstone_lifted");
    },
  });
});
