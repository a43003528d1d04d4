/** Cuts a page's body into passages of about a hundred words, at headings and blank lines. Pure. */

/** Offsets in the body, in UTF-16 units. */
export interface Passage {
  readonly from: number;
  readonly to: number;
}

const targetWords = 100;
const longestWords = 160;

interface Block {
  readonly from: number;
  readonly to: number;
  readonly words: number;
  readonly heading: boolean;
}

/** Passages in order, without blank ones; an empty body has none. */
export const cutPassages = (body: string): readonly Passage[] => {
  const passages: Passage[] = [];
  let open: Block | undefined;
  const close = (): void => {
    if (open !== undefined) passages.push({ from: open.from, to: open.to });
    open = undefined;
  };
  for (const block of blocksOf(body)) {
    const starts = block.heading && open !== undefined && !open.heading;
    if (open !== undefined && (starts || open.words + block.words > targetWords * 1.25)) close();
    // A heading stays open for the text it announces; merged with text, the block is text.
    open =
      open === undefined
        ? block
        : { from: open.from, to: block.to, words: open.words + block.words, heading: open.heading && block.heading };
  }
  close();
  return passages;
};

function* blocksOf(body: string): Generator<Block> {
  const text = /[^\n]+(?:\n(?![ \t]*\n)[^\n]+)*/g;
  for (const match of body.matchAll(text)) {
    const from = match.index;
    if (match[0].trim() === "") continue;
    yield* splitAtHeadings(match[0], from);
  }
}

function* splitAtHeadings(text: string, offset: number): Generator<Block> {
  const lines = text.split("\n");
  let from = offset;
  let at = offset;
  for (const line of lines) {
    if (/^#{1,6}\s/.test(line)) {
      if (at > from) yield* splitLong(text.slice(from - offset, at - offset), from);
      yield { from: at, to: at + line.length, words: countWords(line), heading: true };
      from = at + line.length + 1;
    }
    at += line.length + 1;
  }
  if (from < offset + text.length) yield* splitLong(text.slice(from - offset), from);
}

/** A block too long for a passage is cut at line ends, else at sentence ends, else anywhere. */
function* splitLong(text: string, offset: number): Generator<Block> {
  const words = countWords(text);
  if (text.trim() === "") return;
  if (words <= longestWords) {
    yield { from: offset, to: offset + text.length, words, heading: false };
    return;
  }
  const middle = Math.floor(text.length / 2);
  const cut = nearestCut(text, middle);
  yield* splitLong(text.slice(0, cut), offset);
  yield* splitLong(text.slice(cut), offset + cut);
}

const nearestCut = (text: string, middle: number): number => {
  for (const pattern of [/\n/g, /(?:[.!?](?=\s)|[。！？])\s*/g, /\s/g]) {
    const best = nearestEnd(text, pattern, middle);
    if (best > 0) return best;
  }
  return (text.codePointAt(middle - 1) ?? 0) < 0x10000 ? middle : middle + 1;
};

/** The end of the match that ends nearest to the middle, at most a quarter of the text away, or -1. */
const nearestEnd = (text: string, pattern: RegExp, middle: number): number => {
  const reach = Math.floor(text.length / 4);
  let best = -1;
  pattern.lastIndex = middle - reach;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const end = match.index + match[0].length;
    if (end > middle + reach) break;
    if (Math.abs(end - middle) < Math.abs(best - middle)) best = end;
  }
  return best;
};

/** Words between blanks; two characters of a script without spaces count as one. */
const countWords = (text: string): number => {
  const spaced = text.match(/\S+/g)?.length ?? 0;
  const unspaced = text.match(/[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]/g)?.length ?? 0;
  return spaced + Math.floor(unspaced / 2);
};
