/** Tests by which any memory can be judged, as they hold here: each through the registered tools and the command line. */

export const portableRequirements = [
  {
    id: "portable.claim-resolves",
    text: "Each page that is put before the model leads to a packet that is there, or to the event that says who made it, through what and where.",
    source: "trust.md Audit; vault.md Ledger",
  },
  {
    id: "portable.source-delete",
    text: "A forgotten source takes its page along, withholds what rests on it alone and labels what rests on others too; siblings stay.",
    source: "trust.md Removal follows lineage",
  },
  {
    id: "portable.rebuild",
    text: "Whatever a vault keeps is recalled and injected again after all derived files and caches were deleted.",
    source: "vault.md Derived files",
  },
  {
    id: "portable.tombstone-survives",
    text: "A rejected claim is refused after any time, rebuild, restart, loss of caches, old checkout and number of other rejections.",
    source: "trust.md Tombstones",
  },
  {
    id: "portable.tombstone-key",
    text: "Case, blanks, hidden characters, look-alikes, markup and marks at its ends do not bring a rejected claim back; a paraphrase, a neighbour and another ASCII character pass.",
    source: "trust.md Tombstones",
  },
  {
    id: "portable.tombstone-reextraction",
    text: "Reading a source again does not make a rejected claim current; the rest of the source arrives.",
    source: "trust.md Tombstones",
  },
  {
    id: "portable.tombstone-no-second",
    text: "A refused claim makes no page of any kind, leaves an event that names the tombstone, and the evidence as it was.",
    source: "trust.md Tombstones",
  },
  {
    id: "portable.laundering",
    text: "A rejected claim stays out when it is restated, superseded, corroborated, written plainly or by a shell, imported, merged, checked out, promoted, restored, confirmed, and after compaction, reindexing and a restart; a paraphrase and a neighbour are recalled throughout.",
    source: "trust.md Tombstones; trust.md negative tests",
  },
  {
    id: "portable.no-bypass",
    text: "By every way into the vault what was rejected stays out and leaves an event, and another text comes in.",
    source: "trust.md Tombstones; trust.md Audit",
  },
  {
    id: "portable.no-human-claims",
    text: "Nothing that a model writes, says or runs makes a page a person's; a person at a screen or a terminal does, and the ledger says who and where.",
    source: "trust.md Lifecycle",
  },
  {
    id: "portable.k-bound",
    text: "Of many long matches as many come as were asked for, never more, and within the budget.",
    source: "recall.md Budget",
  },
  {
    id: "portable.correction",
    text: "A replaced, put back or time-bound value is answered as corrected, for its time and as it was known, after reindex and restart; a tool's note replaces nothing in force.",
    source: "trust.md two times",
  },
  {
    id: "portable.retraction",
    text: "What a person retracts is absent though nothing newer exists, also when every path feeds it again and the session was compacted.",
    source: "trust.md negative tests",
  },
  {
    id: "portable.deletion",
    text: "After forgetting, reindexing and a restart no answer, list, completion, cache or sealed copy holds it; the ledger says that it was forgotten, and siblings stay.",
    source: "vault.md forget; trust.md Removal follows lineage",
  },
  {
    id: "portable.shared-copies",
    text: "A copy in the other layer goes with its original, and an old copy that is imported or put back does not restore it.",
    source: "trust.md Removal follows lineage",
  },
  {
    id: "portable.fenced",
    text: "Orders, fake system text and tool calls in any field of a page stand inside one envelope of data on every way to the model; a withheld page is in none.",
    source: "guard.md Memory is also an attack surface",
  },
] as const;
