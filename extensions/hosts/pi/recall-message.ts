/** The recall message in the transcript: one line, and the pages when it is opened. */

import type { ExtensionAPI, MessageRenderer } from "@mariozechner/pi-coding-agent";
import type { InjectedPage, Injection } from "../../core/recall/inject.ts";

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
  const facts = [layer === "personal" ? "📓 personal" : layer, ...labels, `score ${score.toFixed(1)}`];
  return `  [[${id}]] (${facts.join("; ")})`;
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

/** Titles may hold wide characters: each counts as two columns. */
const clip = (line: string, width: number): string => {
  let columns = 0;
  let kept = "";
  for (const char of line) {
    columns += (char.codePointAt(0) ?? 0) > 0x10ff ? 2 : 1;
    if (columns > width - 1) return `${kept}…`;
    kept += char;
  }
  return kept;
};

export const registerRecallMessage = (pi: ExtensionAPI): void => pi.registerMessageRenderer(recallMessageType, render);
