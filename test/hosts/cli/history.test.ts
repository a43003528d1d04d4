import { execFileSync } from "node:child_process";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { type CommandLine, furnish, openCommandLine } from "./command-line.ts";

const lamp = "notes/never-dim-the-lamp";

let cli: CommandLine;
let pagePath: string;
let eventsPath: string;

beforeEach(async () => {
  cli = await openCommandLine();
  await furnish(cli);
  pagePath = join(cli.project, `.llm-wiki/wiki/${lamp}.md`);
  eventsPath = join(cli.project, ".llm-wiki/meta/events.jsonl");
});

const page = (): string => readFileSync(pagePath, "utf8");

const git = (...words: readonly string[]): string =>
  execFileSync("git", ["-c", "init.defaultBranch=main", ...words], {
    cwd: cli.project,
    encoding: "utf8",
    env: {
      PATH: process.env["PATH"],
      HOME: join(cli.folder, "home"),
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_AUTHOR_NAME: "Keeper",
      GIT_AUTHOR_EMAIL: "keeper@lighthouse.example",
      GIT_COMMITTER_NAME: "Keeper",
      GIT_COMMITTER_EMAIL: "keeper@lighthouse.example",
    },
  });

/** Edits the page outside, as a session sees it, and has it recorded. */
const editAndRecord = async (change: (text: string) => string): Promise<void> => {
  cli.clock.advance(60_000);
  writeFileSync(pagePath, change(page()));
  await cli.run("rebuild");
};

describe("log", () => {
  test("shows the newest event first, with who, when, how and what", async () => {
    verifies("history.log");
    const { events, total, exitCode } = await cli.json("log");
    const hash = cli.platform.hash(page());
    expect([exitCode, total]).toEqual([0, 4]);
    expect(Array.isArray(events) && events.at(2)).toEqual({
      layer: "project",
      kind: "note_proposed",
      timestamp: "2026-11-30T12:00:00.000Z",
      actor: "keeper",
      channel: "cli",
      writer: expect.stringMatching(/^keeper@/),
      hash: expect.stringMatching(/^sha256:/),
      vouch: "verified",
      page: lamp,
      after: hash,
      details: { type: "decision" },
    });
    const { stdout } = await cli.run("log");
    expect(stdout.split("\n").slice(0, 3)).toEqual([
      expect.stringMatching(
        /^2026-11-30T12:00:00\.000Z note_proposed notes\/supply-boat-landing new [0-9a-f]{8} \(project\)$/,
      ),
      "  keeper by cli, verified",
      "  type: decision",
    ]);
  });

  test("is narrowed by page, kind, number and layer", async () => {
    verifies("history.log-narrowed");
    await editAndRecord((text) => `${text}\nNever.\n`);
    expect(await cli.json("log", "--page", `wiki/${lamp}.md`)).toMatchObject({
      total: 2,
      events: [
        { kind: "page_edited", page: lamp, channel: "system" },
        { kind: "note_proposed", page: lamp },
      ],
    });
    expect(await cli.json("log", "--kind", "page_edited")).toMatchObject({ total: 1, events: [{ page: lamp }] });
    expect(await cli.json("log", "--limit", "1")).toMatchObject({ total: 5, events: [{ kind: "page_edited" }] });
    expect(await cli.json("log", "--layer", "personal")).toMatchObject({ total: 0, events: [] });
    const { stdout } = await cli.run("log", "--limit", "2");
    expect(stdout).toContain("3 older; --limit N shows more.");
    expect((await cli.run("log", "--kind", "page_edit")).stdout).toBe(
      "No event is recorded of this. Did you mean page_edited?\n",
    );
  });

  test("says of a person's event whether it is signed here, forged, or another clone's", async () => {
    verifies("history.vouched");
    const signed = readFileSync(eventsPath, "utf8").trimEnd().split("\n").at(-1) ?? "";
    const { sealEvent, eventRules } = await import("../../../extensions/core/ledger/event.ts");
    const { mac: _mac, hash, seq, prev: _prev, ...rest } = JSON.parse(signed);
    const claim = (writer: string, link: { readonly seq: number; readonly prev: string | null }): string => {
      const body = { ...rest, kind: "confirmed", channel: "ui", writer, details: { page: lamp } };
      return sealEvent(body, { link, rules: eventRules(cli.platform.hash), mac: undefined }).line;
    };
    const forged = claim(rest.writer, { seq: seq + 1, prev: hash });
    appendFileSync(eventsPath, `${forged}\n${claim("mate@zz91m0aa", { seq: 0, prev: null })}\n`);
    expect(await cli.json("log", "--kind", "confirmed")).toMatchObject({
      events: expect.arrayContaining([
        expect.objectContaining({ vouch: "forged" }),
        expect.objectContaining({ vouch: "unverifiable", writer: "mate@zz91m0aa" }),
      ]),
    });
    const { stdout } = await cli.run("log", "--kind", "confirmed");
    expect(stdout).toContain("keeper by ui, FORGED: not signed by this clone, whose name it bears");
    expect(stdout).toContain("keeper by ui, not verifiable here");
  });

  test("tells of lines of other tools, and what is wrong with the ledger", async () => {
    verifies("history.log");
    appendFileSync(eventsPath, '{"kind":"lint","timestamp":"2020-01-01T00:00:00.000Z","pages":3}\nfog\n');
    const { stdout, stderr } = await cli.run("log");
    expect(stdout).toContain("lint (project)\n  a line of another tool, in no chain\n  pages: 3");
    expect(stderr).toContain("ledger-damaged");
  });

  test("lets nothing in an event hide or command", async () => {
    verifies("history.visible");
    appendFileSync(eventsPath, `${JSON.stringify({ kind: "a\u202eb\nc", timestamp: "t\u001b[2J", page: "x\ny" })}\n`);
    const { stdout } = await cli.run("log");
    expect(stdout).toContain("t<U+001B>[2J a<U+202E>b c x y (project)\n");
  });
});

