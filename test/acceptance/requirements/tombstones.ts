/** What was rejected stays out, however it is written and by whatever path it comes. */

export const tombstoneRequirements = [
  {
    id: "tombstones.normalised",
    text: "A claim is the same with other markup, case, width, blanks, hidden characters, quotes, dashes, look-alike letters and marks at its ends; nothing is dropped because it is not ASCII, and short values count.",
    source: "trust.md Tombstones",
  },
  {
    id: "tombstones.neighbours-pass",
    text: "A paraphrase, a neighbour and whatever differs in an ASCII character are other claims: 10 is not lO.",
    source: "trust.md Tombstones",
  },
  {
    id: "tombstones.matched",
    text: "Title, description, aliases, triggers, each sentence, list item, table cell, heading and line of code are matched; a claim of several sentences where all of them are said.",
    source: "trust.md Tombstones",
  },
  {
    id: "tombstones.claim-of-rejection",
    text: "What is rejected is the named claim, else the first sentence, and the title from four words or eight characters of a script without spaces on.",
    source: "trust.md Tombstones",
  },
] as const;
