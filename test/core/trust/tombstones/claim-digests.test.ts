import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePage } from "../../../../extensions/core/pages/parse-page.ts";
import {
  claimsIn,
  claimTexts,
  digestsIn,
  headAt,
  headOf,
  keptBytes,
  packDigests,
} from "../../../../extensions/core/trust/tombstones/claim-digests.ts";
import { claimsOfRejection } from "../../../../extensions/core/trust/tombstones/claim-of-rejection.ts";
import { claimSentences } from "../../../../extensions/core/trust/tombstones/claim-sentences.ts";
import { verifies } from "../../../acceptance/verifies.ts";

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

const states = (texts: readonly string[], claim: string): boolean => {
  const held = digestsIn(texts, hash);
  return claimsIn(claim, hash).some((sentences) => sentences.every((digest) => held.has(digest)));
};

const claim = "The lamp burns colza oil";
const other = "The bell is cast iron.";

describe("a text states a claim", () => {
  test.each([
    ["in a sentence", `${other} ${claim}. ${other}`],
    ["in a sentence over two lines", `${other} The lamp\nburns colza oil.\n`],
    ["in a quotation over two lines", `> The lamp\n> burns colza oil. ${other}`],
    ["after a question", `What burns? ${claim}!`],
    ["in quotation marks", `${other} "${claim}." ${other}`],
    ["in a list item", `- ${other}\n- ${claim}\n- ${other}`],
    ["in a list item over two lines", `* The lamp\n  burns colza oil\n* ${other}`],
    ["in a numbered list", `1. ${other}\n2. ${claim}`],
    ["in a task", `- [ ] ${claim}`],
    ["in a table cell", `| what | how |\n|---|---|\n| **lamp** | ${claim} |`],
    ["in a table without outer lines", `what | how\n---|---\nlamp | ${claim}`],
    ["in a heading", `# ${claim}\n\n${other}`],
    ["in an underlined heading", `${claim}\n=====\n\n${other}`],
    ["in a paragraph with a broken line", `${claim}  \nand the bell rings`],
    ["over a line that is broken with blanks", `${other} The lamp  \nburns colza oil.\n`],
    ["over a line that is broken with a mark", "The lamp\\\nburns colza oil"],
    ["over a line that is broken with a tag", `${other} The lamp burns<br>colza oil.`],
    ["in a table cell, over a tag", "| lamp | The lamp<br/>burns colza oil |"],
    ["in a table cell, on a line of its own", `| lamp | lit<br />${claim}<br>out |`],
    ["in a paragraph of HTML", `<p class="x">${claim}</p><p>and more</p>`],
    ["in a list of HTML", `<ul><li>${other}</li><li>${claim}</li></ul>`],
    ["in a table of HTML", `<table><tr><td>lamp</td><td>${claim}</td></tr></table>`],
    ["in a callout", `> [!note]\n> ${claim}.`],
    ["in a callout's title", `> [!warning]- ${claim}\n> and the bell rings`],
    ["in a comment", `${other}\n\n<!-- ${claim} -->`],
    ["in a block of code", `\`\`\`\nlamp\n${claim}\n\`\`\``],
    ["in an unfinished block of code", `~~~\n${claim}`],
    ["with a link in it", `${other} The [lamp](/entities/lamp.md) burns [[colza|colza oil]].`],
    ["with a full stop that is hidden", `${other.slice(0, -1)}.\u200b ${claim}.`],
    ["in letters of another script", `${other} Тhе lаmр burns соlzа оil.`],
  ])("%s", (_where, text) => {
    verifies("tombstones.matched");
    expect(states([text], claim)).toBe(true);
    expect(states([text], "The lamp burns fish oil")).toBe(false);
  });

  test("that goes over a broken line as the same in one line", () => {
    verifies("tombstones.matched");
    for (const broken of ["The lamp  \nburns colza oil", "The lamp<br>burns colza oil"]) {
      expect(states([`${claim}.`], broken)).toBe(true);
      expect(states([broken], broken)).toBe(true);
    }
  });

  test("in capitals that are read in another script than they are written in", () => {
    verifies("tombstones.normalised");
    expect(states(["ΤΟΚΕΝ"], "token")).toBe(true);
    expect(states(["νεο"], "ΝΕΟ")).toBe(true);
    expect(states(["НЕТ"], "нет")).toBe(true);
  });

  test("of two sentences where it states both", () => {
    verifies("tombstones.matched");
    const two = "The lamp is lit. It burns until dawn.";
    expect(states([`At dusk: see the log. It burns until dawn! ${other} The lamp is lit.`], two)).toBe(true);
    expect(states([`The lamp is lit. ${other}`], two)).toBe(false);
  });

  test("in Chinese and Japanese, which have no blanks between sentences", () => {
    verifies("tombstones.matched");
    expect(states(["危険！灯台は油を使う。夜に点灯する。"], "灯台は油を使う")).toBe(true);
    expect(states(["灯台は電気を使う。"], "灯台は油を使う")).toBe(false);
  });
});

