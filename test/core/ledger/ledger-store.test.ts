import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../../extensions/core/ledger/canonical.ts";
import { linkAfter } from "../../../extensions/core/ledger/chain.ts";
import { type LedgerEvent, sealEvent } from "../../../extensions/core/ledger/event.ts";
import { openLedger } from "../../../extensions/core/ledger/ledger-store.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { edited, keeper } from "./ledger-words.ts";
import { asFile, chainLines, eventsPath, type Lighthouse, lighthouse, rules } from "./lighthouse-ledger.ts";

const codes = ({ ledger }: Lighthouse): string[] => ledger.verify().findings.map(({ code }) => code);
const pages = (events: readonly LedgerEvent[]): unknown[] => events.map(({ details }) => details["page"]);

describe("appending", () => {
  test("gives the events back as they were stored", async () => {
    const { ledger, world } = await lighthouse();
    const events = await ledger.append(keeper(world.platform), [edited("notes/lamp"), edited("notes/fog")]);
    expect(events).toMatchObject([
      {
        kind: "page_edited",
        timestamp: "2026-11-30T12:00:00.000Z",
        actor: "keeper",
        channel: "tool",
        seq: 0,
        prev: null,
      },
      { writer: "keeper@00000001", seq: 1, prev: events[0]?.hash, details: { page: "notes/fog" } },
    ]);
    expect(ledger.read()).toEqual({ events, unchained: [], problems: [] });
  });

  test("goes on with the same chain in another process", async () => {
    const { ledger, reopen, log, world } = await lighthouse();
    await log("notes/lamp", "notes/fog");
    await reopen().append(keeper(world.platform), [edited("notes/boat")]);
    expect(ledger.verify()).toMatchObject({
      findings: [],
      chains: [{ writer: "keeper@00000001", events: 3 }],
      unchained: 0,
    });
  });

  test("of nothing writes nothing", async () => {
    const { ledger, world, text } = await lighthouse();
    expect(await ledger.append(keeper(world.platform), [])).toEqual([]);
    expect(text()).toBe("");
  });

  test("reads no more of the file than its end", async () => {
    verifies("ledger.tail-only");
    const { vault, world, log, ledger } = await lighthouse();
    await log("notes/lamp", "notes/fog");
    const files = {
      ...vault.files,
      read: () => expect.unreachable("the whole file is read"),
      readText: () => expect.unreachable("the whole file is read"),
    };
    await openLedger({ platform: world.platform, vault: { ...vault, files } }).append(keeper(world.platform), [
      edited("notes/boat"),
    ]);
    expect(ledger.verify().findings).toEqual([]);
  });

  test("of a detail without a canonical form throws and writes nothing", async () => {
    const { ledger, world, text } = await lighthouse();
    const appending = ledger.append(keeper(world.platform), [edited("a"), { kind: "lint", details: { score: 0.5 } }]);
    await expect(appending).rejects.toThrow("safe integers only");
    expect(text()).toBe("");
  });

  test("stores no path of the home folder", async () => {
    verifies("ledger.no-home-path");
    const { ledger, world, text } = await lighthouse();
    const { home } = world.platform.environment;
    const context = { ...keeper(world.platform), origin: { import: `${home}/old notes` } };
    await ledger.append(context, [{ kind: "import", details: { from: [`${home}/a.md`], command: `cat ${home}/b` } }]);
    expect(text()).not.toContain(home);
    expect(ledger.read().events).toMatchObject([
      { details: { from: ["~/a.md"], command: "cat ~/b" }, origin: { import: "~/old notes" } },
    ]);
  });

  test("names the last hash of each other chain when asked", async () => {
    verifies("ledger.seen");
    const { ledger, world, put } = await lighthouse();
    await put(asFile([...chainLines("mate@zz91m0aa", 2), ...chainLines("guest@aa00aa00", 1)]));
    const [first, second] = await ledger.append(keeper(world.platform), [
      { ...edited("a"), withSeen: true },
      edited("b"),
    ]);
    const last = (writer: string) => ledger.verify().chains.find((chain) => chain.writer === writer)?.lastHash;
    expect(first?.seen).toEqual({ "mate@zz91m0aa": last("mate@zz91m0aa"), "guest@aa00aa00": last("guest@aa00aa00") });
    expect(second).not.toHaveProperty("seen");
  });
});

