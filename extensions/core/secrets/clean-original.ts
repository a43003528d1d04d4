/** Takes secrets out of the bytes of a text, whatever its encoding; every other byte stays as it was. */

import type { Redactor } from "./redactor.ts";

/** The bytes themselves when nothing was found. */
export const cleanOriginal = async (bytes: Uint8Array, redactor: Pick<Redactor, "text">): Promise<Uint8Array> => {
  const utf8 = decodeUtf8(bytes);
  // In other encodings the letters of secrets are bytes of their own all the same.
  const text = utf8 ?? decodeBytes(bytes);
  const clean = await redactor.text(text);
  if (clean === text) return bytes;
  return utf8 === undefined ? Uint8Array.from(clean, (unit) => unit.charCodeAt(0)) : new TextEncoder().encode(clean);
};

const decodeUtf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Another encoding.
    return undefined;
  }
};

const pieceSize = 8192;

/** One character a byte, so that the way back is exact. */
const decodeBytes = (bytes: Uint8Array): string => {
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; start += pieceSize) {
    pieces.push(String.fromCharCode(...bytes.subarray(start, start + pieceSize)));
  }
  return pieces.join("");
};
