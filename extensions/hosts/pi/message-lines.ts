/** How our messages look in the transcript: one line, and what they hold when they are opened. */

import type { MessageRenderer } from "@mariozechner/pi-coding-agent";
import { clipLine } from "../../core/columns.ts";

interface Lines<Details> {
  summary(details: Details): string;
  /** What is shown below it; the message's text when not given. */
  readonly opened?: (details: Details) => readonly string[];
}

/** Plain lines, so that nothing of the host is needed at run time. */
export const linesOf =
  <Details>({ summary, opened }: Lines<Details>): MessageRenderer<Details> =>
  ({ details, content }, { expanded }, theme) => {
    if (details === undefined) return undefined;
    const text = typeof content === "string" ? content : "";
    const below = expanded ? (opened?.(details) ?? text.split("\n")) : [];
    const lines = [summary(details), ...below.map((line) => `  ${line}`)];
    return {
      // A line that is wider than the screen would end Pi.
      render: (width) => lines.map((line) => theme.fg("dim", clipLine(line, width))),
      invalidate: () => undefined,
    };
  };
