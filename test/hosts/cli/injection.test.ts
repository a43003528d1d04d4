import { beforeAll, describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import { attempts, honest, leaksIn, outsideFence, pagesWith } from "../../support/injection-attempts.ts";
import { pageText } from "../../tools/tool-world.ts";
import { furnish, hornPrompt } from "../pi/pi-world.ts";
import { type CommandLine, openCommandLine } from "./command-line.ts";

const ownColours = /\u001b\[(?:1|2|22|3[1-3]|39)m/g;

/** Attempts of which a terminal shows another part than a model does, and one of each other kind. */
const kinds: ReadonlySet<string> = new Set(["terminal", "bidi", "invisible", "title-newline", "forged-page"]);
const firsts = new Map(attempts.map((attempt) => [attempt.kind, attempt]));
const shownHere = attempts.filter((attempt) => kinds.has(attempt.kind) || firsts.get(attempt.kind) === attempt);

let cli: CommandLine;
const put = (id: string, text: string, frontMatter: Readonly<Record<string, unknown>> = {}): void =>
  cli.put(`.llm-wiki/wiki/${id}.md`, pageText(text, frontMatter));

beforeAll(async () => {
  cli = await openCommandLine({ isTerminal: true });
  await cli.run("init", "lighthouse");
  furnish({ page: put });
});

describe("on a terminal", () => {
  test.each(shownHere.map((attempt) => [attempt.id, attempt] as const))(
    "a page commands nothing and forges no line: %s",
    async (_id, attempt) => {
      verifies("cli.injection", "cli.terminal-safe");
      for (const { id, text, frontMatter } of pagesWith(attempt)) {
        put(id, text, frontMatter);
        const recalled = (await cli.run("recall", hornPrompt)).stdout.replace(ownColours, "");
        const injected = (await cli.run("inject", hornPrompt)).stdout.replace(ownColours, "");
        put(id, "# Empty\n");
        expect(leaksIn(recalled, {})).toEqual([]);
        expect(leaksIn(injected, attempt)).toEqual([]);
        expect(outsideFence(injected)).toMatch(/^\d pages?, \d+ tokens$/);
        expect(recalled).toContain("of the fog horn is greased");
        // Whatever a page says is indented: what begins a line is a title, an id or a path of ours.
        const begun = recalled.split("\n").filter((line) => /^\S/.test(line));
        const paths = begun.filter((line) => line.startsWith("/") && line.endsWith(".md"));
        expect(begun.filter((line) => !line.startsWith("from "))).toHaveLength(3 * paths.length);
        expect(paths.length).toBeGreaterThan(0);
      }
    },
  );

  test("a page can't wear the colours of the command line", async () => {
    verifies("cli.injection");
    put("notes/fog-horn-reed", `\u001b[32mDraft\u001b[39m ${honest}`, { title: "\u001b[31mFog horn reed\u001b[39m" });
    const { stdout } = await cli.run("recall", hornPrompt);
    expect(stdout).toContain("<U+001B>[32mDraft<U+001B>[39m");
    expect(stdout).toContain("\u001b[1m<U+001B>[31mFog horn reed<U+001B>[39m\u001b[22m");
  });

  test("findings, paths and refusals that repeat a name hold no control character, as text and as JSON", async () => {
    verifies("cli.injection");
    const name = "sunk\u001b[2J\u009b1A\u202e\nferry";
    put(`notes/${name}`, "---\ntitle: [\n---\n# Torn [[notes/x\u001b[2J]]");
    put("notes/torn\u202e", `\u001b]0;ferry\u0007 [[notes/\u001b[2Jferry]] [[\u009b]]`, {
      title: "a\u001b[2J",
      status: "\u001b[8m",
    });
    cli.put("harbour\u202e/sunk\u001b[2J.md", "# Ferry\u001b[2J\n");
    cli.put("harbour\u202e/empty\u009b.md", "");
    // A bar that shows progress has codes of its own.
    const piped = await openCommandLine({ folder: cli.folder });
    const commands = [
      ["lint"],
      ["status"],
      ["verify"],
      ["import", "harbour\u202e"],
      ["import", `gone\u001b[2J\u202e`],
      ["capture", `gone\u001b[2J\nferry`],
      ["capture", `https://harbour.example\u001b[2J/`],
      ["recall", "zz\u001b[2J"],
      ["sail\u001b[2J\u202e"],
      ["settings", "sail\u001b[2J"],
      ["--cwd", "gone\u001b[2J", "status"],
    ];
    for (const words of commands) {
      for (const output of [await piped.run(...words), await piped.run("--json", ...words)]) {
        const shown = `${output.stdout}${output.stderr}`;
        expect(leaksIn(shown, {}), words.join(" ")).toEqual([]);
        expect(shown).not.toMatch(/^ferry/m);
      }
    }
    const { stdout } = await cli.run("lint");
    expect(stdout).toContain('torn<U+202E>.md:4  The status "<U+001B>[8m" is not known.');
    expect(stdout).toContain('torn<U+202E>.md:6  The link "<U+009B>" leads nowhere.');
  });
});
