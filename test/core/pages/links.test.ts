import { expect, test } from "vitest";
import { extractLinks } from "../../../extensions/core/pages/links.ts";
import { verifies } from "../../acceptance/verifies.ts";

const found = (body: string) => extractLinks(body).map(({ kind, target, label }) => [kind, target, label]);
const targets = (body: string) => extractLinks(body).map(({ target }) => target);

test("wikilinks are found with target, label and offset", () => {
  verifies("pages.links");
  expect(found("See [[concepts/fog]], [[concepts/fog|the fog]] and [[ Fog horn#When it sounds | it ]].")).toEqual([
    ["wiki", "concepts/fog", "concepts/fog"],
    ["wiki", "concepts/fog", "the fog"],
    ["wiki", "Fog horn", "it"],
  ]);
  expect(extractLinks("a\n[[b]] ![[c]]").map(({ offset }) => offset)).toEqual([2, 9]);
  expect(targets("![[notes/lamp]] ![[lamp.png]] [[plan.pdf]] [[#here]] [[]] [[ ]] [[https://lamp.example]]")).toEqual([
    "notes/lamp",
  ]);
});

test("a bar in a table is escaped", () => {
  verifies("pages.links");
  expect(found("| [[concepts/fog\\|the fog]] | [[lamp\\|x]] |\n")).toEqual([
    ["wiki", "concepts/fog", "the fog"],
    ["wiki", "lamp", "x"],
  ]);
});

test("Markdown links to pages are found in every form", () => {
  verifies("pages.links");
  expect(
    found(`[fog](/concepts/fog.md) [up](../concepts/fog.md#when "a title") [q](fog.md?raw=1#x)
[a b](<a b.md>) [c](a%20b.md 'title') [d](a_(b).md) [**e** \`f\`](f.md) [g [h] i](j.md)
[![image](lamp.png)](lamp.md) [bad](a%zz.md) [escaped](a\\(b.md)
[k]

[k]: /concepts/k.md "title"
 [l]: <l m.md>
`),
  ).toEqual([
    ["markdown", "/concepts/fog.md", "fog"],
    ["markdown", "../concepts/fog.md", "up"],
    ["markdown", "fog.md", "q"],
    ["markdown", "a b.md", "a b"],
    ["markdown", "a b.md", "c"],
    ["markdown", "a_(b).md", "d"],
    ["markdown", "f.md", "**e** `f`"],
    ["markdown", "j.md", "g [h] i"],
    ["markdown", "lamp.md", "![image](lamp.png)"],
    ["markdown", "a%zz.md", "bad"],
    ["markdown", "/concepts/k.md", "k"],
    ["markdown", "l m.md", "l"],
  ]);
});

test("packets are told apart in both syntaxes", () => {
  expect(
    found(`[[sources/SRC-2026-11-30-001]] [[SRC-2026-11-30-1000|log]] [[trajectories/TRJ-2026-11-30-002]]
[s](/sources/SRC-2026-11-30-001.md) [r](../../raw/sources/SRC-2026-11-30-001/extracted.md) [[notes/SRC-2026]]`),
  ).toEqual([
    ["source", "sources/SRC-2026-11-30-001", "sources/SRC-2026-11-30-001"],
    ["source", "SRC-2026-11-30-1000", "log"],
    ["trajectory", "trajectories/TRJ-2026-11-30-002", "trajectories/TRJ-2026-11-30-002"],
    ["source", "/sources/SRC-2026-11-30-001.md", "s"],
    ["source", "../../raw/sources/SRC-2026-11-30-001/extracted.md", "r"],
    ["wiki", "notes/SRC-2026", "notes/SRC-2026"],
  ]);
});

test("external links, images, footnotes and plain brackets are no page links", () => {
  expect(
    targets(`[a](https://lamp.example/a.md) [b](//lamp.example/a.md) [c](mailto:a@b.md) ![d](d.md) [e](e.txt)
[f](#part) [^g]: g.md
[h] (h.md) [i][j] [[k] [l]]`),
  ).toEqual([]);
});

test("what is escaped is no link", () => {
  verifies("pages.links-not-in-code");
  expect(targets("\\[[a]] \\[b](b.md) [c\\](c.md) \\\\[[d]] \\![[e]]")).toEqual(["d", "e"]);
});

test("nothing in code, comments and HTML is a link", () => {
  verifies("pages.links-not-in-code");
  expect(
    targets(`\`[[a]]\` \`\`x \` [[b]]\`\` <!-- [[c]] --> <a href="[[d]]">[[e]]</a> <code>[[f]]</code> [[g]]

\`\`\`
[[h]]
\`\`\`

    [[i]]

<div>
[[j]]
</div>

<!--
[[k]]

[l](l.md)
-->

- item

  \`\`\`
  [[m]]
  \`\`\`
  [[n]]

~~~
[[o]]`),
  ).toEqual(["e", "g", "n"]);
});

test("code that is not closed in its paragraph hides nothing", () => {
  expect(targets("a ` [[b]]\n\n` [[c]] <!-- [[d]]\n\n[[e]] -->")).toEqual(["b", "c", "d", "e"]);
  expect(targets("\\` [[a]] ` [[b]]")).toEqual(["a", "b"]);
  expect(targets("a < b [[c]] > d")).toEqual(["c"]);
});

// Each of these makes a careless scan take quadratic time, or overflows a regular expression.
test.each([
  "[",
  "]",
  "[[",
  "]]",
  "](",
  "](a.md)",
  "[a](",
  "`",
  "` `` ",
  "<!-- ",
  "<a ",
  "\\",
  "[[a|",
  "![",
  '](a.md "',
  "](   ",
  "](a(",
  "[a]: ",
  "\n\n",
  "(",
  "[^",
  "<code>",
])("a flood of %j ends", (unit) => {
  const links = extractLinks(`x ${unit.repeat(2_000_000 / unit.length)} [[lamp]]`);
  expect(links.length).toBeLessThan(2_000_000);
});
