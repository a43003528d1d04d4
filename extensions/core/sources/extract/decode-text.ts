/** Turns bytes into text: by byte order mark, as UTF-8, as declared, or not at all. Pure. */

export interface Decoded {
  /** Without BOM, with LF line ends. */
  readonly text: string;
  readonly notes: readonly string[];
}

/** Undefined when the bytes are not text, or are text in an encoding that nothing names. */
export const decodeText = (bytes: Uint8Array, contentType?: string): Decoded | undefined => {
  const decoded = decodeMarked(bytes) ?? decodePlain(bytes, declaredCharset(bytes, contentType));
  if (decoded === undefined || isBinary(decoded.text)) return undefined;
  return { text: decoded.text.replace(/\r\n?/g, "\n"), notes: decoded.notes };
};

/** Whether the first bytes are those of no text in any encoding we read. */
export const looksBinary = (bytes: Uint8Array): boolean => {
  const head = bytes.subarray(0, sampleSize);
  return decodeMarked(head) === undefined && unmarkedUtf16(head) === undefined && head.includes(0);
};

/** The start of a text, good enough to tell markup by its ASCII: bytes of unknown encoding come as Latin-1. */
export const peekText = (bytes: Uint8Array): string => {
  const head = bytes.subarray(0, sampleSize);
  const decoded = decodeMarked(head) ?? decodeAs(head, unmarkedUtf16(head) ?? "latin1");
  return decoded.text;
};

const sampleSize = 8192;

const decodeMarked = (bytes: Uint8Array): Decoded | undefined => {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe && !(third === 0 && fourth === 0)) return decodeAs(bytes, "utf-16le");
  if (first === 0xfe && second === 0xff) return decodeAs(bytes, "utf-16be");
  return first === 0xef && second === 0xbb && third === 0xbf ? decodeAs(bytes, "utf-8") : undefined;
};

const decodePlain = (bytes: Uint8Array, declared: string | undefined): Decoded | undefined => {
  const wide = unmarkedUtf16(bytes.subarray(0, sampleSize));
  if (wide !== undefined) return decodeAs(bytes, wide);
  // Bytes that are valid UTF-8 are UTF-8, whatever a server says; only escape-coded text looks like ASCII.
  const utf8 = isEscapeCoded(declared) ? undefined : strictUtf8(bytes);
  if (utf8 !== undefined) return { text: utf8, notes: [] };
  if (declared !== undefined) return decodeAs(bytes, declared);
  return isWestern(bytes)
    ? decodeAs(bytes, "windows-1252", "The encoding is not declared; read as windows-1252.")
    : undefined;
};

const decodeAs = (bytes: Uint8Array, charset: string, note?: string): Decoded => {
  const text = new TextDecoder(charset).decode(bytes);
  const isDamaged = text.includes("\uFFFD");
  const damage = isDamaged ? [`Some bytes are not valid ${charset} and were replaced.`] : [];
  return { text, notes: [...(note === undefined ? [] : [note]), ...damage] };
};

const strictUtf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8: other encodings are tried.
    return undefined;
  }
};

const isEscapeCoded = (charset: string | undefined): boolean => /^iso-2022|^hz-gb/i.test(charset ?? "");

/** Most Latin text has a zero in every second byte. */
const unmarkedUtf16 = (head: Uint8Array): "utf-16le" | "utf-16be" | undefined => {
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = head.length * 0.3;
  if (head.length < 4 || Math.max(even, odd) < many || Math.min(even, odd) > head.length * 0.02) return undefined;
  return odd > even ? "utf-16le" : "utf-16be";
};

/** A few accented letters among ASCII; in East Asian encodings most bytes are high. */
const isWestern = (bytes: Uint8Array): boolean => {
  let high = 0;
  for (const byte of bytes) if (byte >= 0x80) high += 1;
  return high < bytes.length * 0.15;
};

// Escape codes of terminals are the one control that texts do have.
const controls = /[\0-\x08\x0e-\x1a\x1c-\x1f]/g;

const isBinary = (text: string): boolean => {
  const sample = text.slice(0, 65_536);
  const count = sample.match(controls)?.length ?? 0;
  return text.includes("\0") || count > 1 + sample.length * 0.005;
};

const declaredCharset = (bytes: Uint8Array, contentType: string | undefined): string | undefined => {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 2048));
  const candidates = [
    /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType ?? "")?.[1],
    /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1],
    /<meta[^>]*\bcharset\s*=\s*["']?([\w.:-]+)/i.exec(head)?.[1],
  ];
  return candidates.find((charset) => charset !== undefined && isKnown(charset));
};

const isKnown = (charset: string): boolean => {
  try {
    return new TextDecoder(charset).encoding !== "replacement";
  } catch {
    // A name that this system has no decoder for.
    return false;
  }
};
