/** Where characters of a text stand among its UTF-8 bytes. Pure. */

/** Gives the byte offset of a UTF-16 offset. */
export type ByteOffset = (at: number) => number;

export const byteOffsets = (text: string, byteLength: number): ByteOffset => {
  // One byte a character: nothing to count.
  if (text.length === byteLength) return (at) => at;
  const offsets = new Uint32Array(text.length + 1);
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    offsets[at] = bytes;
    bytes += bytesOf(text.charCodeAt(at));
  }
  offsets[text.length] = bytes;
  return (at) => offsets[at] ?? bytes;
};

/** Each half of a surrogate pair counts for two of its four bytes. */
const bytesOf = (unit: number): number => {
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  return unit >= 0xd800 && unit < 0xe000 ? 2 : 3;
};
