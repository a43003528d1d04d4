/** What holds for a workspace, whoever has opened it. */

export const workspaceRequirements = [
  {
    id: "workspace.creates-nothing",
    text: "Recall, inject, status, lint and verify create nothing in a folder without a vault, nor at home.",
    source: "product.md What it never does",
  },
  {
    id: "workspace.project-needs-init",
    text: "A project's vault is created by init alone, the personal one by its first write.",
    source: "vault.md Layers",
  },
  {
    id: "workspace.init-adopts",
    text: "Init gives a vault of another tool what it lacks, in either layout, and makes no second one beside it.",
    source: "vault.md Layers",
  },
  {
    id: "workspace.inject-settings",
    text: "autoRecall, recallPages and recallTokens each bound what is put before a prompt.",
    source: "hosts.md Settings",
  },
  {
    id: "workspace.inject-novel",
    text: "A page whose content is in the context is not sent again; a changed one is.",
    source: "recall.md Automatic recall",
  },
  {
    id: "workspace.edit-recorded-once",
    text: "A page changed by another program gets one event with the hashes before and after, however many sessions see it.",
    source: "guard.md Edits under wiki/",
  },
  {
    id: "workspace.edit-channel",
    text: "Edits that leave no event count as a tool's if a tool ran since the last look, else as nobody's, never as a person's.",
    source: "trust.md Lifecycle",
  },
  {
    id: "workspace.own-writes-once",
    text: "What the wiki writes itself gets no second event.",
    source: "vault.md Ledger",
  },
  {
    id: "workspace.settle-idle",
    text: "Settling writes nothing where nothing changed.",
    source: "vault.md Ledger",
  },
  {
    id: "workspace.settle-retries",
    text: "An edit that could not be recorded is recorded when the vault can be written again.",
    source: "trust.md audit",
  },
  {
    id: "workspace.status-from-index",
    text: "Status counts pages without reading them.",
    source: "quality.md Speed",
  },
  {
    id: "workspace.worker-index",
    text: "A large vault is indexed in a worker thread, with the same result.",
    source: "recall.md Index and rank",
  },
  {
    id: "workspace.unwritable-reads",
    text: "A vault that can't be written is recalled from, counted, linted and verified.",
    source: "recall.md Automatic recall",
  },
] as const;
