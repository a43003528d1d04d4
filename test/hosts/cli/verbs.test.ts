import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { type CommandLine, furnish, openCommandLine } from "./command-line.ts";

const everything = (folder: string): readonly string[] => readdirSync(folder, { recursive: true }).map(String).sort();

describe("without any vault", () => {
  test.each(["recall", "inject"])("%s answers and creates nothing", async (verb) => {
    verifies("cli.recall-creates-nothing");
    const cli = await openCommandLine();
    const before = everything(cli.folder);
    const { exitCode, stdout, stderr } = await cli.run(verb, "where does the supply boat land?");
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(verb === "recall" ? /^No page matches\.\n$/ : /^Nothing is sent/);
    expect(everything(cli.folder)).toEqual(before);
  });

  test.each(["status", "lint", "verify", "settings", "rebuild"])("%s answers and creates nothing", async (verb) => {
    verifies("cli.recall-creates-nothing");
    const cli = await openCommandLine();
    const before = everything(cli.folder);
    expect(await cli.run(verb)).toMatchObject({ exitCode: 0, stderr: "" });
    expect(everything(cli.folder)).toEqual(before);
  });

  test("status says how a project gets one, and where the personal one would be", async () => {
    const cli = await openCommandLine();
    const { stdout } = await cli.run("status");
    expect(stdout).toContain("project: no vault here; `pi-wiki init` makes one.");
    expect(stdout).toContain(join(cli.folder, "home/.llm-wiki"));
  });

  test("a note goes to the personal vault, and one for the project is refused with 3", async () => {
    verifies("cli.exit-codes", "cli.layer");
    const cli = await openCommandLine();
    const words = ["note", "--title", "Lamp oil", "--type", "general", "--text", "It is kept in the cellar."];
    expect(await cli.json(...words, "--layer", "project")).toMatchObject({ exitCode: 3, error: { code: "no_vault" } });
    expect(await cli.json(...words)).toMatchObject({
      exitCode: 0,
      path: join(cli.folder, "home/.llm-wiki/wiki/notes/lamp-oil.md"),
    });
    expect(existsSync(join(cli.project, ".llm-wiki"))).toBe(false);
  });
});

