/** A page's use: seen, cited, did it work. */

export const usageRequirements = [
  {
    id: "usage.format",
    text: "Uses are lines of JSON; torn lines, unknown kinds, a byte order mark and CRLF cost no other line.",
    source: "trust.md Usage; vault.md meta/telemetry",
  },
  {
    id: "usage.fold",
    text: "Hits, adoptions, outcomes by judge, tokens spent and the last hit fold over all users' streams, in any order, each use once.",
    source: "trust.md Usage",
  },
  {
    id: "usage.factor",
    text: "Use weighs between 0.8 and 1.15, by the formula of heat and outcome; more use, adoptions and successes never lower it, failures never raise it.",
    source: "trust.md Three answers on the read path",
  },
  {
    id: "usage.self-never-ranks",
    text: "What somebody says of their own work is counted apart and never ranks.",
    source: "trust.md Usage",
  },
  {
    id: "usage.negative-examples",
    text: "Failures of the last 30 days, newest first, at most five, are at hand for the next distillation.",
    source: "trust.md Usage",
  },
  {
    id: "usage.gathered",
    text: "During a session uses are gathered outside the vault, which stays as it is; they are put into the user's own stream at its end.",
    source: "vault.md meta/telemetry; trust.md Usage",
  },
  {
    id: "usage.exactly-once",
    text: "What a killed session gathered is put into the vault later, each use once, wherever the work was broken off.",
    source: "trust.md Usage",
  },
  {
    id: "usage.crowd",
    text: "Eight processes that gather and flush at once lose no use and write none twice.",
    source: "trust.md Usage",
  },
  {
    id: "usage.own-stream",
    text: "A user's stream is written on that user's behalf alone; all users' streams are read.",
    source: "vault.md meta/telemetry",
  },
  {
    id: "usage.ranks",
    text: "A page's use multiplies its score among pages that are trusted alike; it never moves a page past one of another trust class, and counts for nothing where repetitions are looked for.",
    source: "trust.md Three answers on the read path",
  },
  {
    id: "usage.test-commands",
    text: "A command is a test by the parsed words that `testCommands` names, and its exit status counts only where it is the test's own: a mention, a pipeline, `||`, a later command or the background prove nothing.",
    source: "trust.md Usage; hosts.md testCommands",
  },
  {
    id: "usage.commits",
    text: "A commit that the session made after it relied on a page speaks for the page when it is kept until a later session, and against it when it is reverted or reset away; what is amended, rebased or on another branch is neither.",
    source: "trust.md Usage",
  },
  {
    id: "usage.hits",
    text: "Each page that is put before the model, unasked or as an answer of wiki_recall, is a hit with its token cost.",
    source: "trust.md Usage; recall.md Automatic recall",
  },
  {
    id: "usage.citations",
    text: "A page is adopted when an answer cites it as [[id]], if it was shown in the session or exists; what stands in code is no citation.",
    source: "trust.md Usage",
  },
  {
    id: "usage.observed",
    text: "A test, build or lint command that failed before a citation and passes after it speaks for the cited page, one that passed and now fails against it; pages that were only shown have no outcome.",
    source: "trust.md Usage",
  },
  {
    id: "usage.feedback",
    text: "wiki_feedback and `pi-wiki feedback` record that a page was used and what somebody says came of it, without secrets.",
    source: "trust.md Usage; interfaces.md feedback",
  },
  {
    id: "usage.unused",
    text: "Pages that are shown often and never used are listed with what each cost and a proposal what to do.",
    source: "trust.md Usage",
  },
  {
    id: "usage.told",
    text: "`/wiki why` shows the part of use in each score and what each page cost; `pi-wiki usage` shows a page's hits, tokens, adoptions and outcomes by judge.",
    source: "trust.md Usage; interfaces.md usage",
  },
  {
    id: "endtoend.usage-tests",
    text: "In both Pis a failing test that turned green after a citation speaks for the cited page, a green one that turned red against it, and a command that only names a test proves nothing.",
    source: "trust.md Usage; hosts.md End-to-end tests",
  },
  {
    id: "endtoend.usage-commits",
    text: "In both Pis a commit that is kept speaks for the cited page in a later session, and one that is reverted against it.",
    source: "trust.md Usage; hosts.md End-to-end tests",
  },
  {
    id: "endtoend.usage-told",
    text: "In both Pis wiki_feedback is counted apart, and /wiki why shows what use weighs.",
    source: "trust.md Usage; hosts.md End-to-end tests",
  },
] as const;
