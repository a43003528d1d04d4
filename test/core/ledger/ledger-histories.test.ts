import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sealEvent } from "../../../extensions/core/ledger/event.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { edited, keeper } from "./ledger-words.ts";
import { asFile, type Lighthouse, lighthouse, rules } from "./lighthouse-ledger.ts";

const codes = ({ ledger }: Lighthouse): string[] => ledger.verify().findings.map(({ code }) => code);

describe("histories that part and meet", () => {
  test("a checkout of an older file starts a chain beside the first, and both verify when they meet", async () => {
    verifies("ledger.checkout");
    const house = await lighthouse();
    const { log, text, put, lines, ledger } = house;
    await log("a", "b");
    const main = text();
    await log("on a branch");
    const branch = text();
    await put(main);
    await log("on main");
    const mainLater = lines();
    await put(branch);
    await log("on the branch again");
    expect(ledger.verify().chains).toMatchObject([{ writer: "keeper@00000001", events: 4 }]);

    await put(asFile([...lines(), ...mainLater.slice(2)]));
    const { findings, chains } = ledger.verify();
    expect(findings).toEqual([]);
    expect(chains.map(({ events }) => events)).toEqual([4, 1]);
    expect(chains[1]?.writer).toMatch(/^keeper@00000001\.[a-z0-9]{4}$/);
  });

  test("a chain whose memory lags behind goes on after its last event in the file", async () => {
    const house = await lighthouse();
    const { world, vault, log, ledger } = house;
    const memory = world.files(`state/pi-wiki/${vault.key}`);
    await log("a");
    const before = memory.readText("chains.json") ?? "";
    await log("b", "c");
    await memory.write("chains.json", before);
    await log("d");
    expect(ledger.verify()).toMatchObject({ findings: [], chains: [{ events: 4 }] });
  });

  test("a clone that lost its memory goes on in a chain of its own", async () => {
    const house = await lighthouse();
    await house.log("a", "b");
    await house.world.files(`state/pi-wiki/${house.vault.key}`).remove("chains.json");
    await house.log("c");
    expect(house.ledger.verify().chains.map(({ events }) => events)).toEqual([2, 1]);
    expect(codes(house)).toEqual([]);
  });

  test("another user of the clone has a chain of their own", async () => {
    const house = await lighthouse();
    await house.log("a");
    const mate = await lighthouse({ folder: house.world.folder, variables: { PI_WIKI_USER: "mate" } });
    await mate.log("b");
    await house.log("c");
    expect(house.ledger.verify()).toMatchObject({
      findings: [],
      chains: [
        { writer: "keeper@00000001", events: 2 },
        { writer: "mate@00000001", events: 1 },
      ],
    });
  });
});

describe("lines that a program made up in this clone's name", () => {
  const madeUp = (over: { seq: number; prev: string | null }): string => {
    const body = { kind: "lint", timestamp: "", details: {}, actor: "", channel: "tool", writer: "keeper@00000001" };
    return sealEvent(body, { link: over, rules, mac: undefined }).line;
  };

  test.each([
    ["with the highest number", { seq: Number.MAX_SAFE_INTEGER, prev: null }],
    ["after an event that is not there", { seq: Number.MAX_SAFE_INTEGER, prev: `sha256:${"0".repeat(64)}` }],
  ])("do not keep it from writing, with its memory and without (%s)", async (_name, link) => {
    verifies("ledger.made-up-lines");
    const house = await lighthouse();
    await house.log("a", "b");
    await house.put(asFile([...house.lines(), madeUp(link)]));
    await house.log("c");
    await house.put(asFile([madeUp({ ...link, seq: link.seq - 1 }), ...house.lines()]));
    await house.log("d");
    expect(house.ledger.read().events.slice(-2)).toMatchObject([{ seq: 2 }, { seq: 3, details: { page: "d" } }]);
    expect(codes(house)).toEqual(["ledger-missing"]);
  });

  test("do not keep it from writing without a state folder", async () => {
    const house = await lighthouse();
    writeFileSync(join(house.world.folder, "state"), "not a folder");
    await house.log("a");
    const [event] = house.ledger.read().events;
    const line = sealEvent(event ?? expect.unreachable(), {
      link: { seq: Number.MAX_SAFE_INTEGER, prev: null },
      rules,
      mac: undefined,
    });
    await house.put(asFile([...house.lines(), line.line]));
    await house.log("b");
    expect(house.ledger.read().events.at(-1)).toMatchObject({ seq: 1, prev: event?.hash });
  });
});

describe("the tail of a crash", () => {
  test("stays as evidence, and the next event starts on a line of its own", async () => {
    verifies("ledger.torn-tail");
    const { ledger, log, text, put, lines } = await lighthouse();
    await log("a", "b");
    const torn = `${text()}{"actor":"keeper","cha`;
    await put(torn);
    await log("c");
    expect(text().startsWith(`${torn}\n`)).toBe(true);
    expect(lines()).toHaveLength(4);
    expect(ledger.verify()).toMatchObject({
      findings: [{ code: "ledger-torn", severity: "warning", line: 3 }],
      chains: [{ events: 3 }],
    });
  });

  test("may be a whole event that only lacks its line feed", async () => {
    const { ledger, log, text, put } = await lighthouse();
    await log("a", "b");
    await put(text().slice(0, -1));
    await log("c");
    expect(ledger.verify()).toMatchObject({ findings: [], chains: [{ events: 3 }] });
  });
});

describe("a state folder that can't be used", () => {
  const blocked = async (): Promise<Lighthouse> => {
    const house = await lighthouse();
    writeFileSync(join(house.world.folder, "state"), "not a folder");
    return house;
  };

  test("stops no event, and is reported once", async () => {
    verifies("ledger.without-state");
    const house = await blocked();
    await house.log("a", "b");
    await house.reopen().append(keeper(house.world.platform, "ui"), [edited("c")]);
    const { findings, chains } = house.ledger.verify();
    expect(findings).toMatchObject([{ code: "ledger-state", severity: "warning" }]);
    expect(chains).toMatchObject([{ events: 3 }]);
    expect(house.reopen().verify().findings).toMatchObject([{ code: "ledger-state" }]);
    expect(house.ledger.read().events.map(house.ledger.vouch)).toEqual(Array(3).fill("unverifiable"));
  });

  test.each(["clone.json", "chains.json"])(
    "a damaged %s is reported, and events are written all the same",
    async (name) => {
      const house = await lighthouse();
      await house.log("a");
      await house.world.files(`state/pi-wiki/${house.vault.key}`).write(name, "{");
      await house.reopen().append(keeper(house.world.platform), [edited("b")]);
      const { findings, chains } = house.reopen().verify();
      expect(chains.map(({ events }) => events)).toEqual([1, 1]);
      expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
    },
  );
});
