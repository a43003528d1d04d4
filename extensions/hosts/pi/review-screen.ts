/** The review on Pi's full screen, where there is one: an overlay over all of it, so that no row of a page is hidden. */

import type { ExtensionContext, Theme } from "@mariozechner/pi-coding-agent";
import type { ReviewLine } from "../../core/trust/review/render-review.ts";
import type { QueueItem } from "../../core/trust/review/review-queue.ts";
import { asLine, visible } from "../../core/visible.ts";
import type { Workspace } from "../../workspace.ts";
import { type EditedText, openReviewDesk, type ReviewDesk, type ReviewOutcome } from "../review-desk.ts";

export interface ScreenParts {
  /** Writes as the person at the keyboard. */
  readonly workspace: Workspace;
  readonly items: readonly QueueItem[];
}

/** Undefined where Pi shows no component: over RPC, in print mode, and in hosts that can't. */
export const reviewOnScreen = async (ctx: ExtensionContext, parts: ScreenParts): Promise<ReviewOutcome | undefined> => {
  if (!ctx.hasUI || typeof ctx.ui.custom !== "function") return undefined;
  const sitting = new Sitting(ctx, parts);
  while (await sitting.sit()) await sitting.edit();
  return await sitting.outcome;
};

interface AskedEdit {
  readonly text: EditedText;
  answer(text: string | undefined): void;
}

/** Pi's editor lies below an overlay: the overlay is left for it, and opened again with the same desk. */
class Sitting {
  readonly #ctx: ExtensionContext;
  readonly #parts: ScreenParts;
  #desk: ReviewDesk | undefined;
  #redraw: () => void = () => undefined;
  #leave: () => void = () => undefined;
  #asked: AskedEdit | undefined;

  constructor(ctx: ExtensionContext, parts: ScreenParts) {
    this.#ctx = ctx;
    this.#parts = parts;
  }

  /** Hosts without a screen answer at once, and never open a desk. */
  get outcome(): Promise<ReviewOutcome> | undefined {
    return this.#desk?.outcome;
  }

  /** True when an editor was asked for. */
  async sit(): Promise<boolean> {
    await this.#ctx.ui.custom<void>((tui, theme, _keys, done) => {
      let isLeft = false;
      this.#redraw = () => tui.requestRender();
      this.#leave = () => {
        isLeft = true;
        done();
      };
      const desk = this.#desk ?? this.#openDesk();
      return {
        render: (width) => desk.draw({ columns: width, rows: tui.terminal.rows }).map((line) => painted(line, theme)),
        handleInput: (data) => desk.type(data),
        invalidate: () => undefined,
        dispose: () => {
          if (!isLeft) desk.close();
        },
      };
    }, wholeScreen);
    return this.#asked !== undefined;
  }

  async edit(): Promise<void> {
    const asked = this.#asked;
    this.#asked = undefined;
    if (asked === undefined) return;
    const { title, text } = asked.text;
    asked.answer(await this.#ctx.ui.editor(asLine(title, 80), text));
  }

  #openDesk(): ReviewDesk {
    const desk = openReviewDesk({
      ...this.#parts,
      redraw: () => this.#redraw(),
      // What would command the terminal from Pi's editor is left to an editor of the person's own.
      mayEdit: (text) => typeof this.#ctx.ui.editor === "function" && visible(text) === text,
      edit: (text) =>
        new Promise((answer) => {
          this.#asked = { text, answer };
          this.#leave();
        }),
    });
    this.#desk = desk;
    const leave = (): void => this.#leave();
    desk.outcome.then(leave, leave);
    return desk;
  }
}

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
