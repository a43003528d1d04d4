/** Finds the JSON object in what a model submitted: bare, in a fence, or with words around it. Pure. */

export type SubmittedFields = Readonly<Record<string, unknown>>;

/** Undefined when no object can be read that is meant. */
export const parseSubmission = (
  text: string,
  isMeant: (fields: SubmittedFields) => boolean,
): SubmittedFields | undefined => {
  for (const candidate of candidates(text.replace(/^\uFEFF/, ""))) {
    const fields = objectIn(candidate);
    if (fields !== undefined && isMeant(fields)) return fields;
  }
  return undefined;
};

const fenced = /^[ \t]*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^[ \t]*\1[ \t]*$/gm;

function* candidates(text: string): Generator<string> {
  yield text;
  for (const [, , inside = ""] of text.matchAll(fenced)) yield inside;
  yield* braced(text);
}

/** How many openings are tried: prose may hold a few of its own. */
const mostTries = 50;

/** From each opening brace to the one that closes it. What was cut short is not mended: half a page is none. */
function* braced(text: string): Generator<string> {
  let from = text.indexOf("{");
  for (let tries = 0; from >= 0 && tries < mostTries; tries += 1) {
    const end = closingOf(text, from);
    if (end !== undefined) yield text.slice(from, end);
    from = text.indexOf("{", end ?? from + 1);
  }
}

const closers: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/** Texts are passed over as a whole: braces in them open and close nothing. */
const closingOf = (text: string, from: number): number | undefined => {
  const open: string[] = [];
  const mark = /"(?:[^"\\]|\\.)*"|[{}[\]]/gs;
  mark.lastIndex = from;
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    const closer = closers[found[0]];
    if (closer !== undefined) open.push(closer);
    else if (found[0] === open.at(-1)) open.pop();
    if (open.length === 0) return mark.lastIndex;
  }
  return undefined;
};

const objectIn = (text: string): SubmittedFields | undefined => {
  const value = valueIn(text) ?? valueIn(withoutLastCommas(text));
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.fromEntries(Object.entries(value));
};

/** Texts are passed over: a comma in them is somebody's own. */
const withoutLastCommas = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/gs, (found) => (found === "," ? "" : found));

const valueIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};
