import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { rememberedPaths } from "../../../extensions/core/guard/remembered-paths.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { testPlatform } from "../../support/test-platform.ts";

test("a place is looked at once, and what lies above a vault not at all", async () => {
  verifies("guard.looks-once");
  const { platform, folder } = await testPlatform();
  const looked: string[] = [];
  const counting = {
    ...platform.paths,
    kind: (path: string) => {
      looked.push(path);
      return platform.paths.kind(path);
    },
  };
  const paths = rememberedPaths(counting, [join(folder, "lighthouse/.llm-wiki")]);
  for (const path of [join(folder, "pier"), join(folder, "pier"), folder, "/"]) paths.kind(path);
  expect(looked).toEqual([join(folder, "pier"), "/"]);
  expect(paths.kind(folder)).toBe("folder");
});

test("whether a path is inside another is told as the platform tells it", async () => {
  verifies("guard.looks-once");
  const { platform } = await testPlatform();
  const paths = rememberedPaths(platform.paths, []);
  const name = fc.constantFrom("a", "b", "ab", "..", ".", "", ".llm-wiki", "a b");
  const path = fc.array(name, { maxLength: 5 }).map((names) => `/${names.join("/")}`);
  fc.assert(
    fc.property(path, path, (folder, inner) => {
      expect(paths.inside(folder, inner)).toBe(platform.paths.inside(folder, inner));
    }),
  );
});
