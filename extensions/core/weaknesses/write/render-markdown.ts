/** The bodies of what we write into a weakness wiki: text that stays the text it is, and no structure. Pure. */

import type { Metric, RejectionReason, Related, Remark, TaskDelta } from "../weakness.ts";
import { linkTo, renderBlock } from "./render-front-matter.ts";

/** One line, whatever it was. */
export const oneLine = (text: string): string => text.replace(/[\s\u0085\u2028\u2029]+/g, " ").trim();

/** Lines that would begin a heading, a rule, a fence or HTML are marked as text. */
const paragraphs = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .trim()
    .replace(/^([ \t]*)(?=#{1,6}(?:[ \t]|$)|=+[ \t]*$|-{2,}[ \t]*$|`{3}|~{3}|<)/gm, "$1\\");

export const remarkLine = ({ of, note }: Remark): string =>
  `- ${oneLine(of)}${note.trim() === "" ? "" : ` — ${oneLine(note)}`}`;

export const relatedLine = ({ slug, why }: Related): string =>
  `- ${linkTo(slug)}${why === undefined ? "" : ` — ${oneLine(why)}`}`;

export interface WeaknessBody {
  readonly title: string;
  readonly whatFails: string;
  readonly tasks: readonly Remark[];
  readonly references: readonly Remark[];
  readonly related: readonly Related[];
}

export const rejectionsTitle = "Rejected Store Memory (RSM)";

export const renderWeaknessBody = ({ title, whatFails, tasks, references, related }: WeaknessBody): string => {
  const section = (heading: string, lines: readonly string[]): string =>
    [`## ${heading}`, ...(lines.length === 0 ? [] : [lines.join("\n")])].join("\n\n");
  return `${[
    `# ${oneLine(title)}`,
    section("What fails", whatFails.trim() === "" ? [] : [paragraphs(whatFails)]),
    section("Tasks (found on)", tasks.map(remarkLine)),
    section(
      "References",
      references.map(({ of, note }) => remarkLine({ of: `\`${oneLine(of)}\``, note })),
    ),
    section("Related", related.map(relatedLine)),
    section(rejectionsTitle, []),
  ].join("\n\n")}\n`;
};

export interface RejectionText {
  readonly iteration: string;
  readonly direction: string;
  readonly thesis: string;
  readonly change: string;
  readonly metrics: readonly Pick<Metric, "name" | "value">[];
  readonly why: RejectionReason;
}

export const renderRejection = ({ iteration, direction, thesis, change, metrics, why }: RejectionText): string =>
  [
    `### ${iteration} · ${direction}`,
    `- **Thesis**: ${oneLine(thesis)}`,
    `- **Change**: ${oneLine(change)}`,
    `- **Metrics (weakness tasks)**: ${metrics.map(({ name, value }) => `${name} ${value}`).join(", ")}`,
    `- **Why rejected**: ${why}`,
  ].join("\n");

export interface Card {
  readonly slug: string;
  readonly iteration: string;
  readonly outcome: "pending" | "kept";
  /** What the outcome rests on. */
  readonly gate: "ledger" | "person" | undefined;
  readonly timestamp: string;
  readonly metrics: readonly Metric[];
  readonly newRecord: boolean;
  readonly title: string;
  readonly thesis: string;
  readonly changes: readonly Remark[];
  readonly deltas: readonly TaskDelta[];
}

export const renderCard = (card: Card): string => {
  const { slug, metrics } = card;
  const primary = metrics.find((metric) => metric.primary);
  const others = metrics.filter((metric) => metric !== primary);
  const block = renderBlock([
    ["weakness", linkTo(slug)],
    ["iteration", card.iteration],
    ["outcome", card.outcome],
    ["gate", card.gate],
    ["timestamp", card.timestamp],
    ["primary_metric", primary && { name: primary.name, value: primary.value, direction: primary.direction }],
    [
      "secondary_metrics",
      others.length === 0 ? undefined : others.map(({ name, value, direction }) => ({ name, value, direction })),
    ],
    ["new_record", card.newRecord],
  ]);
  const changes = card.changes.map(({ of, note }) => remarkLine({ of: `\`${oneLine(of)}\``, note }));
  return [
    block,
    `# ${oneLine(card.title)}\n`,
    `## Thesis\n\n${oneLine(card.thesis)}\n`,
    `## Change list\n${changes.length === 0 ? "" : `\n${changes.join("\n")}\n`}`,
    `## Per-task metric delta (weakness tasks)\n\n${deltaTable(card.deltas)}\n`,
    `See also ${linkTo(slug)}.\n`,
  ].join("\n");
};

const deltaTable = (deltas: readonly TaskDelta[]): string =>
  [
    "| task | before | after | Δ |",
    "|---|---|---|---|",
    ...deltas.map(({ task, before, after, delta }) => `| ${[task, before, after, delta].map(cell).join(" | ")} |`),
  ].join("\n");

const cell = (text: string): string => oneLine(text).replaceAll("|", "\\|");

/** `+1.0` for 0.0 and 1.0, with as many decimals as they have; nothing where one is no number. */
export const deltaOf = (before: string, after: string): string => {
  const [from, to] = [Number(before), Number(after)];
  if (before.trim() === "" || after.trim() === "" || !Number.isFinite(from) || !Number.isFinite(to)) return "";
  const decimals = Math.min(6, Math.max(...[before, after].map((text) => (text.split(".")[1] ?? "").length)));
  const delta = (to - from).toFixed(decimals);
  return to > from ? `+${delta}` : delta;
};
