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
  {
    id: "scenario.odd-pages",
    text: "Pages with damaged, hostile or unusual text are found by recall and told of by lint; none is changed and none stops the rest.",
    source: "vault.md One bad file never stops the rest",
  },
  {
    id: "scenario.odd-names",
    text: "A page may have any name that the file system takes.",
    source: "vault.md Pages",
  },
  {
    id: "scenario.large-file",
    text: "A file too large to be a page is a finding and is never read into memory.",
    source: "quality.md Reliability",
  },
  {
    id: "scenario.links",
    text: "Links in a vault that go in circles or lead out of it are findings, and nothing behind them is read.",
    source: "guard.md",
  },
  {
    id: "scenario.unreadable",
    text: "Files and folders that may not be read are findings; all others are recalled and linted.",
    source: "vault.md One bad file never stops the rest",
  },
  {
    id: "scenario.read-only",
    text: "A vault that may not be written is recalled from, linted and verified; every write is refused with the reason and changes nothing.",
    source: "recall.md Automatic recall",
  },
  {
    id: "scenario.place",
    text: "A file or a link to nothing where a vault should be is told of and left alone; other vaults work.",
    source: "vault.md Layers",
  },
  {
    id: "scenario.damaged-cache",
    text: "Damaged, foreign or missing files of the cache cost time and nothing else.",
    source: "recall.md Persistence",
  },
  {
    id: "scenario.import-twice",
    text: "Two processes that import the same folder at once make each page once.",
    source: "quality.md Reliability",
  },
  {
    id: "scenario.killed",
    text: "A process killed at any change on disk while it imports, captures, notes or settles loses nothing, and the next one completes the work.",
    source: "quality.md Reliability",
  },
  {
    id: "scenario.peer-untouched",
    text: "A vault of pi-llm-wiki in either layout and format works as it is, and stays as it is until something is written.",
    source: "vault.md",
  },
  {
    id: "scenario.scale",
    text: "A vault of ten thousand pages works as a small one does.",
    source: "recall.md Figures to reach",
  },
] as const;
