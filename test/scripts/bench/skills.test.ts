import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { measure } from "../../../scripts/bench/skills.ts";
import { verifies } from "../../acceptance/verifies.ts";

const folder = fileURLToPath(new URL("../../fixtures/skill-recall", import.meta.url));

test("the skill that a task needs is among the first three, in its words or in others", async () => {
  verifies("learned.recall-quality");
  for (const triggers of [false, true]) {
    const [shared, paraphrased] = await measure(folder, { triggers, misses: false });
    expect(shared?.tasks).toBe(48);
    expect(shared?.hit3).toBeGreaterThanOrEqual(0.95);
    expect(paraphrased?.tasks).toBe(48);
    expect(paraphrased?.hit3).toBeGreaterThanOrEqual(0.8);
  }
}, 60_000);
