/** How what an agent did for a task is kept: one packet a task, small, without secrets, and only where it is wanted. */

export const trajectoryRequirements = [
  {
    id: "trajectories.packet",
    text: "What was done for a task is kept as a sealed packet of read-only files, packet.json, extracted.md and manifest.json, with an event before it can be seen.",
    source: "trajectories.md Capture; vault.md Layout",
  },
  {
    id: "trajectories.task-only",
    text: "A packet holds the current branch's steps since the last capture or since the session's task began, not the whole session; what is kept already is not kept again.",
    source: "trajectories.md Capture",
  },
  {
    id: "trajectories.steps",
    text: "A step has its role, text, tool calls with arguments, results with is_error, exit code, time and usage; what was not reported is null, never 0.",
    source: "trajectories.md Capture",
  },
  {
    id: "trajectories.both-generations",
    text: "Branches, compaction, retries, aborted turns, calls made in code mode, images and commands that the user typed are read from sessions of both generations of Pi.",
    source: "hosts.md",
  },
  {
    id: "trajectories.diffs",
    text: "Of a written or edited file the packet holds a diff, against what the session showed of it before.",
    source: "trajectories.md Capture",
  },
  {
    id: "trajectories.short",
    text: "Long values are kept as head and tail with the omitted length and the SHA-256 of the whole; a packet of a session over 1 MB with file writes is at most a tenth of it.",
    source: "trajectories.md Capture",
  },
  {
    id: "trajectories.secrets",
    text: "No secret of any field of a session reaches the disk: not the vault, the cache or the state folder.",
    source: "trajectories.md Capture; trust.md Secrets",
  },
  {
    id: "trajectories.own-blocks",
    text: "What the memory put before the model, what was read out of it and the prompts that pi-wiki wrote are no part of a trajectory.",
    source: "trajectories.md Capture",
  },
  {
    id: "trajectories.places",
    text: "A packet names no folder of the machine: paths are relative to the repository, and the home folder is `~`.",
    source: "vault.md Ledger",
  },
  {
    id: "trajectories.outcome",
    text: "The manifest says how it came out and who says so: the exit code of a test command, a person, or nobody; a model's word counts for nothing.",
    source: "trajectories.md Capture",
  },
  {
    id: "trajectories.summary",
    text: "extracted.md tells a person the task, what was tried in order, what failed and the evidence.",
    source: "trajectories.md Capture",
  },
  {
    id: "trajectories.whole-or-not",
    text: "A capture that fails at any write leaves no packet, or a whole one that the ledger knows.",
    source: "vault.md Layout",
  },
  {
    id: "trajectories.forget",
    text: "A trajectory can be forgotten, links to it resolve to its packet, and verify tells when it was altered.",
    source: "vault.md Pages; guard.md",
  },
  {
    id: "trajectories.absent",
    text: "Where trajectories are off, no request names a tool or a word of them, and no folder of theirs exists.",
    source: "trajectories.md",
  },
  {
    id: "trajectories.at-once",
    text: "`/wiki trajectories on` and `off`, and `/wiki-trajectories`, take effect with the next request.",
    source: "trajectories.md",
  },
  {
    id: "trajectories.record",
    text: "`wiki_capture_trajectory`, `/wiki record` and `pi-wiki trajectory capture` each keep the task that was just done with one call.",
    source: "trajectories.md Capture; interfaces.md",
  },
] as const;
