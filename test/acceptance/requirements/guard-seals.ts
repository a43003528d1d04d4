/** What the guard promises for changes that nobody could foresee. */

export const guardSealsRequirements = [
  {
    id: "seals.packet-healed",
    text: "A captured file that a call changed, replaced or removed is put back as it was captured, in every way a shell can do it.",
    source: "guard.md Detect and heal",
  },
  {
    id: "seals.evidence-kept",
    text: "What was found in place of a sealed file is kept under outputs/tampered/, and nothing else is lost.",
    source: "guard.md Detect and heal",
  },
  {
    id: "seals.recorded",
    text: "tamper_detected and tamper_restored name the files and the command, without its secrets.",
    source: "guard.md Detect and heal",
  },
  {
    id: "seals.told-once",
    text: "The user is told of each tampering once, in one line.",
    source: "guard.md Detect and heal",
  },
  {
    id: "seals.session-start",
    text: "What was altered between sessions is found and healed when the next one starts.",
    source: "guard.md Detect and heal",
  },
  {
    id: "seals.strangers-out",
    text: "Files that a call put among captured ones are taken out; those of a person, of git or of our own captures stay.",
    source: "guard.md Detect and heal",
  },
  {
    id: "seals.git-history",
    text: "Checkout, switch, pull, merge, rebase, stash and worktrees of the user are never taken for tampering.",
    source: "guard.md Detect and heal",
  },
  {
    id: "seals.git-nothing-lost",
    text: "Packets and ledger lines that git drops without holding them anywhere are put back.",
    source: "guard.md Detect and heal",
  },
  {
    id: "seals.git-no-cover",
    text: "A call's own commit, its index or its flags don't make tampering look like history.",
    source: "guard.md Detect and heal",
  },
  {
    id: "seals.ledger-healed",
    text: "A ledger that was cut, edited, reordered, replaced or removed is named by its first bad line and put back from its sealed copy.",
    source: "guard.md Detect and heal",
  },
  {
    id: "seals.ledger-appends-kept",
    text: "Events that are appended while the ledger is healed are all there afterwards.",
    source: "guard.md Detect and heal",
  },
  {
    id: "seals.around-calls",
    text: "Sealed files are checked at a session's start, before a turn's first call that may write and after each; a call that was broken off too.",
    source: "guard.md Detect and heal",
  },
  {
    id: "seals.model-told",
    text: "The result of a call whose work was undone says so to the model.",
    source: "guard.md Detect and heal",
  },
  {
    id: "seals.switched-off",
    text: "PI_WIKI=off leaves the checks on, as it does the guard.",
    source: "hosts.md Pi adapter",
  },
  {
    id: "guard.heal-by-hand",
    text: "`pi-wiki guard heal` checks and heals without a session, for a person, and exits 5 where it can't.",
    source: "guard.md Detect and heal",
  },
  {
    id: "seals.peer-vaults",
    text: "Packets and ledger lines of other tools are sealed as they are found, and their tools can go on writing.",
    source: "vault.md",
  },
  {
    id: "seals.faults",
    text: "Sealing or healing that fails or is killed at any step loses nothing, and the next check finishes it.",
    source: "quality.md Reliability",
  },
  {
    id: "seals.no-disk",
    text: "Where the state folder can't be written, work goes on and the problem is told.",
    source: "architecture.md Errors",
  },
] as const;
