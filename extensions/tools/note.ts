/** wiki_note: keep what was learned, as a draft, and put right what is there. */

import type { Static } from "@sinclair/typebox";
import { WikiError } from "../core/errors.ts";
import { renderRemark } from "../core/finding.ts";
import { pageTypes } from "../core/pages/page.ts";
import { present } from "../core/present.ts";
import { fence } from "../core/recall/fence.ts";
import { messageTag } from "../core/recall/render-hit.ts";
import type { ChangeRequest } from "../core/trust/changes/changed-page.ts";
import { renderChange } from "../core/trust/changes/render-change.ts";
import type { SaidWords } from "../core/trust/proposals.ts";
import type { NoteRequest, ProposedNote } from "../core/trust/propose-note.ts";
import type { CourseStep } from "../core/usage/course.ts";
import { asLine } from "../core/visible.ts";
import { layer, list, object, oneOf, optional, text, texts } from "./schema.ts";
import { defineTool, type ToolCall, type ToolOutput } from "./tool.ts";

const actions = ["propose", "supersede", "update", "confirm", "reject", "retire"] as const;

/** A trajectory is captured, never written. */
const writtenTypes = pageTypes.filter((type) => type !== "trajectory");

const input = object({
  action: optional(
    oneOf(
      actions,
      "Default propose (title, type, text). Others take id: update (what is to change), confirm (evidence), reject what is wrong or retire what is over (reason)",
    ),
  ),
  id: optional(text("The page")),
  title: optional(text("What the page says, in a few words")),
  type: optional(oneOf(writtenTypes, "Kind of page; general when nothing fits")),
  text: optional(text("The page in Markdown, without front matter; link pages as [[folder/page]]")),
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
  evidence: optional(
    list(
      object({
        file: optional(text("One of the page's files")),
        quote: optional(text("20+ characters of the code it names there, verbatim")),
        commit_ref: optional(text("Commit that changed that code")),
        test_ref: optional(text("Run that tests it (run-…; confirm without evidence lists them)")),
      }),
      "What shows the draft is true",
      5,
    ),
  ),
  reason: optional(text("Why")),
  claim: optional(text("What must not come back (default: first sentence and title)")),
  quote: optional(text("What the person typed against the page, verbatim; suspends it until they decide")),
  task: optional(text("Task id, when it is only true inside that task")),
  valid_from: optional(text("ISO time from which it is true")),
  valid_until: optional(text("ISO time until which it is true")),
  layer: layer("Vault (default: the project's if there is one)"),
});

type Input = Static<typeof input>;

export const note = defineTool({
  name: "wiki_note",
  title: "Note",
  description:
    "Write down a durable finding (decision, pitfall, procedure …) as a draft page, or change a page. Recall first: update instead of repeating. Always give recall_triggers.",
  effect: "write",
  input,
  run: async (given, call) => {
    const { action = "propose" } = given;
    return action === "propose" || action === "supersede"
      ? await propose(action, given, call)
      : await change(action, given, call);
  },
});

const propose = async (action: "propose" | "supersede", given: Input, { workspace }: ToolCall): Promise<ToolOutput> => {
  const { title = "", text: body = "", type } = given;
  if (type === undefined) throw missing("type", action);
  const replaced = [...(given.id === undefined ? [] : [given.id]), ...(given.supersedes ?? [])];
  if (action === "supersede" && replaced.length === 0) throw missing("supersedes", action);
  const proposed = await workspace.note({
    ...fieldsOf(given),
    ...present({ layer: given.layer }),
    title,
    type,
    text: body,
    ...(action === "supersede" ? { supersedes: replaced } : {}),
  });
  return { text: renderProposal(title, proposed), data: proposed };
};

const change = async (
  action: ChangeRequest["action"],
  given: Input,
  { workspace, said, steps }: ToolCall,
): Promise<ToolOutput> => {
  const request = changeOf(action, given, { said: said?.(), steps: action === "confirm" ? steps?.() : undefined });
  const changed = await workspace.change({ ...request, ...present({ layer: given.layer }) });
  return { text: renderChange(changed), data: changed };
};

const changeOf = (
  action: ChangeRequest["action"],
  given: Input,
  {
    said,
    steps,
  }: { readonly said: readonly SaidWords[] | undefined; readonly steps: readonly CourseStep[] | undefined },
): ChangeRequest => {
  const { id, title, type, text: body, evidence = [], reason = "", claim, quote } = given;
  if (id === undefined) throw missing("id", action);
  switch (action) {
    case "update":
      return { action, id, ...fieldsOf(given), ...present({ title, type, text: body }) };
    case "confirm":
      return { action, id, evidence: evidence.map((piece) => present(piece)), ...present({ steps }) };
    case "reject":
    case "retire":
      return { action, id, reason, ...present({ claim, quote, said }) };
  }
};

/** What a note says beside its title, type and text. */
const fieldsOf = (given: Input): Partial<NoteRequest> => {
  const { description, tags, sources, files, supersedes, task } = given;
  const { recall_triggers: triggers, valid_from: validFrom, valid_until: validUntil } = given;
  return present({ description, tags, triggers, sources, files, supersedes, task, validFrom, validUntil });
};

const missing = (what: string, action: string): WikiError =>
  new WikiError("invalid_input", { what, problem: `is asked for by ${action}` });

const renderProposal = (title: string, proposed: ProposedNote): string => {
  if (proposed.duplicate_of !== undefined) {
    return `[[${proposed.duplicate_of}]] already says exactly this; nothing was written.\n${proposed.path}`;
  }
  return [
    `[unconfirmed] "${asLine(title)}" is saved as a draft: [[${proposed.id}]]. Ask the person for /wiki review.`,
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
