import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: new URL(".", import.meta.url).pathname,
    include: ["**/*.test.ts"],
    exclude: ["**/node_modules/**"],
    globalSetup: ["./global-setup.ts"],
    // A Pi that starts keeps one core busy, and a test often waits for it.
    maxWorkers: "100%",
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
});
