import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { at, listAt, parseJson } from "../../scripts/support/json-view.ts";
import { hostNames } from "../../scripts/support/pi-host.ts";
import { openRpc, shownText } from "../../scripts/support/pi-rpc.ts";
import { openSandbox, type PiSandbox } from "../../scripts/support/pi-sandbox.ts";
import { openTerminal, openTui, type TuiSession } from "../../scripts/support/pi-tui.ts";
import { wikiCli } from "../../scripts/support/wiki-cli.ts";
import { verifies } from "../acceptance/verifies.ts";
import { installedPackage } from "./pack.ts";

const drafts = Array.from({ length: 20 }, (_, index) => `buoy-${String(index + 1).padStart(2, "0")}`);

/** What is pressed for each draft, and the status that follows. */
const answerTo = (draft: string): { readonly keys: readonly string[]; readonly status: string } => {
  const number = drafts.indexOf(draft) + 1;
  if (number % 5 === 0) return { keys: ["r", "The buoy was taken in", "Enter"], status: "deprecated" };
  if (number === 7) return { keys: ["t", "The buoy drifted off", "Enter"], status: "deprecated" };
  return number === 13 ? { keys: ["s"], status: "draft" } : { keys: ["a"], status: "stable" };
};

const placeDrafts = async (sandbox: PiSandbox): Promise<void> => {
  await wikiCli(sandbox, "init", "harbour");
  const folder = join(sandbox.project, ".llm-wiki/wiki/notes");
  mkdirSync(folder, { recursive: true });
  for (const [index, name] of drafts.entries()) {
    const day = String(28 - index).padStart(2, "0");
    const head = `type: decision\nstatus: draft\ndate: 2026-11-${day}\ntitle: Mooring of ${name}`;
    const text = `The ${name} is moored with ${index + 3} fathoms of chain, because of the tide race.`;
    writeFileSync(join(folder, `${name}.md`), `---\n${head}\n---\n# Mooring of ${name}\n\n${text}\n`);
  }
};

const pageOf = (sandbox: PiSandbox, name: string): string =>
  readFileSync(join(sandbox.project, `.llm-wiki/wiki/notes/${name}.md`), "utf8");

