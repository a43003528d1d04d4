import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Finding } from "../../../extensions/core/finding.ts";
import { falseMarkers } from "../../../extensions/core/knowledge/false-markers.ts";
import type { KnowledgePacket } from "../../../extensions/core/knowledge/packet/packet.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { harbour } from "../../core/knowledge/extract/harbour.ts";
import { buildPackage } from "./built-package.ts";
import { type CommandLine, openCommandLine } from "./command-line.ts";

const tasks = new URL("../../../extensions/worker-tasks.ts", import.meta.url);

const git = ({ project }: CommandLine, ...args: readonly string[]): string =>
  execFileSync("git", args, { cwd: project, encoding: "utf8", stdio: "pipe" });

const harbourLine = async (): Promise<CommandLine> => {
  const cli = await openCommandLine({ tasks });
  git(cli, "init", "-q");
  for (const [path, bytes] of harbour) cli.put(path, bytes);
  cli.put("README.md", "# Harbour\n\nThe ferry leaves at noon.\n");
  git(cli, "add", ".");
  return cli;
};

const factFile = ({ project }: CommandLine): string => {
  const folder = join(project, ".git/pmo-knowledge/derived");
  return join(folder, readdirSync(folder)[0] ?? "");
};

const hinted = (...hints: readonly string[]): string =>
  ["---", "type: task", "---", "", "# Ferry", "", "## Localization hints", ...hints, ""].join("\n");

