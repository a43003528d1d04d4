import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  type ChainRecord,
  type ChainRules,
  firstLink,
  linkAfter,
  openLine,
  sealRecord,
  verifyChain,
} from "../../../extensions/core/ledger/chain.ts";
import { verifies } from "../../acceptance/verifies.ts";

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
const rules: ChainRules = { fields: { seq: "seq", prev: "prev_hash", hash: "record_hash" }, hash };

const chainOf = (notes: readonly string[]): string[] => {
  let last: ChainRecord | undefined;
  return notes.map((note) => {
    const sealed = sealRecord({ note }, { link: last === undefined ? firstLink : linkAfter(last), rules });
    last = sealed;
    return sealed.line;
  });
};

const log = chainOf(["lamp lit", "fog signal on", "supply boat", "lamp out"]);

test("a record is sealed with its place and the hash of all other fields", () => {
  const sealed = sealRecord({ note: "lamp lit" }, { link: firstLink, rules });
  expect(sealed.line).toBe(`{"note":"lamp lit","prev_hash":null,"record_hash":"${sealed.hash}","seq":0}`);
  expect(sealed.hash).toBe(`sha256:${hash('{"note":"lamp lit","prev_hash":null,"seq":0}')}`);
});

test("the golden delivery records of the repository knowledge contract chain up", () => {
  verifies("ledger.chain-golden");
  const record = {
    kind: "delivery-workbench-earned-record",
    schema_version: 1,
    record_kind: "delivery-record",
    origin_kind: "run",
    origin: "run-1",
    timestamp: "2026-07-26T12:00:00Z",
    head_sha: "a".repeat(40),
    detail: {
      story_ids: '["S-1"]',
      story_count: "1",
      files_touched: '["a.py"]',
      file_count: "1",
      verdict_outcome: "passed",
      obligation_ids: "[]",
      obligation_count: "0",
    },
    starts_work: false,
    authorizes: false,
    satisfies_gate: false,
    substitutes_for_evidence: false,
  };
  const first = sealRecord(record, { link: firstLink, rules });
  const next = sealRecord({ ...record, origin_kind: "operator", origin: "karol" }, { link: linkAfter(first), rules });
  expect(first.hash).toBe("sha256:d9f8fe74a11ae88e303680ec65dda47ab41d861b6fb5a1d40234ac5dc157f133");
  expect(`${first.line}\n`).toHaveLength(600);
  expect(next.hash).toBe("sha256:2648c9b945fe069eb6c40f58382bae805729ba6c579027e3edb29603e33dce3c");
});

describe("opening a line", () => {
  const sealed = log[1] ?? "";

  test("a sealed line opens as its record", () => {
    expect(openLine(sealed, rules)).toMatchObject({
      state: "record",
      record: { seq: 1, fields: { note: "fog signal on" } },
    });
  });

  test.each([
    ["another value", sealed.replace("fog", "dog")],
    ["a blank between members", sealed.replace(',"prev_hash"', ', "prev_hash"')],
    ["members in another order", JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(sealed)).reverse()))],
    ["a member named twice", sealed.replace("{", '{"note":"bell",')],
    ["a number written another way", sealed.replace('"seq":1', '"seq":1.0')],
    ["a hash of the wrong type", sealed.replace(/"sha256:[0-9a-f]+","seq"/, '7,"seq"')],
    ["a float beside it", sealed.replace('"seq":1', '"seq":1,"watts":0.5')],
    ["one of the chain's names changed", sealed.replace("record_hash", "record_hasi")],
  ])("%s is an edited line", (_name, line) => {
    expect(openLine(line, rules).state).toBe("edited");
  });

  test("a line of another tool is unchained, whatever numbers it holds", () => {
    expect(openLine('{"kind":"lint","orphans":0.5}', rules).state).toBe("unchained");
    expect(openLine('{"kind":"boat","seq":4}', rules).state).toBe("unchained");
  });

  test.each(["", "lamp lit", "[1,2]", "7", `${sealed} `.slice(0, -9), `${"[".repeat(100_000)}`])(
    "a line that is no JSON object is damaged (%#)",
    (line) => {
      expect(openLine(line, rules).state).toBe("damaged");
    },
  );
});

describe("a chain that has its lines to itself", () => {
  test("verifies from the first record on", () => {
    expect(verifyChain(log, rules)).toMatchObject({ records: [{ seq: 0 }, { seq: 1 }, { seq: 2 }, { seq: 3 }] });
    expect(verifyChain(log, rules)).not.toHaveProperty("broken");
  });

  const [lit = "", fog = "", boat = "", out = ""] = log;
  const elsewhere = chainOf(["lamp lit", "fog signal on", "no boat"]);

  test.each([
    ["an edited line", [lit, fog.replace("fog", "dog"), boat, out], 2, "it was edited"],
    ["a removed line", [lit, boat, out], 2, "record 1 was expected, but this is record 2"],
    ["a removed first line", [fog, boat, out], 1, "record 0 was expected, but this is record 1"],
    ["swapped lines", [lit, boat, fog, out], 2, "record 1 was expected, but this is record 2"],
    ["a repeated line", [lit, fog, fog], 3, "record 2 was expected, but this is record 1"],
    ["another chain's record", [lit, fog, elsewhere[2] ?? "", out], 4, "it does not follow the record before it"],
    ["a line of another tool", [lit, '{"kind":"lint"}'], 2, "it is not part of the chain"],
    ["a torn line", [lit, fog.slice(0, 20)], 2, "it is not a JSON object"],
  ])("names the line and the reason of %s", (_name, lines, line, problem) => {
    expect(verifyChain(lines, rules).broken).toEqual({ line, problem });
  });
});
