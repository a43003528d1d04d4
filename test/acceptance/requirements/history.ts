/** What the history of a vault tells, and how its ledger is verified. */

export const historyRequirements = [
  {
    id: "history.log",
    text: "log shows events newest first, with who, when, through which channel, from which source, and what changed.",
    source: "trust.md audit",
  },
  {
    id: "history.log-narrowed",
    text: "log is narrowed by page, kind, number and layer, and says how many more there are.",
    source: "interfaces.md",
  },
  {
    id: "history.order",
    text: "A chain's own order stands in the log, whatever its clock said; between chains the clocks decide.",
    source: "vault.md Merging",
  },
  {
    id: "history.vouched",
    text: "An event of a person's channel is shown as verified, forged or not verifiable here.",
    source: "vault.md Ledger",
  },
  {
    id: "history.blame",
    text: "blame names for each line of a page the event that brought it, with the texts that git has by their hashes.",
    source: "interfaces.md",
  },
  {
    id: "history.blame-honest",
    text: "A line whose change can't be told is marked: as one of several changes, or as changed outside without an event.",
    source: "product.md What it never does",
  },
  {
    id: "history.diff",
    text: "The lines that two texts have in common are told apart from those that are new, for any two texts.",
    source: "interfaces.md",
  },
  {
    id: "history.quick-look",
    text: "The quick look at a line that verifying takes first never takes a line for canonical that is not.",
    source: "vault.md Ledger",
  },
  {
    id: "history.verify-breathes",
    text: "Verifying a long ledger lets other work go on in between.",
    source: "quality.md Speed",
  },
  {
    id: "history.visible",
    text: "Nothing hides in what log and blame show.",
    source: "guard.md Memory is also an attack surface",
  },
] as const;
