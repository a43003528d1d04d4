import { describe, expect, test } from "vitest";
import { parseMemory } from "../../../../extensions/core/tasks/memory/memory-file.ts";
import { repeatedBy } from "../../../../extensions/core/tasks/memory/repeats.ts";
import { verifies } from "../../../acceptance/verifies.ts";

const entries = (...texts: readonly string[]) =>
  parseMemory(texts.map((text, index) => `### 2026-09-18 14:30 #e${index}\n\n${text}\n`).join("\n")).entries;

const idOf = (text: string, ...before: readonly string[]): string | undefined =>
  repeatedBy(text, entries(...before))?.entry.id;

describe("an entry", () => {
  test("repeats one that says the same in nearly the same words", () => {
    verifies("tasks.near-duplicate");
    const before = "The horn fails because its reed is cracked.";
    expect(idOf(before, "The lamp burns.", before)).toBe("e1");
    expect(idOf("the horn fails, because its reed is  cracked", before)).toBe("e0");
    expect(idOf("The horn failed because its reed was cracked.", before)).toBe("e0");
    expect(idOf("雾号失灵,因为簧片裂了", "雾号失灵，因为簧片裂了。")).toBe("e0");
  });

  test("repeats none that says something else, or states another number, path or name", () => {
    verifies("tasks.near-duplicate");
    const before = "The horn fails because its reed is cracked.";
    expect(idOf("The horn works again with a new reed.", before)).toBeUndefined();
    expect(idOf("Watch 18 of keeper 3 was quiet.", "Watch 17 of keeper 3 was quiet.")).toBeUndefined();
    expect(idOf("See src/horn2.ts for the rhythm.", "See src/horn.ts for the rhythm.")).toBeUndefined();
    expect(idOf("潮位升到3米", "潮位升到2米")).toBeUndefined();
  });

  test("is compared with the last ten, and long ones by their words", () => {
    verifies("tasks.near-duplicate");
    const others = ["lens", "bell", "mast", "boat", "stove", "well", "gull", "tide", "oil"].map(
      (one) => `About the ${one}.`,
    );
    const before = "The horn fails because its reed is cracked.";
    expect(idOf(before, before, ...others)).toBe("e0");
    expect(idOf(before, before, ...others, "The flag is torn.")).toBeUndefined();
    const long = "The keeper climbs the stairs and looks at the lamp. ".repeat(200);
    expect(idOf(`${long}Twice.`, long)).toBe("e0");
    expect(idOf("The tide is high and the boat is late today. ".repeat(220), long)).toBeUndefined();
  });
});
