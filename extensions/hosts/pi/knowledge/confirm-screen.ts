/** A text on Pi's full screen and a key that agrees to it: by somebody who had all of it before their eyes. */

import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import { clipLine, wrapLine } from "../../../core/columns.ts";
import { visible } from "../../../core/visible.ts";
import { readTyped } from "../../typed-keys.ts";

export interface Asked {
  readonly title: string;
  readonly text: string;
  /** The one key that agrees, and what it does. */
  readonly key: string;
  readonly does: string;
}

/** Undefined where Pi shows no component: over RPC, in print mode, and in hosts that can't. */
export const confirmOnScreen = async (ctx: ExtensionContext, asked: Asked): Promise<boolean | undefined> => {
  if (!ctx.hasUI || typeof ctx.ui.custom !== "function") return undefined;
  let agreed: boolean | undefined;
  // Hosts without a screen answer at once, and never call this.
  await ctx.ui.custom<void>((tui, theme, _keys, done) => {
    const screen = new ConfirmScreen(asked, (isAgreed) => {
      agreed = isAgreed;
      done();
    });
    return {
      render: (width) =>
        screen
          .draw(width, tui.terminal.rows)
          .map((text, at, all) => (at === 0 || at === all.length - 1 ? theme.fg("accent", text) : text)),
      handleInput: (data) => {
        screen.type(data);
        tui.requestRender();
      },
      invalidate: () => undefined,
      dispose: () => undefined,
    };
  }, wholeScreen);
  return agreed;
};

const wholeScreen = {
  overlay: true,
  overlayOptions: { anchor: "top-left", width: "100%", maxHeight: "100%", margin: 0 },
} as const;

class ConfirmScreen {
  readonly #asked: Asked;
  readonly #leave: (isAgreed: boolean) => void;
  readonly #typed = readTyped();
  #top = 0;
  /** The last line was drawn; the ones before it were, since the screen moves a line at a time. */
  #isRead = false;

  constructor(asked: Asked, leave: (isAgreed: boolean) => void) {
    this.#asked = asked;
    this.#leave = leave;
  }

  draw(columns: number, rows: number): readonly string[] {
    const body = Math.max(1, rows - 4);
    const lines = visible(this.#asked.text)
      .split("\n")
      .flatMap((line) => wrapLine(line, columns));
    this.#top = Math.max(0, Math.min(this.#top, lines.length - body));
    const shown = lines.slice(this.#top, this.#top + body);
    if (this.#top + body >= lines.length) this.#isRead = true;
    const { title, key, does } = this.#asked;
    const keys = this.#isRead ? `${key} ${does}  esc leave` : "down to read on  esc leave";
    return [title, "", ...shown, "", keys].map((line) => clipLine(line, columns));
  }

  type(data: string): void {
    for (const typed of this.#typed(data)) if ("key" in typed) this.#press(typed.key);
  }

  #press(key: string): void {
    if (key === "escape" || key === "ctrl+c" || key === "q") this.#leave(false);
    else if (key === this.#asked.key && this.#isRead) this.#leave(true);
    else if (key === "down" || key === "j") this.#top += 1;
    else if (key === "up" || key === "k") this.#top = Math.max(0, this.#top - 1);
  }
}
