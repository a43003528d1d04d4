/** What earns trust, and what does not. */

export const trustRequirements = [
  {
    id: "trust.similar-titles",
    text: "Pages with a title like a new note's are candidates: strong, weak or none, at most five, the most similar first.",
    source: "trust.md Conflicts",
  },
  {
    id: "trust.drafts-only",
    text: "A proposed note is a draft of this tool, whatever its text says of itself.",
    source: "trust.md Lifecycle",
  },
  {
    id: "trust.note-durable",
    text: "A note that was acknowledged is whole, with its event; an interrupted one is whole or absent.",
    source: "product.md What it never does",
  },
] as const;
