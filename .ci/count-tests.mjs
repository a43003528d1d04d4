/** Adds up vitest's JSON reports: `node count-tests.mjs <failed steps> <report>…`. A file that never ran its tests fails once. */

import { existsSync, readFileSync } from "node:fs";

const [, , failedSteps, ...paths] = process.argv;

const unrun = (report) =>
  report.testResults.filter((file) => file.status === "failed" && !file.assertionResults.length);

const reports = paths.filter(existsSync).map((path) => JSON.parse(readFileSync(path, "utf8")));
const passed = reports.reduce((sum, report) => sum + report.numPassedTests, 0);
const failed = reports.reduce((sum, report) => sum + report.numFailedTests + unrun(report).length, 0);

// A step that failed without a failing test (an install, the check) counts as one failure.
process.stdout.write(`${passed} passed, ${Math.max(failed, Number(failedSteps))} failed\n`);
