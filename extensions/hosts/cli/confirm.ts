/** Asks somebody at a screen to agree to what it shows. */

import { asLine } from "../../core/visible.ts";
import type { OpenScreen } from "./screen.ts";

/** True for `y`; any other key, and a terminal that goes away, says no. */
export const confirmAt = (open: OpenScreen, text: string, question: string): Promise<boolean> =>
  new Promise((resolve) => {
    const answer = (isAgreed: boolean): void => {
      screen.close();
      resolve(isAgreed);
    };
    const draw = (): void => {
      const { columns, rows } = screen.size();
      const lines = text.split("\n").map((line) => `${indentOf(line)}${asLine(line, columns - 4)}`);
      // The question is always seen; with less than all before it nobody can agree.
      isWhole = lines.length + 2 <= rows;
      screen.show(isWhole ? [...lines, "", `${question} y / n`] : ["Make the terminal larger."]);
    };
    let isWhole = false;
    const screen = open({
      onInput: (data) => answer(data === "y" && isWhole),
      onResize: draw,
      onGone: () => answer(false),
    });
    draw();
  });

const indentOf = (line: string): string => line.slice(0, line.length - line.trimStart().length);
