/** recall: the pages that bear on a question. */

import { present } from "../../../core/present.ts";
import type { RecallAnswer, RecallHit } from "../../../core/recall/recall.ts";
import { asLine, visible } from "../../../core/visible.ts";
import { flag, integer, layer, list, refused, someOf, text, time } from "../option.ts";
import type { Paint } from "../paint.ts";
import { argumentText } from "../stdin-text.ts";
import { defineVerb } from "../verb.ts";

const nearTitles = 5;

export const recall = defineVerb({
  name: "recall",
  summary: "Finds the pages that bear on a question.",
  words: {
    placeholder: "QUERY",
    about: "What to look for, in your own words; `-` reads it from standard input.",
    isRequired: true,
    take: "joined",
  },
  options: {
    limit: integer("N", { minimum: 1, maximum: 20, about: "Most pages, 1 to 20; 5 when not given." }),
    types: list("TYPE,TYPE", "Only pages of these types."),
    task: text("ID", "A task whose own pages may be shown."),
    include: someOf(["deprecated", "rejected", "shadow"], "Withheld pages to show all the same, labelled."),
    "as-of": time("When the pages must be valid; the time of --known-at, or now, when not given."),
    "known-at": time("When it is to have been believed: statuses as they were then, without what came later."),
    layer: layer("Search one layer only."),
    explain: flag("Show the parts of each score."),
  },
  run: async ({ words: [given = ""], options }, call) => {
    const query = await argumentText(given, call);
    if (query.trim() === "") throw refused("QUERY", "it is empty");
    const { limit, types, task, include, "as-of": asOf, "known-at": knownAt, layer: wanted, explain } = options;
    const workspace = await call.workspace();
    const answer = await workspace.recall({
      query,
      types,
      include,
      explain,
      ...present({ limit, task, asOf, knownAt, layer: wanted }),
    });
    const near = answer.hits.length === 0 ? await workspace.near(query, "suggest", nearTitles) : [];
    const { excluded, total, elapsed_ms } = answer;
    return {
      data: { hits: answer.hits.map(hitData), excluded, total, elapsed_ms },
      text: (paint) => answerText(answer, { near, paint }),
    };
  },
});

const hitData = (hit: RecallHit) => {
  const { id, path, layer: where, title, type, status, tier, labels, score, excerpt, sources, parts } = hit;
  const known = { id, path, layer: where, title, type, status, tier, labels, score, excerpt, sources };
  return parts === undefined ? known : { ...known, parts };
};

const answerText = (
  answer: RecallAnswer,
  { near, paint }: { readonly near: readonly string[]; readonly paint: Paint },
): string => {
  if (answer.hits.length === 0) {
    const similar = near.length === 0 ? [] : [`Pages with similar titles: ${near.map((id) => asLine(id)).join(", ")}`];
    return ["No page matches.", ...similar, ...footnotes(answer)].join("\n");
  }
  const notes = footnotes(answer).map(paint.dim);
  return [...answer.hits.map((hit) => hitText(hit, paint)), ...(notes.length === 0 ? [] : [notes.join("\n")])].join(
    "\n\n",
  );
};

const hitText = (hit: RecallHit, paint: Paint): string => {
  const about = [hit.layer, asLine(hit.type), ...(hit.date === undefined ? [] : [hit.date.slice(0, 10)])].join(", ");
  const labels = hit.labels.map((label) => ` ${paint.warn(`[${asLine(label)}]`)}`).join("");
  const score =
    hit.parts &&
    `score ${hit.score}: ${Object.entries(hit.parts)
      .map(([name, value]) => `${name} ${figure(value)}`)
      .join(", ")}`;
  return [
    `${paint.strong(asLine(hit.title))}${labels}`,
    `${paint.good(asLine(hit.id))} ${paint.dim(`(${about})`)}`,
    paint.dim(asLine(hit.path)),
    ...(score === undefined ? [] : [paint.dim(score)]),
    ...(hit.sources.length === 0 ? [] : [paint.dim(`from ${hit.sources.map((source) => asLine(source)).join(", ")}`)]),
    ...visible(hit.excerpt)
      .split("\n")
      .map((line) => `  ${line}`),
  ].join("\n");
};

const figure = (value: number | boolean): string =>
  typeof value === "number" ? String(Math.round(value * 1000) / 1000) : String(value);

const footnotes = ({ corrected, excluded }: RecallAnswer): readonly string[] => {
  const counts = new Map<string, number>();
  for (const { reason } of excluded) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const left = [...counts].map(([reason, count]) => `${count} ${reason}`).join(", ");
  return [
    ...(corrected.length === 0 ? [] : [`Read as: ${corrected.map(({ from, to }) => `${from} → ${to}`).join(", ")}`]),
    ...(left === "" ? [] : [`Left out: ${left}`]),
  ];
};
