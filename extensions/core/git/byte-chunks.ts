/** Joins pieces of bytes that come one after the other. Pure. */

export const joinBytes = (pieces: readonly Uint8Array[]): Uint8Array => {
  const [first] = pieces;
  if (first !== undefined && pieces.length === 1) return first;
  const joined = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
};
