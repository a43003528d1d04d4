/** What must hold beside other tools, in other editors and on other machines. */

export const compatibilityRequirements = [
  {
    id: "compatibility.peer-written",
    text: "A vault that the current pi-llm-wiki made is recalled from, added to, rebuilt and linted, with every page and source of it as it was.",
    source: "vault.md first paragraph",
  },
  {
    id: "compatibility.peer-reads",
    text: "The current pi-llm-wiki finds what we wrote into its vault, and its rebuild keeps the pages of both.",
    source: "vault.md first paragraph",
  },
  {
    id: "compatibility.codewiki-notes",
    text: "Notes of CodeWiki-Plus come in by import with their status, type, triggers, dates and supersession, at its top level or below metadata; a deprecated one stays withheld, a rejected one out.",
    source: "codewiki-plus.md Note format",
  },
  {
    id: "compatibility.codewiki-trust",
    text: "A person's review that an imported note claims makes it no more than unverified.",
    source: "trust.md Lifecycle",
  },
  {
    id: "compatibility.codewiki-tasks",
    text: "Tasks of CodeWiki-Plus come in with every user's memory and its archive, the older memories.md too; what a correction replaced stays replaced, and importing again adds only what is new.",
    source: "tasks.md",
  },
  {
    id: "compatibility.codewiki-rest",
    text: "Conversations, conflict cases and lists that a tool makes anew do not become pages, each with its reason.",
    source: "codewiki-plus.md Root layout",
  },
  {
    id: "compatibility.portable-names",
    text: "No file that we name has a name that Windows, a case-insensitive file system or a link can't have.",
    source: "vault.md Pages",
  },
  {
    id: "compatibility.okf",
    text: "Every page, index and log of an okf-0.2 vault keeps the published rules of OKF v0.2, as an independent checker reads them.",
    source: "vault.md Pages",
  },
  {
    id: "compatibility.obsidian-properties",
    text: "Front matter that we write is valid in Obsidian whatever the title says: its lists are lists of texts, its tags are tags.",
    source: "product.md plain files they own",
  },
  {
    id: "compatibility.obsidian-links",
    text: "Every link in pages that we write leads to a page in Obsidian, CJK names included.",
    source: "product.md plain files they own",
  },
  {
    id: "compatibility.crlf",
    text: "A checkout with core.autocrlf leaves ledger, packets and pages verifiable; where git made CRLF of them all the same, they are read and written on.",
    source: "vault.md Layout",
  },
  {
    id: "compatibility.backslashes",
    text: "A page or a file that is named with backslashes, on the command line or in front matter, is found.",
    source: "quality.md",
  },
  {
    id: "compatibility.case",
    text: "Where the file system ignores case, no page takes the file of another whose name differs by case alone.",
    source: "vault.md Layers",
  },
  {
    id: "compatibility.leaves-vault-only",
    text: "A session of use leaves files in the vault, the cache and the state folder alone; without the latter two the vault is whole.",
    source: "product.md What it never does",
  },
] as const;
