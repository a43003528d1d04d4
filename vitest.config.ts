import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // End-to-end tests pack, install and start real hosts: `npm run test:e2e`.
    exclude: ["**/node_modules/**", "test/e2e/**"],
    // Many tests wait for processes and disks: a core that is kept free would idle.
    maxWorkers: "100%",
    testTimeout: 30_000,
    hookTimeout: 60_000,
    coverage: { provider: "v8", include: ["extensions/**/*.ts"] },
  },
});
