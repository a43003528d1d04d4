import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: new URL(".", import.meta.url).pathname,
    include: ["corpus.test.ts"],
    env: { GUARD_CORPUS: "all" },
    setupFiles: ["../support/each-file.ts"],
    testTimeout: 1_800_000,
    hookTimeout: 60_000,
  },
});
