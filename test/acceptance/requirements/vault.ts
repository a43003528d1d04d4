export const vaultRequirements = [
  {
    id: "vault.config-keys-kept",
    text: "Keys that other tools put into config.json survive our reading and writing.",
    source: "vault.md Layout",
  },
  {
    id: "vault.config-powerless",
    text: "A vault's config can set nothing but its name, topic, created, version, vault_id and knowledge_format.",
    source: "guard.md",
  },
  { id: "vault.id-refused", text: "An id outside [a-z0-9_-]{8,64} is refused.", source: "vault.md Identity" },
  {
    id: "vault.nearest-project",
    text: "The nearest project vault comes first, outer ones after it, the personal vault last.",
    source: "vault.md Layers",
  },
  {
    id: "vault.personal-never-project",
    text: "The personal vault never counts as a project vault.",
    source: "vault.md Layers",
  },
  {
    id: "vault.unrelated-dot-wiki",
    text: "A .wiki folder without a valid config beside raw/ and wiki/ is not a vault.",
    source: "vault.md Layers",
  },
  {
    id: "vault.worktree",
    text: "A linked git worktree without a vault of its own sees the main worktree's.",
    source: "vault.md Layers",
  },
  {
    id: "vault.wiki-home",
    text: "WIKI_HOME names a vault folder or the folder that holds one; ~ is expanded and no vault is nested in itself.",
    source: "vault.md Layers",
  },
  {
    id: "vault.physical-compare",
    text: "The same vault reached twice is one layer, whatever links lead there.",
    source: "vault.md Layers",
  },
  {
    id: "vault.not-created-on-start",
    text: "Finding layers and reading vaults creates nothing.",
    source: "vault.md Layers",
  },
  {
    id: "vault.place-is-a-file",
    text: "A file where a vault folder should be is reported and left alone.",
    source: "vault.md One bad file",
  },
  {
    id: "vault.keyed-by-place",
    text: "Cache and state are keyed by the vault's id and its place, so that a claimed id gets nothing.",
    source: "vault.md Identity",
  },
  {
    id: "vault.moved-reported-once",
    text: "A known id at a new place is reported once.",
    source: "vault.md Identity",
  },
  { id: "vault.ownership", text: "Every path of a vault has one owner, in both layouts.", source: "guard.md" },
  {
    id: "vault.template-per-type",
    text: "Every page type has a template without placeholder links.",
    source: "vault.md Pages",
  },
  {
    id: "vault.template-own-first",
    text: "A vault's own page template outranks the package's.",
    source: "vault.md Layout",
  },
  {
    id: "vault.first-write",
    text: "The first write creates the vault: config, schema, git files and the ledger, and nothing else.",
    source: "vault.md Layers",
  },
  {
    id: "vault.creation-idempotent",
    text: "A vault that is there is left as it is; its schema page is the human's.",
    source: "vault.md Layout",
  },
  {
    id: "vault.created-once",
    text: "Processes that create a vault at once end with one vault_id.",
    source: "vault.md Layout",
  },
  {
    id: "vault.creation-durable",
    text: "An interrupted creation is completed by the next write.",
    source: "product.md",
  },
  {
    id: "vault.derived-formats",
    text: "Derived files have the peer's formats, without run-time stamps and with proper plurals.",
    source: "vault.md Ledger",
  },
  {
    id: "vault.okf-files",
    text: "A vault of format okf-0.2 gets index and log files among its pages, in OKF's shape.",
    source: "vault.md Pages",
  },
  {
    id: "vault.import-links",
    text: "Links between imported files keep working; those that are right already stay untouched.",
    source: "interfaces.md",
  },
  {
    id: "vault.page-event-first",
    text: "A page's event, with its hash and origin, is in the ledger before the page can be seen.",
    source: "vault.md Ledger",
  },
  {
    id: "vault.page-never-overwritten",
    text: "Creating a page never overwrites one; the same title gets a number.",
    source: "pi-llm-wiki.md",
  },
  {
    id: "vault.page-reread",
    text: "A page that an editor saved while it was being changed is read again.",
    source: "vault.md Pages",
  },
  {
    id: "vault.pages-confined",
    text: "Page ids reach nothing outside the pages, and links among them are not followed.",
    source: "product.md",
  },
  {
    id: "vault.bad-file-never-stops",
    text: "A file that can't be a page is a finding with its path, and every other page is read.",
    source: "vault.md One bad file",
  },
  {
    id: "vault.page-durable",
    text: "An acknowledged page is whole on disk; an interrupted one is whole or absent.",
    source: "product.md",
  },
  {
    id: "vault.page-processes",
    text: "Processes that create pages at once lose none and share no name.",
    source: "quality.md",
  },
  {
    id: "vault.reads-peer",
    text: "Vaults of pi-llm-wiki are read, in both layouts and both formats.",
    source: "vault.md",
  },
  {
    id: "vault.derived-stable",
    text: "Derived files are written only when their content changed.",
    source: "vault.md Ledger",
  },
  {
    id: "vault.derived-spares-users",
    text: "Refreshing derived files never replaces or removes what a person wrote.",
    source: "pi-llm-wiki.md",
  },
  {
    id: "vault.import-pages",
    text: "An imported folder becomes stable pages of tier unverified in the same arrangement.",
    source: "vault.md Ledger",
  },
  {
    id: "vault.import-bytes",
    text: "An import keeps text and front matter byte for byte, adds only a missing type and title, and lets supersession name pages where they are now.",
    source: "interfaces.md",
  },
  {
    id: "vault.import-origin",
    text: "The ledger says where imported pages come from, without the home folder.",
    source: "vault.md Ledger",
  },
  { id: "vault.import-skips", text: "What can't be imported is listed with its reason.", source: "interfaces.md" },
  { id: "vault.import-again", text: "Importing a folder again changes nothing.", source: "interfaces.md" },
  {
    id: "vault.import-durable",
    text: "An import that was killed leaves whole pages only, and the next one completes it.",
    source: "quality.md",
  },
  {
    id: "vault.import-processes",
    text: "Two imports of one folder at once lose no page and double none.",
    source: "quality.md",
  },
  {
    id: "vault.link-makes-no-vault",
    text: "A link named .llm-wiki leads to a vault that is there; it never makes one elsewhere.",
    source: "guard.md",
  },
  {
    id: "vault.git-files",
    text: "Git ignores derived files, joins appended ones line by line, and keeps every byte.",
    source: "vault.md Layout",
  },
  {
    id: "vault.adopt",
    text: "Initialising a vault of another tool adds an id and git files and changes nothing that is there.",
    source: "pi-llm-wiki.md Compatibility",
  },
] as const;
