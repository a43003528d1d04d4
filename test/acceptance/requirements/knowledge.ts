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
  {
    id: "knowledge.symbols",
    text: "Python, TypeScript, TSX, JavaScript, Go, Rust and Java files give their modules, classes, functions, methods and constants with qualified names.",
    source: "knowledge.md Languages",
  },
  {
    id: "knowledge.spans",
    text: "A symbol's span is whole, in lines and in bytes of the blob, with its decorators and its `export`.",
    source: "knowledge.md Languages",
  },
  {
    id: "knowledge.gaps",
    text: "Every tracked path without structural coverage is a gap of its kind; a file with mistakes keeps its symbols and is one in part.",
    source: "knowledge.md Languages",
  },
  {
    id: "knowledge.extractor-identity",
    text: "The hashes of grammar and queries are part of the map, and nothing that another extractor found is reused.",
    source: "knowledge.md Languages",
  },
  {
    id: "knowledge.test-links",
    text: "A test file is linked to every symbol of another file whose terminal name it uses.",
    source: "seed 002",
  },
  {
    id: "knowledge.store",
    text: "Derived facts lie below the git folder, readable by their owner alone; a missing, stale or malformed one is refused, each with its own code and remedy.",
    source: "seed 002",
  },
  {
    id: "knowledge.store-places",
    text: "The store follows no link, whichever of its folders or files is one.",
    source: "repository-knowledge.md 1.3",
  },
  {
    id: "knowledge.refresh",
    text: "A refresh reads the changed files alone and gives the bytes that a map made from nothing has; an unchanged index writes nothing.",
    source: "knowledge.md",
  },
  {
    id: "knowledge.refresh-previous",
    text: "The last document is shown to whoever makes the next one and is never an answer; a malformed one counts as none.",
    source: "seed 002",
  },
  {
    id: "knowledge.refresh-race",
    text: "An index that changes during a refresh makes it refused, and nothing is stored.",
    source: "repository-knowledge.md 2",
  },
  {
    id: "knowledge.hints",
    text: "Localization hints are read as they are written; what is not understood is named with its line.",
    source: "seed 002",
  },
  {
    id: "knowledge.grounding",
    text: "A hint is verified when it is there, new only when it is declared so and a complete search found it nowhere, else unknown.",
    source: "seed 002",
  },
  {
    id: "knowledge.suggestions",
    text: "An unknown hint carries at most three suggestions, nearest first.",
    source: "seed 002",
  },
  {
    id: "knowledge.fallback",
    text: "The search of uncovered files keeps its limits and says what it left out; vaults and the declaring page are left out and named.",
    source: "knowledge.md Fallback scan",
  },
  {
    id: "knowledge.grounding-advice",
    text: "What is wrong with hints is advice: WARNING lines that change no exit code.",
    source: "seed 002",
  },
  {
    id: "knowledge.cli",
    text: "pi-wiki knowledge refreshes, asks and verifies the map and grounds pages, with short answers and a code for each refusal.",
    source: "interfaces.md",
  },
  {
    id: "knowledge.answers-marked",
    text: "Every answer carries the four false markers, and names tracked files that differ from the index.",
    source: "seed 002",
  },
  {
    id: "knowledge.packet",
    text: "A packet holds verified locations, whole symbols and the tests that name them; the same input gives the same bytes.",
    source: "seed 002",
  },
  {
    id: "knowledge.packet-budget",
    text: "A packet keeps its bytes by leaving out whole items, each named; where not even their list fits it is refused.",
    source: "seed 002",
  },
  {
    id: "knowledge.packet-hint-free",
    text: "A page without hints gets an explicit empty packet, with no guessed location and without a map.",
    source: "seed 002",
  },
  {
    id: "knowledge.packet-stale",
    text: "A packet's parts are of one index tree; parts of several are refused.",
    source: "seed 002",
  },
  {
    id: "knowledge.packet-version-2",
    text: "Version 2 lets code go last, names verified files without symbols and planned names; version 1 is the contract's.",
    source: "knowledge.md Packets",
  },
  {
    id: "knowledge.authorises-nothing",
    text: "The guard and what decides on pages neither import repository knowledge nor name its store; only its extractor uses a package.",
    source: "knowledge.md",
  },
] as const;
