import { expect, test } from "vitest";
import { lintPages } from "../../../extensions/core/pages/lint-pages.ts";
import { parsePage } from "../../../extensions/core/pages/parse-page.ts";
import { verifies } from "../../acceptance/verifies.ts";

const now = "2026-11-30T12:00:00.000Z";

/** Pages by id: front matter after `type: concept` and a title, and a body. */
const vault = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([id, text]) => parsePage({ path: `wiki/${id}.md`, text }));

const page = (frontMatter: string, body = "") => `---\n${frontMatter}\n---\n\n${body}`;

const lint = (texts: Readonly<Record<string, string>>, packets: readonly string[] = []) =>
  lintPages(vault(texts), { packets, now });

/** `path:line code` of all findings but those in `but`. */
const places = (texts: Readonly<Record<string, string>>, but: readonly string[] = ["orphan"], packets?: string[]) =>
  lint(texts, packets)
    .findings.filter(({ code }) => !but.includes(code))
    .map(({ path, line, code }) => `${path.slice("wiki/".length, -".md".length)}:${line} ${code}`);

test("a vault in order has no findings", () => {
  const findings = lint(
    {
      "concepts/fog": page("type: concept\ntitle: Fog", "It hides the [[notes/lamp]]."),
      "notes/lamp": page(
        "type: pitfall\ntitle: Lamp stops\nrecall_triggers: [beacon went dark, ships complain]\nstale_after: 2027-01-01T00:00:00Z",
        "Damp in the gears, see [fog](../concepts/fog.md) and [[sources/SRC-2026-11-30-001]].",
      ),
    },
    ["SRC-2026-11-30-001"],
  ).findings;
  expect(findings).toEqual([]);
});

test("links that lead nowhere or to more than one page are named with their lines", () => {
  verifies("pages.lint-links");
  const texts = {
    "concepts/fog": page("type: concept\ntitle: Fog", "One\n[[nobody]] [[lamp]]\n\n[x](../notes/gone.md)\n"),
    "notes/lamp": page("type: concept\ntitle: Lamp one"),
    "entities/lamp": page("type: entity\ntitle: Lamp two", "[[SRC-2026-11-30-009]] [[concepts/lamp]]"),
  };
  expect(places(texts)).toEqual([
    "concepts/fog:7 ambiguous-link",
    "concepts/fog:7 broken-link",
    "concepts/fog:9 broken-link",
    "entities/lamp:6 broken-link",
    "entities/lamp:6 broken-link",
  ]);
  const messages = lint(texts).findings.map(({ message, remedy }) => `${message} ${remedy}`);
  expect(messages).toContain(
    'The link "lamp" could mean entities/lamp or notes/lamp. Write the id of the page that is meant.',
  );
  expect(messages).toContain('The link "concepts/lamp" leads nowhere. Perhaps notes/lamp or entities/lamp is meant.');
});

test("placeholders of templates are named, and are no gaps", () => {
  verifies("pages.lint-links");
  const body = `[a](/concepts/related-page.md) [b](/trajectories/TRJ-....md) [[folder/page]] [[sources/SRC-YYYY-MM-DD-NNN]]
[[{{title}}]] [[concepts/…]]`;
  const texts = {
    "concepts/a": page("type: concept\ntitle: A", body),
    "concepts/b": page("type: concept\ntitle: B", body),
  };
  expect(lint(texts).findings.filter(({ code }) => code === "placeholder-link")).toHaveLength(12);
  expect(lint(texts).findings.filter(({ code }) => code === "broken-link")).toEqual([]);
  expect(lint(texts).gaps).toEqual([]);
});

test("a page that no other page leads to is an orphan, unless it is retired", () => {
  verifies("pages.lint-links");
  const orphans = lint({
    "concepts/a": page("type: concept\ntitle: A", "[[b]] [[concepts/a]]"),
    "concepts/b": page("type: concept\ntitle: B\nsupersedes: concepts/c"),
    "concepts/c": page("type: concept\ntitle: C\nstatus: stable"),
    "concepts/d": page("type: concept\ntitle: D\nstatus: deprecated"),
  }).findings;
  expect(orphans).toMatchObject([{ code: "orphan", severity: "info", path: "wiki/concepts/a.md" }]);
});

