/** The recall message in the transcript: one line, and the pages when it is opened. */

import type { ExtensionAPI } from "@mariozechner/pi-coding-agent";
import type { InjectedPage, Injection } from "../../core/recall/inject.ts";
import { asLine } from "../../core/visible.ts";
import { linesOf } from "./message-lines.ts";

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
  return `[[${asLine(id)}]] (${facts.join("; ")})`;
};

const render = linesOf<RecallDetails>({ summary, opened: ({ pages }) => pages.map(pageLine) });

export const registerRecallMessage = (pi: ExtensionAPI): void => pi.registerMessageRenderer(recallMessageType, render);
