import { expect, test } from "vitest";
import { verifies } from "../acceptance/verifies.ts";
import { testPlatform } from "../support/test-platform.ts";

test("a file that a package ships is read by the package's name", async () => {
  verifies("platform.package-file");
  const { platform } = await testPlatform();
  const magic = [...platform.packageFile("web-tree-sitter/web-tree-sitter.wasm").subarray(0, 4)];
  expect(String.fromCharCode(...magic)).toBe("\0asm");
  expect(() => platform.packageFile("web-tree-sitter/lamp.wasm")).toThrow();
});
