/** An event of the log in words, the same for every host: each part on one line that nothing hides in. Pure. */

import type { JsonValue } from "../ledger/canonical.ts";
import { asLine } from "../visible.ts";
import type { HistoryEntry } from "./read-history.ts";

const longestValue = 80;
const longestDetails = 240;

/** A page's version by the first digits of its hash. */
export const shortHash = (hash: string): string =>
  asLine(hash.replace(/^sha256:/, ""), shortLength + 1).slice(0, shortLength);

const shortLength = 8;

/** `page_edited notes/lamp 1a2b3c4d → 5e6f7a8b` */
export const whatText = ({ kind, page, before, after }: HistoryEntry): string =>
  [asLine(kind, longestValue) || "event", ...(page === undefined ? [] : [asLine(page)]), changeText({ before, after })]
    .filter((part) => part !== "")
    .join(" ");

const changeText = ({ before, after }: Pick<HistoryEntry, "before" | "after">): string => {
  if (before === undefined && after === undefined) return "";
  if (before === undefined) return `new ${shortHash(after ?? "")}`;
  return `${shortHash(before)} → ${after === undefined ? "removed" : shortHash(after)}`;
};

/** `keeper by tool, from session s1, entry e2` */
export const whoText = ({ actor, channel, writer, origin, vouch }: HistoryEntry): string => {
  if (writer === undefined) return "a line of another tool, in no chain";
  const source = Object.entries(origin ?? {}).map(([key, value]) => `${asLine(key, longestValue)} ${valueText(value)}`);
  return [
    `${asLine(actor, longestValue) || "somebody"} by ${asLine(channel, longestValue) || "an unknown channel"}`,
    ...(source.length === 0 ? [] : [`from ${source.join(", ")}`]),
    ...(vouch === undefined ? [] : [vouchTexts[vouch]]),
  ].join(", ");
};

const vouchTexts = {
  verified: "verified",
  forged: "FORGED: not signed by this clone, whose name it bears",
  unverifiable: "not verifiable here",
} as const satisfies Readonly<Record<NonNullable<HistoryEntry["vouch"]>, string>>;

/** What else the event says, shortened; empty when that is all. */
export const detailsText = ({ details }: HistoryEntry): string =>
  asLine(
    Object.entries(details)
      .map(([key, value]) => `${key}: ${valueText(value)}`)
      .join(", "),
    longestDetails,
  );

const valueText = (value: JsonValue): string =>
  asLine(typeof value === "string" ? value : JSON.stringify(value), longestValue);
