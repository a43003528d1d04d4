/** The recall message in the transcript: one line, and the pages when it is opened. */

import type { ExtensionAPI, MessageRenderer } from "@mariozechner/pi-coding-agent";
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
    render: (width) => lines.map((line) => theme.fg("dim", clip(line, width))),
    invalidate: () => undefined,
  };
};

/** A line that is wider than the screen would end Pi. */
const clip = (line: string, width: number): string => {
  if (columnsOf(line) <= width) return line;
  let kept = "";
  for (const char of line) {
    if (columnsOf(kept) + columnsOf(char) > width - 1) break;
    kept += char;
  }
  return `${kept}…`;
};

/** Names may hold wide characters: each counts as two columns. */
const columnsOf = (text: string): number =>
  [...text].reduce((sum, char) => sum + ((char.codePointAt(0) ?? 0) > 0x10ff ? 2 : 1), 0);

export const registerRecallMessage = (pi: ExtensionAPI): void => pi.registerMessageRenderer(recallMessageType, render);
