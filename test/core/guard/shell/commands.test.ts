import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { decide, type GuardWorld, guard } from "../../../../extensions/core/guard/decide.ts";
import type { Decision } from "../../../../extensions/core/guard/decision.ts";
import { findLayers } from "../../../../extensions/core/vault/layers.ts";
import { verifies } from "../../../acceptance/verifies.ts";
import { testPlatform } from "../../../support/test-platform.ts";

let cwd: string;
let world: GuardWorld;

beforeAll(async () => {
  const { platform, folder } = await testPlatform();
  cwd = join(folder, "lighthouse");
  for (const path of [".llm-wiki/raw", ".llm-wiki/meta", ".llm-wiki/wiki", ".llm-wiki/templates", "src", ".git"]) {
    mkdirSync(join(cwd, path), { recursive: true });
  }
  writeFileSync(join(cwd, ".llm-wiki/config.json"), '{"name": "lighthouse", "topic": "lamps", "version": "1.0"}');
  writeFileSync(join(cwd, ".llm-wiki/meta/events.jsonl"), "{}\n");
  writeFileSync(join(cwd, "src/lamp.ts"), "export const lamp = 1;\n");
  const { layers } = await findLayers(platform, { cwd, personal: true });
  world = { vaults: layers, paths: platform.paths, caseInsensitive: false, variable: () => undefined };
});

const decideOn = (command: string, more: Partial<GuardWorld> = {}): Promise<Decision> =>
  guard({ tool: "bash", input: { command }, cwd }, { ...world, ...more });

const answers = async (commands: readonly string[], wanted: Decision["decision"]): Promise<readonly string[]> => {
  const others: string[] = [];
  for (const command of commands) if ((await decideOn(command)).decision !== wanted) others.push(command);
  return others;
};

test("patterns that are too long for any engine are decided on all the same", async () => {
  verifies("guard.commands-followed");
  const long = "x".repeat(40_000);
  const everyday = [
    `perl -pi -e s/X/Y/ .llm-wiki/wiki/*.md${long}`,
    `name=src/lamp; touch "dist/$\{name/${long}/lamp}"`,
    `find src -name '*${long}' -delete`,
    `git add 'src/*${long}'`,
  ];
  expect(await answers(everyday, "allow")).toEqual([]);
  expect(await answers([`touch .llm-wiki/raw/*${long}`, `rm -f .llm-wiki/raw/*${long}`], "deny")).toEqual([]);
});

describe("a command is followed", () => {
  test("to the file that it would change", async () => {
    verifies("guard.commands-followed");
    const refused = [
      "cd .llm-wiki && cd raw && touch fog.md",
      'd=.llm; e=-wiki; touch "$d$e/raw/fog.md"',
      "touch .llm-wiki/{wiki,raw}/fog.md",
      "touch $(echo .llm-wiki)/raw/fog.md",
      "bash -c 'sh -c \"touch .llm-wiki/raw/fog.md\"'",
      "env A=1 nohup timeout 5 touch .llm-wiki/raw/fog.md",
      "echo x | tee .llm-wiki/meta/events.jsonl",
      "rm -rf .llm-w*/meta",
    ];
    expect(await answers(refused, "deny")).toEqual([]);
  });

  test("and let through where that file is anybody's", async () => {
    verifies("guard.commands-followed");
    const allowed = [
      "cd .llm-wiki/raw && cd ../wiki && touch fog.md",
      "d=.llm-wiki/raw; cat $d/fog.md > src/fog.md",
      "rm -rf ./*",
      "false && rm -rf .llm-wiki/raw",
      "echo 'rm -rf .llm-wiki/raw' > src/rules.md",
    ];
    expect(await answers(allowed, "allow")).toEqual([]);
  });

  test("whatever its text: no command makes the guard fail", async () => {
    const word = fc.constantFrom(
      "$(",
      ")",
      "`",
      "{",
      "}",
      "<<E\n",
      "E\n",
      "'",
      '"',
      "|",
      ";",
      "&&",
      ">",
      "cd",
      "rm",
      "*",
      "${x:-",
      "find",
      "-exec",
      "sed",
      "awk",
      ".llm-wiki/raw",
      "\\",
      "for x in",
      "do",
      "done",
      "[[",
      "]]",
      "((",
      "))",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 14 }), async (words) => {
        expect(["allow", "deny"]).toContain((await decideOn(words.join(" "))).decision);
      }),
      { numRuns: 300 },
    );
  });
});

