import { expect, test } from "vitest";
import { plainTag } from "../../../extensions/core/pages/plain-tag.ts";
import { verifies } from "../../acceptance/verifies.ts";

test.each([
  ["lamp", "lamp"],
  ["#Lamp", "Lamp"],
  ["fog signal", "fog-signal"],
  ["area/north", "area/north"],
  ["C++", "C"],
  ["node.js", "node-js"],
  ["灯台", "灯台"],
  ["2026", "y2026"],
  ["!?", undefined],
])("the tag %j is written as %j", (given, tag) => {
  verifies("compatibility.obsidian-properties");
  expect(plainTag(given)).toBe(tag);
});
