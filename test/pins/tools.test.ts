/** What models are offered, word for word. A red test asks: is this change deliberate? Then note it in CHANGELOG.md. */

import { expect, test } from "vitest";
import { promptTexts } from "../../extensions/hosts/pi/prompt-text.ts";
import { allTools, usualTools } from "../../extensions/tools/all.ts";
import { verifies } from "../acceptance/verifies.ts";

const pinned = [
  {
    name: "wiki_recall",
    title: "Recall",
    description:
      "Find wiki pages about a question: decisions, pitfalls, procedures, captured sources. Use before deciding or repeating work. Returns the best passages with page ids and paths to read.",
    effect: "read",
    input: {
      type: "object",
      required: ["query"],
      properties: {
        query: {
          description: "What to look for, in your own words; names, errors and paths help",
          type: "string",
        },
        limit: {
          description: "Most pages (default 5)",
          minimum: 1,
          maximum: 20,
          type: "integer",
        },
        layer: {
          type: "string",
          enum: ["project", "personal"],
          description: "Search one vault only",
        },
        types: {
          description: "Page types to keep, such as decision or pitfall",
          maxItems: 20,
          type: "array",
          items: { type: "string" },
        },
        task: {
          description: "Task id whose own pages may be shown",
          type: "string",
        },
        include: {
          type: "array",
          items: {
            type: "string",
            enum: ["deprecated", "rejected", "shadow"],
          },
          description: "Withheld pages to show, labelled",
        },
        as_of: {
          description: "ISO time at which pages must be valid",
          type: "string",
        },
        known_at: {
          description: "ISO time whose beliefs are asked for: what the wiki held then",
          type: "string",
        },
      },
    },
  },
  {
    name: "wiki_capture",
    title: "Capture",
    description:
      "Keep a source unchanged in the wiki: a local file (Markdown, text, HTML, JSON, XML, PDF, DOCX), an http(s) address, or pasted text. Gives its packet id to cite and a draft page.",
    effect: "write",
    input: {
      type: "object",
      properties: {
        source: {
          description: "File path or http(s) address",
          type: "string",
        },
        text: {
          description: "The text itself, when there is no file or address",
          type: "string",
        },
        title: {
          description: "Title, when the source has no good one",
          type: "string",
        },
        layer: {
          type: "string",
          enum: ["project", "personal"],
          description: "Vault to keep it in (default: the project's if there is one)",
        },
      },
    },
  },
  {
    name: "wiki_note",
    title: "Note",
    description:
      "Write down a durable finding (decision, pitfall, procedure …) as a draft page, or change a page. Recall first: update instead of repeating. Always give recall_triggers.",
    effect: "write",
    input: {
      type: "object",
      properties: {
        action: {
          type: "string",
          enum: ["propose", "supersede", "update", "confirm", "reject", "retire"],
          description:
            "Default propose (title, type, text). Others take id: update (what is to change), confirm (evidence), reject what is wrong or retire what is over (reason)",
        },
        id: {
          description: "The page",
          type: "string",
        },
        title: {
          description: "What the page says, in a few words",
          type: "string",
        },
        type: {
          type: "string",
          enum: [
            "source",
            "entity",
            "concept",
            "synthesis",
            "analysis",
            "requirement",
            "case",
            "skill",
            "decision",
            "pitfall",
            "lesson",
            "architecture",
            "procedure",
            "workaround",
            "known_issue",
            "bug_fix",
            "general",
          ],
          description: "Kind of page; general when nothing fits",
        },
        text: {
          description: "The page in Markdown, without front matter; link pages as [[folder/page]]",
          type: "string",
        },
        recall_triggers: {
          description:
            "3 to 6 phrases of 4–14 words that someone would type when they need this page, in words the page does not use: symptoms, everyday words, the task at hand",
          maxItems: 8,
          type: "array",
          items: { type: "string" },
        },
        description: {
          description: "One sentence",
          type: "string",
        },
        tags: {
          description: "Subjects",
          maxItems: 20,
          type: "array",
          items: { type: "string" },
        },
        sources: {
          description: "What it rests on: packet ids (SRC-…), page ids, paths, addresses",
          maxItems: 20,
          type: "array",
          items: { type: "string" },
        },
        files: {
          description: "Code it is about: path or path#symbol",
          maxItems: 20,
          type: "array",
          items: { type: "string" },
        },
        supersedes: {
          description: "Ids of pages that it replaces",
          maxItems: 20,
          type: "array",
          items: { type: "string" },
        },
        evidence: {
          description: "What shows the draft is true",
          maxItems: 5,
          type: "array",
          items: {
            type: "object",
            properties: {
              file: {
                description: "One of the page's files",
                type: "string",
              },
              quote: {
                description: "20+ characters of the code it names there, verbatim",
                type: "string",
              },
              commit_ref: {
                description: "Commit that changed that code",
                type: "string",
              },
              test_ref: {
                description: "Run that tests it (run-…; confirm without evidence lists them)",
                type: "string",
              },
            },
          },
        },
        reason: {
          description: "Why",
          type: "string",
        },
        claim: {
          description: "What must not come back (default: first sentence and title)",
          type: "string",
        },
        quote: {
          description: "What the person typed against the page, verbatim; suspends it until they decide",
          type: "string",
        },
        task: {
          description: "Task id, when it is only true inside that task",
          type: "string",
        },
        valid_from: {
          description: "ISO time from which it is true",
          type: "string",
        },
        valid_until: {
          description: "ISO time until which it is true",
          type: "string",
        },
        layer: {
          type: "string",
          enum: ["project", "personal"],
          description: "Vault (default: the project's if there is one)",
        },
      },
    },
  },
  {
    name: "wiki_task",
    title: "Task",
    description:
      "Memory of the task at hand, kept across sessions, compaction and machines. Remember progress, decisions and dead ends as you go; search before redoing work; correct what proved wrong.",
    effect: "write",
    input: {
      type: "object",
      required: ["action"],
      properties: {
        action: {
          type: "string",
          enum: ["open", "list", "bind", "remember", "correct", "context", "search", "compact", "close"],
          description: "compact: once without text, then as it says",
        },
        task: {
          description: "Task id (default: this session's)",
          type: "string",
        },
        text: {
          description:
            "open: title; remember, correct: what to keep; search: query; list: all; close: abandoned, if given up",
          type: "string",
        },
        entry: {
          description: "correct: id of the entry that is wrong",
          type: "string",
        },
        aims: {
          description: "open: what is wanted",
          maxItems: 20,
          type: "array",
          items: { type: "string" },
        },
        checks: {
          description: "open: how to see that it is done",
          maxItems: 20,
          type: "array",
          items: { type: "string" },
        },
        captured_at: {
          description: "remember: ISO time when it happened, if not now",
          type: "string",
        },
      },
    },
  },
  {
    name: "wiki_feedback",
    title: "Feedback",
    description:
      "Say whether a wiki page that you relied on worked. Citing it as [[id]] in your answer says by itself that you did.",
    effect: "write",
    input: {
      type: "object",
      required: ["id"],
      properties: {
        id: { description: "Page id", type: "string" },
        outcome: {
          type: "string",
          enum: ["success", "failure"],
          description: "What came of it",
        },
        note: { description: "What went wrong", type: "string" },
      },
    },
  },
  {
    name: "wiki_check",
    title: "Check",
    description:
      "Look at the wiki's state: status (counts), lint (broken links, damaged pages, gaps) or verify (ledger and captured sources unchanged).",
    effect: "read",
    input: {
      type: "object",
      required: ["action"],
      properties: {
        action: {
          type: "string",
          enum: ["status", "lint", "verify"],
          description: "What to look at",
        },
      },
    },
  },
];

