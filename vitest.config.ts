import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** In a process that has compiled a megabyte of regular expressions, V8 compiles further ones without its optimisations. */
const longPatterns = /\/test\/core\/(secrets\/(linear-time|documentation)|sources\/extract\/html\/html)\.test\.ts$/;

const rank = ({ moduleId }: TestSpecification): number => {
  if (longPatterns.test(moduleId)) return 0;
  return readFileSync(moduleId, "utf8").includes("timeout") ? 1 : 2;
};

/** What needs a fresh process is first. What gives a test more time follows, so that no run ends with one long file. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranks = new Map(files.map((file) => [file, rank(file)]));
    return (await super.sort(files)).sort((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
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