describe("verifying", () => {
  test("goes in small steps, with the same result as at once", async () => {
    verifies("history.verify-breathes");
    const { ledger, put } = await lighthouse();
    const lines = chainLines("mate@zz91m0aa", 1000);
    await put(asFile([...lines.slice(0, 700), ...lines.slice(701)]));
    const steps = ledger.verifySteps();
    let [count, step] = [0, steps.next()];
    for (; step.done !== true; step = steps.next()) count += 1;
    expect(count).toBeGreaterThanOrEqual(20);
    expect(step.value).toEqual(ledger.verify());
    expect(step.value).toMatchObject({ findings: [{ code: "ledger-missing", line: 701 }] });
  });

  test("finds events between two steps that another process appended after it had begun", async () => {
    verifies("history.verify-breathes");
    const { ledger, reopen, world, log } = await lighthouse();
    await log("notes/lamp");
    const steps = ledger.verifySteps();
    steps.next();
    await reopen().append(keeper(world.platform), [edited("notes/fog")]);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    expect(step.value.findings).toEqual([]);
    expect(pages(ledger.read().events)).toEqual(["notes/lamp", "notes/fog"]);
  });

  test("names a signature that is wrong, wherever it stands", async () => {
    verifies("ledger.mac-forged");
    const { ledger, lines, put, world } = await lighthouse();
    const context = { ...keeper(world.platform), channel: "cli" as const };
    await ledger.append(context, [edited("notes/lamp"), { kind: "lint", details: { note: { mac: "0", hash: "1" } } }]);
    expect(ledger.verify().findings).toEqual([]);
    const [first, second = ""] = lines();
    const {
      mac: _mac,
      hash: _hash,
      seq,
      prev,
      kind,
      timestamp,
      actor,
      channel,
      writer,
      ...details
    } = JSON.parse(second);
    const body = { kind, timestamp, actor, channel, writer, details };
    const forged = sealEvent(body, { link: { seq, prev }, rules, mac: () => "0".repeat(64) }).line;
    await put(asFile([first ?? "", forged]));
    expect(ledger.verify().findings.map(({ code }) => code)).toEqual(["ledger-mac", "ledger-cut"]);
  });
});

describe("reading", () => {
  test("an absent ledger is empty and sound", async () => {
    const { ledger } = await lighthouse();
    expect(ledger.read()).toEqual({ events: [], unchained: [], problems: [] });
    expect(ledger.verify()).toEqual({ findings: [], chains: [], unchained: 0 });
    expect(ledger.tail(3)).toEqual([]);
  });

  test("notices what another process appended, and what an editor changed", async () => {
    const { ledger, reopen, world, log, text, put } = await lighthouse();
    await log("notes/lamp");
    expect(pages(ledger.read().events)).toEqual(["notes/lamp"]);
    await reopen().append(keeper(world.platform), [edited("notes/fog")]);
    expect(pages(ledger.read().events)).toEqual(["notes/lamp", "notes/fog"]);
    await put(text().replace("notes/lamp", "notes/bell"));
    expect(pages(ledger.read().events)).toEqual(["notes/fog"]);
    expect(ledger.read().problems).toMatchObject([{ code: "ledger-edited", line: 1, path: eventsPath }]);
  });

  test("a torn line is completed or followed by later lines as they come", async () => {
    const { ledger, lines, log, put } = await lighthouse();
    await log("a", "b", "c");
    const all = lines();
    await put(`${all[0]}\n${all[1]?.slice(0, 30)}`);
    expect(ledger.read().problems).toMatchObject([{ code: "ledger-torn", line: 2 }]);
    await put(asFile(all));
    expect(ledger.read().problems).toEqual([]);
  });

  test("the tail gives the last events, over any number of bytes", async () => {
    const { ledger, log, world } = await lighthouse();
    await ledger.append(
      keeper(world.platform),
      Array.from({ length: 600 }, (_, index) => edited(`notes/${index}`)),
    );
    expect(pages(ledger.tail(2))).toEqual(["notes/598", "notes/599"]);
    expect(ledger.tail(590)).toHaveLength(590);
    expect(ledger.tail(9_000)).toHaveLength(600);
    expect(ledger.tail(0)).toEqual([]);
    await log("a");
    expect(pages(ledger.tail(1))).toEqual(["a"]);
  });
});

test("a ledger and its key as the first version wrote them are read, verified and vouched for", async () => {
  verifies("ledger.first-format");
  const fixture = (name: string): string =>
    readFileSync(new URL(`../../fixtures/ledger/${name}`, import.meta.url), "utf8");
  const { ledger, world, vault, put } = await lighthouse();
  await put(fixture("lighthouse.jsonl"));
  await world.files(`state/pi-wiki/${vault.key}`).write("clone.json", fixture("clone.json"));
  expect(ledger.verify()).toMatchObject({
    findings: [{ code: "ledger-unchained", line: 1 }],
    chains: [
      { writer: "keeper@00000001", events: 2 },
      { writer: "maté@00000001", events: 1 },
    ],
  });
  const { events } = ledger.read();
  expect(events.map(({ kind }) => kind)).toEqual(["note_proposed", "confirmed", "lint"]);
  expect(events.map(ledger.vouch)).toEqual(["unverifiable", "verified", "unverifiable"]);
  expect(events[2]?.details).toEqual({
    before: null,
    clean: true,
    findings: 0,
    pages: ["notes/lamp-oil", "notes/été 😀"],
  });
});

