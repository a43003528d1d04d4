/** blame: which change brought each line of a page, as far as it can be told. */

import type { BlamedLine } from "../../../core/ledger/blame.ts";
import type { BlameAnswer, HistoryEntry } from "../../../core/vault/read-history.ts";
import { shortHash } from "../../../core/vault/render-history.ts";
import { asLine, visible } from "../../../core/visible.ts";
import { layer } from "../option.ts";
import type { Paint } from "../paint.ts";
import { defineVerb } from "../verb.ts";

export const blame = defineVerb({
  name: "blame",
  summary: "Shows for each line of a page which change brought it: when, by whom, through which channel.",
  words: { placeholder: "PAGE", about: "The page's id.", isRequired: true, take: "one", areIds: true },
  options: { layer: layer("Look at one layer only.") },
  run: async ({ words: [page = ""], options: { layer: wanted } }, call) => {
    const history = await (await call.workspace()).history();
    const answer = await history.blame(page, wanted);
    const { id, path, layer: where, git, findings } = answer;
    return {
      data: { id, path, layer: where, git, lines: answer.lines.map(lineData), events: eventsOf(answer), findings },
      text: (paint) => blameText(answer, paint),
      warnings: findings,
    };
  },
});

const lineData = ({ text, by, others }: BlamedLine<HistoryEntry>, index: number) => ({
  line: index + 1,
  text,
  event: by?.hash ?? null,
  others,
});

/** Those that lines name. */
const eventsOf = ({ lines }: BlameAnswer): readonly HistoryEntry[] => [...new Set(lines.flatMap(({ by }) => by ?? []))];

const blameText = ({ id, path, layer: where, lines, git }: BlameAnswer, paint: Paint): string => {
  const sides = lines.map(sideText);
  const width = Math.max(0, ...sides.map((side) => side.length));
  const shown = lines.map(({ text }, index) =>
    `${paint.dim(`${(sides[index] ?? "").padEnd(width)} |`)} ${visible(text)}`.trimEnd(),
  );
  return [
    `${paint.good(asLine(id))} (${where})`,
    paint.dim(asLine(path)),
    ...shown,
    ...notesOn(lines, git).map(paint.dim),
  ].join("\n");
};

const longestName = 20;

const sideText = ({ by, others }: BlamedLine<HistoryEntry>): string => {
  const mark = others === 0 ? "" : " ~";
  if (by === undefined) return `changed outside${mark}`;
  const who = `${asLine(by.actor, longestName)} by ${asLine(by.channel, longestName)}`;
  return `${shortHash(by.hash ?? "")} ${asLine(by.timestamp, longestName).slice(0, 16)} ${who}${mark}`;
};

const notesOn = (lines: BlameAnswer["lines"], git: BlameAnswer["git"]): readonly string[] => {
  if (lines.every(({ others }) => others === 0)) return [];
  const reason = {
    read: "an earlier text of the page was never committed",
    none: "earlier texts of the page are kept nowhere: the vault is in no git repository",
    unreadable: "git could not be asked for earlier texts",
  }[git];
  return [`~ or an earlier change: ${reason}.`];
};