describe("knowledge", () => {
  test("is refreshed, asked and verified, with short answers", async () => {
    verifies("knowledge.cli", "knowledge.answers-marked");
    const cli = await harbourLine();
    const first = await cli.json("knowledge", "refresh");
    expect(first).toMatchObject({ ...falseMarkers, exitCode: 0, parsed: harbour.size, reused: 0, unchanged: false });
    expect(first).toMatchObject({
      coverage: { tracked_file_count: harbour.size + 1, gap_kinds: { "uncovered-language": 1 } },
    });
    expect(await cli.json("knowledge", "refresh")).toMatchObject({ parsed: 0, unchanged: true });
    const { stdout } = await cli.run("knowledge", "map", "--query", "turnLens");
    expect(stdout).toBe(
      "function typescript.lens.turnLens typescript/lens.ts:10-10\n  named in typescript/lens.test.ts\n",
    );
    const found = await cli.json("knowledge", "map", "--file", "java", "--kind", "class", "--limit", "2");
    expect(found).toMatchObject({ ...falseMarkers, exitCode: 0, total: 7, worktree: { count: 0, dirty_paths: [] } });
    expect((found["symbols"] as readonly { name: string }[]).map(({ name }) => name)).toEqual(["Ferry", "Deck"]);
    expect((await cli.run("knowledge", "map")).stdout).toContain("Gaps: 1 uncovered-language; there use git grep.");
    const whole = await cli.json("knowledge", "map");
    expect(whole).toMatchObject({ symbols: [], total: 0 });
    expect((await cli.run("knowledge", "verify")).stdout).toMatch(
      /^current symbol-structure-map of tree [0-9a-f]{40}\n$/,
    );
  });

  test("reads leave what is stored as it is", async () => {
    verifies("knowledge.cli");
    const cli = await harbourLine();
    await cli.run("knowledge", "refresh");
    const before = readFileSync(factFile(cli));
    await cli.run("knowledge", "map", "--query", "lamp");
    await cli.run("knowledge", "verify");
    expect(readFileSync(factFile(cli)).equals(before)).toBe(true);
  });

  test("is refused where it is missing, stale or altered, and says what to do", async () => {
    verifies("knowledge.cli");
    const cli = await harbourLine();
    const missing = {
      exitCode: 3,
      error: { code: "knowledge_missing", hint: expect.stringContaining("pi-wiki knowledge refresh") },
    };
    expect(await cli.json("knowledge", "map")).toMatchObject(missing);
    expect(existsSync(join(cli.project, ".git/pmo-knowledge"))).toBe(false);
    await cli.run("knowledge", "refresh");
    cli.put("late.ts", "export const late = 1;\n");
    git(cli, "add", "late.ts");
    expect(await cli.json("knowledge", "map")).toMatchObject({ exitCode: 4, error: { code: "knowledge_stale" } });
    expect((await cli.run("knowledge", "verify")).stdout).toMatch(/^stale symbol-structure-map/);
    expect(await cli.json("knowledge", "map", "--refresh", "--query", "late")).toMatchObject({ exitCode: 0, total: 3 });
    const altered = readFileSync(factFile(cli), "utf8").replace("turnLens", "turnLent");
    writeFileSync(factFile(cli), altered);
    expect(await cli.json("knowledge", "map")).toMatchObject({ exitCode: 4, error: { code: "knowledge_malformed" } });
    const verified = await cli.run("knowledge", "verify");
    expect([verified.exitCode, verified.stdout]).toEqual([5, expect.stringMatching(/^malformed .*own hash\n$/)]);
    const mended = await cli.run("knowledge", "refresh");
    expect([mended.exitCode, mended.stdout]).toEqual([0, expect.stringContaining("was not what was written")]);
    expect((await cli.run("knowledge", "verify")).exitCode).toBe(0);
  });

  test("names tracked files that differ from the index, beside the answer", async () => {
    verifies("knowledge.answers-marked");
    const cli = await harbourLine();
    await cli.run("knowledge", "refresh");
    cli.put("go/lamp.go", "package harbour\n");
    expect(await cli.json("knowledge", "map")).toMatchObject({ worktree: { dirty_paths: ["go/lamp.go"], count: 1 } });
    const { stdout } = await cli.run("knowledge", "map", "--query", "Wick");
    expect(stdout).toContain("This is of what is staged; 1 file differs");
  });

  test("grounds a task's hints and a page's, whose own text and vault count for nothing", async () => {
    verifies("knowledge.cli", "knowledge.fallback", "knowledge.grounding-advice");
    const cli = await harbourLine();
    await cli.run("init", "harbour");
    const hints = [
      ...["- **Affected files:**", "  - `README.md`", "  - `src/pier.ts` (new)", "  - `go/lamb.go`"],
      ...["- **Target symbols:**", "  - `turnLens`", "  - `moorFerry` (new)", "  - ferry (new)"],
    ];
    cli.put(".llm-wiki/tasks/ferry/task.md", hinted(...hints));
    cli.put(".llm-wiki/wiki/notes/pier.md", hinted("- Target symbols:", "  - moorFerry (new)"));
    git(cli, "add", ".");
    await cli.run("knowledge", "refresh");
    const { exitCode, stdout } = await cli.run("knowledge", "ground", "ferry");
    expect(exitCode).toBe(0);
    expect(stdout.split("\n")).toEqual([
      "verified file README.md: README.md:1-3",
      "new file src/pier.ts",
      "unknown file go/lamb.go",
      "verified symbol turnLens: typescript/lens.ts:10-10",
      "new symbol moorFerry",
      "unknown symbol ferry: its text occurs in README.md:3-3",
      "2 verified, 2 new, 2 unknown.",
      "WARNING .llm-wiki/tasks/ferry/task.md:11: file hint go/lamb.go is unknown; near misses: go/lamp.go",
      "WARNING .llm-wiki/tasks/ferry/task.md:15: symbol hint ferry is unknown; near misses: java.src.main.harbour.Ferry, java.src.main.harbour.Ferry.Ferry, java.src.main.harbour.Ferry.Ferry.Ferry; it is no new name, since its text occurs in README.md:3",
      "",
    ]);
    const page = await cli.json("knowledge", "ground", "[[notes/pier]]");
    expect(page).toMatchObject({
      ...falseMarkers,
      exitCode: 0,
      hint_free: false,
      grounding: { story: ".llm-wiki/wiki/notes/pier.md", summary: { verified: 0, new: 1, unknown: 0 } },
      warnings: [{ line: 8, message: "write the label in bold: **Target symbols:**" }],
    });
  });

  test("has lint say of hints what is wrong, which changes no exit code", async () => {
    verifies("knowledge.grounding-advice");
    const cli = await harbourLine();
    await cli.run("init", "harbour");
    const before = await cli.run("lint");
    cli.put(".llm-wiki/tasks/ferry/task.md", hinted("- **Target symbols:**", "  - `turnLenz`", "  - `turnLens`"));
    const unmapped = await cli.run("lint");
    expect(unmapped.exitCode).toBe(before.exitCode);
    expect(unmapped.stdout).toContain("grounding unavailable: There is no symbol-structure-map of this repository yet");
    await cli.run("knowledge", "refresh");
    const { findings, exitCode } = await cli.json("lint");
    const hints = (findings as readonly Finding[]).filter(({ code }) => code === "localization-hint");
    expect([exitCode, hints.map(({ severity, line, message }) => [severity, line, message])]).toEqual([
      before.exitCode,
      [["warning", 9, "symbol hint turnLenz is unknown; near misses: typescript.lens.turnLens"]],
    ]);
    const { stdout } = await cli.run("lint");
    expect(stdout).toContain("tasks/ferry/task.md:9");
  });

  test("leaves a vault outside a repository alone", async () => {
    verifies("knowledge.grounding-advice");
    const cli = await openCommandLine({ tasks });
    await cli.run("init", "harbour");
    cli.put(".llm-wiki/tasks/ferry/task.md", hinted("- **Target symbols:**", "  - `turnLenz`"));
    const { findings } = await cli.json("lint");
    expect((findings as readonly Finding[]).filter(({ code }) => /hint|grounding/.test(code))).toEqual([]);
  });

  test("puts a packet together from the real map, with tests and whole symbols", async () => {
    verifies("knowledge.cli", "knowledge.packet", "knowledge.packet-hint-free");
    const cli = await harbourLine();
    await cli.run("init", "harbour");
    cli.put(".llm-wiki/tasks/ferry/task.md", hinted("- **Target symbols:**", "  - `turnLens`", "  - `load`"));
    cli.put(".llm-wiki/wiki/notes/pier.md", "# Pier\n");
    expect(await cli.json("knowledge", "packet", "ferry")).toMatchObject({ error: { code: "knowledge_missing" } });
    expect(await cli.json("knowledge", "packet", "notes/pier")).toMatchObject({
      exitCode: 0,
      packet: { grounding_status: "hint-free", lessons: [], snippets: [] },
    });
    const answer = await cli.json("knowledge", "packet", "ferry", "--refresh");
    expect(answer).toMatchObject({ ...falseMarkers, exitCode: 0, packet_sha256: expect.stringMatching(/^sha256:/) });
    const { packet } = answer as unknown as { packet: KnowledgePacket };
    expect(packet).toMatchObject({
      ...falseMarkers,
      story: ".llm-wiki/tasks/ferry/task.md",
      grounding_status: "grounded",
    });
    const lens = harbour.get("typescript/lens.ts")?.toString() ?? "";
    const turn = packet.snippets.find(({ symbol }) => symbol === "typescript.lens.turnLens");
    expect(turn?.content).toBe(lens.split("\n")[9]);
    expect(packet.test_references.map(({ file }) => file)).toEqual([
      "java/src/test/harbour/FerryTest.java",
      "java/src/test/harbour/FerryTest.java",
      "typescript/lens.test.ts",
    ]);
    const { stdout } = await cli.run("knowledge", "packet", "ferry", "--bytes", "1400");
    expect(stdout).toContain("left out for its bytes: source:");
    expect(stdout).toMatch(/^\d+ things more that the hints lead to: hint at fewer\.$/m);
    expect(stdout).toContain("Advice, not evidence and no permission.");
    expect((await cli.run("knowledge", "packet", "ferry", "--bytes", "1023")).exitCode).toBe(2);
    expect(await cli.json("knowledge", "packet", "ferry", "--schema", "1")).toMatchObject({
      packet: { schema_version: 1 },
    });
  });

  test("of a page without hints, of no page, and outside a repository", async () => {
    verifies("knowledge.cli");
    const cli = await harbourLine();
    await cli.run("init", "harbour");
    cli.put(".llm-wiki/wiki/notes/pier.md", "---\ntype: lesson\n---\n\n# Pier\n");
    await cli.run("knowledge", "refresh");
    const { stdout } = await cli.run("knowledge", "ground", "notes/pier");
    expect(stdout).toBe(".llm-wiki/wiki/notes/pier.md has no localization hints.\n");
    expect(await cli.json("knowledge", "ground", "notes/quay")).toMatchObject({ error: { code: "page_not_found" } });
    const bare = await openCommandLine({ tasks });
    expect(await bare.json("knowledge", "refresh")).toMatchObject({
      exitCode: 3,
      error: { code: "repository_missing" },
    });
  });

  test("refuses words that it does not know, before anything is opened", async () => {
    verifies("knowledge.cli");
    const cli = await openCommandLine();
    const refusals = [["lamp"], ["ground"], ["ground", "a", "b"], ["map", "lamp"], ["map", "--limit", "51"]];
    for (const words of refusals) expect((await cli.run("knowledge", ...words)).exitCode).toBe(2);
    expect((await cli.run("knowledge", "refesh")).stderr).toContain("Did you mean refresh?");
  });
});

