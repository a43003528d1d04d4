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
  {
    id: "knowledge.index-tree",
    text: "The index's tree is what git itself would write, found without any trace in the repository.",
    source: "knowledge.md Index tree",
  },
  {
    id: "knowledge.index-locked",
    text: "The index's tree is found while another process holds the index's lock.",
    source: "knowledge.md Index tree",
  },
  {
    id: "knowledge.index-unmerged",
    text: "An index with unmerged paths is refused, naming them.",
    source: "knowledge.md Index tree",
  },
  {
    id: "knowledge.index-odd",
    text: "Submodules, links, names that are not UTF-8, linked work trees and repositories without a commit are read.",
    source: "knowledge.md Index tree",
  },
  {
    id: "knowledge.dirty-paths",
    text: "Tracked files that differ from the index are named beside what is known, not in it.",
    source: "knowledge.md Index tree",
  },
  {
    id: "knowledge.blobs",
    text: "Blobs of any content and number come whole and in order from one process.",
    source: "knowledge.md Index tree",
  },
] as const;
