export const injectionRequirements = [
  {
    id: "recall.injection",
    text: "Whatever a page holds in whatever field, all of it stays inside the one fence it is recalled in.",
    source: "guard.md Memory is also an attack surface",
  },
  {
    id: "recall.injection-legitimate",
    text: "Text of scripts that need joiners, emoji and code is recalled as it is written.",
    source: "guard.md Memory is also an attack surface",
  },
  {
    id: "recall.injection-head",
    text: "Text of a page can't pass for the head of another page, and none of its fields for a label.",
    source: "guard.md Memory is also an attack surface",
  },
  {
    id: "recall.comments",
    text: "A comment of a page is shown as a comment, also where only a piece of it is shown.",
    source: "guard.md Memory is also an attack surface",
  },
  {
    id: "tools.injection",
    text: "Titles, ids and text of sources that tools repeat stand in a fence or on one line without hidden characters.",
    source: "guard.md Memory is also an attack surface",
  },
  {
    id: "cli.injection",
    text: "Nothing that a page, a path or a finding holds commands the terminal or passes for a line of ours.",
    source: "guard.md Memory is also an attack surface",
  },
  {
    id: "pi.injection",
    text: "Pi's screen shows what pages hold without control characters, and the recall line stays one line.",
    source: "guard.md Memory is also an attack surface",
  },
  {
    id: "sources.url-types",
    text: "What was downloaded is taken for what it is, whatever the server calls it; what can't be read is refused.",
    source: "guard.md Memory is also an attack surface",
  },
] as const;