describe("a ledger that was cut or replaced", () => {
  test.each([
    ["without its last line", (lines: string[]) => asFile(lines.slice(0, -1))],
    ["emptied", () => ""],
    ["replaced by another writer's sound chain", () => asFile(chainLines("mate@zz91m0aa", 5))],
    ["replaced by a sound chain of this writer", () => asFile(chainLines("keeper@00000001", 3))],
  ])("is reported: %s", async (_name, change) => {
    verifies("ledger.cut-found");
    const house = await lighthouse();
    await house.log("a", "b", "c");
    await house.put(change(house.lines()));
    expect(codes(house)).toEqual(["ledger-cut"]);
  });

  test("is still reported after more was appended", async () => {
    const house = await lighthouse();
    await house.log("a", "b", "c");
    await house.put(asFile(house.lines().slice(0, 2)));
    await house.log("d");
    expect(codes(house)).toEqual(["ledger-cut"]);
  });

  test("is reported when the file was deleted", async () => {
    const house = await lighthouse();
    await house.log("a");
    await house.vault.files.remove(eventsPath);
    expect(codes(house)).toEqual(["ledger-cut"]);
  });
});

describe("a person's events", () => {
  const confirmed = { kind: "confirmed", details: { page: "notes/lamp" } } as const;

  test("are signed with the clone's key over the canonical line without mac and hash", async () => {
    verifies("ledger.mac-bytes");
    const { ledger, world, vault, lines } = await lighthouse();
    const [event] = await ledger.append(keeper(world.platform, "ui"), [confirmed]);
    const { key } = JSON.parse(world.files(`state/pi-wiki/${vault.key}`).readText("clone.json") ?? "");
    const { mac, hash: _hash, ...signed } = JSON.parse(lines()[0] ?? "");
    expect(mac).toBe(createHmac("sha256", key).update(canonicalJson(signed)).digest("hex"));
    expect(event && ledger.vouch(event)).toBe("verified");
  });

  const forge = ({ ledger, lines, put }: Lighthouse, over: Partial<LedgerEvent>) => {
    const last = ledger.read().events.at(-1) ?? expect.unreachable();
    const { seq: _seq, prev: _prev, hash: _hash, mac: _mac, ...body } = { ...last, ...over };
    const sealed = sealEvent(body, {
      link: linkAfter(last),
      rules,
      mac: over.mac === undefined ? undefined : () => over.mac ?? "",
    });
    return put(asFile([...lines(), sealed.line]));
  };

  test.each([
    ["without a mac", {}],
    ["with a made-up mac", { mac: "0".repeat(64) }],
  ])("appended by a program that has no key are forged (%s)", async (_name, over) => {
    verifies("ledger.mac-forged");
    const house = await lighthouse();
    await house.log("a");
    await forge(house, { channel: "ui", ...over });
    expect(house.ledger.verify().findings).toMatchObject([{ code: "ledger-mac", severity: "warning" }]);
    expect(house.ledger.read().events.map(house.ledger.vouch)).toEqual(["unverifiable", "forged"]);
  });

  test("of another clone can't be verified here, which is no finding", async () => {
    const house = await lighthouse();
    const { ledger, world, put } = house;
    await ledger.append(keeper(world.platform, "ui"), [confirmed]);
    const elsewhere = await lighthouse();
    await elsewhere.world
      .files(`state/pi-wiki/${elsewhere.vault.key}`)
      .write("clone.json", JSON.stringify({ clone: "zz91m0aa", key: "x".repeat(64) }));
    await elsewhere.ledger.append(keeper(elsewhere.world.platform, "terminal"), [confirmed]);
    await put(asFile([...house.lines(), ...elsewhere.lines()]));
    expect(ledger.verify().findings).toEqual([]);
    expect(ledger.read().events.map(ledger.vouch)).toEqual(["verified", "unverifiable"]);
  });
});

test("a ledger that can't be written is a refusal", async () => {
  const { ledger, world, vault } = await lighthouse();
  await vault.files.createFolder(eventsPath);
  await expect(ledger.append(keeper(world.platform), [edited("a")])).rejects.toMatchObject({ name: "WikiError" });
});
