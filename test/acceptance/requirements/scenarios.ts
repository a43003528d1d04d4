export const scenarioRequirements = [
  {
    id: "vault.derived-incremental",
    text: "After any changes of pages the derived files are those of a full rebuild, byte for byte, and only changed pages are read.",
    source: "vault.md Ledger",
  },
] as const;
