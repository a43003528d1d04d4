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
  {
    id: "storm.mutated",
    text: "Mutated pages, ledgers, configs, settings, manifests, indexes and state files crash and hang no reader, and give a finding where the format promises one.",
    source: "quality.md Reliability",
  },
  {
    id: "storm.mutated-calls",
    text: "Mutated tool arguments, tool inputs and shell commands are answered, refused or decided on; nothing crashes and nothing hangs.",
    source: "quality.md Reliability",
  },
  {
    id: "storm.mutated-sources",
    text: "Mutated documents of every format give text or a reason.",
    source: "quality.md Reliability",
  },
  {
    id: "storm.full-disk",
    text: "On a full disk every write is acknowledged and there, or refused as such; what was there stays, and the ledger verifies.",
    source: "quality.md Reliability",
  },
  {
    id: "storm.read-only",
    text: "With any folder of a vault, or that of the state or the cache, read-only, every write is there or refused, and nothing is lost.",
    source: "quality.md Reliability",
  },
  {
    id: "storm.clock",
    text: "When the clock goes back no id is given twice and the ledger verifies.",
    source: "quality.md Reliability",
  },
] as const;