test("tools keep their names, words and schemas", () => {
  verifies("house.pins");
  const offered = usualTools.map(({ name, title, description, effect, input }) => ({
    name,
    title,
    description,
    effect,
    input: JSON.parse(JSON.stringify(input)),
  }));
  expect(offered).toEqual(pinned);
});

test("schemas are plain: types, enumerations and limits that every provider understands", () => {
  verifies("tools.frugal");
  const keywords = new Set<string>();
  const look = (schema: unknown): void => {
    if (typeof schema !== "object" || schema === null) return;
    for (const [key, value] of Object.entries(schema)) {
      keywords.add(key);
      if (key === "properties") Object.values(value).forEach(look);
      else if (key === "items") look(value);
    }
  };
  for (const { input } of allTools) look(JSON.parse(JSON.stringify(input)));
  const plain = [
    "additionalProperties",
    "description",
    "enum",
    "items",
    "maxItems",
    "maximum",
    "minimum",
    "properties",
    "required",
    "type",
  ];
  expect([...keywords].filter((keyword) => !plain.includes(keyword))).toEqual([]);
});

test("all tools that are offered unasked cost together at most 1,800 tokens of four characters, and are at most eight", () => {
  verifies("tools.frugal");
  const words = usualTools.map(({ name, description, input }) => {
    const text = promptTexts[name];
    return [name, description, JSON.stringify(input), text?.snippet ?? "", ...(text?.guidelines ?? [])].join("");
  });
  expect(words.join("").length / 4).toBeLessThanOrEqual(1_800);
  expect(usualTools.length).toBeLessThanOrEqual(8);
});

test("no tool can be asked for a person's trust, or to force what only a person may", () => {
  verifies("house.pins");
  const asked = allTools.flatMap(({ input }) => Object.keys(input.properties));
  expect(asked.filter((name) => /force|confirm|verif|status|approve|accept|trust/.test(name))).toEqual([]);
});
