/** Colours for a terminal, and text made safe for one: what a page says must not command the terminal. Pure. */

import { visible } from "../../core/recall/fence.ts";

export interface Paint {
  strong(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  warn(text: string): string;
  bad(text: string): string;
}

const wrapped =
  (on: number, off: number) =>
  (text: string): string =>
    text === "" ? "" : `\u001b[${on}m${text}\u001b[${off}m`;

export const colours: Paint = {
  strong: wrapped(1, 22),
  dim: wrapped(2, 22),
  good: wrapped(32, 39),
  warn: wrapped(33, 39),
  bad: wrapped(31, 39),
};

const plainly = (text: string): string => text;

export const noColours: Paint = { strong: plainly, dim: plainly, good: plainly, warn: plainly, bad: plainly };

/** By the terminal and by NO_COLOR, which counts when it is not empty. */
export const paintFor = (isTerminal: boolean, noColour: string | undefined): Paint =>
  isTerminal && !noColour ? colours : noColours;

const ownCodes = /(\u001b\[(?:1|2|22|31|32|33|39)m)/;

/** Control and direction characters are shown as `<U+001B>`; only our own colours pass, when there are colours. */
export const forTerminal = (text: string, paint: Paint): string => {
  const tidy = text.replace(/\r\n?/g, "\n");
  if (paint === noColours) return visible(tidy);
  return tidy
    .split(ownCodes)
    .map((piece, index) => (index % 2 === 1 ? piece : visible(piece)))
    .join("");
};
