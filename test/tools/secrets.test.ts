import { expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { drawFrom } from "../core/secrets/planted-secrets.ts";
import { dataOf, openToolWorld } from "./tool-world.ts";

const draw = drawFrom("told");
const log = `# Relay\n\nAda sent ghp_${draw(36)} and ghp_${draw(36)}; password: "Gull-${draw(9)}7".\n`;
const redactions = [
  { rule: "github", count: 2 },
  { rule: "named-secret", count: 1 },
];

test("wiki_capture says which secrets were replaced, also of a source that it has already", async () => {
  verifies("secrets.answers");
  const world = await openToolWorld();
  const first = await world.call("wiki_capture", { text: log });
  expect(first.text).toContain("\nSecrets were replaced by [redacted:<rule>]: github 2, named-secret 1. Keep them in");
  expect(dataOf(first)).toMatchObject({ redactions });
  const clean = world.read(`lighthouse/.llm-wiki/raw/sources/${dataOf(first)["id"]}/original/text.md`);
  const again = await world.call("wiki_capture", { text: clean });
  expect(again.text).toContain("\nSecrets in it were replaced by [redacted:<rule>] then: github 2, named-secret 1.\n");
  expect(`${first.text}${again.text}`).not.toContain("ghp_");
});

test("wiki_note says which secrets were replaced", async () => {
  verifies("secrets.answers");
  const world = await openToolWorld();
  const answer = await world.call("wiki_note", { title: "Relay", type: "lesson", text: log });
  expect(answer.text).toContain("\nSecrets were replaced by [redacted:<rule>]: github 2, named-secret 1. Keep them in");
  expect(dataOf(answer)).toMatchObject({ redactions });
});
