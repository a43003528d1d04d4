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
] as const;
