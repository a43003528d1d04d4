/**
 * A text as a reader of its target sees it: escapes of JSON, Markdown, HTML, addresses and terminals undone, so that
 * a secret is found however it is written down; with the way back to the places in the text itself. Pure.
 */

export interface PlainView {
  readonly text: string;
  /** What `[start, end)` of the view is in the text. */
  rangeOf(start: number, end: number): readonly [start: number, end: number];
}

const inlineTags = "span|b|i|u|s|em|strong|code|a|font|mark|wbr|kbd|var|samp|tt";
const escapes = new RegExp(
  [
    String.raw`(?:\x1b|\\{1,4}(?:u001b|x1b|e|033))\[[\d;]{0,20}[a-z]`,
    String.raw`\\{1,8}(?:u00[2-7][\da-f]|[nrt]|[^\sA-Za-z0-9\\])`,
    String.raw`&(?:quot|amp|apos|lt|gt|nbsp|#\d{2,3}|#x[\da-f]{2,3});`,
    "%(?:[2-7][\\da-f]|0[9ad])",
    String.raw`</?(?:${inlineTags})(?:\s[^<>]{0,300})?>`,
  ].join("|"),
  "gi",
);

const entities: Readonly<Record<string, string>> = { quot: '"', amp: "&", apos: "'", lt: "<", gt: ">", nbsp: " " };

const decode = (written: string): string => {
  if (/^<|\[[\d;]*[a-z]$/i.test(written)) return "";
  if (written.startsWith("%")) return String.fromCharCode(Number.parseInt(written.slice(1), 16));
  if (written.startsWith("&")) return decodeEntity(written.slice(1, -1));
  const code = /u00(..)$/i.exec(written)?.[1];
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  const last = written.slice(-1);
  return /[nrt]/i.test(last) ? "\n" : last;
};

const decodeEntity = (name: string): string => {
  if (!name.startsWith("#")) return entities[name.toLowerCase()] ?? " ";
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return String.fromCharCode(code);
};

/** Undefined when nothing in the text is escaped. */
export const plainView = (text: string): PlainView | undefined => {
  const pieces: string[] = [];
  // Where each piece begins in the view, where in the text, and where it ends there.
  const places: { readonly view: number; readonly start: number; readonly end: number }[] = [];
  let length = 0;
  let rest = 0;
  const add = (piece: string, start: number, end: number): void => {
    if (piece === "") return;
    pieces.push(piece);
    places.push({ view: length, start, end });
    length += piece.length;
  };
  for (const { 0: written, index } of text.matchAll(escapes)) {
    add(text.slice(rest, index), rest, index);
    rest = index + written.length;
    add(decode(written), index, rest);
  }
  if (rest === 0) return undefined;
  add(text.slice(rest), rest, text.length);

  const placeOf = (index: number): { readonly start: number; readonly end: number } => {
    let low = 0;
    let high = places.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((places[middle]?.view ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    const place = places[low] ?? { view: 0, start: 0, end: 0 };
    const isEscape = (pieces[low]?.length ?? 0) !== place.end - place.start;
    if (isEscape) return place;
    const start = place.start + index - place.view;
    return { start, end: start + 1 };
  };
  return {
    text: pieces.join(""),
    rangeOf: (start, end) => [placeOf(start).start, placeOf(end - 1).end],
  };
};
