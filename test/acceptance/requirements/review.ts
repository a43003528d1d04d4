/** A person decides on what waits, having seen it. */

export const reviewRequirements = [
  {
    id: "review.accepted-unwritten",
    text: "A change that was accepted and did not come to be written, as after a crash, waits again, and its page says so.",
    source: "vault.md Ledger",
  },
  {
    id: "review.keys",
    text: "A person goes through the queue by single keys, those that the item before them takes: accept, reject and retire with a reason, skip, next, previous, edit, quit.",
    source: "trust.md human review",
  },
  {
    id: "review.queue",
    text: "The queue holds, in this order: pages that the person spoke against, forged reviews, rival decisions, pages changed since review, pages that state what was rejected, open conflicts, proposed changes, pages whose sources are gone, drafts, stale pages; what is withheld already does not wait.",
    source: "trust.md human review; Lifecycle",
  },
  {
    id: "review.seen-first",
    text: "A key decides only when all that the item shows has been on the screen, without a gap, as it is now.",
    source: "trust.md Lifecycle",
  },
  {
    id: "review.undo",
    text: "An answer is carried out by the next answer or by leaving, and can be taken back until then; Ctrl-C drops it and says so.",
    source: "trust.md human review",
  },
  {
    id: "review.failures-told",
    text: "An answer that could not be carried out changes nothing, is told, and can be given anew.",
    source: "trust.md human review",
  },
  {
    id: "review.no-accidents",
    text: "Pasted text, keys typed ahead and keys of a terminal's own protocol decide nothing.",
    source: "trust.md Lifecycle",
  },
  {
    id: "review.hostile-pages",
    text: "Whatever a page holds, the review shows all of it, inside the screen, apart from the screen's own lines, and no page commands the terminal.",
    source: "trust.md Lifecycle",
  },
  {
    id: "review.diff",
    text: "A proposed text is shown as a diff against the page as it is and in full; a page changed since its review as a diff against the text that was confirmed, where git still has it, and it is said where it has not.",
    source: "trust.md human review; Lifecycle",
  },
  {
    id: "review.evidence",
    text: "The review shows what an item rests on: sources, files, where the page came from, the reason and quote of a proposal, the tombstone that a page runs into, and whether a confirming file is still what it was.",
    source: "trust.md Lifecycle",
  },
  {
    id: "review.revision",
    text: "An accepted proposal replaces the page's text, confirmed by the person, when page and proposal are what was shown; a declined one leaves the page as it is; either way it is closed, and accepting lifts no tombstone.",
    source: "trust.md Lifecycle",
  },
  {
    id: "review.withdrawal",
    text: "A proposal to retire or reject a page is carried out or declined; declining ends the suspension by the person's own words.",
    source: "trust.md Suspension",
  },
  {
    id: "review.pointless-closed",
    text: "A person's decision on a page closes the proposals that it leaves without a point, and withholding one settles its conflicts; a tool's closes none.",
    source: "trust.md Lifecycle",
  },
  {
    id: "review.conflict",
    text: "Of two pages in conflict a person keeps the first, the second or both, with a reason; the one that is not kept is withheld, and nothing of what the kept page says is buried with it.",
    source: "trust.md Conflicts",
  },
  {
    id: "review.tombstoned",
    text: "A page that states what was rejected is shown with the tombstone's date, reason and claim: the person lifts it, or leaves the page out.",
    source: "trust.md Tombstones",
  },
  {
    id: "review.edit",
    text: "Edit opens the person's own editor with the page's or the proposed text, keeps what they save as theirs, and shows the item anew; where no editor can open, the file is named.",
    source: "trust.md human review",
  },
  {
    id: "review.one-page",
    text: "/wiki retire, reject, confirm and promote show the whole page and ask the person at the keyboard; elsewhere they are refused with the terminal's command.",
    source: "hosts.md Pi adapter",
  },
  {
    id: "review.channels",
    text: "What is decided in Pi's full-screen mode is recorded with channel ui, at a terminal with channel terminal; both give tier human-reviewed.",
    source: "trust.md Lifecycle",
  },
  {
    id: "review.nobody-there",
    text: "Where no person is at a keyboard (RPC, print mode, a sub-agent's session, --json) the queue is listed and nothing is decided; without a terminal and --json it is refused.",
    source: "hosts.md Pi adapter; interfaces.md",
  },
  {
    id: "review.terminal-restored",
    text: "The terminal is given back as it was, whichever way the review ends.",
    source: "hosts.md CLI",
  },
  {
    id: "review.twenty-drafts",
    text: "Twenty drafts are reviewed by keyboard in the real Pi of both generations in under two minutes.",
    source: "trust.md human review",
  },
] as const;
