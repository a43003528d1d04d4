/** Colours for a terminal, and text made safe for one: what a page says must not command the terminal. Pure. */

import { type Paint, unpainted } from "../../core/paint.ts";
import { visible } from "../../core/visible.ts";

export type { Paint };

/** By the terminal and by NO_COLOR, which counts when it is not empty. */
export const hasColours = (isTerminal: boolean, noColour: string | undefined): boolean => isTerminal && !noColour;

/**
 * What `render` says, for a terminal. Control and direction characters are shown as `<U+001B>`. Our own colours pass,
 * and only ours: while the text is made they are written with a mark that the text itself does not have.
 */
export const forTerminal = (render: (paint: Paint) => string, isColoured: boolean): string => {
  const bare = render(unpainted);
  const mark = isColoured ? marks.find((candidate) => !bare.includes(candidate)) : undefined;
  return mark === undefined ? visible(bare) : visible(render(coloursBy(mark))).replaceAll(mark, "\u001b");
};

/** Characters for private use, which no page needs. */
const marks = Array.from({ length: 32 }, (_, index) => String.fromCodePoint(0x10_ff00 + index));

const coloursBy = (mark: string): Paint => {
  const wrapped =
    (on: number, off: number) =>
    (text: string): string =>
      text === "" ? "" : `${mark}[${on}m${text}${mark}[${off}m`;
  return {
    strong: wrapped(1, 22),
    dim: wrapped(2, 22),
    good: wrapped(32, 39),
    warn: wrapped(33, 39),
    bad: wrapped(31, 39),
  };
};

/** JSON on one line, whose characters that hide or command are written as escapes: the value is the same. */
export const jsonForTerminal = (value: unknown): string =>
  JSON.stringify(value).replace(hidden, (found) =>
    Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`).join(
      "",
    ),
  );

const hidden = /[\u007f-\u009f\u2028\u2029\ufff9-\ufffb\p{DI}]/gu;
