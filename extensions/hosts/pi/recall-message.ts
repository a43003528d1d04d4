/** The recall message in the transcript: one line, and the pages when it is opened. */

import type { ExtensionAPI, MessageRenderer } from "@mariozechner/pi-coding-agent";
import { clipLine } from "../../core/columns.ts";
import type { InjectedPage, Injection } from "../../core/recall/inject.ts";
import { asLine } from "../../core/visible.ts";

export const recallMessageType = "wiki-recall";

export interface RecallDetails {
  readonly pages: readonly InjectedPage[];
  readonly tokens: number;
  readonly elapsed_ms: number;
}

export const recallMessage = (injection: Injection & { readonly message: string }) => ({
  customType: recallMessageType,
  content: injection.message,
  display: true,
  details: {
    pages: injection.pages,
    tokens: injection.tokens,
    elapsed_ms: injection.elapsed_ms,
  } satisfies RecallDetails,
});

const summary = ({ pages, tokens }: RecallDetails): string =>
  `wiki: ${pages.length} ${pages.length === 1 ? "page" : "pages"}, ${tokens} tokens`;

const pageLine = ({ id, layer, labels, score }: InjectedPage): string => {
  const facts = [
    layer === "personal" ? "📓 personal" : layer,
    ...labels.map((label) => asLine(label)),
    `score ${score.toFixed(1)}`,
  ];
  return `  [[${asLine(id)}]] (${facts.join("; ")})`;
};

/** Plain lines, so that nothing of the host is needed at run time. */
const render: MessageRenderer<RecallDetails> = (message, { expanded }, theme) => {
  const details = message.details;
  if (details === undefined) return undefined;
  const lines = expanded ? [summary(details), ...details.pages.map(pageLine)] : [summary(details)];
  return {
    // A line that is wider than the screen would end Pi.
    render: (width) => lines.map((line) => theme.fg("dim", clipLine(line, width))),
    invalidate: () => undefined,
  };
};

export const registerRecallMessage = (pi: ExtensionAPI): void => pi.registerMessageRenderer(recallMessageType, render);