test.each([
  ["a paraphrase", "Colza oil is what the lamp burns."],
  ["a correction that speaks of it", `It is not true that ${claim.toLowerCase()}.`],
  ["a neighbour", "The lamp burns colza oil and petroleum."],
  ["half of it", "The lamp burns."],
])("%s does not state it", (_what, text) => {
  verifies("tombstones.neighbours-pass");
  expect(states([text], claim)).toBe(false);
});

test("a page states what its title, description, aliases, triggers and text say", () => {
  verifies("tombstones.matched");
  const front = { title: claim, description: claim, aliases: `[${claim}]`, recall_triggers: `["${claim}"]` };
  for (const [key, value] of Object.entries(front)) {
    const page = parsePage({ path: "wiki/notes/lamp.md", text: `---\n${key}: ${value}\n---\n${other}\n` });
    expect([key, states(claimTexts(page), claim)]).toEqual([key, true]);
  }
});

test("a text in which nothing can be seen makes no claim", () => {
  verifies("tombstones.normalised");
  expect(claimsIn(" \u200b\n", hash)).toEqual([]);
  expect(claimsIn("10", hash)).toHaveLength(1);
});

test("a rejection is of the named claim, else of the first sentence and a title that says enough", () => {
  verifies("tombstones.claim-of-rejection");
  const page = { title: "Lamp oil", body: `# Lamp oil\n\n${claim}. ${other}` };
  expect(claimsOfRejection(page)).toEqual([`${claim}.`]);
  expect(claimsOfRejection(page, "colza")).toEqual(["colza"]);
  expect(claimsOfRejection({ ...page, title: "Why the lamp smokes" })).toEqual([`${claim}.`, "Why the lamp smokes"]);
  expect(claimsOfRejection({ ...page, title: "灯台は油を使うよ" })).toContain("灯台は油を使うよ");
  expect(claimsOfRejection({ ...page, title: "灯台と油" })).toEqual([`${claim}.`]);
  expect(claimsOfRejection({ title: "Lamp", body: "" })).toEqual(["Lamp"]);
  expect(claimsOfRejection({ title: "Lamp", body: "# Oil\n" })).toEqual(["Oil"]);
});

test("packed digests are found again, each once", () => {
  verifies("tombstones.matched");
  fc.assert(
    fc.property(fc.array(fc.string()), (texts) => {
      const digests = texts.map(hash);
      const packed = packDigests([...digests, ...digests]);
      const heads = Array.from({ length: packed.length / keptBytes }, (_, at) => headAt(packed, at * keptBytes));
      expect(new Set(heads)).toEqual(new Set(digests.map(headOf)));
      expect(heads).toEqual([...new Set(heads)]);
    }),
  );
});

test("every word of a text is in one of its sentences, and cutting takes time in proportion", () => {
  verifies("tombstones.matched");
  const word = fc.stringMatching(/^[a-z]{3,8}$/);
  const mark = fc.constantFrom(" ", ". ", "\n", "\n\n", "\n- ", "\n> ", "\n| ", " | ", "\n```\n", "! ", "\n# ", "。");
  fc.assert(
    fc.property(fc.array(fc.tuple(word, mark)), (pieces) => {
      const said = [...claimSentences(pieces.flat().join(""))].map(({ text }) => text).join(" ");
      for (const [name] of pieces) expect(said).toContain(name);
    }),
  );
  for (const piece of ["- a\n", "| a ", "a. ", "> ", "```\n", "a  \n", "[[a|", "。", "?!"]) {
    expect([...claimSentences(piece.repeat(10_000))].length).toBeLessThan(30_000);
  }
});
