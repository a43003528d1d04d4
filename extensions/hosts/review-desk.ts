/** Somebody at a screen going through the review queue: their keys, what they see, and their answers carried out. */

import { isWikiError } from "../core/errors.ts";
import {
  bodyHeight,
  isTooSmall,
  type ReviewLine,
  renderReview,
  reviewSummary,
  type ScreenSize,
  shownRows,
} from "../core/trust/review/render-review.ts";
import type { QueueItem } from "../core/trust/review/review-queue.ts";
import {
  advance,
  type ReviewAnswer,
  type ReviewEvent,
  type ReviewRun,
  startReview,
} from "../core/trust/review/review-run.ts";
import type { ShownItem } from "../core/trust/review/shown-item.ts";
import type { Workspace } from "../workspace.ts";
import { readTyped } from "./typed-keys.ts";

export interface ReviewOutcome {
  readonly text: string;
  /** How many answers could not be carried out. */
  readonly failed: number;
}

export interface ReviewDesk {
  /** Resolves when the person has left and their answers are carried out. */
  readonly outcome: Promise<ReviewOutcome>;
  /** Input of the terminal, as it comes. */
  type(data: string): void;
  /** What is to be on the screen now; what is drawn counts as seen. */
  draw(size: ScreenSize): readonly ReviewLine[];
  /** The screen has gone: the answer that is not carried out yet is dropped. */
  close(): void;
}

export interface ReviewDeskParts {
  /** Writes through the channel of this screen. */
  readonly workspace: Workspace;
  readonly items: readonly QueueItem[];
  redraw(): void;
  /** Whether an editor can open on a text. */
  mayEdit(text: string): boolean;
  /** What the person made of a text; nothing is drawn, and no key comes, until they have left the editor. */
  edit(text: EditedText): Promise<string | undefined>;
}

export interface EditedText {
  /** A title for whoever edits. */
  readonly title: string;
  readonly text: string;
}

export const openReviewDesk = (parts: ReviewDeskParts): ReviewDesk => new OpenDesk(parts);

/** A text is seen when it has been on the screen for this long: keys that were meant for the page before don't count. */
const leastLookMs = 250;

class OpenDesk implements ReviewDesk {
  readonly outcome: Promise<ReviewOutcome>;
  readonly #parts: ReviewDeskParts;
  readonly #typed = readTyped();
  readonly #items: QueueItem[];
  #settle: { readonly resolve: (outcome: ReviewOutcome) => void; readonly reject: (error: unknown) => void };
  #run: ReviewRun;
  #shown: ShownItem | undefined;
  #body: { readonly of: string; readonly columns: number; readonly rows: readonly ReviewLine[] };
  #size: ScreenSize = { columns: 80, rows: 24 };
  #top = 0;
  /** How many rows have been on the screen, without a gap, from the first. */
  #seen = 0;
  #look: NodeJS.Timeout | undefined;
  #isEditing = false;
  /** Reads and decisions, one after the other. */
  #work: Promise<void> = Promise.resolve();

  constructor(parts: ReviewDeskParts) {
    this.#parts = parts;
    this.#items = [...parts.items];
    this.#run = startReview(parts.items);
    this.#body = { of: "", columns: 0, rows: [] };
    this.#settle = { resolve: () => undefined, reject: () => undefined };
    this.outcome = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.#load();
  }

  type(data: string): void {
    for (const typed of this.#typed(data)) {
      if ("pasted" in typed) this.#apply({ type: "paste", text: typed.pasted });
      else this.#press(typed.key);
    }
  }

