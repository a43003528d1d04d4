/** Renders the ledger for people: `meta/log.md`, and `wiki/log.md` of an OKF vault. Pure. */

import { derivedMark } from "./derived-mark.ts";
import type { LoggedEvent } from "./logged-event.ts";
import { memoised } from "./memoised.ts";

const oneLine = (text: string): string => text.replace(/\s+/g, " ");

export const renderActivityLog = (events: readonly LoggedEvent[]): string => {
  const intro = "# Activity Log\n\n> Derived from meta/events.jsonl; edits are overwritten.\n";
  return [intro, ...(events.length > 0 ? events.map(logEntry) : ["_No events recorded yet._\n"])].join("\n");
};

const logEntry = memoised((event: LoggedEvent): string => {
  const details = detailsOf(event);
  return `## [${oneLine(event.timestamp) || "unknown"}] ${oneLine(event.kind) || "event"}\n${details && `- ${details}\n`}`;
});

const detailsOf = ({ details, actor, channel }: LoggedEvent): string =>
  Object.entries({ ...details, actor, channel })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
    .join(", ");

const updateTitle = "# Wiki Update Log";

/** Newest day first, and newest first within a day. */
export const renderUpdateLog = (events: readonly LoggedEvent[]): string => {
  const days = new Map<string, string[]>();
  for (const event of [...events].reverse()) {
    const day = /^\d{4}-\d{2}-\d{2}/.exec(event.timestamp)?.[0];
    if (day === undefined) continue;
    const lines = days.get(day);
    if (lines) lines.push(updateLine(event));
    else days.set(day, [updateLine(event)]);
  }
  const sections = [...days]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([day, lines]) => `## ${day}\n\n${lines.join("\n")}\n`);
  return [`${updateTitle}\n`, ...sections, `${derivedMark}\n`].join("\n");
};

const updateLine = memoised(
  (event: LoggedEvent): string => `* **${oneLine(event.kind)}**: ${detailsOf(event) || "no details"}`,
);

/** True for an update log that nobody wrote by hand: with our mark, or of pi-llm-wiki's form with JSON in each line. */
export const isGeneratedLog = (text: string): boolean => {
  if (text.includes(derivedMark)) return true;
  const [title, ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const isFormal = (line: string): boolean =>
    /^## \d{4}-\d{2}-\d{2}$/.test(line) || /^- \*\*[^*]+\*\*: \{.*\}$/.test(line);
  return title === updateTitle && lines.every(isFormal);
};
