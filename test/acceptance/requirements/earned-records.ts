/** What tasks have earned: records that are only appended, and lessons that inform and never authorise. */

export const earnedRequirements = [
  {
    id: "earned.records",
    text: "An earned record has exactly the fields of its kind, within their caps in code points; anything else is refused before it is written and when it is read.",
    source: "seed 002",
  },
  {
    id: "earned.golden-vectors",
    text: "Records and receipts have the contract's hashes, and its length to the byte.",
    source: "repository-knowledge.md 1.10",
  },
  {
    id: "earned.chain",
    text: "Every byte of a chain counts: one that is altered, cut or moved is found at every read.",
    source: "seed 002",
  },
  {
    id: "earned.markers",
    text: "The four markers of a record are false itself, or the record is refused.",
    source: "seed 002",
  },
  {
    id: "earned.append-only",
    text: "Records are appended and read; nothing changes or removes one.",
    source: "seed 002",
  },
  {
    id: "earned.replay",
    text: "What is written back again is recorded once, wherever its names led meanwhile; a receipt that stands for something else is refused.",
    source: "repository-knowledge.md 1.9",
  },
  {
    id: "earned.clock",
    text: "A clock that ran backwards is refused, naming both times.",
    source: "knowledge.md Chains",
  },
  {
    id: "earned.torn",
    text: "A record that was cut short is refused with its byte offset; repair moves it aside, keeps it, and leaves the rest.",
    source: "knowledge.md Chains",
  },
  {
    id: "earned.crowd",
    text: "Processes that append at once, or are killed on the way, leave one sound chain with everything that was acknowledged.",
    source: "repository-knowledge.md 8",
  },
  {
    id: "earned.places",
    text: "Records lie in git's common folder for their owner alone, shared by all work trees, and no link is followed.",
    source: "knowledge.md Where",
  },
  {
    id: "earned.supersedes",
    text: "A lesson takes the place only of one that is there; the earlier one stays in the chain.",
    source: "seed 002",
  },
  {
    id: "earned.lesson-output",
    text: "Lessons are emitted in one closed document, taken whole or not at all.",
    source: "seed 002",
  },
  {
    id: "earned.locations",
    text: "A lesson's names lead to one symbol or one tracked file, or carry the reason why not.",
    source: "seed 002",
  },
  {
    id: "earned.staged",
    text: "What an agent emits waits outside the store, without secrets, until a person accepts its task.",
    source: "knowledge.md lesson output",
  },
  {
    id: "earned.accept",
    text: "A task is accepted by a person after its recorded check exited 0; the delivery record holds what the ledger's event says and nothing else.",
    source: "knowledge.md complete",
  },
  {
    id: "earned.handoff",
    text: "Accepted before it is committed, a change leaves certified lessons that are bound to its canonical diff, and no delivery record.",
    source: "seed 002",
  },
  {
    id: "earned.observe",
    text: "The commit with the accepted change confirms its lessons; a person's word supersedes them; both are appended.",
    source: "seed 002",
  },
  {
    id: "earned.inventory",
    text: "Lessons are listed with their provenance, delivery state and places, in one order, without an age that changes.",
    source: "repository-knowledge.md 6",
  },
  {
    id: "earned.packet",
    text: "A packet has the active lessons that speak of its page, with their labels and the chain of those they replaced; without the store nothing else of it changes.",
    source: "seed 002",
  },
  {
    id: "earned.usage",
    text: "What a run used up is null where it is not known, is shown as unknown, and makes sums unknown; Pi's zeros are not known.",
    source: "seed 002",
  },
  {
    id: "earned.exchange",
    text: "Another clone's chain goes on from ours, or is kept beside it, read-only and verified.",
    source: "knowledge.md Where",
  },
  {
    id: "earned.cli",
    text: "pi-wiki knowledge lists, accepts, observes, exports, imports and repairs; what says that something is so takes a person, and only one at a terminal is an operator.",
    source: "knowledge.md",
  },
] as const;
