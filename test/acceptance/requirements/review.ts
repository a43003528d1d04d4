/** A person decides on what waits, having seen it. */

export const reviewRequirements = [
  {
    id: "review.keys",
    text: "A person goes through the queue by single keys: accept, reject and retire with a reason, skip, next, previous, edit, quit.",
    source: "trust.md human review",
  },
  {
    id: "review.seen-first",
    text: "A key decides only when all of the page's stored text has been on the screen, without a gap, for the text as it is now.",
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
