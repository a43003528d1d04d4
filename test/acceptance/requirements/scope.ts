/** What a session may see and change: a caller narrows it, and never widens it. */

export const scopeRequirements = [
  {
    id: "scope.agent-environment",
    text: "In an agent's environment --cwd, PI_WIKI_USER, WIKI_HOME, the home and the state folder are the session's: others are refused with scope_fixed and exit code 4, for reading and writing alike, and nothing is written.",
    source: "interfaces.md first paragraph; trust.md enforced scope",
  },
  {
    id: "scope.agent-sub-folder",
    text: "An agent's shell works in every folder inside its session's: a sub-folder, a package of a monorepo, a nested vault.",
    source: "interfaces.md first paragraph",
  },
  {
    id: "scope.agent-same-vaults",
    text: "Outside its session's folder an agent's shell works where it stands in the session's own vaults and no other: the top of a monorepo, a linked worktree without a vault of its own.",
    source: "trust.md enforced scope; vault.md Layers",
  },
  {
    id: "scope.agent-guard",
    text: "guard and the listing of settings answer for any folder: a host's hook takes a refusal for leave, and they show nothing of a vault.",
    source: "interfaces.md guard",
  },
  {
    id: "scope.told-to-children",
    text: "A session tells the processes that it starts its folder, user, personal home and state folder; of several sessions in one process each tells its own, one that ended no longer does, and what a parent told ends at a session of its own. Without it, or with nonsense in its place, only the mark of an agent counts: it tells who started a process, and proves nothing.",
    source: "interfaces.md first paragraph; trust.md Lifecycle",
  },
  {
    id: "scope.arguments",
    text: "A tool or a verb refuses what would widen its scope, and never leaves it aside: layers that are none, lists and patterns of tasks, ids that lead out of the vault, and any other word for a user, vault or folder. A blank one was not given.",
    source: "trust.md enforced scope",
  },
  {
    id: "scope.tasks-apart",
    text: "Naming a task shows its own pages beside those of none; those of other tasks stay out, whatever is asked.",
    source: "tasks.md Scope; trust.md enforced scope",
  },
  {
    id: "scope.vaults-apart",
    text: "The best match of another project's vault is absent from recall, injection and suggestions.",
    source: "trust.md enforced scope",
  },
  {
    id: "scope.users-apart",
    text: "A user's personal pages are nothing to another user of the machine.",
    source: "trust.md enforced scope",
  },
  {
    id: "scope.caches-apart",
    text: "Two vaults with one id and the same titles share no index, tombstone, count or suggestion, whatever is warm.",
    source: "vault.md Identity; trust.md enforced scope",
  },
] as const;
