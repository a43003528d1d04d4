/** note: write down what was learned, as a draft, or change a page. */

import { WikiError } from "../../../core/errors.ts";
import { noteTypes, pageTypes } from "../../../core/pages/page.ts";
import { present } from "../../../core/present.ts";
import type { ChangedPage } from "../../../core/trust/changes/changed-page.ts";
import type { ProposedNote } from "../../../core/trust/propose-note.ts";
import { asLine } from "../../../core/visible.ts";
import { layer, list, oneOf, text, texts, time, type ValuesOf } from "../option.ts";
import type { Paint } from "../paint.ts";
import { settled } from "../settled.ts";
import { argumentText } from "../stdin-text.ts";
import { type Answer, type Call, defineVerb } from "../verb.ts";

const options = {
  title: text("TITLE", "What the page says, in a few words; a new page needs one."),
  type: oneOf(pageTypes, `Such as ${noteTypes.join(", ")}; a new page needs one.`, "TYPE"),
  text: text("TEXT", "The page in Markdown; `-` reads it from standard input. Without it the title says all."),
  tags: list("TAG,TAG", "What it is about."),
  trigger: texts("PHRASE", "What someone would type who needs this page, in words that it does not use."),
  source: texts("SOURCE", "What it rests on: a packet or page id, an address, a path."),
  file: texts("PATH[#SYMBOL]", "Code that it is about; (new) behind what is planned."),
  supersedes: texts("ID", "A page that it replaces."),
  update: text("ID", "The page to change instead: a draft in its place, any other as a proposal for review."),
  task: text("ID", "The task inside which it is true."),
  "valid-from": time("From when it is true."),
  "valid-until": time("Until when it is true."),
  layer: layer("Vault to write to; the project's when there is one."),
};

type Given = ValuesOf<typeof options>;

export const note = defineVerb({
  name: "note",
  summary: "Writes down what was learned, as a draft page, or changes a page.",
  options,
  run: ({ options: given }, call) =>
    given.update === undefined ? propose(given, call) : update(given.update, given, call),
});

/** What a note says beside its title, type and text. */
const fieldsOf = (given: Given) => {
  const { tags, trigger: triggers, source: sources, file: files, supersedes } = given;
  const { task, "valid-from": validFrom, "valid-until": validUntil, layer: wanted } = given;
  return { tags, triggers, sources, files, supersedes, ...present({ task, validFrom, validUntil, layer: wanted }) };
};

const needed = <Value>(value: Value | undefined, option: string): Value => {
  if (value === undefined) throw new WikiError("usage", { problem: `${option} is missing.` });
  return value;
};

const propose = async (given: Given, call: Call): Promise<Answer> => {
  const title = needed(given.title, "--title TITLE");
  const type = needed(given.type, "--type TYPE");
  // A page of its heading alone, when there is no more to say.
  const body = given.text === undefined ? `# ${title}` : await argumentText(given.text, call);
  const workspace = await call.workspace();
  const proposed = await workspace.note({ ...fieldsOf(given), title, type, text: body });
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
};

const update = async (id: string, given: Given, call: Call): Promise<Answer> => {
  const body = given.text === undefined ? undefined : await argumentText(given.text, call);
  const { title, type } = given;
  const workspace = await call.workspace();
  const said = { ...fieldsOf(given), ...present({ title, type, text: body }) };
  const changed = await workspace.change({ action: "update", id, ...said });
  const findings = [...changed.findings, ...(changed.outcome === "changed" ? await settled(workspace) : [])];
  const { path, outcome, status, redactions } = changed;
  return {
    data: {
      id: changed.id,
      path,
      outcome,
      status,
      ...present({ redactions }),
      ...(findings.length === 0 ? {} : { findings }),
    },
    text: (paint) => [`${paint.good(asLine(changed.id))} ${updateText(changed)}`, paint.dim(path)].join("\n"),
    warnings: findings,
  };
};

const updateText = ({ outcome, proposed }: ChangedPage): string => {
  if (outcome === "changed") return "is changed, and stays a draft";
  if (outcome === "proposed") return "stays as it is; the new text waits for `pi-wiki review`";
  return proposed === undefined ? "already says exactly this; nothing was written" : "has this text waiting already";
};

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
