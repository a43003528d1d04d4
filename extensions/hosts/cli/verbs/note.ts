/** note: write down what was learned, as a draft. */

import { noteTypes, pageTypes } from "../../../core/pages/page.ts";
import { present } from "../../../core/present.ts";
import type { ProposedNote } from "../../../core/trust/propose-note.ts";
import { asLine } from "../../../core/visible.ts";
import { layer, list, requiredOneOf, requiredText, text, texts, time } from "../option.ts";
import type { Paint } from "../paint.ts";
import { settled } from "../settled.ts";
import { argumentText } from "../stdin-text.ts";
import { defineVerb } from "../verb.ts";

export const note = defineVerb({
  name: "note",
  summary: "Writes down what was learned, as a draft page.",
  options: {
    title: requiredText("TITLE", "What the page says, in a few words."),
    type: requiredOneOf(pageTypes, `Such as ${noteTypes.join(", ")}.`, "TYPE"),
    text: text("TEXT", "The page in Markdown; `-` reads it from standard input. Without it the title says all."),
    tags: list("TAG,TAG", "What it is about."),
    trigger: texts("PHRASE", "What someone would type who needs this page, in words that it does not use."),
    source: texts("SOURCE", "What it rests on: a packet or page id, an address, a path."),
    supersedes: texts("ID", "A page that it replaces."),
    task: text("ID", "The task inside which it is true."),
    "valid-from": time("From when it is true."),
    "valid-until": time("Until when it is true."),
    layer: layer("Vault to write to; the project's when there is one."),
  },
  run: async ({ options }, call) => {
    const { title, type, tags, trigger: triggers, source: sources, supersedes } = options;
    // A page of its heading alone, when there is no more to say.
    const body = options.text === undefined ? `# ${title}` : await argumentText(options.text, call);
    const { task, "valid-from": validFrom, "valid-until": validUntil, layer: wanted } = options;
    const workspace = await call.workspace();
    const proposed = await workspace.note({
      title,
      type,
      text: body,
      tags,
      triggers,
      sources,
      supersedes,
      ...present({ task, validFrom, validUntil, layer: wanted }),
    });
    const isNew = proposed.duplicate_of === undefined;
    const findings = [...proposed.findings, ...(isNew ? await settled(workspace) : [])];
    const { id, path, status, candidates, conflicts, superseded, duplicate_of, redactions } = proposed;
    return {
      data: {
        id,
        path,
        status,
        candidates,
        ...present({ conflicts, superseded, duplicate_of, redactions }),
        ...(findings.length === 0 ? {} : { findings }),
      },
      text: (paint) => noteText(proposed, { title, paint }),
      warnings: findings,
    };
  },
});

const noteText = (
  { id, path, candidates, conflicts = [], superseded = [], duplicate_of }: ProposedNote,
  { title, paint }: { readonly title: string; readonly paint: Paint },
): string => {
  if (duplicate_of !== undefined)
    return `${paint.good(id)} already says exactly this; nothing was written.\n${paint.dim(path)}`;
  const similar = candidates.map(
    ({ id: other, title: name, signal }) =>
      `  ${signal === "strong" ? "probably the same matter" : "perhaps related"}: ${asLine(other)} (${asLine(name)})`,
  );
  return [
    `${paint.good("Draft")} ${paint.strong(asLine(title))}`,
    `${paint.good(id)}`,
    paint.dim(path),
    ...superseded.map(({ id: other, outcome }) => `  ${outcomeTexts[outcome]}: ${asLine(other)}`),
    ...similar,
    ...(conflicts.length === 0 ? [] : [paint.warn(conflictAdvice)]),
  ].join("\n");
};

const outcomeTexts = {
  closed: "no longer valid",
  proposed: "stays in force until you confirm the note",
  nothing: "replaced already",
  absent: "not found",
  failed: "could not be changed",
} as const;

const conflictAdvice =
  "  Pages about the same matter conflict until you decide: update one and drop the other, supersede it, or keep both.";
