/** The review on Pi's full screen, where there is one: an overlay over all of it, so that no row of a page is hidden. */

import type { ExtensionContext, Theme } from "@mariozechner/pi-coding-agent";
import type { ReviewLine } from "../../core/trust/review/render-review.ts";
import type { QueueItem } from "../../core/trust/review/review-queue.ts";
import type { Workspace } from "../../workspace.ts";
import { openReviewDesk, type ReviewOutcome } from "../review-desk.ts";

export interface ScreenParts {
  /** Writes as the person at the keyboard. */
  readonly workspace: Workspace;
  readonly items: readonly QueueItem[];
}

/** Undefined where Pi shows no component: over RPC, in print mode, and in hosts that can't. */
export const reviewOnScreen = async (
  ctx: ExtensionContext,
  { workspace, items }: ScreenParts,
): Promise<ReviewOutcome | undefined> => {
  if (!ctx.hasUI || typeof ctx.ui.custom !== "function") return undefined;
  let outcome: Promise<ReviewOutcome> | undefined;
  // Hosts without a screen answer at once, and never call this.
  await ctx.ui.custom<void>((tui, theme, _keys, done) => {
    const desk = openReviewDesk({ workspace, items, redraw: () => tui.requestRender() });
    outcome = desk.outcome;
    const leave = (): void => done();
    outcome.then(leave, leave);
    return {
      render: (width) => desk.draw({ columns: width, rows: tui.terminal.rows }).map((line) => painted(line, theme)),
      handleInput: (data) => desk.type(data),
      invalidate: () => undefined,
      dispose: () => desk.close(),
    };
  }, wholeScreen);
  return await outcome;
};

const wholeScreen = {
  overlay: true,
  overlayOptions: { anchor: "top-left", width: "100%", maxHeight: "100%", margin: 0 },
} as const;

const painted = ({ text, tone }: ReviewLine, theme: Theme): string => {
  switch (tone) {
    case "plain":
      return text;
    case "strong":
      return theme.fg("accent", text);
    case "dim":
      return theme.fg("dim", text);
    case "warn":
      return theme.fg("warning", text);
    case "added":
      return theme.fg("toolDiffAdded", text);
    case "dropped":
      return theme.fg("toolDiffRemoved", text);
  }
};
