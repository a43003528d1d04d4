import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { temporaryFolder } from "../../support/test-platform.ts";
import { buildPackage } from "./built-package.ts";

const sources = fileURLToPath(new URL("../../../extensions/hosts/cli/bin.mjs", import.meta.url));

const root = temporaryFolder();

let launcher = sources;

const environment = {
  PATH: process.env["PATH"],
  HOME: join(root, "home"),
  XDG_CACHE_HOME: join(root, "cache"),
  XDG_STATE_HOME: join(root, "state"),
  PI_WIKI_USER: "keeper",
};

interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

const start = (cwd: string, command: readonly [string, ...string[]], input?: string): Started => {
  const [program, ...words] = command;
  const child = spawn(program, words, { cwd, env: environment, stdio: "pipe" });
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    said.stdout += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    said.stderr += chunk.toString();
  });
  // Without input it stays open: a process that reads it unasked never ends.
  if (input !== undefined) child.stdin.end(input);
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (exitCode) => resolve({ exitCode, ...said }));
  });
  return { child, ended };
};

const wiki = (cwd: string, ...words: readonly string[]): Started => start(cwd, [process.execPath, launcher, ...words]);

const page =
  "<html><title>Tides</title><body><article><p>Spring tide reaches the third step.</p></article></body></html>";

const created = (output: string): readonly string[] => {
  const value: { created: readonly string[] } = JSON.parse(output);
  return value.created;
};

/** A project with a vault and a folder of `count` files beside it. */
const project = async (name: string, count: number): Promise<string> => {
  const folder = join(root, name);
  mkdirSync(join(folder, "logbook"), { recursive: true });
  for (let day = 1; day <= count; day += 1) {
    writeFileSync(
      join(folder, `logbook/day-${day}.md`),
      `# Day ${day}\n\nThe lamp burned for ${day} hours of night ${day}.\n`,
    );
  }
  await wiki(folder, "init").ended;
  return folder;
};

const pagesOf = (folder: string): readonly string[] => {
  const place = join(folder, ".llm-wiki/wiki/concepts");
  const notes = join(folder, ".llm-wiki/wiki/notes");
  return [place, notes].flatMap((one) =>
    existsSync(one) ? readdirSync(one).filter((name) => /^day-\d+.*\.md$/.test(name)) : [],
  );
};

const reach = (folder: string, count: number): Promise<boolean> =>
  vi.waitUntil(() => pagesOf(folder).length >= count, { interval: 5, timeout: 20_000 });

beforeAll(() => {
  mkdirSync(join(root, "home"), { recursive: true });
  launcher = buildPackage(root);
});

describe("a process", () => {
  test("answers, with the exit code that belongs to it, and never waits for input unasked", async () => {
    verifies("cli.exit-codes", "cli.stdin-asked");
    const version = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")).version;
    expect(await wiki(root, "--version").ended).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: "" });
    expect(await wiki(root, "recall", "lamp").ended).toEqual({ exitCode: 0, stdout: "No page matches.\n", stderr: "" });
    expect(await wiki(root, "recal", "lamp").ended).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: 'pi-wiki: There is no verb "recal".\nDid you mean `pi-wiki recall`?\n',
    });
  });

  test("from the sources does what one from the bundle does", async () => {
    const folder = await project("from-sources", 0);
    writeFileSync(join(folder, "tides.html"), page);
    const { stdout, stderr } = await start(folder, [process.execPath, sources, "capture", "tides.html", "--json"])
      .ended;
    const { path }: { path: string } = JSON.parse(stdout);
    expect(stderr).toBe("");
    expect(readFileSync(join(path, "extracted.md"), "utf8")).toContain("Spring tide reaches the third step.");
    expect((await wiki(folder, "recall", "spring tide").ended).stdout).toContain("Tides");
  }, 90_000);

  test("captures a file, through its worker thread, and a text from standard input", async () => {
    const folder = await project("capturing", 0);
    writeFileSync(join(folder, "tides.html"), page);
    const file = await wiki(folder, "capture", "tides.html", "--json").ended;
    const { path }: { path: string } = JSON.parse(file.stdout);
    expect(readFileSync(join(path, "extracted.md"), "utf8")).toContain("Spring tide reaches the third step.");
    const text = start(
      folder,
      [process.execPath, launcher, "capture", "--text", "-"],
      "The light turns once in ten seconds.",
    );
    expect((await text.ended).stdout).toContain("SRC-");
  });

  test("ends silently when nobody reads its output", async () => {
    verifies("cli.closed-pipe");
    const line = `"${process.execPath}" "${launcher}" help | true; exit "\${PIPESTATUS[0]}"`;
    expect(await start(root, ["bash", "-c", line], "").ended).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  });
});

describe("an import", () => {
  test("interrupted by Ctrl-C says what was done, and goes on when run again", async () => {
    verifies("cli.import-interrupt");
    const folder = await project("interrupted", 700);
    const first = wiki(folder, "import", "logbook");
    await reach(folder, 50);
    first.child.kill("SIGINT");
    const { exitCode, stdout } = await first.ended;
    expect(exitCode).toBe(130);
    const done = pagesOf(folder).length;
    expect(stdout).toMatch(new RegExp(`^Interrupted after ${done} pages; run it again for the rest\\.\\n`));
    const second = await wiki(folder, "import", "logbook", "--json").ended;
    expect(created(second.stdout)).toHaveLength(700 - done);
    expect((await wiki(folder, "verify").ended).exitCode).toBe(0);
  });

  test("killed and run again makes each page once", async () => {
    verifies("cli.import-storm");
    const folder = await project("killed", 600);
    for (const count of [50, 350]) {
      const { child, ended } = wiki(folder, "import", "logbook");
      await reach(folder, count);
      child.kill("SIGKILL");
      await ended;
    }
    expect((await wiki(folder, "import", "logbook").ended).exitCode).toBe(0);
    expect(pagesOf(folder)).toHaveLength(600);
    expect(new Set(pagesOf(folder)).size).toBe(600);
    expect((await wiki(folder, "verify").ended).exitCode).toBe(0);
    expect((await wiki(folder, "recall", "lamp", "night", "77").ended).stdout).toContain("Day 77");
  });

  test("beside another of the same folder makes each page once", async () => {
    verifies("cli.import-storm");
    const folder = await project("together", 250);
    const both = await Promise.all([1, 2].map(() => wiki(folder, "import", "logbook", "--json").ended));
    expect(both.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
      [0, ""],
      [0, ""],
    ]);
    const ids = both.flatMap(({ stdout }) => created(stdout));
    expect([ids.length, new Set(ids).size, pagesOf(folder).length]).toEqual([250, 250, 250]);
    expect((await wiki(folder, "verify").ended).exitCode).toBe(0);
  });
});
