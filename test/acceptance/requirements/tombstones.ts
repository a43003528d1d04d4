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
  {
    id: "tombstones.recorded",
    text: "A tombstone names its claims, reason, page, actor, channel, time and scope; its event holds ids and digests, no text.",
    source: "trust.md Tombstones",
  },
  {
    id: "tombstones.no-secrets",
    text: "A tombstone's line holds no secret and no path of the home folder; the claim is blocked with the secret and with its replacement.",
    source: "trust.md Tombstones",
  },
  {
    id: "tombstones.scoped",
    text: "A tombstone holds in its vault, one of a task for that task alone.",
    source: "trust.md Tombstones",
  },
  {
    id: "tombstones.never-pruned",
    text: "Tombstones are never pruned, cut or limited in number, and have no end.",
    source: "trust.md Tombstones",
  },
  {
    id: "tombstones.lift",
    text: "Only a person's channel lifts a tombstone, with an event; a lift that no event of a person vouches for lifts nothing.",
    source: "trust.md Tombstones",
  },
  {
    id: "tombstones.old-checkout",
    text: "What was seen here is kept in the state folder and holds where a checkout lacks it; so does a lift.",
    source: "trust.md Tombstones",
  },
  {
    id: "tombstones.merged",
    text: "Two clones merge by union; a tombstone beats a lift that had not seen it.",
    source: "vault.md Ledger",
  },
  {
    id: "tombstones.damage-tolerated",
    text: "A damaged line is a finding with its place; the other lines hold, and so does an edited tombstone.",
    source: "trust.md Tombstones",
  },
  {
    id: "tombstones.durable",
    text: "A tombstone or a lift that was acknowledged holds after a crash; no lift goes without its event.",
    source: "product.md What it never does",
  },
  {
    id: "tombstones.sealed",
    text: "What a tool call cuts from the tombstones, edits or puts among them is found and put right, as in the ledger; what was added meanwhile stays.",
    source: "guard.md Seals",
  },
  {
    id: "tombstones.withheld",
    text: "A page that states what was rejected is left out of recall, hops, automatic recall and name look-up before ranking, with the reason, however it came to be there: restated, written by hand, merged, checked out, reindexed.",
    source: "trust.md Tombstones",
  },
  {
    id: "tombstones.shown-on-demand",
    text: "Asked for rejected pages, recall shows such a page with the label tombstoned.",
    source: "trust.md Tombstones",
  },
  {
    id: "tombstones.evidence",
    text: "Captured text is evidence: it stays, is labelled when somebody asks, and is not put before the model unasked. The page of a source is a page like any other.",
    source: "trust.md Tombstones",
  },
  {
    id: "tombstones.gate",
    text: "A note that states what was rejected is refused, with the tombstone, date and reason and no way around it, and leaves an event; what says it already is not named.",
    source: "trust.md Tombstones",
  },
  {
    id: "tombstones.import",
    text: "Import leaves out a file that states what was rejected, with a finding and an event; the others go on.",
    source: "trust.md Tombstones",
  },
  {
    id: "tombstones.seen-at-indexing",
    text: "A page that comes to state what was rejected by an edit without an event of its own leaves a tombstone_blocked event that names the channel, once.",
    source: "trust.md Tombstones",
  },
  {
    id: "tombstones.reviewed-page",
    text: "A page that a person reviewed as it is, and whose claim a tool rejected elsewhere, is labelled and not withheld: a tool does not silence what a person confirmed.",
    source: "trust.md Lifecycle",
  },
] as const;
