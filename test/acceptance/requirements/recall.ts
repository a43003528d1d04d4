/** What recall promises. */
export const recallRequirements = [
  {
    id: "recall.identifiers",
    text: "Identifiers are found by their whole and by their parts, in any spelling; C++, C#, .NET and node.js are words.",
    source: "recall.md Analyse",
  },
  {
    id: "recall.cjk",
    text: "Chinese, Japanese, Korean and Thai text is found by parts of its words.",
    source: "recall.md Analyse",
  },
  {
    id: "recall.unicode-forms",
    text: "Text is found in whatever Unicode form it is written, and no half of a character is a word.",
    source: "recall.md Analyse",
  },
] as const;
