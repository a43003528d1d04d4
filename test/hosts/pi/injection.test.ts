import type { Theme } from "@mariozechner/pi-coding-agent";
import { beforeAll, describe, expect, test } from "vitest";
import { verifies } from "../../acceptance/verifies.ts";
import type { FakeSession, RecallMessage } from "../../support/fake-pi.ts";
import { attempts, leaksIn, outsideFence, pagesWith } from "../../support/injection-attempts.ts";
import { furnish, hornPrompt, openPiWorld, type PiWorld } from "./pi-world.ts";

/** Attempts of which the screen shows something, and one of each other kind. */
const kinds: ReadonlySet<string> = new Set(["terminal", "bidi", "title-newline", "forged-page"]);
const firsts = new Map(attempts.map((attempt) => [attempt.kind, attempt]));
const shownHere = attempts.filter((attempt) => kinds.has(attempt.kind) || firsts.get(attempt.kind) === attempt);

const plainTheme = { fg: (_colour: string, text: string) => text } as unknown as Theme; // All that is used.

let world: PiWorld;
let session: FakeSession;
beforeAll(async () => {
  world = await openPiWorld();
  furnish(world);
  session = await world.started();
});

const said = async (line: string): Promise<string> => (await world.pi.command(session, line))?.text ?? "";

const linesOf = (message: RecallMessage, width: number): readonly string[] => {
  const render = world.pi.renderers.get("wiki-recall");
  const whole = { role: "custom" as const, timestamp: 0, ...message };
  return render?.(whole, { expanded: true }, plainTheme)?.render(width) ?? [];
};

describe("in Pi", () => {
  test.each(shownHere.map((attempt) => [attempt.id, attempt] as const))(
    "a page commands neither model nor screen: %s",
    async (_id, attempt) => {
      verifies("pi.injection");
      for (const { id, text, frontMatter } of pagesWith(attempt)) {
        world.page(id, text, frontMatter);
        world.clock.advance(60_000);
        session.branch.splice(0);
        const message = await world.pi.prompt(session, hornPrompt);
        const [why, recalled] = [await said("/wiki why"), await said(`/wiki recall ${hornPrompt}`)];
        world.page(id, "# Empty\n");
        world.clock.advance(60_000);
        if (message === undefined) throw new Error("Nothing was recalled.");
        expect(outsideFence(message.content)).toBe("");
        const lines = linesOf(message, 200);
        expect(lines).toHaveLength(message.details.pages.length + 1);
        expect(lines.join("")).not.toContain("\n");
        for (const shown of [why, recalled, ...lines]) expect(leaksIn(shown, {})).toEqual([]);
        // A page's own text is indented; a line of /wiki why is the prompt, the outcome, or begins with a link.
        expect(
          why
            .split("\n")
            .slice(2)
            .filter((line) => !/^(?:left out )?\[\[notes\//.test(line)),
        ).toEqual([]);
        const begun = recalled.split("\n").filter((line) => /^\S/.test(line));
        const paths = begun.filter((line) => line.startsWith("/") && line.endsWith(".md"));
        expect(begun).toHaveLength(2 * paths.length + 1);
      }
    },
  );

  test("a hostile name reaches neither the completion, the status line nor a question", async () => {
    verifies("pi.injection");
    const hostile = `notes/fog horn reed \u202e\u2066`;
    world.page(hostile, "# Fog horn");
    world.clock.advance(60_000);
    const completed = (await world.pi.complete("recall fog horn")) ?? [];
    expect(completed.join("\n")).toContain("fog horn reed <U+202E>");
    expect(leaksIn(completed.join("\n"), {})).toEqual([]);
    const notice = await world.pi.command(session, "/wiki sail\u001b[2J\u202e");
    expect(leaksIn(notice?.text ?? "", {})).toEqual([]);
    expect(leaksIn(await said("/wiki capture gone\u001b[2J.md"), {})).toEqual([]);
    expect(leaksIn(await said("/wiki lint"), {})).toEqual([]);
    await expect(world.pi.toolCall(session, "wiki_capture", { source: "gone\u001b[2J.md" })).rejects.toThrow(
      "gone<U+001B>[2J.md",
    );
  });
});
