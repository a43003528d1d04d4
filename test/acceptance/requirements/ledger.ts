/** What the ledger promises. */
export const ledgerRequirements = [
  {
    id: "ledger.canonical-json",
    text: "Canonical JSON sorts keys by code point, keeps non-ASCII raw and refuses what has no one text.",
    source: "repository-knowledge.md 1.1",
  },
  {
    id: "ledger.canonical-golden",
    text: "The golden hashes of the repository knowledge contract come out of our canonical JSON.",
    source: "repository-knowledge.md 1.10",
  },
  {
    id: "ledger.chain-golden",
    text: "Records seal to the golden hashes of the repository knowledge contract.",
    source: "repository-knowledge.md 1.10",
  },
] as const;
