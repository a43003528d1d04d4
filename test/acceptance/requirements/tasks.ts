/** Task memory: what a unit of work has learned survives sessions, compaction, crashes, merges and a crowd. */

export const tasksRequirements = [
  {
    id: "tasks.opened",
    text: "A task is `tasks/<slug>/task.md` with its title, status, times, branch, base commit, aims and checks; one of the same name is refused with its path.",
    source: "tasks.md",
  },
  {
    id: "tasks.entry-format",
    text: "An entry is `### YYYY-MM-DD HH:MM #id`, a blank line and its text, in its user's own file; what is read and not changed stays byte for byte, with BOM and line ends.",
    source: "tasks.md Entry",
  },
  {
    id: "tasks.foreign-files",
    text: "Files of the described system are read: entries without ids, summaries before the first entry, marks below and above a heading, level-3 headings in a text; what we write, it reads.",
    source: "tasks.md Entry",
  },
  {
    id: "tasks.text-is-no-structure",
    text: "A remembered text that looks like a heading, a mark or a merge's marker stays text, and comes back as it was given.",
    source: "codewiki-plus.md Task memory",
  },
  {
    id: "tasks.mutated-files",
    text: "Damaged task files never break a reader.",
    source: "quality.md",
  },
  {
    id: "tasks.ids",
    text: "Ids are four base36 characters checked against all of the task's files, eight after twenty collisions.",
    source: "tasks.md Entry",
  },
  {
    id: "tasks.times",
    text: "A heading's time is when it happened; the ledger has when it was written, with an offset.",
    source: "tasks.md Entry",
  },
  {
    id: "tasks.events",
    text: "Opening, remembering, superseding, compacting and closing leave an event before the change, with hashes of the file and of the entry.",
    source: "tasks.md",
  },
  {
    id: "tasks.durable",
    text: "An acknowledged entry is there after any fault or crash; no change goes without its event, and the file parses.",
    source: "product.md What it never does",
  },
  {
    id: "tasks.corrected",
    text: "Correcting an own entry marks it as superseded, in one write with the new one; another user's, an archived and a corrected one are refused with the reason.",
    source: "tasks.md Entry",
  },
  {
    id: "tasks.superseded-absent",
    text: "Superseded entries are in no part of a context or a search, other users' included; a person sees both in the file.",
    source: "tasks.md Entry",
  },
  {
    id: "tasks.near-duplicate",
    text: "An entry that repeats one of the last ten that hold is refused by its name; one with another number, path or name is not.",
    source: "tasks.md wiki_task",
  },
  {
    id: "tasks.gates",
    text: "What was rejected is not remembered, corrected to, nor summed up, secrets are replaced, and entries that state what was rejected later are withheld.",
    source: "trust.md Tombstones",
  },
  {
    id: "tasks.context",
    text: "A task's context has aims, checks, summary, own entries newest first, others' summary and last two within 2,048 characters, one line for each of the rest, and pages; within the budget, and what was left out is counted.",
    source: "tasks.md Context",
  },
  {
    id: "tasks.context-speed",
    text: "The context of a task with 5,000 entries takes less than 50 ms.",
    source: "tasks.md Figures",
  },
  {
    id: "tasks.other-users",
    text: "Other users' entries can be left out with the setting otherUsers.",
    source: "tasks.md",
  },
  {
    id: "tasks.compaction",
    text: "With more than 20 entries and more than 40 or 24 KiB, the author's compaction moves superseded ones and all but the newest 20 to the archive, the archive first; without a summary first lines stand for them, and none is dropped.",
    source: "tasks.md Compaction",
  },
  {
    id: "tasks.compaction-asked",
    text: "Before a summary is given, what would move is shown and nothing is changed; a longer summary than 4,096 characters is refused, and what was remembered meanwhile stays.",
    source: "tasks.md Compaction",
  },
  {
    id: "tasks.bound",
    text: "A session is bound to the task it opened or took up, a capture of it names the task and is noted in the binding, its forks inherit it, and bindings older than 30 days are swept.",
    source: "tasks.md Session binding",
  },
  {
    id: "tasks.branch",
    text: "Without a binding the session's task is the only one that is open on its branch; a task of the personal vault belongs to no branch.",
    source: "tasks.md Scope",
  },
  {
    id: "tasks.worktrees",
    text: "A worktree without a vault of its own shares pages and tasks with the main one, each branch with its task; what was remembered there outlives it.",
    source: "tasks.md Scope",
  },
  {
    id: "tasks.distil-offer",
    text: "Closing a task, and the merge of its branch, offer what it taught to be made pages.",
    source: "tasks.md",
  },
  {
    id: "tasks.offered",
    text: "A session on a branch with an open task is offered it in one line, to the user and to the model, once; a sub-agent is told nothing.",
    source: "tasks.md Session binding",
  },
  {
    id: "tasks.injected-once",
    text: "The context of a bound session's task is put after its first prompt, again after a compaction removed it, and never twice in one context.",
    source: "tasks.md Context",
  },
  {
    id: "tasks.before-compaction",
    text: "Before a compaction of a bound session, its task remembers which files of the project were changed.",
    source: "hosts.md Pi adapter",
  },
  {
    id: "tasks.pi-verb",
    text: "/wiki task lists the tasks on a screen where there is one, shows a task, and switches to it.",
    source: "tasks.md",
  },
  {
    id: "tasks.scope",
    text: "A page of a task is recalled inside that task alone: a session that is bound to it, or a call that names it.",
    source: "tasks.md Scope",
  },
  {
    id: "tasks.merged",
    text: "Two clones that add to the same user's file, and to different users' files, merge by git without a conflict, and both sets are there.",
    source: "tasks.md",
  },
  {
    id: "tasks.twins",
    text: "An id that two clones gave is a finding, and goes when one of the entries is corrected by its time and id.",
    source: "tasks.md",
  },
  {
    id: "tasks.changed",
    text: "An entry that is not as it was remembered, after an edit by hand or a merge, is a finding with its line.",
    source: "tasks.md",
  },
  {
    id: "tasks.conflict-markers",
    text: "Conflict markers in a memory file are a finding with its line and a remedy; the entries of both sides are read.",
    source: "tasks.md",
  },
  {
    id: "tasks.tool",
    text: "wiki_task opens, lists, binds, remembers, corrects, gives the context, searches, compacts and closes.",
    source: "tasks.md wiki_task",
  },
  {
    id: "tasks.cli",
    text: "`pi-wiki task` has the same actions, with the JSON of interfaces.md.",
    source: "interfaces.md",
  },
  {
    id: "tasks.guarded",
    text: "No tool writes a memory file but the task verbs: others are blocked, what slips through is put back, and what the verbs wrote while a command ran stays.",
    source: "guard.md",
  },
  {
    id: "tasks.end-to-end",
    text: "In both Pi generations, what a killed session remembered is known to the next one, which is told of it once.",
    source: "tasks.md Figures",
  },
  {
    id: "tasks.lock",
    text: "Whoever adds to a file waits at most five seconds for its lock, then is refused with the holder's name.",
    source: "tasks.md Concurrency",
  },
  {
    id: "tasks.crowd",
    text: "Eight processes that add to one task at once lose no entry and share no id.",
    source: "tasks.md Concurrency",
  },
  {
    id: "tasks.killed",
    text: "A process killed at any moment loses no acknowledged entry and leaves a file that parses.",
    source: "tasks.md Figures",
  },
] as const;
