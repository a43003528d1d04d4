import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { slugify } from "../../../extensions/core/pages/slug.ts";
import { safeName } from "../../../extensions/core/sources/safe-name.ts";
import { safeFileName } from "../../../extensions/platform/safe-file-name.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { isPortable } from "../../support/portable-name.ts";
import { workerTasks } from "../../tools/tool-world.ts";
import { type CommandLine, furnish, type Json, openCommandLine } from "./command-line.ts";

const git = (folder: string, ...words: readonly string[]): void => {
  execFileSync("git", ["-c", "user.name=Keeper", "-c", "user.email=keeper@lighthouse.example", ...words], {
    cwd: folder,
    stdio: "pipe",
  });
};

const errorsOf = ({ findings = [] }: Json): readonly unknown[] =>
  (findings as readonly { readonly severity: string }[]).filter(({ severity }) => severity === "error");

/** Committed, and checked out anew in its place as Git for Windows does by default. */
const checkedOutAnew = (cli: CommandLine): void => {
  git(cli.project, "init", "-q");
  git(cli.project, "add", "-A");
  git(cli.project, "-c", "core.autocrlf=false", "commit", "-qm", "Keep the wiki");
  const aside = `${cli.project}-before`;
  renameSync(cli.project, aside);
  git(cli.folder, "-c", "core.autocrlf=true", "clone", "-q", "-c", "core.autocrlf=true", aside, cli.project);
};

test("a checkout that makes CRLF of every line leaves ledger, packets and pages as they were", async () => {
  verifies("compatibility.crlf");
  const cli = await openCommandLine({ tasks: workerTasks });
  cli.put(".gitattributes", "* text=auto eol=crlf\n");
  cli.put("plain.txt", "one\ntwo\n");
  await furnish(cli);
  await cli.json("capture", "plain.txt");
  await cli.json("task", "open", "Fog signal");
  await cli.json("task", "remember", "fog-signal", "--text", "The reed needs oil.");
  checkedOutAnew(cli);
  expect(readFileSync(join(cli.project, "plain.txt"), "utf8")).toBe("one\r\ntwo\r\n");
  const verified = await cli.json("verify");
  expect([verified.exitCode, errorsOf(verified)]).toEqual([0, []]);
  expect(JSON.stringify((await cli.json("recall", "ferry missed the pier"))["hits"])).toContain("never-dim-the-lamp");
  expect((await cli.json("note", "--title", "Reed", "--type", "lesson", "--text", "Oil it.")).exitCode).toBe(0);
  expect(errorsOf(await cli.json("verify"))).toEqual([]);
});

test("pages and ledger with CRLF, as a vault without our git files gets them, are read and written on", async () => {
  verifies("compatibility.crlf");
  const cli = await openCommandLine({ tasks: workerTasks });
  await furnish(cli);
  await cli.json("task", "open", "Fog signal");
  await cli.json("task", "remember", "fog-signal", "--text", "The reed needs oil.");
  const vault = join(cli.project, ".llm-wiki");
  const paths = readdirSync(vault, { recursive: true, encoding: "utf8" });
  for (const path of paths.filter((one) => /\.(md|jsonl|json)$/.test(one))) {
    const place = join(vault, path);
    writeFileSync(place, readFileSync(place, "utf8").replace(/\r?\n/g, "\r\n"));
  }
  expect(JSON.stringify((await cli.json("recall", "ferry missed the pier"))["hits"])).toContain("never-dim-the-lamp");
  expect(JSON.stringify(await cli.json("task", "context", "fog-signal"))).toContain("The reed needs oil.");
  expect((await cli.json("task", "remember", "fog-signal", "--text", "Two blasts a minute.")).exitCode).toBe(0);
  expect((await cli.json("note", "--title", "Reed", "--type", "lesson", "--text", "Oil it.")).exitCode).toBe(0);
  const codes = (errorsOf(await cli.json("verify")) as readonly { readonly code: string }[]).map(({ code }) => code);
  expect(codes.filter((code) => code.startsWith("ledger"))).toEqual([]);
});

test("a page named by its path of Windows is that page", async () => {
  verifies("compatibility.backslashes");
  const cli = await openCommandLine();
  await furnish(cli);
  for (const name of ["notes\\fog-horn-rhythm", ".llm-wiki\\wiki\\notes\\fog-horn-rhythm.md"]) {
    expect((await cli.json("blame", name)).exitCode).toBe(0);
  }
  const text =
    "---\ntype: lesson\ntitle: Gong\nsupersedes: [notes\\fog-horn-rhythm.md]\nfiles: ['src\\horn.ts']\n---\nA gong.\n";
  cli.put(".llm-wiki/wiki/notes/gong.md", text);
  cli.put("src/horn.ts", "export const horn = 1;\n");
  const { findings } = await cli.json("lint");
  expect(JSON.stringify(findings)).not.toMatch(/superse|horn\.ts/);
});

test("where names that differ by case are one file, a title in another case makes a page of its own", async () => {
  verifies("compatibility.case");
  const cli = await openCommandLine();
  const { platform } = cli;
  const folded = { ...platform.environment, user: platform.environment.user, caseInsensitive: true };
  Object.assign(platform, { environment: folded });
  await cli.run("init", "lighthouse");
  cli.put("book/Lamp.md", "# Lamp of the tower\n\nBurns oil.\n");
  cli.put("book/lamp.md", "# Lamp of the boat\n\nBurns gas.\n");
  const created = (await cli.json("import", "book"))["created"] as readonly string[];
  expect(new Set(created.map((id) => id.toLowerCase())).size).toBe(2);
  cli.put("Book2/LAMP-2.md", "# Lamp of the pier\n\nBurns nothing.\n");
  const more = (await cli.json("import", "Book2"))["created"] as readonly string[];
  const all = [...created, ...more].map((id) => id.toLowerCase());
  expect(new Set(all).size).toBe(3);
});

test("no title, source, user or task gets a name that Windows can't have", () => {
  verifies("compatibility.portable-names");
  const piece = fc.constantFrom(
    "con",
    "AUX",
    "nul.x",
    "a:b",
    "x.",
    "y ",
    "q?",
    "com1",
    "LPT9.txt",
    "..",
    "|",
    "灯",
    "~",
    "\\",
  );
  const title = fc.oneof(
    fc.array(piece, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("")),
    fc.string(),
  );
  fc.assert(
    fc.property(title, (given) => {
      const names = [
        slugify(given),
        `${slugify(given)}.md`,
        safeName(given).replace(/[#[\]^]/g, "-"),
        safeFileName(given) || "x",
      ];
      expect(names.filter((name) => !isPortable(name))).toEqual([]);
    }),
  );
});
