import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** A file that gives a test more time is begun early, so that no run ends with one worker on a long file. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = (file: TestSpecification): boolean => readFileSync(file.moduleId, "utf8").includes("timeout");
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // End-to-end tests pack, install and start real hosts: `npm run test:e2e`.
    exclude: ["**/node_modules/**", "test/e2e/**"],
    // Many tests wait for processes and disks: a core that is kept free would idle.
    maxWorkers: "100%",
    // Modules keep nothing but what is always the same, so files can share a process: to load them anew takes a second each.
    isolate: false,
    globalSetup: ["test/support/bundled-tasks.ts"],
    setupFiles: ["test/support/each-file.ts"],
    sequence: { sequencer: LongFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    coverage: { provider: "v8", include: ["extensions/**/*.ts"] },
  },
});
