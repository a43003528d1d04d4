export const scenarioRequirements = [
  {
    id: "vault.derived-incremental",
    text: "After any changes of pages the derived files are those of a full rebuild, byte for byte, and only changed pages are read.",
    source: "vault.md Ledger",
  },
  {
    id: "scale.breathes",
    text: "Lint and verify let the session's other work go on, and tell how far they are.",
    source: "architecture.md",
  },
] as const;
