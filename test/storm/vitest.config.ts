import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: new URL(".", import.meta.url).pathname,
    include: ["**/*.test.ts", "../core/trust/leaks.test.ts", "../scenarios/bad-input.test.ts"],
    env: { STORM: "long" },
    setupFiles: ["../support/each-file.ts"],
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
