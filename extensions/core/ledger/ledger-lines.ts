/** Cuts the ledger's bytes into lines. Pure. */

export interface LedgerLine {
  /** 1-based. */
  readonly number: number;
  /** Where its first byte is, from the start of the file. */
  readonly offset: number;
  /** Undefined when the bytes are not UTF-8. */
  readonly text: string | undefined;
  /** False for a last line without a line feed: its writing, or that of the whole line, was cut short. */
  readonly isTerminated: boolean;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** The lines of `bytes`, which begin at `start` of the file; a carriage return before a line feed is no part of them. */
export const splitLines = (bytes: Uint8Array, start = fileStart): readonly LedgerLine[] => [...lines(bytes, start)];

/** The lines of a whole file, a few at a time. */
export function* linesInPieces(bytes: Uint8Array): Generator<readonly LedgerLine[]> {
  let piece: LedgerLine[] = [];
  for (const line of lines(bytes, fileStart)) {
    piece.push(line);
    if (piece.length < linesOfPiece) continue;
    yield piece;
    piece = [];
  }
  yield piece;
}

const linesOfPiece = 25;

interface Start {
  readonly offset: number;
  readonly number: number;
}

function* lines(bytes: Uint8Array, start: Start): Generator<LedgerLine> {
  let number = start.number;
  let from = 0;
  while (from < bytes.length) {
    const feed = bytes.indexOf(lineFeed, from);
    const end = feed === -1 ? bytes.length : feed;
    // Git on Windows may have checked the file out with CRLF, which changes no record.
    const isCrLf = feed > from && bytes[feed - 1] === carriageReturn;
    yield {
      number,
      offset: start.offset + from,
      text: decoded(bytes.subarray(from, isCrLf ? end - 1 : end)),
      isTerminated: feed !== -1,
    };
    number += 1;
    from = end + 1;
  }
}

const fileStart: Start = { offset: 0, number: 1 };

// Fatal, since two different damages would both decode to U+FFFD; a BOM is kept and makes its line damaged.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const decoded = (bytes: Uint8Array): string | undefined => {
  try {
    return decoder.decode(bytes);
  } catch {
    // Not UTF-8: a damaged line, which the caller reports with its number.
    return undefined;
  }
};
