import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { loadParser, type Parse } from "../../../extensions/core/guard/shell/parser.ts";
import { mayHold, namedBy, usualTestCommands } from "../../../extensions/core/usage/command-patterns.ts";
import { makesCommit, proofOf } from "../../../extensions/core/usage/command-proof.ts";
import { verifies } from "../../acceptance/verifies.ts";

let parse: Parse;
beforeAll(async () => {
  parse = await loadParser();
});

/** What is known to have passed, and what to have failed, of the commands that the patterns name. */
const known = (command: string, patterns = usualTestCommands): { passed: readonly string[]; failed: string } => {
  const { ifPassed, ifFailed } = proofOf(command, parse);
  return {
    passed: ifPassed.flatMap(({ words }) => namedBy(patterns, words)?.name ?? []),
    failed: (ifFailed && namedBy(patterns, ifFailed.words)?.name) ?? "",
  };
};

describe("the exit status of a command", () => {
  test.each([
    ["npm test", "npm test"],
    ["npm test -- --run test/lamp.test.ts", "npm test"],
    ["npm --silent test", "npm test"],
    ["npm run test:unit 2>&1", "npm run test:unit"],
    ["npm run -s build > out.log 2>&1", "npm run build"],
    ["cd lighthouse && npm test", "npm test"],
    ["cd lighthouse; npm test", "npm test"],
    ["ls\nnpm test", "npm test"],
    ["CI=1 NODE_ENV=test npm test", "npm test"],
    ["env CI=1 npm test", "npm test"],
    ["timeout 60 npm test", "npm test"],
    ["time npm test", "npm test"],
    ["(cd lighthouse && npm test)", "npm test"],
    ["{ cd lighthouse; npm test; }", "npm test"],
    ["\"npm\" 'test'", "npm test"],
    ["bash -lc 'cd lighthouse && npm test'", "npm test"],
    ["npx vitest run test/lamp.test.ts", "vitest"],
    ["./node_modules/.bin/vitest run", "vitest"],
    ["npx --yes tsc --noEmit", "tsc"],
    ["node --test test/", "node --test"],
    ["python -m pytest -q", "pytest"],
    ["uv run pytest", "pytest"],
    ["cargo +nightly test --all", "cargo test"],
    ["go test ./...", "go test"],
    ["make -j4 test", "make test"],
    ["./gradlew :app:testDebug", "gradlew :app:testDebug"],
    ["cat input.txt | npm test", "npm test"],
    ["npm test && echo all is well", "npm test"],
    ["gradle -PtestToken=kept-out :app:testDebug", "gradle :app:testDebug"],
    ["make 'test lamp oil'", "make test*|check*|lint*|build*|all|ci"],
  ])("of %j tells of the test", (command, name) => {
    verifies("usage.test-commands");
    expect(known(command)).toEqual({ passed: [name], failed: name });
  });

  test.each([
    ["npm run build && npm test", ["npm run build", "npm test"]],
    ["git pull && npm test", ["npm test"]],
    ["npm test && git commit -am done", ["npm test"]],
    ["set -e; git pull; npm test", ["npm test"]],
  ])("of %j tells of success alone, for anything in it may have failed", (command, passed) => {
    verifies("usage.test-commands");
    expect(known(command)).toEqual({ passed, failed: "" });
  });

  test.each([
    "echo npm test",
    'echo "npm test"',
    'grep "npm test" README.md',
    "grep -rn 'npm test' .",
    "cat package.json # npm test",
    "git commit -m 'npm test passes'",
    "printf 'npm test\\n'",
    "man npm test",
    "which vitest",
    "alias t='npm test'",
    "x='npm test'",
    "cat <<'EOF'\nnpm test\nEOF",
    "npm test | tail -30",
    "npm test 2>&1 | tee out.log",
    "npm test || true",
    "npm test; echo done",
    "npm test\ntrue",
    "npm test &",
    "! npm test",
    "if npm test; then echo yes; fi",
    "npm() { true; }; npm test",
    "alias npm=true; npm test",
    "exit 0; npm test",
    "PATH=/fake:$PATH npm test",
    "for i in 1 2; do npm test; done",
    "npm test --help",
    "npx vitest --version",
    "pytest --collect-only",
    "npm install test",
    "npm view test",
    "$(echo npm) test",
    "npm 'te",
    "",
  ])("of %j tells of no test", (command) => {
    verifies("usage.test-commands");
    expect(known(command)).toEqual({ passed: [], failed: "" });
  });

  test("goes with the folder that the command went to", () => {
    verifies("usage.test-commands");
    expect(proofOf("cd lamp && cd ../horn && npm test", parse).ifFailed?.folders).toEqual(["lamp", "../horn"]);
  });

  test("of no text breaks anything", () => {
    verifies("usage.test-commands");
    fc.assert(fc.property(fc.string(), (text) => Array.isArray(proofOf(text, parse).ifPassed)));
    expect(known(`${"bash -c '".repeat(9)}npm test${"'".repeat(9)}`).failed).toBe("");
  });
});

describe("a pattern of commands", () => {
  test.each([
    ["light the-lamp", "light the-lamp --now", "light the-lamp"],
    ["light the-*", "light --soon the-horn", "light the-horn"],
    ["light a|b", "light b", "light b"],
    ["./scripts/check.sh", "scripts/check.sh all", "scripts/check.sh"],
    ["*check*", "recheck-all", "recheck-all"],
    ["a*b*c", "a-b-b-c", "a-b-b-c"],
  ])("%j matches %j", (pattern, command, name) => {
    verifies("usage.test-commands");
    expect(known(command, [pattern]).failed).toBe(name);
    expect(mayHold([pattern], command)).toBe(true);
  });

  test.each([
    ["light lamp", "light the lamp"],
    ["light lamp", "lamp light"],
    ["light", "lights"],
    ["ab*ba", "aba"],
    ["./scripts/check.sh", "check.sh"],
    ["", "light"],
  ])("%j does not match %j", (pattern, command) => {
    verifies("usage.test-commands");
    expect(known(command, [pattern]).failed).toBe("");
  });

  test("is not looked for in commands that can't hold it", () => {
    verifies("usage.test-commands");
    expect(mayHold(usualTestCommands, "ls -la")).toBe(false);
    expect(mayHold(usualTestCommands, "cd x && npm test")).toBe(true);
  });
});

describe("a commit", () => {
  test.each([
    "git commit -m 'Light the lamp'",
    "git add -A && git commit -qm lamp",
    "git add . ; git commit -m lamp ; git status",
    "git -c user.name=Keeper commit -m lamp || echo nothing to commit",
    "(cd lamp && git commit -am lamp) | tail -1",
  ])("is made by %j", (command) => {
    verifies("usage.commits");
    expect(makesCommit(command, parse)).toBe(true);
  });

  test.each([
    "echo git commit",
    "git log --grep commit",
    "git -C ../horn commit -m lamp",
    "git commit --dry-run",
    "git show commit",
  ])("is not made here by %j", (command) => {
    verifies("usage.commits");
    expect(makesCommit(command, parse)).toBe(false);
  });
});
