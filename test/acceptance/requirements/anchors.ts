/** Whether the code that a page is about still says what it said. */

export const anchorRequirements = [
  {
    id: "anchors.naming",
    text: "What a page names in files is resolved by path and symbol; what is not there is told with near names and is no anchor.",
    source: "anchors.md Naming",
  },
  {
    id: "anchors.refused",
    text: "Inside a repository a note is refused when nothing that its files name is there.",
    source: "anchors.md Naming",
  },
  {
    id: "anchors.offered",
    text: "Symbols that a note's text names are offered, not added.",
    source: "anchors.md Naming",
  },
  {
    id: "anchors.recorded",
    text: "Anchors are recorded in the ledger with the page; several accepted digests of one stand beside each other.",
    source: "anchors.md Recorded",
  },
  {
    id: "anchors.new-extractor",
    text: "Another extractor takes both digests anew from the stored content; where that is gone nothing is known.",
    source: "anchors.md Recorded",
  },
  {
    id: "anchors.unanchored",
    text: "What a page names in files and nobody has anchored is anchored when the vault is settled, as it is from then on.",
    source: "anchors.md Recorded",
  },
  {
    id: "anchors.edit-clears-nothing",
    text: "An edit of a page anchors new references alone.",
    source: "anchors.md Recorded",
  },
  {
    id: "anchors.verdicts",
    text: "Changed bodies, changed shapes, deletions and moves of code are each found to be that.",
    source: "anchors.md Verdict",
  },
  {
    id: "anchors.quiet-changes",
    text: "Neighbours, formatting, comments, line ends, methods below a cited class, moves, renames and branches alarm nobody.",
    source: "anchors.md Tests",
  },
  {
    id: "anchors.unknown",
    text: "Without its repository, or where it can't be read, nothing is known of code, and nobody is alarmed.",
    source: "anchors.md Verdict",
  },
  {
    id: "anchors.labels",
    text: "A page whose code changed says so wherever it is shown; a stale one ranks lower and waits for review.",
    source: "anchors.md Verdict",
  },
  {
    id: "anchors.unfounded",
    text: "A page whose code is all gone is not recalled unasked; asked for, it is shown with its label.",
    source: "anchors.md Verdict",
  },
  {
    id: "anchors.cleared",
    text: "An alarm ends when the code comes back, or when a person says that the page is still true.",
    source: "anchors.md Verdict",
  },
  {
    id: "anchors.quiet-rule",
    text: "When at least 20 answers on a page type say still true in 80 %, changed bodies are no longer announced for it.",
    source: "anchors.md Verdict",
  },
  {
    id: "anchors.cost",
    text: "Recall reads what was found and asks neither git nor a parser; nothing is asked where no page names code.",
    source: "anchors.md Cost",
  },
  {
    id: "anchors.closing-line",
    text: "A turn that changed the shape of code that pages are about ends with a line that names them, and the next recall offers them first, once.",
    source: "anchors.md At the moment of change",
  },
  {
    id: "anchors.stale-command",
    text: "The stale command tells each page's verdict and exits 4 when one became stale.",
    source: "anchors.md At the moment of change",
  },
  {
    id: "anchors.evidence-touches",
    text: "Evidence confirms a page only when it touches the code that the page is about; a green run alone confirms nothing.",
    source: "anchors.md Evidence that confirms",
  },
  {
    id: "anchors.evidence-repair",
    text: "A pitfall is confirmed by a command that failed earlier in the session and passed after a change to its code.",
    source: "anchors.md Evidence that confirms",
  },
];
