import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * A file that gives a test more time is begun early, so that no run ends with one worker on a long file. The processes of
 * the two projects are not mixed: one that is shared would end.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = (file: TestSpecification): number => {
      if (file.project.name === "alone") return 0;
      return readFileSync(file.moduleId, "utf8").includes("timeout") ? 1 : 2;
    };
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}

/** In a process that has compiled a megabyte of regular expressions, V8 compiles further ones without its optimisations. */
const alone = ["test/core/secrets/{linear-time,documentation}.test.ts", "test/core/sources/extract/html/html.test.ts"];

// End-to-end tests pack, install and start real hosts: `npm run test:e2e`.
const elsewhere = ["**/node_modules/**", "test/e2e/**"];

export default defineConfig({
  test: {
    // Many tests wait for processes and disks: a core that is kept free would idle.
    maxWorkers: "100%",
    // Modules keep nothing but what is always the same, so files can share a process: to load them anew takes a second each.
    isolate: false,
    projects: [
      { extends: true, test: { name: "alone", include: alone, exclude: elsewhere, isolate: true } },
      { extends: true, test: { name: "shared", include: ["test/**/*.test.ts"], exclude: [...elsewhere, ...alone] } },
    ],
    globalSetup: ["test/support/bundled-tasks.ts"],
    setupFiles: ["test/support/each-file.ts"],
    sequence: { sequencer: LongFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    coverage: { provider: "v8", include: ["extensions/**/*.ts"] },
  },
});
