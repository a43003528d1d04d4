/** What holds for pages that contradict each other, and for pages that replace others. */

export const conflictsRequirements = [
  {
    id: "conflicts.opened",
    text: "A new note of probably the same matter as a page opens a conflict, in one append with the note's own event, and says what to do.",
    source: "trust.md Conflicts",
  },
  {
    id: "conflicts.neighbours",
    text: "A page whose text matches a new note well is a weak candidate, whatever its authority.",
    source: "trust.md Conflicts",
  },
  {
    id: "conflicts.scope",
    text: "A page of another task is no candidate of a note.",
    source: "trust.md enforced scope",
  },
  {
    id: "conflicts.labelled",
    text: "An open conflict labels both pages on every read.",
    source: "trust.md Conflicts",
  },
  {
    id: "conflicts.adjudicated",
    text: "A conflict stays open until a person adjudicates it; no tool, script or forged event does.",
    source: "trust.md Conflicts",
  },
  {
    id: "conflicts.remembered",
    text: "An adjudicated pair is not reopened while both pages are what they were, in whatever order a merge leaves the events.",
    source: "trust.md Conflicts",
  },
  {
    id: "conflicts.supersede-closes",
    text: "Superseding ends the older page's interval where the newer one begins, and overwrites nothing else.",
    source: "trust.md two times",
  },
  {
    id: "conflicts.supersede-proposed",
    text: "What a tool would supersede in a stable page is recorded in the note, and the page does not change.",
    source: "trust.md Lifecycle",
  },
  {
    id: "conflicts.intervals",
    text: "An interval holds its first moment and not its last, an open one has no end, and what is recorded late or out of order is placed by its own times.",
    source: "trust.md two times",
  },
  {
    id: "conflicts.withheld-side",
    text: "A page that is withheld, replaced or gone contradicts nothing: it labels no other page until it is restored.",
    source: "trust.md Conflicts",
  },
] as const;
