import { expect, test } from "vitest";
import { encodeSegment, openSegment } from "../../../../extensions/core/recall/indexing/segment.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { pageText, writerOf } from "../recall-world.ts";

test.each<[unknown, boolean]>([
  [[{ by: "human:keeper", at: "2026-11-30" }], true],
  [[{ by: "pi-wiki/1.2.3" }, { by: "human:keeper" }], true],
  [{ by: "human:keeper" }, true],
  [[{ by: "pi-wiki/1.2.3" }], false],
  [[{ by: "inhuman:keeper" }], false],
  [["human:keeper"], false],
  [[{ by: 7 }, null, []], false],
  ["human:keeper", false],
  [undefined, false],
])("a page with verified %j says that a person verified it: %s", (verified, says) => {
  verifies("recall.human-verified");
  const writer = writerOf({ "notes/oil": pageText("# Oil\n", verified === undefined ? {} : { verified }) });
  expect(writer.facts(0).humanVerified).toBe(says);
  expect(openSegment(encodeSegment(writer))?.facts(0).humanVerified).toBe(says);
});