test("options count as shortened as programs take them, and in quotes", async () => {
  verifies("guard.shortened-options");
  const refused = [
    "sed --in-plac s/a/b/ .llm-wiki/meta/events.jsonl",
    "sort --outp .llm-wiki/raw/fog.md src/lamp.ts",
    "cp --targ=.llm-wiki/raw src/lamp.ts",
    "find .llm-wiki/meta -name events.jsonl '-delete'",
    'git log "--output=.llm-wiki/raw/fog.md"',
  ];
  expect(await answers(refused, "deny")).toEqual([]);
  expect(await answers(["sort --rev src/lamp.ts > src/fog.ts", "find . -name '*.ts' | sort"], "allow")).toEqual([]);
});

test("hooks and scripts that a command puts in place are followed when it runs them", async () => {
  verifies("guard.commands-followed");
  const hook = "echo x > .llm-wiki/raw/fog.md";
  const refused = [
    `printf '%s\\n' '#!/bin/sh' '${hook}' > hooks/pre-commit && git -c core.hooksPath=hooks commit -m x`,
    `echo '${hook}' > .git/hooks/post-commit; git commit -m x`,
    `npm pkg set scripts.dim='${hook}' && npm run dim`,
    "python3 -c \"import os; os.symlink('.llm-wiki', 'pool')\"; touch pool/raw/fog.md",
  ];
  expect(await answers(refused, "deny")).toEqual([]);
  expect(await answers(["git -c core.hooksPath=/dev/null commit -m x"], "allow")).toEqual([]);
});

test("git is refused by the paths it names, not for what it does to the whole tree", async () => {
  verifies("guard.git-history");
  const named = ["git checkout -- .llm-wiki/raw", "git restore .llm-wiki/config.json", "git clean -fd .llm-wiki"];
  const whole = ["git checkout .", "git switch main", "git reset --hard", "git stash", "git clean -fd", "git pull"];
  expect(await answers(named, "deny")).toEqual([]);
  expect(await answers(whole, "allow")).toEqual([]);
});

test("a person's verbs are refused however the command line is started", async () => {
  verifies("guard.person-verbs");
  const refused = [
    "pi-wiki confirm lamp",
    "npx -y pi-wiki@latest retire lamp --reason old",
    "node extensions/hosts/cli/bin.mjs reject lamp --reason no",
    "bash -c 'pi-wiki forget lamp'",
    "pi-wiki --json set-status --from draft --to stable lamp",
    "pi-wiki review",
    "pi-wiki guard heal",
    "pi-wiki settings captureHosts localhost",
    "pi-wiki capture .env --force",
  ];
  expect(await answers(refused, "deny")).toEqual([]);
  expect(await decideOn("pi-wiki confirm lamp")).toMatchObject({ rule: "person-verb", path: "pi-wiki confirm lamp" });
  const allowed = ["pi-wiki recall lamp", "pi-wiki review --json", "pi-wiki settings", "pi-wiki settings recallPages"];
  expect(await answers(allowed, "allow")).toEqual([]);
});

test("what the owner decides is marked to be asked, and passes once the person agreed", async () => {
  verifies("guard.person-asked");
  const command = "echo x > .llm-wiki/templates/page.md";
  expect(await decideOn(command)).toMatchObject({ decision: "deny", rule: "human", ask: true });
  expect(await decideOn(command, { personAgrees: true })).toEqual({ decision: "allow" });
  const both = `${command}; rm -rf .llm-wiki/raw`;
  expect(await decideOn(both, { personAgrees: true })).toMatchObject({ decision: "deny", rule: "raw" });
});

test("a command too long to follow is refused only when it names a protected path", async () => {
  verifies("guard.long-commands");
  const filling = `echo ${"fog ".repeat(20_000)}`;
  expect((await decideOn(`${filling}; rm -rf src`)).decision).toBe("allow");
  expect(await decideOn(`${filling}; rm -rf .llm-wiki/raw`)).toMatchObject({ decision: "deny", rule: "undecided" });
});

test("without what follows commands, their text alone decides", () => {
  const call = (command: string) => ({ tool: "bash", input: { command }, cwd });
  expect(decide(call("cat $(which lamp) .llm-wiki/raw/fog.md"), world)).toMatchObject({ rule: "undecided" });
  expect(decide(call("cat $(which lamp) src/lamp.ts"), world)).toEqual({ decision: "allow" });
});
