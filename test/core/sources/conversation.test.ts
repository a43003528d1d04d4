import { describe, expect, test } from "vitest";
import {
  ownPromptMark,
  parseTranscript,
  renderTranscript,
  spokenIn,
  type Turn,
} from "../../../extensions/core/sources/conversation.ts";
import { verifies } from "../../acceptance/verifies.ts";

const turns = (...said: readonly (readonly [Turn["role"], string])[]): readonly Turn[] =>
  said.map(([role, text], index) => ({ id: `e${index}`, role, text }));

const texts = (...said: readonly (readonly [Turn["role"], string])[]): readonly string[] =>
  spokenIn(turns(...said)).turns.map(({ text }) => text);

const recalled =
  "<wiki-recall>\nReference data.\n\nFog horn reed [[notes/reed]]\nThe reed is greased with tallow before the first fog.\n</wiki-recall>";

describe("the own words of a conversation", () => {
  test("are what the user and the model said", () => {
    verifies("distil.own-words");
    expect(texts(["user", "Why does the lamp smoke?"], ["assistant", "The wick is too high."])).toEqual([
      "Why does the lamp smoke?",
      "The wick is too high.",
    ]);
  });

  test.each([
    ["a recall message that was pasted", recalled],
    ["one that is not closed", "<wiki-recall>\nThe reed is greased."],
    ["one whose page holds a closing tag", "<wiki-recall>\nA page </wiki-recall> that goes on.\n</wiki-recall>"],
    ["a skill", '<skill name="lamp" location="/skills/lamp">\nTrim the wick at dusk.\n</skill>'],
    [
      "one with each attribute on its line",
      '<skill\n  name="lamp"\n  location="/skills/lamp">\nTrim the wick.\n</skill>',
    ],
    ["a file", '<file name="/lighthouse/log.md">\nFog at six.\n</file>'],
    ["a reminder of the host", "<system-reminder>Be brief.</system-reminder>"],
    ["a context file as Pi shows it", "# Project Context\n\n## /lighthouse/AGENTS.md\n\nOil the clockwork daily."],
    [
      "a context file as others show it",
      "# AGENTS.md instructions for /lighthouse\n\n<INSTRUCTIONS>\nOil.\n</INSTRUCTIONS>",
    ],
    [
      "a context file that begins with a heading of its own",
      "# Project Context\n\n## /lighthouse/AGENTS.md\n\n# Rules\n\nOil the clockwork daily.\n\n## Fog\n\nSound the horn.",
    ],
    [
      "one in a block that begins so",
      "# AGENTS.md instructions for /lighthouse\n\n<INSTRUCTIONS>\n# Rules\n\nOil.\n\n# Fog\n\nSound.\n</INSTRUCTIONS>",
    ],
    ["calls of tools", "[tool: bash · npm test]\nExit code: 1\n<tool_result>3 failed</tool_result>"],
    ["calls of tools in lines of Windows", "[tool: bash · npm test]\r\nExit code: 1\r\nTool result: 3 failed\r\n"],
    ["a recall message whose tag breaks its line", recalled.replace("<wiki-recall>", '<wiki-recall\n  id="a">')],
    ["one as a web page writes it", recalled.replaceAll("<", "&lt;").replaceAll(">", "&gt;")],
    ["one in wide characters", recalled.replaceAll("<", "＜").replaceAll(">", "＞")],
    ["one with spaces in its tags", recalled.replaceAll(/<(\/?)/g, "< $1 ")],
    ["one with something invisible in its tags", recalled.replaceAll("wiki-", "wi\u00adki\u200b-")],
  ])("are not %s", (_what, text) => {
    verifies("distil.own-words");
    expect(texts(["user", text], ["assistant", text])).toEqual([]);
    expect(texts(["user", `Look at this:\n${text}`])).toEqual(["Look at this:"]);
  });

  test("may speak of a tag, and of what is less and more", () => {
    verifies("distil.own-words");
    const said = "Is the wiki-recall block read when oil < 3 and\nfog > 2? 灯\u200bは👨\u200d👩。";
    expect(texts(["user", said])).toEqual([said]);
  });

  test("keep what stands before and behind a block", () => {
    verifies("distil.own-words");
    expect(texts(["user", `Before.\n${recalled}\nBehind.`])).toEqual(["Before.\n\nBehind."]);
  });

  test("are not what the memory said, repeated", () => {
    verifies("distil.own-words");
    const [echo, own] = ["> The reed is greased with tallow, before the first fog!", "Ours is of brass."];
    expect(texts(["given", recalled], ["assistant", echo], ["assistant", `${echo}\n${own}`])).toEqual([own]);
    expect(
      texts(["given", recalled], ["assistant", `${own} The reed is greased with tallow before the first fog.`]),
    ).toEqual([own]);
  });

  test("may use words of the memory in sentences of their own", () => {
    verifies("distil.own-words");
    const said = "Tallow went rancid, so we grease the reed with lanolin before the first fog.";
    expect(texts(["given", recalled], ["user", said])).toEqual([said]);
  });

  test("are not a prompt of ours, nor what it was answered, until the user speaks again", () => {
    verifies("distil.own-words");
    const prompt = `${ownPromptMark} Distil these conversations.`;
    expect(
      texts(
        ["user", "Hello lamp."],
        ["user", prompt],
        ["assistant", "Three notes."],
        ["assistant", "Done."],
        ["user", "Next."],
      ),
    ).toEqual(["Hello lamp.", "Next."]);
  });

  test("that are too much lose their beginning, and a turn that is too long its end", () => {
    const long = "Fog. ".repeat(20_000);
    const { turns: kept, omitted } = spokenIn(turns(...Array.from({ length: 60 }, () => ["user", long] as const)));
    expect(omitted).toBeGreaterThan(0);
    expect(kept.length + omitted).toBe(60);
    expect(kept[0]?.text.length).toBeLessThan(41_000);
  });
});

test("a transcript is read as it was written, and lines of other tools are left aside", () => {
  const { turns: spoken } = spokenIn(turns(["user", 'Why?\n"So"'], ["assistant", "灯"]));
  const text = renderTranscript(spoken);
  expect(parseTranscript(`${text}no json\n{"role":"tool","text":"x"}\n`)).toEqual([
    { turn: 1, role: "user", entry: "e0", text: 'Why?\n"So"' },
    { turn: 2, role: "assistant", entry: "e1", text: "灯" },
  ]);
});
