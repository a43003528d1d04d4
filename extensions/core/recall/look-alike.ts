/** What a letter looks like to a reader: accents, styles and other scripts' letters of the same shape folded. Pure. */

const shapes: Readonly<Record<string, string>> = {
  a: "\u0430\u03b1\u0251\u1d00\u13aa\ua4ee",
  c: "\u0441\u03f2\u1d04\u13df\ua4da",
  e: "\u0435\u03b5\u1d07\u13ac\ua4f0\u212e",
  i: "\u0456\u0457\u03b9\u0131\u0269\u026a\u04cf\u13a5\ua4f2",
  k: "\u043a\u03ba\u1d0b\u0138\u13e6\ua4d7",
  l: "\u029f\u13de\ua4e1\u0142\u01c0\u05c0",
  r: "\u0433\u0280\u13a1\ua4e3\u1d26",
  w: "\u0461\u051d\u03c9\u1d21\u13b3\ua4ea\u0561\u026f",
};

const letterOf = new Map(
  Object.entries(shapes).flatMap(([letter, others]) => Array.from(others, (other) => [other, letter] as const)),
);

/** One UTF-16 unit for each character, so that places stay. */
export const lookAlike = (character: string): string => {
  if (character <= "\u007f") return character.toLowerCase();
  const [base = character] = character.normalize("NFKD");
  const lower = base.toLowerCase();
  const seen = letterOf.get(base) ?? letterOf.get(lower) ?? lower;
  return seen.length === 1 ? seen : "\ufffd";
};
