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
  {
    id: "platform.worker-strays",
    text: "A stray failure of a library in the worker ends neither the worker nor another task.",
    source: "architecture.md The world is injected",
  },
  {
    id: "platform.worker-ends",
    text: "A task with a time limit or a signal can be ended in whatever it is doing, and takes no other along.",
    source: "architecture.md The world is injected",
  },
  {
    id: "platform.private-state",
    text: "What is made in the state and cache folders can be read by its user alone.",
    source: "guard.md",
  },
  {
    id: "platform.leftovers",
    text: "Half-made files of killed processes are cleared away by a later write in their folder.",
    source: "quality.md Reliability",
  },
] as const;
