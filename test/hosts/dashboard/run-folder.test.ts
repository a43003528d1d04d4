import { expect, test } from "vitest";
import { resolveRunDir } from "../../../extensions/hosts/dashboard/run-folder.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { testPlatform } from "../../support/test-platform.ts";

test("a run directory comes from the option, else from the environment, and is absolute", async () => {
  verifies("dashboard.run-dir");
  const { platform, folder } = await testPlatform({ variables: { PI_WIKI_RUN_DIR: "/runs/winter" } });
  expect(resolveRunDir(platform, folder)).toBe(folder);
  expect(resolveRunDir(platform, undefined)).toBe("/runs/winter");
  expect(() => resolveRunDir(platform, "runs/winter")).toThrow(/it is relative/);
});
