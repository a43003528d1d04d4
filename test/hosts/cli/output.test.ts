import { describe, expect, test } from "vitest";
import { unpainted } from "../../../extensions/core/paint.ts";
import { findingsText } from "../../../extensions/hosts/cli/findings-text.ts";
import { forTerminal, hasColours, jsonForTerminal, type Paint } from "../../../extensions/hosts/cli/paint.ts";
import { openProgress } from "../../../extensions/hosts/cli/progress.ts";
import { verifies } from "../../acceptance/verifies.ts";
import { collect, furnish, openCommandLine } from "./command-line.ts";

const esc = "\u001b";

describe("colours", () => {
  test("are used on a terminal, and not elsewhere or with NO_COLOR", async () => {
    verifies("cli.colours");
    const piped = await openCommandLine();
    const terminal = await openCommandLine({ isTerminal: true });
    const colourless = await openCommandLine({ isTerminal: true, noColour: "1" });
    const emptyVariable = await openCommandLine({ isTerminal: true, noColour: "" });
    const coloured = async (cli: typeof piped): Promise<boolean[]> => {
      const [answer, refusal] = [await cli.run("help"), await cli.run("hepl")];
      return [answer.stdout.includes(esc), refusal.stderr.includes(esc)];
    };
    expect(await coloured(piped)).toEqual([false, false]);
    expect(await coloured(terminal)).toEqual([true, true]);
    expect(await coloured(colourless)).toEqual([false, false]);
    expect(await coloured(emptyVariable)).toEqual([true, true]);
    expect((await terminal.run("help", "--json")).stdout).not.toContain(esc);
  });

  test("are the only codes that pass", () => {
    verifies("cli.terminal-safe");
    const hostile = `a${esc}[2Jb${esc}]0;title\u0007c\u009bd\rover\u202e${esc}[31`;
    const shown = "a<U+001B>[2Jb<U+001B>]0;title<U+0007>c<U+009B>d\nover<U+202E><U+001B>[31";
    const bad = (text: string) => (paint: Paint) => paint.bad(text);
    expect(forTerminal(() => hostile, false)).toBe(shown);
    expect(forTerminal(bad(hostile), true)).toBe(`${esc}[31m${shown}${esc}[39m`);
    expect(forTerminal(bad("red"), false)).toBe("red");
    expect([hasColours(true, undefined), hasColours(false, undefined), hasColours(true, "0")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("can't be forged by a page, neither as codes nor as what stands for them", () => {
    verifies("cli.terminal-safe");
    const forged = `${esc}[32mDraft${esc}[39m`;
    expect(forTerminal((paint) => `${paint.good("a")} ${forged}`, true)).toBe(
      `${esc}[32ma${esc}[39m <U+001B>[32mDraft<U+001B>[39m`,
    );
    const privateUse = Array.from({ length: 256 }, (_, index) => String.fromCodePoint(0x10_ff00 + index));
    const hostile = privateUse
      .slice(0, -16)
      .map((mark) => `${mark}[32mDraft`)
      .join("");
    expect(forTerminal((paint) => paint.bad(hostile), true)).not.toContain(`${esc}[32m`);
    expect(forTerminal((paint) => paint.bad(privateUse[0] ?? ""), true)).toBe(`${esc}[31m${privateUse[0]}${esc}[39m`);
  });

  test("have no place in JSON, whose values stay what they are", () => {
    verifies("cli.terminal-safe");
    const value = { title: `a${esc}[2J\u009b2Jb\u202ec\u200bd\u{e0041}e\u007f`, persian: "می‌خواهم" };
    const json = jsonForTerminal(value);
    expect(json).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{DI}]/u);
    expect(JSON.parse(json)).toEqual(value);
  });

  test("nor anything else reach a terminal from a page, a title or an error", async () => {
    verifies("cli.terminal-safe");
    const cli = await openCommandLine({ isTerminal: true });
    await furnish(cli);
    cli.put(
      ".llm-wiki/wiki/notes/bell.md",
      `---\ntitle: "The ${"\\e"}[2Jbell"\n---\nThe bell ${esc}[1A${esc}[2K rings.\n`,
    );
    const { stdout } = await cli.run("recall", "bell rings");
    expect(stdout).toContain("<U+001B>[2Jbell");
    expect(stdout).toContain("The bell <U+001B>[1A<U+001B>[2K rings.");
    expect((await cli.run("recall", "x", "--layer", `${esc}c`)).stderr).not.toContain(`${esc}c`);
  });
});

describe("findings", () => {
  const finding = {
    severity: "warning",
    path: "wiki/lamp.md",
    line: 0,
    message: "It is dark.",
    remedy: "Light it.",
  } as const;

  test("of one kind are shown together, errors first, each remedy once", () => {
    const found = [
      { ...finding, code: "dark" },
      { ...finding, code: "dark", path: "wiki/horn.md", line: 7 },
      { ...finding, code: "torn", severity: "error" as const, message: "It is torn.", remedy: "Mend it." },
    ];
    expect(findingsText(found, { paint: unpainted })).toBe(
      [
        "error torn\n  wiki/lamp.md  It is torn.\n  Mend it.",
        "warning dark (2)\n  wiki/lamp.md  It is dark.\n  wiki/horn.md:7  It is dark.\n  Light it.",
      ].join("\n\n"),
    );
  });

  test("beyond eight of a kind are counted, and different remedies stand with their place", () => {
    const many = Array.from({ length: 20 }, () => ({ ...finding, code: "dark" }));
    expect(findingsText(many, { paint: unpainted })).toContain("\n  … and 12 more; --json lists all\n  Light it.");
    const two = [
      { ...finding, code: "dark" },
      { ...finding, code: "dark", remedy: "Trim it." },
    ];
    expect(findingsText(two, { paint: unpainted })).toMatch(/\n {4}Light it\.\n {2}wiki.*\n {4}Trim it\./);
    expect(findingsText([], { paint: unpainted })).toBe("");
  });
});

describe("progress", () => {
  test("is a bar on a terminal, taken away at the end", async () => {
    verifies("cli.progress");
    const screen = collect(true);
    const listeners = process.listenerCount("SIGINT");
    const progress = await openProgress("Import:", { stream: screen.output, elapsed: () => 0 });
    progress.update(100, 300);
    progress.update(300, 300);
    expect(process.listenerCount("SIGINT")).toBe(listeners);
    progress.end();
    expect(screen.text()).toMatch(/Import: .* of 300/);
    const cleared = `${esc}[2K`;
    expect(screen.text().endsWith(cleared)).toBe(true);
    for (const mode of [`${esc}[?25`, `${esc}[?7`]) expect(screen.text()).not.toContain(mode);
  });

  test("is a line a second elsewhere, and nothing for short work", async () => {
    verifies("cli.progress");
    const log = collect();
    let time = 0;
    const progress = await openProgress("Import:", { stream: log.output, elapsed: () => time });
    for (const done of [100, 200, 300, 400]) {
      time += 600;
      progress.update(done, 400);
    }
    progress.end();
    expect(log.text()).toBe("Import: 200 of 400\nImport: 400 of 400\n");
  });

  test("is silent with --json, and leaves only the answer on a terminal", async () => {
    verifies("cli.progress");
    const cli = await openCommandLine({ isTerminal: true, noColour: "1" });
    await cli.run("init");
    cli.put("docs/tides.md", "# Tides\n\nSpring tide reaches the third step.\n");
    cli.put("docs/gulls.md", "# Gulls\n\nGulls steal bread.\n");
    const shown = await cli.run("import", "docs");
    expect(shown.stdout).toBe("Imported 2 pages.\n");
    expect(shown.stderr).toContain("Import");
    expect((await cli.run("import", "docs", "--json")).stderr).toBe("");
  });
});