describe("blame", () => {
  const told = async () => {
    const { lines, events } = await cli.json("blame", lamp);
    if (!Array.isArray(lines) || !Array.isArray(events)) throw new Error("blame has no lines");
    const kinds = new Map(events.map(({ hash, kind }) => [hash, kind]));
    return lines.map(({ text, event, others }) => [text, kinds.get(event) ?? "outside", others]);
  };

  test("without git gives all lines to the last event that tells of the text", async () => {
    verifies("history.blame-honest");
    expect((await told()).at(-1)).toEqual([
      "Dimming the lamp made the ferry miss the pier in March.",
      "note_proposed",
      0,
    ]);
    await editAndRecord((text) => `${text}\nNever.\n`);
    expect(new Set((await told()).map(([, kind, others]) => `${kind} ${others}`))).toEqual(new Set(["page_edited 1"]));
    const { stdout } = await cli.run("blame", lamp);
    expect(stdout).toMatch(/^notes\/never-dim-the-lamp \(project\)\n/);
    expect(stdout).toMatch(/[0-9a-f]{8} 2026-11-30T12:01 keeper by system ~ \| Never\.\n/);
    expect(stdout).toContain("~ or an earlier change: earlier texts of the page are kept nowhere");
  });

  test("with git finds each version by its hash, and the event of each line", async () => {
    verifies("history.blame");
    git("init", "-q");
    git("add", "-A");
    git("commit", "-qm", "The log book");
    await editAndRecord((text) => `${text}\nNever.\n`);
    const lines = await told();
    expect(lines.at(-1)).toEqual(["Never.", "page_edited", 0]);
    expect(lines.at(0)).toEqual(["---", "note_proposed", 0]);
  });

  test("marks what no event tells of", async () => {
    verifies("history.blame-honest");
    git("init", "-q");
    git("add", "-A");
    git("commit", "-qm", "The log book");
    writeFileSync(pagePath, `${page()}\nGulls\u202e!\n`);
    expect((await told()).slice(-2)).toEqual([
      ["", "outside", 0],
      ["Gulls\u202e!", "outside", 0],
    ]);
    expect((await cli.run("blame", lamp)).stdout).toMatch(/changed outside +\| Gulls<U\+202E>!\n/);
  });

  test("keeps the indents of lines, and takes a page as a link or a path names it", async () => {
    verifies("history.visible");
    writeFileSync(pagePath, `${page()}\n    indented\n`);
    const { stdout } = await cli.run("blame", `[[${lamp}]]`);
    expect(stdout).toContain("|     indented\n");
  });

  test("of a page that is not there is refused with 3", async () => {
    verifies("cli.exit-codes");
    expect(await cli.json("blame", "notes/whale")).toMatchObject({ exitCode: 3, error: { code: "page_not_found" } });
    expect(await cli.json("blame", lamp, "--layer", "personal")).toMatchObject({ exitCode: 3 });
  });
});
