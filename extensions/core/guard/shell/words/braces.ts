/** Brace expansion on the text of a word, which bash does before everything else. */

const mostWords = 1_024;

/** The texts that a word's text stands for; the text itself when it has no braces to expand. */
export const expandBraces = (text: string): readonly string[] => {
  const found = firstBraces(text);
  if (found === undefined) return [text];
  const { before, choices, after } = found;
  const tails = expandBraces(after);
  const middles = choices.flatMap(expandBraces);
  return middles.flatMap((middle) => tails.map((tail) => `${before}${middle}${tail}`)).slice(0, mostWords);
};

interface Braces {
  readonly before: string;
  readonly choices: readonly string[];
  readonly after: string;
}

const firstBraces = (text: string): Braces | undefined => {
  for (let at = 0; at < text.length; at = afterPiece(text, at)) {
    if (text[at] !== "{") continue;
    const end = closing(text, at);
    const inner = end === undefined ? undefined : choicesOf(text.slice(at + 1, end));
    if (end !== undefined && inner !== undefined) {
      return { before: text.slice(0, at), choices: inner, after: text.slice(end + 1) };
    }
  }
  return undefined;
};

/** Past one character, or past a quoted or substituted stretch as a whole. */
const afterPiece = (text: string, at: number): number => {
  const char = text[at];
  if (char === "\\") return at + 2;
  if (char === "'") return pastQuote(text, at + 1, "'");
  if (char === '"' || char === "`") return pastQuote(text, at + 1, char);
  if (char === "$" && text[at + 1] === "{") return pastNested(text, at + 1, "{}");
  if (char === "$" && text[at + 1] === "(") return pastNested(text, at + 1, "()");
  return at + 1;
};

const pastQuote = (text: string, from: number, quote: string): number => {
  let at = from;
  while (at < text.length && text[at] !== quote) at += text[at] === "\\" && quote !== "'" ? 2 : 1;
  return at + 1;
};

const pastNested = (text: string, from: number, pair: string): number => {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    if (text[at] === pair[0]) depth += 1;
    if (text[at] === pair[1]) depth -= 1;
    at += 1;
    if (depth === 0) break;
  }
  return at;
};

const closing = (text: string, from: number): number | undefined => {
  let depth = 0;
  for (let at = from; at < text.length; at = afterPiece(text, at)) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}") depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
};

const choicesOf = (inner: string): readonly string[] | undefined => {
  const range = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?$/.exec(inner);
  if (range !== null) return rangeOf(range[1] ?? "", range[2] ?? "", Number(range[3] ?? "1"));
  const cuts = [-1, ...commas(inner), inner.length];
  return cuts.length === 2 ? undefined : cuts.slice(1).map((end, index) => inner.slice((cuts[index] ?? 0) + 1, end));
};

/** Where commas stand that are in no further braces. */
const commas = (text: string): readonly number[] => {
  const found: number[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; at = afterPiece(text, at)) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}") depth -= 1;
    if (text[at] === "," && depth === 0) found.push(at);
  }
  return found;
};

const rangeOf = (first: string, last: string, step: number): readonly string[] | undefined => {
  const isNumber = /\d/.test(first);
  if (isNumber !== /\d/.test(last)) return undefined;
  const codes = [first, last].map((end) => (isNumber ? Number(end) : end.charCodeAt(0)));
  const width = /^-?0\d/.test(first) || /^-?0\d/.test(last) ? Math.max(first.length, last.length) : 0;
  const shown = (value: number): string => (isNumber ? String(value).padStart(width, "0") : String.fromCharCode(value));
  return steps(codes[0] ?? 0, codes[1] ?? 0, Math.max(1, Math.abs(step))).map(shown);
};

const steps = (from: number, to: number, stride: number): readonly number[] => {
  const count = Math.min(mostWords, Math.floor(Math.abs(to - from) / stride) + 1);
  const direction = from <= to ? stride : -stride;
  return Array.from({ length: count }, (_, at) => from + at * direction);
};
