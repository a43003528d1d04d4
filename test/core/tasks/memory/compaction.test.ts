import { describe, expect, test } from "vitest";
import {
  firstLines,
  longestSummary,
  planCompaction,
  toSummarise,
} from "../../../../extensions/core/tasks/memory/compaction.ts";
import { type MemoryFile, parseMemory } from "../../../../extensions/core/tasks/memory/memory-file.ts";
import { verifies } from "../../../acceptance/verifies.ts";

const fileOf = (count: number, size = 10, superseded: readonly number[] = []): MemoryFile =>
  parseMemory(
    Array.from({ length: count }, (_, index) => {
      const mark = superseded.includes(index) ? "\n> [superseded 2026-10-01 by #zzzz]\n" : "";
      const minute = String(index % 60).padStart(2, "0");
      return `### 2026-09-18 ${10 + Math.floor(index / 60)}:${minute} #e${index}\n${mark}\n${"x".repeat(size)}\n`;
    }).join("\n"),
  );

const isDue = (file: MemoryFile): boolean => planCompaction(file, {}).isDue;
const idsOf = (entries: readonly { readonly id: string | undefined }[]) => entries.map(({ id }) => id);

describe("a compaction", () => {
  test("is due with more than 20 entries that hold, when they are more than 40 or 24 KiB", () => {
    verifies("tasks.compaction");
    expect([isDue(fileOf(40)), isDue(fileOf(41))]).toEqual([false, true]);
    expect([isDue(fileOf(20, 2_000)), isDue(fileOf(21, 2_000)), isDue(fileOf(1, 30_000))]).toEqual([
      false,
      true,
      false,
    ]);
    expect(isDue(fileOf(45, 10, [0, 1, 2, 3, 4]))).toBe(false);
  });

  test("keeps the newest 20 that hold, and moves all that do not", () => {
    verifies("tasks.compaction");
    const plan = planCompaction(fileOf(45, 10, [3, 44]), {});
    expect(idsOf(plan.kept)).toEqual(Array.from({ length: 20 }, (_, index) => `e${index + 24}`));
    expect(idsOf(plan.moved)).toEqual([...Array.from({ length: 24 }, (_, index) => `e${index}`), "e44"]);
  });

  test("is summed up from the moved that hold, oldest first, and keeps what came after the summary was asked for", () => {
    verifies("tasks.compaction-asked");
    const file = fileOf(45, 10, [3]);
    const asked = toSummarise(file, planCompaction(file, {}));
    expect(idsOf(asked)).not.toContain("e3");
    expect([asked.length, asked[0]?.id, asked.at(-1)?.id]).toEqual([24, "e0", "e24"]);
    const later = fileOf(50, 10, [3]);
    const plan = planCompaction(later, { through: "e24" });
    expect([plan.kept.length, plan.kept[0]?.id]).toEqual([25, "e25"]);
  });

  test("is summed up by first lines for want of better ones, the oldest going first where there is no room", () => {
    verifies("tasks.compaction");
    const { entries } = parseMemory("### 2026-09-18 14:30 #a3f2\n\nThe reed.\nIt is cracked.\n");
    expect(firstLines("", entries)).toBe("- 2026-09-18 The reed.");
    expect(firstLines("Before.", entries)).toBe("Before.\n- 2026-09-18 The reed.");
    const many = firstLines("Before.", fileOf(60, 150).entries);
    expect(many.length).toBeLessThanOrEqual(longestSummary);
    expect(many.length).toBeGreaterThan(longestSummary - 200);
    expect(many).not.toContain("Before.");
    expect(many.endsWith("x".repeat(150))).toBe(true);
  });
});
