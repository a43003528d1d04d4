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
  {
    id: "ledger.event-form",
    text: "An event is one flat canonical JSON line: its details beside kind, timestamp, actor, channel, writer, seq, prev and hash.",
    source: "vault.md Ledger",
  },
  {
    id: "ledger.mac-bytes",
    text: "Events of a person's channels carry an HMAC over the canonical line without mac and hash, with a key of the state folder.",
    source: "vault.md Ledger",
  },
  {
    id: "ledger.unknown-kept",
    text: "Events of unknown kinds are kept and read.",
    source: "vault.md Ledger",
  },
  {
    id: "ledger.no-home-path",
    text: "An event holds no absolute home path.",
    source: "vault.md Ledger",
  },
  {
    id: "ledger.union-merge",
    text: "Chains of several writers verify however their lines are interleaved and repeated.",
    source: "vault.md Ledger",
  },
  {
    id: "ledger.unchained",
    text: "Lines of other tools are kept and reported as unchained.",
    source: "vault.md Ledger",
  },
  {
    id: "ledger.every-byte",
    text: "Any single changed byte in a chain is found.",
    source: "quality.md Reliability",
  },
  {
    id: "ledger.first-break",
    text: "Verifying names the first broken line of each chain.",
    source: "vault.md Ledger",
  },
  {
    id: "ledger.missing-and-reordered",
    text: "Removed and swapped lines are found.",
    source: "vault.md Ledger",
  },
  {
    id: "ledger.tail-only",
    text: "An append reads only the end of the ledger.",
    source: "quality.md Speed",
  },
  {
    id: "ledger.seen",
    text: "A status event names the last hash of each other chain.",
    source: "vault.md Merging",
  },
  {
    id: "ledger.cut-found",
    text: "A cut, emptied or replaced ledger is noticed by the clone that wrote it.",
    source: "guard.md",
  },
  {
    id: "ledger.checkout",
    text: "Checkouts that part and join histories leave every chain whole.",
    source: "vault.md Ledger",
  },
  {
    id: "ledger.torn-tail",
    text: "The torn bytes of a crash stay as evidence and cost no acknowledged event.",
    source: "quality.md Reliability",
  },
  {
    id: "ledger.mac-forged",
    text: "A person's event of this clone that its key did not sign is found.",
    source: "vault.md Ledger",
  },
  {
    id: "ledger.without-state",
    text: "An unusable state folder stops no event and is reported.",
    source: "vault.md Ledger",
  },
  {
    id: "ledger.processes",
    text: "Eight processes that append at once lose nothing and leave one whole chain.",
    source: "quality.md Reliability",
  },
  {
    id: "ledger.killed",
    text: "Every acknowledged event survives a SIGKILL.",
    source: "quality.md Reliability",
  },
  {
    id: "ledger.faults",
    text: "A failed or interrupted append loses no acknowledged event and breaks no chain.",
    source: "quality.md Reliability",
  },
  {
    id: "ledger.git-union",
    text: "Two clones merged by git's union driver verify, each event once.",
    source: "vault.md Ledger",
  },
  {
    id: "ledger.first-format",
    text: "A ledger of the first version is read and verified by every later one.",
    source: "style.md 4.11",
  },
  {
    id: "ledger.made-up-lines",
    text: "Lines that another program made up in a clone's name don't keep it from writing, and are found.",
    source: "vault.md Ledger",
  },
] as const;
