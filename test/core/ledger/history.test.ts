import fc from "fast-check";
import { expect, test } from "vitest";
import { concerns, newestFirst } from "../../../extensions/core/ledger/history.ts";
import { verifies } from "../../acceptance/verifies.ts";

const at = (minute: number, name: string) => ({
  timestamp: `2026-11-30T12:${String(minute).padStart(2, "0")}:00.000Z`,
  name,
});

const names = (chains: readonly (readonly { readonly timestamp: string; readonly name: string }[])[]) =>
  [...newestFirst(chains)].map(({ name }) => name).join(" ");

test("chains are told as one, the newest event first", () => {
  verifies("history.order");
  expect(names([[at(1, "a1"), at(4, "a2")], [at(2, "b1"), at(3, "b2")], []])).toBe("a2 b2 b1 a1");
});

test("a clock that went back turns no chain round, and a line without a time is told all the same", () => {
  verifies("history.order");
  expect(names([[at(9, "a1"), at(1, "a2")], [at(5, "b1")]])).toBe("b1 a2 a1");
  expect(names([[{ timestamp: "", name: "?" }], [at(5, "b1")]])).toBe("b1 ?");
});

test("nothing is lost and every chain keeps its order, for any clocks", () => {
  verifies("history.order");
  const chain = fc.array(fc.integer({ min: 0, max: 59 }), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(chain, { maxLength: 4 }), (minutes) => {
      const chains = minutes.map((list, number) => list.map((minute, seq) => ({ ...at(minute, ""), number, seq })));
      const told = [...newestFirst(chains)].reverse();
      expect(told).toHaveLength(chains.flat().length);
      for (const [number, own] of chains.entries()) {
        expect(told.filter((item) => item.number === number)).toEqual(own);
      }
    }),
  );
});

test("an event concerns the page it names, alone or among several, and no other", () => {
  expect(concerns({ page: "notes/lamp" }, "notes/lamp")).toBe(true);
  expect(concerns({ pages: ["notes/fog", "notes/lamp"] }, "notes/lamp")).toBe(true);
  expect(concerns({ source_id: "SRC-2026-11-30-001" }, "SRC-2026-11-30-001")).toBe(true);
  expect(concerns({ page: "notes/lamp-oil", title: "notes/lamp" }, "notes/lamp")).toBe(false);
});
