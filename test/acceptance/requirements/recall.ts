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
  {
    id: "recall.passages",
    text: "Passages cover a page once, in order, and begin or end only where a heading, paragraph, line, sentence or word does.",
    source: "recall.md Index and rank",
  },
  {
    id: "recall.postings",
    text: "A posting list unpacks to what was packed, and its records can be copied.",
    source: "recall.md Persistence",
  },
  {
    id: "recall.segment",
    text: "A frozen index answers like the one it was made of, also when pages are taken out or parts are merged.",
    source: "recall.md Persistence",
  },
  {
    id: "recall.segment-damage",
    text: "A damaged, cut or foreign index file is as good as absent and stops nothing.",
    source: "recall.md Persistence",
  },
  {
    id: "recall.index-files",
    text: "The pages of a vault and the texts of its captured sources are indexed, and no other files.",
    source: "recall.md Persistence",
  },
  {
    id: "recall.index-fresh",
    text: "What another program wrote, changed or removed is seen by its stat: files that come or go at the next question.",
    source: "recall.md Persistence",
  },
  {
    id: "recall.index-touched",
    text: "A file whose content is the same is not indexed again, whatever its stat.",
    source: "recall.md Persistence",
  },
  {
    id: "recall.index-findings",
    text: "A file that can't be indexed is a finding, and everything else is found.",
    source: "recall.md Persistence",
  },
  {
    id: "recall.index-changes",
    text: "An index tells which pages changed, from which content to which.",
    source: "vault.md Ledger",
  },
  {
    id: "recall.index-saved",
    text: "An index is kept between processes, changes beside it, and merged into it when they are many.",
    source: "recall.md Persistence",
  },
  {
    id: "recall.index-processes",
    text: "Processes that save at the same time leave a whole index.",
    source: "recall.md Persistence",
  },
  {
    id: "recall.index-unwritable",
    text: "A cache that can't be written costs time and nothing else.",
    source: "recall.md Automatic recall",
  },
  {
    id: "recall.index-histories",
    text: "After any history of files and of itself an index ranks as one built anew.",
    source: "recall.md Persistence",
  },
  {
    id: "recall.packet-text",
    text: "The text of captured sources is found, labelled as such and never taken for a page.",
    source: "recall.md Layers",
  },
  {
    id: "recall.shown-once",
    text: "The same content is shown once, and a captured source once.",
    source: "recall.md Layers",
  },
  {
    id: "recall.bm25f",
    text: "A page's score is BM25F over its fields, each by its own length.",
    source: "recall.md Index and rank",
  },
  {
    id: "recall.fields",
    text: "Titles and aliases count most, then tags, headings and recall triggers, then the body.",
    source: "recall.md Index and rank",
  },
  {
    id: "recall.passages-rank",
    text: "A long page ranks by itself and by its best passage, which is the one that is shown.",
    source: "recall.md Index and rank",
  },
  {
    id: "recall.proximity",
    text: "Words that stand close together in a passage raise it.",
    source: "recall.md Index and rank",
  },
  {
    id: "recall.tail",
    text: "Ranks 1 to 5 are the query's own; later ones may come from what the best pages share.",
    source: "recall.md Index and rank",
  },
  {
    id: "recall.typos",
    text: "A word that no page holds is read as one that is a single slip away, and a word that exists never is.",
    source: "recall.md Index and rank",
  },
  {
    id: "recall.long-prompts",
    text: "Of a long prompt the rarest words count, wherever they stand.",
    source: "recall.md Index and rank",
  },
  {
    id: "recall.exact-text",
    text: "Code, file names, paths and error messages in a prompt weigh more.",
    source: "recall.md Index and rank",
  },
  {
    id: "recall.stop-words",
    text: "A query of function words alone still finds titles.",
    source: "recall.md Analyse",
  },
  {
    id: "recall.rank-order",
    text: "Pages come in order of score, equal ones by id, however many there are.",
    source: "recall.md Index and rank",
  },
  {
    id: "recall.authority",
    text: "What a page says of itself weighs as the table has it, between 0.7 and 1.3.",
    source: "trust.md Three answers on the read path",
  },
  {
    id: "recall.withheld",
    text: "Deprecated, shadow, other tasks' and not valid pages are left out before the cut, with the reason.",
    source: "trust.md Three answers on the read path",
  },
  {
    id: "recall.validity",
    text: "A page is valid from its first moment and no more at its last.",
    source: "trust.md two times",
  },
  {
    id: "recall.labels",
    text: "Drafts, captured text, deprecated, shadow and stale pages say so wherever they are shown.",
    source: "trust.md Three answers on the read path",
  },
  {
    id: "recall.hops",
    text: "Links are followed on request only: three hops at most, half as much a hop, thirty pages, in both directions.",
    source: "recall.md Index and rank",
  },
  {
    id: "recall.layers-comparable",
    text: "Scores of all layers compare.",
    source: "recall.md Layers",
  },
  {
    id: "recall.layers-shadow",
    text: "Of one id the nearest layer's page is shown, and says what it shadows.",
    source: "recall.md Layers",
  },
  {
    id: "recall.layers-crowding",
    text: "Neither layer crowds out the other: membership is decided by score.",
    source: "recall.md Layers",
  },
  {
    id: "recall.excerpt",
    text: "An excerpt is the best passage, at most 600 characters, and never ends inside a character.",
    source: "recall.md Answer of wiki_recall",
  },
  {
    id: "recall.silence",
    text: "Greetings, acknowledgements and everyday commands recall nothing.",
    source: "recall.md Automatic recall",
  },
  {
    id: "recall.gates",
    text: "Automatic recall is silent below the floor and without a rare word, for what was sent before, and beyond its budget.",
    source: "recall.md Automatic recall",
  },
  {
    id: "recall.few-pages",
    text: "In a vault of few pages automatic recall speaks of what the prompt is about, and chance meetings of words in a long prompt stay silent.",
    source: "recall.md Automatic recall",
  },
  {
    id: "recall.budget",
    text: "Whole passages only are sent, the best first, within the tokens allowed.",
    source: "recall.md Automatic recall",
  },
  {
    id: "recall.personal-alone",
    text: "Personal pages alone can be kept out of automatic recall.",
    source: "recall.md Automatic recall",
  },
  {
    id: "recall.fence",
    text: "Text of a page can't end the fence it is shown in.",
    source: "recall.md Automatic recall",
  },
  {
    id: "recall.hidden-characters",
    text: "Characters that hide or turn round text are made visible.",
    source: "recall.md Automatic recall",
  },
  {
    id: "recall.answer-text",
    text: "The answer for the model gives each page's id and path, passages within a limit, and what was left out.",
    source: "recall.md Answer of wiki_recall",
  },
  {
    id: "recall.near-titles",
    text: "Pages are found by the beginning of their names in any script, and one slip is forgiven.",
    source: "recall.md Index and rank",
  },
  {
    id: "recall.human-verified",
    text: "The index knows whether a page claims that a person verified it, which is worth what the ledger says.",
    source: "trust.md The seven properties",
  },
] as const;
