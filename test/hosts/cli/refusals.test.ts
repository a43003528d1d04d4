import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { furnish, openCommandLine } from "./command-line.ts";

const note = ["note", "--title", "Lamp oil", "--type", "general", "--text", "It is kept in the cellar."];

describe("a refusal", () => {
  test.each([
    ["a source that is not there", ["capture", "missing.md"], 3, "source_not_found"],
    ["a folder in place of a source", ["capture", "."], 2, "source_unsupported"],
    ["a file of secrets", ["capture", ".env"], 4, "secret_file"],
    ["an address of an unknown kind", ["capture", "gopher://lamp.example"], 2, "source_unsupported"],
    ["a private address", ["capture", "http://127.0.0.1:9/"], 4, "fetch_refused"],
    ["an empty text", ["capture", "--text", " "], 2, "invalid_input"],
    ["an import of nothing", ["import", "missing"], 3, "source_not_found"],
    ["an import of the vault itself", ["import", ".llm-wiki/meta"], 2, "invalid_input"],
    ["a title of blanks", ["note", "--title", " ", "--type", "general", "--text", "x"], 2, "invalid_input"],
    ["an unknown setting", ["settings", "lamps", "9"], 2, "setting_unknown"],
    ["a setting's wrong value", ["settings", "recallTokens", "many"], 2, "invalid_input"],
    ["an empty session", ["inject", "x", "--session", " "], 2, "invalid_input"],
  ])("of %s has its code and exit code", async (_what, words, exitCode, code) => {
    verifies("cli.exit-codes", "cli.errors-json");
    const cli = await openCommandLine();
    await cli.run("init");
    cli.put(".env", "KEY=1");
    const error = { code, message: expect.any(String), hint: expect.stringMatching(/\S/) };
    expect(await cli.json(...words)).toEqual({ exitCode, error });
    expect(await cli.run(...words)).toMatchObject({
      exitCode,
      stdout: "",
      stderr: expect.stringMatching(/^pi-wiki: .*\n.+\n$/),
    });
  });

  test("for a bug exits 1 and shows where it happened", async () => {
    verifies("cli.exit-codes", "cli.errors-json");
    const cli = await openCommandLine();
    // This world throws an error of no known kind when standard input is read.
    expect(await cli.json("recall", "-")).toMatchObject({ exitCode: 1, error: { code: "internal", hint: /bug/ } });
    const { exitCode, stderr } = await cli.run("recall", "-");
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^pi-wiki failed: Error: Standard input was read unasked\.\n +at /);
  });

  test("meets standard input that is not UTF-8 text", async () => {
    verifies("cli.stdin-asked");
    const cli = await openCommandLine({ stdin: Uint8Array.from([0x25, 0x50, 0xff, 0xfe]) });
    await cli.run("init");
    expect(await cli.json("capture", "--text", "-")).toMatchObject({ exitCode: 2, error: { code: "invalid_input" } });
  });
});

describe("in an agent's environment", () => {
  test("capture --force and settings are for a person", async () => {
    verifies("cli.person-only");
    const agent = await openCommandLine({ variables: { PI_CODING_AGENT: "true" } });
    await agent.run("init");
    agent.put(".env", "KEY=1");
    const refusal = { exitCode: 4, error: { code: "person_required" } };
    expect(await agent.json("capture", ".env", "--force")).toMatchObject(refusal);
    expect(await agent.json("settings", "captureHosts", "169.254.169.254")).toMatchObject(refusal);
    expect(await agent.json("settings", "recallPages", "4")).toMatchObject(refusal);
    expect(await agent.run("settings", "recallPages", "4")).toMatchObject({
      stdout: "",
      stderr: "pi-wiki: settings recallPages … is for a person.\nRun `pi-wiki settings recallPages …` in a terminal.\n",
    });
    expect(await agent.json("settings", "captureHosts")).toMatchObject({ settings: { captureHosts: [] } });
    const person = await openCommandLine({ folder: agent.folder });
    expect(await person.json("settings", "captureHosts", "wiki.example:8080")).toMatchObject({
      settings: { captureHosts: ["wiki.example:8080"] },
    });
  });
});

describe("a vault that can't be written", () => {
  test("is recalled from, and refuses what would change it", async () => {
    verifies("cli.read-only", "cli.exit-codes");
    const open = await openCommandLine();
    await furnish(open);
    open.put("docs/tides.md", "# Tides\n");
    const vault = join(open.project, ".llm-wiki");
    const shut = await openCommandLine({
      folder: open.folder,
      onStep: (_step, path) => {
        if (path.startsWith(vault)) throw Object.assign(new Error("EROFS"), { code: "EROFS" });
      },
    });
    expect(await shut.json("recall", "fog horn")).toMatchObject({
      exitCode: 0,
      hits: [{ id: "notes/fog-horn-rhythm" }],
    });
    for (const words of [note, ["capture", "--text", "Oil."], ["import", "docs"]]) {
      const { exitCode, error } = await shut.json(...words);
      expect([exitCode, error]).toEqual([
        4,
        { code: "not_writable", message: expect.any(String), hint: expect.any(String) },
      ]);
    }
    for (const verb of ["status", "verify"]) expect((await shut.run(verb)).exitCode).toBe(0);
  });

  test("only in what can be rebuilt has the note, and says so on the side", async () => {
    verifies("cli.read-only");
    const open = await openCommandLine();
    await furnish(open);
    const cli = await openCommandLine({
      folder: open.folder,
      onStep: (_step, path) => {
        if (/meta\/(index|log)\.md|meta\/registry/.test(path))
          throw Object.assign(new Error("EROFS"), { code: "EROFS" });
      },
    });
    const { exitCode, stdout, stderr } = await cli.run(...note, "--trigger", "where is the fuel");
    expect([exitCode, stdout.split("\n")[1]]).toEqual([0, "notes/lamp-oil"]);
    expect(stderr).toMatch(/^warning not-settled/);
  });

  test("because a file or a damaged config is in its place names it", async () => {
    const cli = await openCommandLine();
    writeFileSync(join(cli.project, ".llm-wiki"), "not a folder");
    expect(await cli.json("init")).toMatchObject({ exitCode: 4, error: { code: "vault_not_folder" } });
    expect((await cli.run("status")).stdout).toContain(".llm-wiki");
    const other = await openCommandLine();
    mkdirSync(join(other.project, ".llm-wiki"));
    writeFileSync(join(other.project, ".llm-wiki/config.json"), '{"name": "lighth');
    expect(await other.json(...note, "--layer", "project")).toMatchObject({
      exitCode: 4,
      error: { code: "vault_damaged" },
    });
    expect((await other.run("status")).stdout).toContain("config.json");
  });
});
