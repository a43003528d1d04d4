/** wiki_note: keep what was learned, as a draft. */

import { renderRemark } from "../core/finding.ts";
import { pageTypes } from "../core/pages/page.ts";
import { fence } from "../core/recall/fence.ts";
import { messageTag } from "../core/recall/render-hit.ts";
import type { ProposedNote } from "../core/trust/propose-note.ts";
import { asLine } from "../core/visible.ts";
import { layer, object, oneOf, optional, text, texts } from "./schema.ts";
import { defineTool } from "./tool.ts";

export const note = defineTool({
  name: "wiki_note",
  title: "Note",
  description:
    "Write down a durable finding (decision, pitfall, procedure …) as a draft page. Recall first: extend instead of repeating. Always give recall_triggers.",
  effect: "write",
  input: object({
    title: text("What the page says, in a few words"),
    type: oneOf(pageTypes, "Kind of page; general when nothing fits"),
    text: text("The page in Markdown, without front matter; link pages as [[folder/page]]"),
    recall_triggers: optional(
      texts(
        "3 to 6 phrases of 4–14 words that someone would type when they need this page, in words the page does not use: symptoms, everyday words, the task at hand",
        8,
      ),
    ),
    description: optional(text("One sentence")),
    tags: optional(texts("Subjects")),
    sources: optional(texts("What it rests on: packet ids (SRC-…), page ids, paths, addresses")),
    files: optional(texts("Code it is about: path or path#symbol")),
    supersedes: optional(texts("Ids of pages that it replaces")),
    task: optional(text("Task id, when it is only true inside that task")),
    valid_from: optional(text("ISO time from which it is true")),
    valid_until: optional(text("ISO time until which it is true")),
    layer: layer("Vault (default: the project's if there is one)"),
  }),
  run: async (input, { workspace }) => {
    const { recall_triggers: triggers, valid_from: validFrom, valid_until: validUntil, ...request } = input;
    const proposed = await workspace.note({
      ...request,
      ...(triggers === undefined ? {} : { triggers }),
      ...(validFrom === undefined ? {} : { validFrom }),
      ...(validUntil === undefined ? {} : { validUntil }),
    });
    return { text: renderProposal(input.title, proposed), data: proposed };
  },
});

const renderProposal = (title: string, proposed: ProposedNote): string => {
  if (proposed.duplicate_of !== undefined) {
    return `[[${proposed.duplicate_of}]] already says exactly this; nothing was written.\n${proposed.path}`;
  }
  return [
    `[unconfirmed] "${asLine(title)}" is saved as a draft: [[${proposed.id}]]`,
    proposed.path,
    ...renderSuperseded(proposed.superseded ?? []),
    ...renderCandidates(proposed),
    ...proposed.findings.map(renderRemark),
  ].join("\n");
};

const renderSuperseded = (superseded: NonNullable<ProposedNote["superseded"]>): readonly string[] => {
  const idsOf = (outcome: "closed" | "proposed"): string =>
    superseded.flatMap((one) => (one.outcome === outcome ? `[[${asLine(one.id)}]]` : [])).join(", ");
  const [closed, proposed] = [idsOf("closed"), idsOf("proposed")];
  return [
    ...(closed === "" ? [] : [`No longer valid: ${closed}.`]),
    ...superseded.flatMap(({ id, problem }) =>
      problem === undefined ? [] : [`[[${asLine(id)}]] could not be changed: ${asLine(problem)}`],
    ),
    ...(proposed === "" ? [] : [`Stays in force until a person confirms this note (/wiki review): ${proposed}.`]),
  ];
};

/** Titles of other pages are text of pages: they stand in a fence, and what to do about them before it. */
const renderCandidates = ({ candidates, conflicts = [] }: ProposedNote): readonly string[] => {
  if (candidates.length === 0) return [];
  const lines = candidates.map(
    ({ id, signal, title }) =>
      `${signal === "strong" ? "Probably the same matter" : "Perhaps related"}: [[${asLine(id)}]] "${asLine(title, longestTitle)}"`,
  );
  const advice =
    conflicts.length === 0
      ? "Read these pages; if one says the same, edit one and drop the other, or name it in supersedes."
      : "Read these pages. The note is in conflict with those of probably the same matter until a person decides: update one and drop the other, name it in supersedes, or keep both and say why.";
  return [advice, fence(messageTag, lines.join("\n"))];
};

const longestTitle = 200;
