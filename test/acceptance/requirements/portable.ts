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
] as const;
