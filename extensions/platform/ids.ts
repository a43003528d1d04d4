/** Random ids; the only file that imports nanoid. */

import { customAlphabet } from "nanoid";

const draw = customAlphabet("abcdefghijklmnopqrstuvwxyz0123456789");

/** `length` characters from a–z and 0–9, from the system's secure random source. */
export const randomId = (length: number): string => draw(length);