const eventsOf = (sandbox: PiSandbox): readonly string[] =>
  readFileSync(join(sandbox.project, ".llm-wiki/meta/events.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => parseJson(line)?.value)
    .map((event) => `${String(at(event, "page"))} ${String(at(event, "kind"))} ${String(at(event, "channel"))}`);

/** Twice: the first look may fall into the middle of a drawing. */
const waitFor = async (screen: TuiSession, text: RegExp): Promise<void> => {
  await screen.waitForText(text);
  await screen.waitForText(text);
};

const press = async (screen: TuiSession, keys: readonly string[]): Promise<void> => {
  for (const key of keys) await (key === "Enter" ? screen.type("", key) : screen.type(key));
};

describe.each(hostNames)("/wiki review in the %s Pi", (host) => {
  let sandbox: PiSandbox;

  beforeAll(async () => {
    sandbox = await openSandbox({ host, extension: installedPackage() });
    await placeDrafts(sandbox);
  });
  afterAll(() => sandbox.close());

  test("over RPC lists what waits, decides nothing, and names the command that does", async () => {
    verifies("review.nobody-there");
    const session = await openRpc(sandbox);
    const turn = await session.command("/wiki review");
    expect(turn.requests).toEqual([]);
    expect(shownText(turn.events)).toMatch(/^20 items wait for review:\n[\s\S]*run `pi-wiki review` in a terminal/);
    await session.close();
    expect(drafts.filter((name) => !pageOf(sandbox, name).includes("status: draft"))).toEqual([]);
  });

  test("in the full-screen mode twenty drafts are decided on by keyboard, in under two minutes", async () => {
    verifies("review.twenty-drafts", "review.keys", "review.undo", "review.channels");
    const screen = await openTui(sandbox);
    await screen.waitForText(/20 pages/);
    await screen.command("/wiki review");
    for (const [index, name] of drafts.entries()) {
      // The keys are drawn last, right below the answer before: together they are this item's, also in half a drawing.
      const before = index === 0 ? "" : `You answered: \\w+ "Mooring of ${drafts[index - 1]}"[\\s\\S]*`;
      await waitFor(
        screen,
        new RegExp(`Review ${index + 1} of 20[\\s\\S]*Mooring of ${name}[\\s\\S]*${before}a accept`),
      );
      await press(screen, answerTo(name).keys);
      if (name !== "buoy-02") continue;
      await screen.waitForText(/Review 3 of 20/);
      await press(screen, ["u"]);
      await waitFor(screen, /Review 2 of 20[\s\S]*Taken back[\s\S]*a accept/);
      await press(screen, ["a"]);
    }
    await screen.waitForText("all 20 looked at");
    await press(screen, ["q"]);
    await screen.waitUntilGone(/looked at|carried out/);
    await screen.waitForText("Reviewed: 14 accepted, 4 rejected, 1 retired, 1 skipped.");
    await screen.close();
    const statuses = drafts.map((name) => /^status: (\w+)$/m.exec(pageOf(sandbox, name))?.[1]);
    expect(statuses).toEqual(drafts.map((name) => answerTo(name).status));
    const kinds: Readonly<Record<string, string>> = { a: "confirmed", r: "rejected", t: "retired" };
    const wanted = drafts.flatMap((name) => kinds[answerTo(name).keys[0] ?? ""] ?? []);
    expect(eventsOf(sandbox)).toEqual(
      expect.arrayContaining(wanted.map((kind) => expect.stringMatching(new RegExp(`^notes/buoy-\\d+ ${kind} ui$`)))),
    );
    const answer = await wikiCli(sandbox, "recall", "mooring of buoy-03", "--limit", "1");
    expect(listAt(answer, "hits")[0]).toMatchObject({ id: "notes/buoy-03", status: "stable", tier: "human-reviewed" });
    // The bound that is promised, with Pi's own start in it.
  }, 120_000);
});

describe("pi-wiki review in a shell's terminal", () => {
  let sandbox: PiSandbox;
  let shell: TuiSession;

  /** What is told of the terminal's modes, between two prompts. */
  const modes = async (name: string): Promise<string> => {
    await shell.type(`stty -a > ${name}; echo noted ${name}`, "Enter");
    await shell.waitForText(new RegExp(`^noted ${name}`, "m"));
    return readFileSync(join(sandbox.project, name), "utf8");
  };
  const review = async (after: string): Promise<void> => {
    const launcher = join(installedPackage(), "extensions/hosts/cli/bin.mjs");
    const line = `sh -c 'echo $$ > pid; exec ${process.execPath} ${launcher} review'; echo exit ${after} $?`;
    await shell.type(line, "Enter");
    await waitFor(shell, /Review 1 of \d+[\s\S]*a accept/);
  };

  beforeAll(async () => {
    sandbox = await openSandbox({ host: "old", extension: installedPackage() });
    await placeDrafts(sandbox);
    shell = await openTerminal(sandbox, ["sh"]);
  });
  afterAll(async () => {
    await shell.close();
    await sandbox.close();
  });

  test("decides by keys, and gives the terminal back after q, Ctrl-C and a signal", async () => {
    verifies("review.terminal-restored", "review.channels");
    const before = await modes("before");
    await review("one");
    await press(shell, ["a"]);
    await waitFor(shell, /Review 2 of 20[\s\S]*a accept/);
    await press(shell, ["q"]);
    expect(await shell.waitForText(/exit one \d/)).toMatch(
      /Reviewed: 1 accepted\.\n19 without an answer\.\nexit one 0/,
    );
    expect(await modes("after-q")).toBe(before);
    await review("two");
    await press(shell, ["a"]);
    await waitFor(shell, /Review 2 of 19/);
    await shell.type("", "C-c");
    expect(await shell.waitForText(/exit two \d/)).toMatch(/Your last answer was not carried out: notes\/buoy-02\./);
    expect(await modes("after-c")).toBe(before);
    await review("three");
    process.kill(Number(readFileSync(join(sandbox.project, "pid"), "utf8")), "SIGTERM");
    await shell.waitForText(/exit three \d/);
    expect(await modes("after-term")).toBe(before);
    const said = eventsOf(sandbox).filter((event) => / (ui|terminal)$/.test(event));
    expect(said).toEqual(["notes/buoy-01 confirmed terminal"]);
  });

  test("e gives the terminal to the person's editor, and comes back with what they saved", async () => {
    verifies("review.edit", "review.terminal-restored");
    const before = await modes("before-edit");
    await shell.type("export EDITOR='sed -i s/fathoms/metres/'", "Enter");
    await review("four");
    await press(shell, ["e"]);
    await waitFor(shell, /[0-9]+ metres of chain[\s\S]*Your text is kept[\s\S]*a accept/);
    await press(shell, ["q"]);
    await shell.waitForText(/exit four 0/);
    expect(await modes("after-edit")).toBe(before);
    expect(eventsOf(sandbox).filter((event) => event.endsWith("page_edited terminal"))).toHaveLength(1);
  });
});
