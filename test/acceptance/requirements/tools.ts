/** What the tools promise to the model that calls them, whatever host it runs in. */

export const toolsRequirements = [
  {
    id: "tools.frugal",
    text: "The tools cost at most 1,800 tokens of name, description, schema and prompt text together.",
    source: "product.md Surfaces",
  },
  {
    id: "tools.recall",
    text: "wiki_recall answers with labelled passages, page ids, and paths that can be opened.",
    source: "recall.md Answer of wiki_recall",
  },
  {
    id: "tools.recall-withheld",
    text: "wiki_recall leaves out retired, shadow, other tasks' and not valid pages, says why, and shows some on request.",
    source: "trust.md Three answers on the read path",
  },
  {
    id: "tools.recall-known-at",
    text: "wiki_recall says what was believed at a time that it is asked for, and shows no text that has changed since, with the label that says so.",
    source: "trust.md two times",
  },
  {
    id: "tools.recall-none",
    text: "wiki_recall says when nothing matches, and names pages with similar titles.",
    source: "recall.md Answer of wiki_recall",
  },
  {
    id: "tools.recall-data",
    text: "Recalled text stays data: it is fenced, and can't end its fence.",
    source: "guard.md Memory is also an attack surface",
  },
  {
    id: "tools.capture",
    text: "wiki_capture keeps a file, an address or a text as a packet with a draft page, and says how to cite it.",
    source: "product.md Surfaces",
  },
  {
    id: "tools.capture-refuses",
    text: "wiki_capture refuses private addresses unless they are allowed, and files of secrets always.",
    source: "guard.md Memory is also an attack surface",
  },
  {
    id: "tools.capture-once",
    text: "Capturing the same source again writes nothing and names what is there.",
    source: "vault.md Packets",
  },
  {
    id: "tools.note",
    text: "wiki_note writes a draft with its sources, times and task, and says that it is unconfirmed.",
    source: "trust.md Lifecycle",
  },
  {
    id: "tools.note-candidates",
    text: "wiki_note names pages that may say the same, strong or weak, and what to do.",
    source: "trust.md Conflicts",
  },
  {
    id: "tools.note-once",
    text: "A note that a page of that title says already is not written again.",
    source: "trust.md Conflicts",
  },
  {
    id: "tools.note-triggers",
    text: "wiki_note reports recall triggers that are missing or copied from the page.",
    source: "recall.md Triggers",
  },
  {
    id: "tools.check",
    text: "wiki_check shows the vaults' state, what is wrong in pages, and whether ledger and packets are unchanged.",
    source: "product.md Surfaces",
  },
  {
    id: "tools.blank-arguments",
    text: "An optional argument that is blank counts as not given.",
    source: "product.md Surfaces",
  },
] as const;