test("notes without triggers are named, other pages are not", () => {
  verifies("pages.lint-triggers");
  expect(
    places({
      "notes/a": page("type: pitfall\ntitle: A"),
      "notes/b": page("title: B"),
      "notes/c": page("type: decision\ntitle: C\nstatus: deprecated"),
      "concepts/d": page("type: concept\ntitle: D"),
    }),
  ).toEqual(["notes/a:0 missing-triggers", "notes/b:0 missing-triggers"]);
});

test("triggers that share more than half of their words with the page are named", () => {
  verifies("pages.lint-triggers");
  const triggers = (list: string) =>
    places({
      "notes/lamp": page(
        `type: pitfall\ntitle: The lamp stops in fog\nrecall_triggers: ${list}`,
        "Damp gets into the gears.\n\n霧で灯台のランプが止まる。\n",
      ),
    });
  expect(triggers("[beacon went dark, the lamp and ships]")).toEqual([]);
  expect(triggers("[beacon went dark, the lamp stops]")).toEqual(["notes/lamp:0 copied-triggers"]);
  expect(triggers("[灯台のランプ]")).toEqual(["notes/lamp:0 copied-triggers"]);
  expect(triggers("[明かりが消えた]")).toEqual([]);
  expect(triggers("[what is it]")).toEqual([]);
});

test("pages of tools without a source are named", () => {
  verifies("pages.lint-fields");
  const generated = "type: concept\ntitle: T\ngenerated: { by: pi-wiki/0.1.0 }";
  const found = (frontMatter: string, body = "") =>
    places({ "concepts/t": page(frontMatter, body) }, ["orphan", "broken-link"]);
  expect(found(generated)).toEqual(["concepts/t:0 no-source"]);
  expect(found(`${generated}\nsources: [SRC-2026-11-30-001]`)).toEqual([]);
  expect(found(`${generated}\norigin: session`)).toEqual([]);
  expect(found(generated, "As in [[SRC-2026-11-30-001]].")).toEqual([]);
  expect(found("type: concept\ntitle: T\ngenerated: { by: 'human:ada' }")).toEqual([]);
  expect(found("type: concept\ntitle: T")).toEqual([]);
  const pages = vault({ "concepts/t": page(generated) });
  const { findings } = lintPages(pages, { packets: [], now, origins: new Set(["concepts/t"]) });
  expect(findings.map(({ code }) => code)).toEqual(["orphan"]);
});

test("stale pages and unreadable times are named", () => {
  verifies("pages.lint-fields");
  const found = (lines: string) => places({ "concepts/t": page(`type: concept\ntitle: T\n${lines}`) });
  expect(found(`stale_after: ${now}`)).toEqual(["concepts/t:0 stale"]);
  expect(found("stale_after: 2026-11-30T13:00:00+01:00")).toEqual(["concepts/t:0 stale"]);
  expect(found("stale_after: 2026-11-30")).toEqual(["concepts/t:0 stale"]);
  expect(found("stale_after: 2026-12-01")).toEqual([]);
  expect(found("stale_after: 2026-01-01\nstatus: deprecated")).toEqual([]);
  expect(found("stale_after: next year\nvalid_from: 2026-02-31")).toEqual([
    "concepts/t:0 unreadable-time",
    "concepts/t:0 unreadable-time",
  ]);
});

test("missing titles, unknown types and what reading found are named", () => {
  verifies("pages.lint-fields");
  expect(
    places({
      "concepts/a": page("type: recipe\nstatus: foggy", "## No title\n"),
      "concepts/b": page("type: Concept\ntags: []", "# Titled\n"),
      "concepts/c": "---\ntitle: [\n---\n",
    }),
  ).toEqual([
    "concepts/a:0 missing-title",
    "concepts/a:0 unknown-type",
    "concepts/a:3 unknown-status",
    "concepts/c:0 missing-title",
    "concepts/c:0 missing-triggers",
    "concepts/c:2 front-matter-yaml",
  ]);
});