  draw(size: ScreenSize): readonly ReviewLine[] {
    this.#size = size;
    this.#layOut(size.columns);
    this.#scrollTo(this.#top);
    this.#noteSeen();
    const { rows: body } = this.#body;
    return renderReview({ ...size, run: this.#run, items: this.#items, shown: this.#shown, body, top: this.#top });
  }

  close(): void {
    this.#apply({ type: "key", key: "ctrl+c" });
  }

  #press(key: string): void {
    const isReading = this.#run.asking === undefined && this.#run.end === undefined;
    const rows = isReading ? scrollRows(key, bodyHeight(this.#size)) : undefined;
    if (rows !== undefined) {
      this.#scrollTo(this.#top + rows);
      this.#parts.redraw();
    } else if (isReading && key === "e" && this.#shown !== undefined) this.#edit(this.#shown);
    else this.#apply({ type: "key", key });
  }

  #edit(shown: ShownItem): void {
    const { at } = this.#run;
    if (!this.#parts.mayEdit(shown.editable)) {
      this.#apply({ type: "told", notice: "Edit the file named above in your editor; n and p read it anew." });
      return;
    }
    if (this.#isEditing) return;
    this.#isEditing = true;
    this.#then(async () => {
      const notice = await this.#keep(
        shown,
        at,
        await this.#parts.edit({ title: shown.item.title, text: shown.editable }),
      );
      this.#isEditing = false;
      this.#load();
      this.#apply({ type: "told", notice });
    });
  }

  /** What became of an edited text. */
  async #keep(shown: ShownItem, at: number, text: string | undefined): Promise<string> {
    // Not every editor gives back the last line's end.
    if (text === undefined || text.trimEnd() === shown.editable.trimEnd()) return "Nothing was changed.";
    try {
      this.#items[at] = await this.#parts.workspace.review.edit(shown.item, { text, mark: shown.mark });
      return "Your text is kept: look at it, then decide.";
    } catch (error) {
      if (!isWikiError(error)) throw error;
      return `Your text was not kept: ${error.message} ${error.hint}`;
    }
  }

  #apply(event: ReviewEvent): void {
    const before = this.#run;
    const { run, carryOut } = advance(before, event);
    this.#run = run;
    if (carryOut !== undefined) this.#carryOut(carryOut);
    if (run.end !== undefined && before.end === undefined) this.#finish();
    else if (run.at !== before.at) this.#load();
    this.#parts.redraw();
  }

  #then(work: () => Promise<void>): void {
    this.#work = this.#work.then(work);
    // Not what was refused, but a fault of ours: the host reports it.
    this.#work.catch((error: unknown) => this.#settle.reject(error));
  }

  #load(): void {
    const { at } = this.#run;
    this.#show(undefined);
    const item = this.#items[at];
    if (item === undefined) return;
    this.#then(async () => {
      if (this.#run.at !== at) return;
      const shown = await this.#parts.workspace.review.show(item);
      if (this.#run.at !== at) return;
      this.#show(shown);
      this.#apply({ type: "shown", at, hash: shown?.mark });
    });
  }

  #show(shown: ShownItem | undefined): void {
    clearTimeout(this.#look);
    this.#look = undefined;
    this.#shown = shown;
    this.#top = 0;
    this.#seen = 0;
  }

  #carryOut({ at, choice, reason, hash: mark }: ReviewAnswer): void {
    const item = this.#items[at];
    if (item === undefined) return;
    const { decision } = choice;
    this.#then(async () => {
      try {
        const answer = { decision, mark, ...(reason === undefined ? {} : { reason }) };
        await this.#parts.workspace.review.answer(item, answer);
      } catch (error) {
        if (!isWikiError(error)) throw error;
        this.#apply({ type: "failed", at, problem: `${error.message} ${error.hint}` });
        if (this.#run.at === at) this.#load();
      }
    });
  }

  #finish(): void {
    this.#show(undefined);
    this.#then(async () => {
      const text = reviewSummary(this.#run, this.#items).join("\n");
      this.#settle.resolve({ text, failed: this.#run.problems.size });
    });
  }

  /** Another width makes other rows: what was seen of them is not known. */
  #layOut(columns: number): void {
    const of = this.#shown?.mark ?? "";
    if (this.#body.of === of && this.#body.columns === columns) return;
    this.#body = { of, columns, rows: this.#shown === undefined ? [] : shownRows(this.#shown, columns) };
    this.#seen = 0;
  }

  #scrollTo(row: number): void {
    this.#top = Math.max(0, Math.min(row, this.#body.rows.length - bodyHeight(this.#size)));
  }

  #noteSeen(): void {
    const { hash, read, end } = this.#run;
    if (hash === undefined || end !== undefined || isTooSmall(this.#size)) return;
    if (this.#top <= this.#seen) this.#seen = Math.max(this.#seen, this.#top + bodyHeight(this.#size));
    if (this.#seen < this.#body.rows.length || read.has(hash)) return;
    this.#look ??= setTimeout(() => this.#apply({ type: "read", hash }), leastLookMs);
  }
}

/** How far a key scrolls, if it does. */
const scrollRows = (key: string, height: number): number | undefined => {
  switch (key) {
    case " ":
    case "pageDown":
      return height - 1;
    case "b":
    case "pageUp":
      return 1 - height;
    case "down":
    case "j":
      return 1;
    case "up":
    case "k":
      return -1;
    case "home":
      return Number.NEGATIVE_INFINITY;
    case "end":
      return Number.POSITIVE_INFINITY;
    default:
      return undefined;
  }
};
