/** What holds in the worst of weathers. */

export const stormRequirements = [
  {
    id: "storm.killed",
    text: "After a kill at any moment every acknowledged write is there, nothing half-written is visible, and the next session works.",
    source: "quality.md Reliability",
  },
  {
    id: "storm.crowd",
    text: "Processes that add notes, captures and events to one vault at once lose nothing, share no id and leave one whole chain.",
    source: "quality.md Reliability",
  },
  {
    id: "storm.flipped-ledger",
    text: "A single flipped bit anywhere in a ledger is found by verify.",
    source: "quality.md Reliability",
  },
  {
    id: "storm.flipped-packet",
    text: "A single flipped bit anywhere in a captured packet, its manifest included, is found by verify.",
    source: "quality.md Reliability",
  },
] as const;