test("ids that one file system would take for the same are errors", () => {
  verifies("pages.lint-copies");
  const pages = ["wiki/notes/cafe\u0301.md", "wiki/notes/caf\u00E9.md", "wiki/notes/Lamp.md", "wiki/notes/lamp.md"].map(
    (path, index) => parsePage({ path, text: page(`type: concept\ntitle: T${index}`) }),
  );
  const { findings } = lintPages(pages, { packets: [], now });
  expect(findings.filter(({ code }) => code === "duplicate-id")).toHaveLength(4);
});

test("live pages of one title are named", () => {
  verifies("pages.lint-copies");
  expect(
    places({
      "concepts/a": page("type: concept\ntitle: The Lamp"),
      "concepts/b": page("type: concept\ntitle: 'the  lamp'"),
      "concepts/c": page("type: concept\ntitle: The Lamp\nstatus: deprecated"),
    }),
  ).toEqual(["concepts/a:0 duplicate-title", "concepts/b:0 duplicate-title"]);
});

test("pages that supersede each other are errors, a line of succession is none", () => {
  verifies("pages.lint-copies");
  const succession = (more: Readonly<Record<string, string>>) =>
    places(
      Object.fromEntries(
        Object.entries(more).map(([id, lines]) => [id, page(`type: concept\ntitle: ${id}\n${lines}`)]),
      ),
    );
  expect(
    succession({ "c/a": "supersedes: c/b", "c/b": "supersedes: c/c\nsuperseded_by: c/a", "c/c": "superseded_by: c/b" }),
  ).toEqual([]);
  expect(
    succession({
      "c/a": "supersedes: c/b",
      "c/b": "supersedes: c/c",
      "c/c": "supersedes: [c/a, c/old]",
      "c/new": "supersedes: c/a",
      "c/old": "",
    }),
  ).toEqual(["c/a:0", "c/b:0", "c/c:0"].map((place) => `${place} contradictory-supersedes`));
  expect(succession({ "c/a": "superseded_by: c/a" })).toEqual(["c/a:0 contradictory-supersedes"]);
  expect(succession({ "c/a": "supersedes: c/b\nsuperseded_by: c/b", "c/b": "" })).toHaveLength(2);
});

test("what two pages link to and nothing covers is a gap", () => {
  verifies("pages.lint-gaps");
  const texts = {
    "concepts/a": page("type: concept\ntitle: A", "[[concepts/otter]] [[Otter]] [[entities/fog]] [[seal]] `[[whale]]`"),
    "concepts/b": page("type: concept\ntitle: B", "[otter](/concepts/otter.md) [[whale]] [[entities/fog]]"),
    "notes/c": page("type: concept\ntitle: C", "[[Otter]] [[whale]]"),
    "concepts/fog": page("type: concept\ntitle: Fog"),
  };
  expect(lint(texts).gaps).toEqual([
    { topic: "Otter", mentioned_by: ["concepts/a", "concepts/b", "notes/c"] },
    { topic: "whale", mentioned_by: ["concepts/b", "notes/c"] },
  ]);
});

test("thousands of pages in one line of succession, and in one circle, are linted", () => {
  const chain = Array.from({ length: 3000 }, (_, index) =>
    parsePage({
      path: `wiki/c/p${index}.md`,
      text: page(`type: concept\ntitle: P${index}\nsupersedes: c/p${index + 1}`, "[[gone]]\n"),
    }),
  );
  const closed = [
    ...chain,
    parsePage({ path: "wiki/c/p3000.md", text: page("type: concept\ntitle: E\nsupersedes: c/p0") }),
  ];
  const circles = (pages: typeof chain) =>
    lintPages(pages, { packets: [], now }).findings.filter(({ code }) => code === "contradictory-supersedes").length;
  expect([circles(chain), circles(closed)]).toEqual([0, 3001]);
});