test("the bundles find the grammars, too", { timeout: 90_000 }, async () => {
  verifies("platform.package-file", "knowledge.cli");
  const cli = await harbourLine();
  const launcher = buildPackage(cli.folder);
  const words = [launcher, "knowledge", "refresh", "--json"];
  const { folder, project } = cli;
  const env = { HOME: join(folder, "home"), XDG_CACHE_HOME: join(folder, "cache"), PATH: process.env["PATH"] };
  const printed = execFileSync(process.execPath, words, { cwd: project, encoding: "utf8", env });
  expect(JSON.parse(printed)).toMatchObject({ parsed: harbour.size, coverage: { parsed_file_count: harbour.size } });
});

test("a submodule and a file that is too large are named without lines, and count as no covered files", async () => {
  verifies("knowledge.grounding", "knowledge.gaps");
  const cli = await harbourLine();
  cli.put("large.js", `const a = [${"1,".repeat(4_500_000)}];\n`);
  git(cli, "add", "large.js");
  const row = `160000 ${"2".repeat(40)}\tferry\n`;
  execFileSync("git", ["update-index", "--index-info"], { cwd: cli.project, input: row });
  await cli.run("init");
  const page = hinted("- **Affected files:**", "  - ferry", "  - large.js", "  - README.md");
  cli.put(".llm-wiki/wiki/concepts/ferry.md", page);
  expect((await cli.run("knowledge", "refresh")).stdout).toContain(
    `in ${harbour.size} of ${harbour.size + 3} tracked files`,
  );
  expect((await cli.run("knowledge", "ground", "concepts/ferry")).stdout).toContain(
    "verified file ferry: ferry\nverified file large.js: large.js\nverified file README.md: README.md:1-3\n",
  );
  const packet = (await cli.json("knowledge", "packet", "concepts/ferry"))["packet"] as KnowledgePacket;
  expect(packet.verified_locations.map(({ file, line_start, line_end }) => [file, line_start, line_end])).toEqual([
    ["README.md", 1, 3],
    ["ferry", 0, 0],
    ["large.js", 0, 0],
  ]);
});
