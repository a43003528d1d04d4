/** Paths as git has them: bytes that are nearly always UTF-8. Pure. */

export interface DecodedPath {
  readonly path: string;
  readonly isUtf8: boolean;
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of bytes that are UTF-8; undefined for others. */
export const utf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
};

/** A path whose bytes are not UTF-8 has `\xff` for each that belongs to no character. */
export const decodePath = (bytes: Uint8Array): DecodedPath => {
  const plain = utf8(bytes);
  if (plain !== undefined) return { path: plain, isUtf8: true };
  let path = "";
  for (let at = 0; at < bytes.length; ) {
    const [text, length] = characterAt(bytes, at);
    path += text;
    at += length;
  }
  return { path, isUtf8: false };
};

const characterAt = (bytes: Uint8Array, at: number): readonly [text: string, length: number] => {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length += 1) {
    const text = utf8(bytes.subarray(at, at + length));
    if (text !== undefined) return [text, length];
  }
  return [`\\x${(bytes[at] ?? 0).toString(16).padStart(2, "0")}`, 1];
};
