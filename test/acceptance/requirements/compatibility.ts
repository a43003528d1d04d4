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
] as const;
