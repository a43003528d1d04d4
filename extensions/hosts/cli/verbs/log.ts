/** log: who changed what, when, and through which channel. */

import { eventKinds } from "../../../core/ledger/event.ts";
import { present } from "../../../core/present.ts";
import type { HistoryEntry, LogAnswer } from "../../../core/vault/read-history.ts";
import { detailsText, whatText, whoText } from "../../../core/vault/render-history.ts";
import { asLine } from "../../../core/visible.ts";
import { integer, layer, text } from "../option.ts";
import type { Paint } from "../paint.ts";
import { suggestion } from "../suggestion.ts";
import { defineVerb } from "../verb.ts";

export const log = defineVerb({
  name: "log",
  summary: "Shows who changed what, newest first: when, through which channel, from which source.",
  options: {
    page: text("ID", "Only what concerns this page or source."),
    kind: text("KIND", "Only events of this kind, such as page_edited."),
    limit: integer("N", { minimum: 1, maximum: 100_000, about: "Most events; 20 when not given." }),
    layer: layer("Look at one layer only."),
  },
  run: async ({ options: { page, kind, limit, layer: wanted } }, call) => {
    const history = await (await call.workspace()).history();
    const answer = history.log(present({ page, kind, limit, layer: wanted }));
    const { events, total, findings } = answer;
    return {
      data: { events, total, findings },
      text: (paint) => logText(answer, { kind, paint }),
      warnings: findings,
    };
  },
});

const logText = (
  { events, total }: LogAnswer,
  { kind, paint }: { readonly kind: string | undefined; readonly paint: Paint },
): string => {
  if (events.length === 0) {
    const meant = kind === undefined ? undefined : suggestion(kind, eventKinds);
    return ["No event is recorded of this.", ...(meant === undefined ? [] : [meant])].join(" ");
  }
  const rest = total - events.length;
  const more = rest === 0 ? [] : [paint.dim(`${rest} older; --limit N shows more.`)];
  return [...events.map((event) => eventText(event, paint)), ...more].join("\n");
};

const eventText = (event: HistoryEntry, paint: Paint): string => {
  const details = detailsText(event);
  const mark = event.vouch === "forged" ? paint.bad : paint.dim;
  return [
    `${paint.dim(asLine(event.timestamp))} ${paint.strong(whatText(event))} (${event.layer})`,
    mark(`  ${whoText(event)}`),
    ...(details === "" ? [] : [paint.dim(`  ${details}`)]),
  ].join("\n");
};
