import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isWikiError } from "../../../extensions/core/errors.ts";
import { parseCommandLine } from "../../../extensions/hosts/cli/arguments.ts";
import { nearestWord } from "../../../extensions/hosts/cli/suggestion.ts";
import { verbs } from "../../../extensions/hosts/cli/verbs.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { loadGraph } from "../../house/imports.ts";
import { openCommandLine } from "./command-line.ts";

describe("a command line", () => {
  test.each([
    ["recall harbour light", ["harbour", "light"]],
    ["--cwd /srv recall harbour", ["harbour"]],
    ["--layer project recall harbour", ["harbour"]],
    ["--json recall harbour", ["harbour"]],
    ["recall -- --json", ["--json"]],
    ["recall --limit 3 -", ["-"]],
    ["recall --limit=3 harbour", ["harbour"]],
  ])("`%s` has the words %j", (line, words) => {
    const parsed = parseCommandLine(line.split(" "), verbs);
    expect(parsed).toMatchObject({ ask: "verb", verb: { name: "recall" }, given: { words } });
  });

  test.each([
    ["", undefined],
    ["--help", undefined],
    ["-h", undefined],
    ["recall --help", "recall"],
    ["note -h --title Lamp", "note"],
  ])("`%s` asks for help", (line, verb) => {
    expect(parseCommandLine(line.split(" ").filter(Boolean), verbs)).toEqual({ ask: "help", verb });
  });

  test("of any words is understood or refused as usage", () => {
    const word = fc.oneof(
      fc.constantFrom(
        "recall",
        "note",
        "settings",
        "--json",
        "--title",
        "--limit",
        "--",
        "-",
        "--as-of=",
        "-hx",
        "help",
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (argv) => {
        try {
          const parsed = parseCommandLine(argv, verbs);
          if (parsed.ask === "verb") parsed.verb.prepare(parsed.given);
        } catch (error) {
          expect(isWikiError(error) && error.exitCode).toBe(2);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("a command line that is refused", () => {
  test.each([
    ["recal x", 'There is no verb "recal".', "Did you mean `pi-wiki recall`?"],
    ["statsu", 'There is no verb "statsu".', "Did you mean `pi-wiki status`?"],
    ["polish", 'There is no verb "polish".', "Run `pi-wiki help` for the verbs and their arguments."],
    ["help recal", 'There is no verb "recal".', "Did you mean `pi-wiki recall`?"],
    ["recall x --limt 3", "There is no option --limt here.", "Did you mean --limit?"],
    [
      "recall x --frobnicate",
      "There is no option --frobnicate here.",
      "Run `pi-wiki help` for the verbs and their arguments.",
    ],
    ["--jsno", "There is no option --jsno here.", "Did you mean --json?"],
    ["recall x --limit", "--limit needs a value: --limit N.", "Run `pi-wiki help` for the verbs and their arguments."],
    [
      "note --title --type",
      "--title needs a value, not --type.",
      "For a value that begins with a dash: --title=--type",
    ],
    ["recall x --explain=yes", "--explain takes no value.", "Run `pi-wiki help` for the verbs and their arguments."],
    ["recall", "QUERY is missing.", "Run `pi-wiki help` for the verbs and their arguments."],
    [
      "status now",
      '"now" is too much; put quotes around words that belong together.',
      "Run `pi-wiki help` for the verbs and their arguments.",
    ],
    ["note --title Lamp", "--type TYPE is missing.", "Run `pi-wiki help` for the verbs and their arguments."],
    ["note --title Lamp --type decisoin", /"decisoin" is not one of source, .*, general/, "Did you mean decision?"],
    [
      "recall x --include drafts",
      /"drafts" is not one of deprecated, rejected, shadow/,
      "Correct the argument and try again.",
    ],
    ["recall x --limit 21", '--limit: "21" is not a whole number from 1 to 20', "Correct the argument and try again."],
    [
      "recall x --limit 2.5",
      '--limit: "2.5" is not a whole number from 1 to 20',
      "Correct the argument and try again.",
    ],
    ["recall x --layer team", '--layer: "team" is not one of project, personal', "Correct the argument and try again."],
    [
      "recall x --as-of yesterday",
      '--as-of: "yesterday" is not a date or time',
      "Write it as 2026-09-18 or 2026-09-18T14:30:00Z.",
    ],
    [
      "import docs --type ../x",
      '--type: "../x" is no page type',
      "Types are small letters, digits, _ and -, such as decision.",
    ],
    [
      "capture",
      "capture takes a SOURCE or --text, one of them.",
      "Run `pi-wiki help` for the verbs and their arguments.",
    ],
  ])("`%s` says why and what to do, and exits 2", async (line, message, hint) => {
    verifies("cli.errors-json", "cli.exit-codes", "cli.suggests");
    const cli = await openCommandLine();
    const code = /^--|"|not one of/.test(String(message)) ? expect.any(String) : "usage";
    const expected = typeof message === "string" ? message : expect.stringMatching(message);
    const answer = await cli.json(...line.split(" "));
    expect(answer).toEqual({ exitCode: 2, error: { code, message: expected, hint } });
    const said = await cli.run(...line.split(" "));
    expect(said).toMatchObject({ exitCode: 2, stdout: "" });
    expect(said.stderr.split("\n")[0]).toMatch(/^pi-wiki: /);
  });
});

describe("help", () => {
  test("names every verb, and what each of its options is for", async () => {
    verifies("cli.help");
    const cli = await openCommandLine();
    const { stdout } = await cli.run("help");
    const width = Math.max(...verbs.map(({ name }) => name.length)) + 2;
    for (const { name, summary } of verbs) expect(stdout).toContain(`${name.padEnd(width)}${summary}`);
    for (const { name, usage, options, summary } of verbs) {
      const shown = (await cli.run("help", name)).stdout;
      expect(shown.startsWith(`Usage: pi-wiki ${`${name} ${usage}`.trim()}\n\n${summary}\n`)).toBe(true);
      for (const [option, { about }] of Object.entries(options))
        expect(shown).toMatch(new RegExp(`--${option}.*${about.slice(0, 12)}`));
    }
  });

  test("is the same for `help VERB`, `VERB --help` and, without a verb, for no words at all", async () => {
    verifies("cli.help");
    const cli = await openCommandLine();
    expect(await cli.run("recall", "--help")).toEqual(await cli.run("help", "recall"));
    expect(await cli.run()).toEqual(await cli.run("help"));
    expect((await cli.run()).exitCode).toBe(0);
  });

  test("and refusals of arguments need nothing that works on vaults", () => {
    verifies("cli.help-light");
    const { files, packages } = loadGraph(["extensions/hosts/cli/run.ts"]);
    expect(packages).toEqual([]);
    expect(files).not.toContain("extensions/workspace.ts");
    expect(files.filter((file) => file.startsWith("extensions/platform/"))).toEqual([]);
  });
});

test("the nearest word is the one with the fewest edits, a beginning before all", () => {
  verifies("cli.suggests");
  const words = ["lint", "init", "inject", "import"];
  expect(["lnit", "inti", "inj", "improt", "IMPORT", "harbour", ""].map((word) => nearestWord(word, words))).toEqual([
    "lint",
    "init",
    "inject",
    "import",
    "import",
    undefined,
    undefined,
  ]);
});
