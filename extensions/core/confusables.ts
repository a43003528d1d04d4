/** Letters of other scripts, and odd ones of the Latin script, that pass for a Latin letter. Pure. */

/** Small letters by what they look like. No two letters of one alphabet look the same here: words must stay apart. */
const shapes: Readonly<Record<string, string>> = {
  a: "\u0430\u03b1\u0251\u1d00\ua4ee",
  b: "\u0432\u0299\ua4d0",
  c: "\u0441\u03f2\u1d04\ua4da",
  d: "\u0501\u1d05\ua4d3",
  e: "\u0435\u03b5\u1d07\ua4f0\u212e",
  f: "\ua4dd",
  g: "\u0261\ua4d6",
  h: "\u04bb\u029c\ua4e7",
  i: "\u0456\u03b9\u0131\u0269\u026a\ua4f2",
  j: "\u0458\u03f3\ua4d9",
  k: "\u043a\u03ba\u1d0b\u0138\ua4d7",
  l: "\u029f\u04cf\ua4e1\u01c0",
  m: "\u043c\u1d0d\ua4df",
  n: "\u03b7\u0578\u0274\ua4e0",
  o: "\u043e\u03bf\u1d0f\u0585\ua4f3",
  p: "\u0440\u03c1\u1d18\ua4d1",
  q: "\u051b",
  r: "\u0433\u0280\u1d26\ua4e3",
  s: "\u0455\ua731\ua4e2",
  t: "\u0442\u03c4\u1d1b\ua4d4",
  u: "\u03c5\u057d\u1d1c\ua4f4",
  v: "\u03bd\u0475\u1d20\ua4e6",
  w: "\u0461\u051d\u03c9\u1d21\u0561\u026f\ua4ea",
  x: "\u0445\u03c7\ua4eb",
  y: "\u0443\u03b3\u028f\ua4ec",
  z: "\u1d22\ua4dc",
};

/** Capitals that look like another letter than their small form does. */
const capitals: Readonly<Record<string, string>> = {
  b: "\u0392\u13f4",
  h: "\u0397\u041d",
  m: "\u039c",
  n: "\u039d",
  y: "\u03a5",
  z: "\u0396",
};

/** Cherokee, whose small letters are its capitals made small. */
const cherokee: Readonly<Record<string, string>> = {
  a: "\u13aa",
  c: "\u13df",
  d: "\u13a0",
  e: "\u13ac",
  g: "\u13c0",
  h: "\u13bb",
  i: "\u13a5",
  j: "\u13ab",
  k: "\u13e6",
  l: "\u13de",
  m: "\u13b7",
  p: "\u13e2",
  r: "\u13a1",
  s: "\u13da",
  t: "\u13a2",
  v: "\u13d9",
  w: "\u13b3",
  y: "\u13bd",
  z: "\u13c3",
};

const entriesOf = (table: Readonly<Record<string, string>>): (readonly [string, string])[] =>
  Object.entries(table).flatMap(([letter, others]) => Array.from(others, (other) => [other, letter] as const));

/** The Latin letter that a letter passes for, whatever its case. */
export const latinShapes: ReadonlyMap<string, string> = new Map([
  ...entriesOf(shapes),
  ...entriesOf(cherokee).flatMap(([other, letter]) => [
    [other, letter] as const,
    [other.toLowerCase(), letter] as const,
  ]),
]);

/** The Latin letter that a capital passes for, where its small form passes for another or for none. */
export const capitalShapes: ReadonlyMap<string, string> = new Map(entriesOf(capitals));
