/** The tasks on Pi's full screen: a list to move in, one task to read, and a key that takes it up. */

import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import { clipLine, wrapLine } from "../../core/columns.ts";
import type { TaskRow, Tasks } from "../../core/tasks/tasks.ts";
import { asLine } from "../../core/visible.ts";
import { readTyped } from "../typed-keys.ts";
import { problemOf } from "./session.ts";

export interface TaskScreenParts {
  readonly tasks: readonly TaskRow[];
  /** Asked for the context of the task that is read. */
  readonly open: Pick<Tasks, "context">;
}

export type TaskChoice = { readonly switched: string } | { readonly left: true };

/** Undefined where Pi shows no component: over RPC, in print mode, and in hosts that can't. */
export const taskOnScreen = async (ctx: ExtensionContext, parts: TaskScreenParts): Promise<TaskChoice | undefined> => {
  if (!ctx.hasUI || typeof ctx.ui.custom !== "function") return undefined;
  let choice: TaskChoice | undefined;
  // Hosts without a screen answer at once, and never call this.
  await ctx.ui.custom<void>((tui, theme, _keys, done) => {
    const screen = new TaskScreen(parts, {
      redraw: () => tui.requestRender(),
      leave: (chosen) => {
        choice = chosen;
        done();
      },
    });
    return {
      render: (width) =>
        screen
          .draw({ columns: width, rows: tui.terminal.rows })
          .map(({ text, tone }) => (tone === "plain" ? text : theme.fg(tone, text))),
      handleInput: (data) => screen.type(data),
      invalidate: () => undefined,
      dispose: () => undefined,
    };
  }, wholeScreen);
  return choice;
};

const wholeScreen = {
  overlay: true,
  overlayOptions: { anchor: "top-left", width: "100%", maxHeight: "100%", margin: 0 },
} as const;

interface Line {
  readonly text: string;
  readonly tone: "plain" | "accent" | "dim";
}

interface Exits {
  redraw(): void;
  leave(choice: TaskChoice): void;
}

class TaskScreen {
  readonly #parts: TaskScreenParts;
  readonly #exits: Exits;
  readonly #typed = readTyped();
  #at = 0;
  /** The context of the task that is read; undefined in the list. */
  #read: { readonly task: string; readonly text: string } | undefined;
  #top = 0;

  constructor(parts: TaskScreenParts, exits: Exits) {
    this.#parts = parts;
    this.#exits = exits;
    this.#at = Math.max(
      0,
      parts.tasks.findIndex((task) => task.is_current),
    );
  }

  type(data: string): void {
    for (const typed of this.#typed(data)) if ("key" in typed) this.#press(typed.key);
    this.#exits.redraw();
  }

  draw({ columns, rows }: { readonly columns: number; readonly rows: number }): readonly Line[] {
    const body = Math.max(1, rows - 4);
    const { title, keys, lines } = this.#read === undefined ? this.#list(columns) : this.#page(this.#read, columns);
    this.#top = Math.max(0, Math.min(this.#top, lines.length - body));
    if (this.#read === undefined) this.#top = Math.max(Math.min(this.#top, this.#at), this.#at - body + 1);
    const shown = lines.slice(this.#top, this.#top + body);
    const blank: Line = { text: "", tone: "plain" };
    const all: readonly Line[] = [
      { text: title, tone: "accent" },
      blank,
      ...shown,
      ...Array.from({ length: body - shown.length }, () => blank),
      blank,
      { text: keys, tone: "dim" },
    ];
    return all.slice(0, rows).map(({ text, tone }) => ({ text: clipLine(text, columns), tone }));
  }

  #list(columns: number): { readonly title: string; readonly keys: string; readonly lines: readonly Line[] } {
    const lines = this.#parts.tasks.map(({ task_id, title, branch, entries, is_current }, index): Line => {
      const facts = [
        ...(branch === undefined ? [] : [asLine(branch)]),
        `${entries} entries`,
        ...(is_current ? ["this session's"] : []),
      ];
      const text = `${index === this.#at ? "> " : "  "}${asLine(task_id)}  ${asLine(title)} (${facts.join(", ")})`;
      return { text: clipLine(text, columns), tone: index === this.#at ? "accent" : "plain" };
    });
    return { title: "Open tasks", keys: "up/down move  enter show  s switch to it  esc leave", lines };
  }

  #page(
    { task, text }: { readonly task: string; readonly text: string },
    columns: number,
  ): { readonly title: string; readonly keys: string; readonly lines: readonly Line[] } {
    const lines = text.split("\n").flatMap((line) => wrapLine(line, columns));
    return {
      title: `Task ${asLine(task)}, as the agent is told`,
      keys: "up/down scroll  s switch to it  esc back",
      lines: lines.map((line) => ({ text: line, tone: "plain" })),
    };
  }

  #press(key: string): void {
    const task = this.#parts.tasks[this.#at]?.task_id;
    if (key === "ctrl+c" || (key === "escape" && this.#read === undefined) || key === "q") {
      this.#exits.leave({ left: true });
    } else if (key === "escape") this.#read = undefined;
    else if (key === "s" && task !== undefined) this.#exits.leave({ switched: task });
    else if (key === "enter" && task !== undefined) this.#show(task);
    else this.#move(key);
  }

  #move(key: string): void {
    const step = key === "down" || key === "j" ? 1 : key === "up" || key === "k" ? -1 : 0;
    if (this.#read !== undefined) this.#top += step;
    else this.#at = Math.max(0, Math.min(this.#parts.tasks.length - 1, this.#at + step));
  }

  #show(task: string): void {
    const show = (text: string): void => {
      this.#read = { task, text };
      this.#top = 0;
      this.#exits.redraw();
    };
    // What keeps it from being read is shown in its place.
    void this.#parts.open.context({ task }).then(
      ({ text }) => show(text),
      (error: unknown) => show(problemOf(error)),
    );
  }
}
