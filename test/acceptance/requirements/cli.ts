/** What the command line promises to people and to programs. */

export const cliRequirements = [
  {
    id: "cli.shapes",
    text: "--json prints one JSON value of the documented shape on standard output, and nothing else.",
    source: "interfaces.md",
  },
  {
    id: "cli.errors-json",
    text: "With --json a refusal is {error: {code, message, hint}} on standard output.",
    source: "interfaces.md",
  },
  {
    id: "cli.exit-codes",
    text: "The exit code is 0 ok, 1 bug, 2 usage or bad input, 3 not found, 4 findings, conflict or refusal, 5 integrity.",
    source: "interfaces.md",
  },
  {
    id: "cli.suggests",
    text: "An unknown verb, option, setting or word is refused with the one that was probably meant.",
    source: "hosts.md CLI",
  },
  {
    id: "cli.help",
    text: "Help for every verb comes from the declaration that its arguments are read with.",
    source: "hosts.md CLI",
  },
  { id: "cli.help-light", text: "Help and --version load nothing that works on vaults.", source: "quality.md Load" },
  {
    id: "cli.recall-creates-nothing",
    text: "Recall in a folder without a vault says that no page matches, and creates nothing.",
    source: "product.md What it never does",
  },
  { id: "cli.cwd", text: "--cwd works as if the shell were in that folder.", source: "interfaces.md" },
  { id: "cli.layer", text: "--layer narrows a verb to one layer.", source: "interfaces.md" },
  {
    id: "cli.stdin-asked",
    text: "Standard input is read only where an argument is -, and must be UTF-8 text.",
    source: "interfaces.md",
  },
  {
    id: "cli.colours",
    text: "Colours are used on a terminal only, and not with NO_COLOR.",
    source: "hosts.md CLI",
  },
  {
    id: "cli.terminal-safe",
    text: "Control characters in a page never reach the terminal.",
    source: "guard.md Memory is also an attack surface",
  },
  {
    id: "cli.progress",
    text: "Long work shows a bar on a terminal, lines on standard error elsewhere, and nothing with --json.",
    source: "hosts.md CLI",
  },
  { id: "cli.closed-pipe", text: "A reader that goes away ends the output silently.", source: "hosts.md CLI" },
  {
    id: "cli.inject-session",
    text: "inject --session does not send a page again that the session was sent, unless it changed.",
    source: "recall.md Automatic recall",
  },
  {
    id: "cli.sessions-swept",
    text: "What sessions were sent is forgotten after thirty days.",
    source: "product.md What it never does",
  },
  {
    id: "cli.settings-order",
    text: "The project's settings outrank the user's, and count only where the project is trusted.",
    source: "hosts.md Settings",
  },
  {
    id: "cli.settings-legacy",
    text: "The peer's settings key is read where it means the same, below our own.",
    source: "hosts.md Settings",
  },
  {
    id: "cli.settings-kept",
    text: "Setting a value changes nothing else in the user's file, and an unreadable file is left alone.",
    source: "hosts.md Settings",
  },
  {
    id: "cli.import-interrupt",
    text: "Ctrl-C ends an import between batches with exit code 130, says what was done, and a second run does the rest.",
    source: "hosts.md CLI",
  },
  {
    id: "cli.import-storm",
    text: "Imports at once, or killed at any time and run again, make each page once.",
    source: "quality.md Reliability",
  },
  {
    id: "cli.read-only",
    text: "A vault that can't be written is recalled from, and a write to it is refused with exit code 4.",
    source: "recall.md Automatic recall",
  },
  {
    id: "cli.person-only",
    text: "What only a person may ask for is refused in an agent's environment, and without a terminal where trust is granted.",
    source: "trust.md Lifecycle",
  },
  {
    id: "cli.agent-marks",
    text: "An agent's environment is told by the mark that sessions leave, and by the marks of other hosts.",
    source: "trust.md Channels",
  },
  {
    id: "cli.note-update",
    text: "note --update ID changes a draft in its place and proposes a new text for any other page; it needs neither title nor type.",
    source: "interfaces.md; trust.md Lifecycle",
  },
  {
    id: "cli.agent-writes-as-tool",
    text: "In an agent's environment the command line writes as a tool, and so counts what was changed without an event before.",
    source: "trust.md Lifecycle",
  },
  {
    id: "cli.why",
    text: "why tells what the last prompt of a session recalled, in Pi or by inject, with scores in parts, costs and what was left out; the prompt is not kept, and other projects are not told of.",
    source: "interfaces.md Arguments of the verbs",
  },
] as const;
