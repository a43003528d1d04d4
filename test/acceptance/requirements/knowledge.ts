/** What is known of the repository that a vault belongs to: facts that inform and never authorise. */

export const knowledgeRequirements = [
  {
    id: "knowledge.golden-vectors",
    text: "Facts and records have the hashes of the contract, so that either side verifies the other's stores.",
    source: "knowledge.md",
  },
  {
    id: "knowledge.item-classes",
    text: "Each kind of knowledge has its class; an unknown kind is refused and given no default.",
    source: "seed 002",
  },
  {
    id: "knowledge.false-markers",
    text: "Every document carries four markers that are false; any other value, however false it looks, is refused.",
    source: "seed 002",
  },
  {
    id: "knowledge.envelope",
    text: "A derived fact has exactly its fields, a tree and its own hash; anything else is refused as malformed.",
    source: "seed 002",
  },
] as const;
