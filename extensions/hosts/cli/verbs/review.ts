/** review: somebody at a terminal goes through what waits for them; `review --json` lists it. */

import { WikiError } from "../../../core/errors.ts";
import { listQueue, type ReviewLine } from "../../../core/trust/review/render-review.ts";
import type { QueueItem } from "../../../core/trust/review/review-queue.ts";
import type { Workspace } from "../../../workspace.ts";
import { lookAtCode } from "../../code-as-it-is.ts";
import { openReviewDesk, type ReviewOutcome } from "../../review-desk.ts";
import type { OpenEditor } from "../editor.ts";
import { layer } from "../option.ts";
import type { OpenScreen, Screen } from "../screen.ts";
import { settled } from "../settled.ts";
import { type Answer, defineVerb } from "../verb.ts";

export const review = defineVerb({
  name: "review",
  summary: "Goes through what waits for you, key by key. With --json only lists it.",
  person: (_words, isJson) => (isJson ? undefined : "terminal"),
  options: { layer: layer("Go through one layer only.") },
  run: async ({ options: { layer: wanted } }, call): Promise<Answer> => {
    const workspace = (await call.workspace()).as("terminal");
    await lookAtCode(workspace);
    const items = (await workspace.review.queue()).filter((item) => wanted === undefined || item.layer === wanted);
    const data = { items, total: items.length };
    if (call.isJson) return { data, text: () => listQueue(items).join("\n") };
    if (items.length === 0) return { data, text: () => "Nothing waits for review." };
    if (call.screen === undefined) {
      throw new WikiError("person_required", { verb: "review", command: "pi-wiki review" });
    }
    const { screen, editor, isColoured } = call;
    const { text, failed } = await reviewOn(screen, { workspace, items, editor, isColoured });
    return { data, text: () => text, exitCode: failed === 0 ? 0 : 4, warnings: await settled(workspace) };
  },
});

interface ScreenedReview {
  readonly workspace: Workspace;
  readonly items: readonly QueueItem[];
  readonly editor: OpenEditor | undefined;
  readonly isColoured: boolean;
}

const reviewOn = async (
  openScreen: OpenScreen,
  { workspace, items, editor, isColoured }: ScreenedReview,
): Promise<ReviewOutcome> => {
  let screen: Screen | undefined;
  const redraw = (): void => screen?.show(desk.draw(screen.size()).map((line) => painted(line, isColoured)));
  const open = (): void => {
    screen = openScreen({
      onInput: (data) => desk.type(data),
      onResize: () => redraw(),
      onGone: () => desk.close(),
    });
  };
  const close = (): void => {
    screen?.close();
    screen = undefined;
  };
  const desk = openReviewDesk({
    workspace,
    items,
    redraw,
    mayEdit: () => editor !== undefined,
    edit: async ({ text }) => {
      close();
      try {
        return await editor?.(text);
      } finally {
        open();
      }
    },
  });
  open();
  try {
    redraw();
    return await desk.outcome;
  } finally {
    close();
  }
};

const codes = { strong: 1, dim: 2, warn: 33, added: 32, dropped: 31 } as const;

const painted = ({ text, tone }: ReviewLine, isColoured: boolean): string =>
  tone === "plain" || !isColoured ? text : `\u001b[${codes[tone]}m${text}\u001b[0m`;