describe("in a vault", () => {
  let cli: CommandLine;
  beforeAll(async () => {
    cli = await openCommandLine({ stdin: "# Paint\n\nThe tower is painted each May.\n" });
    await furnish(cli);
  });

  test("init says that it is there already, and changes nothing", async () => {
    const before = everything(join(cli.project, ".llm-wiki"));
    expect((await cli.run("init")).stdout).toContain("is a vault already; nothing was changed.");
    expect(everything(join(cli.project, ".llm-wiki"))).toEqual(before);
  });

  test("recall shows title, labels, id, path and the passage", async () => {
    const { stdout } = await cli.run("recall", "why", "must", "the", "lamp", "not", "be", "dimmed");
    const [title, id, path] = stdout.split("\n");
    expect(title).toBe("Never dim the lamp [unconfirmed]");
    expect(id).toBe("notes/never-dim-the-lamp (project, decision, 2026-11-30)");
    expect(path).toBe(join(cli.project, ".llm-wiki/wiki/notes/never-dim-the-lamp.md"));
    expect(stdout).toContain("  Dimming the lamp made the ferry miss the pier in March.\n");
  });

  test("recall narrows by limit, type, time and layer, and explains on request", async () => {
    verifies("cli.layer");
    const hits = async (...words: string[]) =>
      (await cli.json("recall", "the lamp, the boat, the horn", ...words))["hits"];
    expect(await hits()).toHaveLength(3);
    expect(await hits("--limit", "1")).toHaveLength(1);
    expect(await hits("--types", "pitfall,lesson")).toEqual([]);
    expect(await hits("--layer", "personal")).toEqual([]);
    await cli.run("note", "--title", "Winter lamp", "--type", "decision", "--valid-from", "2027-01-01");
    expect(await hits()).toHaveLength(3);
    expect(await hits("--as-of", "2027-01-02")).toHaveLength(4);
    expect((await cli.run("recall", "lamp", "--explain")).stdout).toMatch(/score [\d.]+: page [\d.]+, passage/);
  });

  test("recall names similar titles when nothing matches", async () => {
    const { stdout } = await cli.run("recall", "landin");
    expect(stdout).toMatch(/^No page matches\.\nPages with similar titles: notes\/supply-boat-landing/);
  });

  test("a text that is `-` comes from standard input", async () => {
    verifies("cli.stdin-asked");
    const { stdout } = await cli.run("capture", "--text", "-", "--title", "Painting the tower");
    expect(stdout).toMatch(/^Captured Painting the tower as SRC-2026-11-30-\d{3} \(project vault\)/);
    const noted = await cli.json("note", "--title", "Tower paint", "--type", "procedure", "--text", "-");
    expect(readFileSync(String(noted["path"]), "utf8")).toContain("The tower is painted each May.");
    expect(await cli.json("recall", "-", "--limit", "1")).toMatchObject({
      hits: [{ title: expect.stringMatching(/tower/i) }],
    });
  });

  test("the same source again, and the same note again, write nothing and say so", async () => {
    const words = ["note", "--title", "Never dim the lamp", "--type", "decision", "--text"];
    const again = await cli.run(...words, "Dimming the lamp made the ferry miss the pier in March.");
    expect(again.stdout).toMatch(/^notes\/never-dim-the-lamp already says exactly this; nothing was written\./);
    await cli.run("capture", "--text", "Oil is cold.");
    expect((await cli.run("capture", "--text", "Oil is cold.")).stdout).toContain("is captured already");
  });

  test("a note keeps what it was given, and its title alone is enough", async () => {
    const noted = await cli.json(
      ...["note", "--title", "Bell rope: wax it", "--type", "procedure", "--tags", "bell, rope"],
      ...["--trigger", "rope got stiff in the cold", "--trigger", "hard to ring", "--source", "docs/bell.md"],
      ...[
        "--supersedes",
        "notes/old-rope",
        "--task",
        "winter",
        "--valid-from",
        "2026-11-01",
        "--valid-until",
        "2027-03-01",
      ],
    );
    const text = readFileSync(String(noted["path"]), "utf8");
    for (const part of ["tags: [bell, rope]", "rope got stiff in the cold", "hard to ring", "docs/bell.md"])
      expect(text).toContain(part);
    for (const part of ["notes/old-rope", "task_id: winter", "2026-11-01", "2027-03-01"]) expect(text).toContain(part);
    expect(text.endsWith("# Bell rope: wax it\n")).toBe(true);
  });

  test("import takes a folder once, says what it left out, and is searched at once", async () => {
    cli.put("docs/tides.md", "# Tides\n\nSpring tide reaches the third step.\n");
    cli.put("docs/sub/gulls.md", "---\ntype: lesson\n---\n# Gulls\n\nGulls steal bread.\n");
    cli.put("docs/.hidden.md", "# Hidden\n");
    const first = await cli.json("import", "docs", "--type", "pitfall");
    expect(first).toMatchObject({
      created: ["notes/sub/gulls", "notes/tides"],
      skipped: [{ path: ".hidden.md", reason: "hidden" }],
    });
    const { stdout } = await cli.run("import", join(cli.project, "docs"));
    expect(stdout).toBe(
      "Imported 0 pages; left out 3:\n  1 hidden: .hidden.md\n  2 already there: sub/gulls.md, tides.md\n",
    );
    expect(await cli.json("recall", "spring tide", "--limit", "1")).toMatchObject({
      hits: [{ id: "notes/tides", type: "pitfall" }],
    });
    expect(readFileSync(join(cli.project, ".llm-wiki/meta/index.md"), "utf8")).toContain("Gulls");
  });

  test("--cwd works as if the shell were there, and must be a folder", async () => {
    verifies("cli.cwd");
    mkdirSync(join(cli.project, "cellar"));
    const inCellar = await cli.json("--cwd", "cellar", "status");
    expect(inCellar).toMatchObject({ vaults: [{ root: join(cli.project, ".llm-wiki") }, { layer: "personal" }] });
    expect(await cli.json("status", "--cwd", "/")).toMatchObject({ vaults: [{ layer: "personal", exists: false }] });
    for (const cwd of ["attic", "docs/tides.md"]) {
      expect(await cli.json("status", "--cwd", cwd)).toMatchObject({ exitCode: 2, error: { code: "invalid_input" } });
    }
  });

  test("lint groups what it finds, and exits 4 for errors only", async () => {
    verifies("cli.exit-codes", "cli.layer");
    expect((await cli.run("lint")).exitCode).toBe(0);
    const page = join(cli.project, ".llm-wiki/wiki/notes/torn.md");
    writeFileSync(page, "---\ntitle: [\n");
    const { exitCode, stdout } = await cli.run("lint");
    expect(exitCode).toBe(4);
    expect(stdout).toMatch(/^error [a-z-]+\n {2}\.llm-wiki\/wiki\/notes\/torn\.md/);
    expect(stdout).toMatch(/\n\n1 error, \d+ warnings, \d+ remarks\n$/);
    expect((await cli.run("lint", "--layer", "personal")).exitCode).toBe(0);
    writeFileSync(page, "# Mended\n");
    expect((await cli.run("lint")).exitCode).toBe(0);
  });

  test("verify exits 5 when a captured file or the ledger was changed", async () => {
    verifies("cli.exit-codes", "cli.layer");
    expect((await cli.run("verify")).stdout).toMatch(/^All is as it was written \(\d+ events\)\.\n$/);
    const ledger = join(cli.project, ".llm-wiki/meta/events.jsonl");
    const whole = readFileSync(ledger, "utf8");
    writeFileSync(ledger, whole.replace("note_proposed", "note_promised"));
    expect(await cli.json("verify")).toMatchObject({ exitCode: 5, counts: { error: expect.any(Number) } });
    expect((await cli.run("verify", "--layer", "personal")).exitCode).toBe(0);
    writeFileSync(ledger, whole);
    expect((await cli.run("verify")).exitCode).toBe(0);
  });

  test("rebuild makes index and derived files anew", async () => {
    writeFileSync(join(cli.project, ".llm-wiki/meta/index.md"), "stale");
    const { exitCode, stdout } = await cli.run("rebuild");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Rebuilt the index of \d+ pages\.\n(?: {2}\S+\n)* {2}\S+meta\/index\.md\n/);
  });
});

describe("a session", () => {
  const prompt = "How often must the fog horn sound in fog, what rhythm do the charts say?";

  test("is not sent a page again, unless it changed", async () => {
    verifies("cli.inject-session");
    const cli = await openCommandLine();
    await furnish(cli);
    const gates = async (...sessions: readonly string[]): Promise<unknown[]> => {
      const answers = [];
      for (const id of sessions) answers.push((await cli.json("inject", prompt, "--session", id))["gate"]);
      return answers;
    };
    expect((await cli.json("inject", prompt))["gate"]).toBe("passed");
    expect(await gates("night", "night", "day")).toEqual(["passed", "novelty", "passed"]);
    const page = join(cli.project, ".llm-wiki/wiki/notes/fog-horn-rhythm.md");
    writeFileSync(page, readFileSync(page, "utf8").replace("twice a minute", "three times a minute"));
    expect(await gates("night", "night")).toEqual(["passed", "novelty"]);
  });
});
