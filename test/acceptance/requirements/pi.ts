/** What holds inside Pi, played by a stand-in; the real ones are in e2e.ts. */

export const piRequirements = [
  {
    id: "pi.never-throws",
    text: "Registering never throws: on a failure there is a /wiki that says what is wrong.",
    source: "hosts.md Pi adapter",
  },
  {
    id: "pi.switched-off",
    text: "PI_WIKI=off leaves nothing but the guard.",
    source: "hosts.md Pi adapter",
  },
  {
    id: "pi.one-message",
    text: "A prompt gets at most one message, with the hashes of its pages, and the system prompt stays as it is.",
    source: "hosts.md Pi adapter",
  },
  {
    id: "pi.no-prompt",
    text: "A run without a prompt of the user's, or with a blank one, recalls nothing.",
    source: "hosts.md Pi adapter",
  },
  {
    id: "pi.sent-once",
    text: "What automatic recall or wiki_recall put into the context is not sent again until it changes or is compacted away.",
    source: "hosts.md Pi adapter",
  },
  {
    id: "pi.index-not-waited-for",
    text: "A prompt waits half a second for the indexes at most, then goes on without them, and the status line says so.",
    source: "recall.md Automatic recall",
  },
  {
    id: "pi.sub-agents",
    text: "A sub-agent's session is told nothing that it did not ask for.",
    source: "hosts.md Pi adapter",
  },
  {
    id: "pi.start-twice",
    text: "Starting a session twice opens it once.",
    source: "hosts.md Pi adapter",
  },
  {
    id: "pi.opens-again",
    text: "A session that could not be opened is opened by the next one that needs it.",
    source: "hosts.md Pi adapter",
  },
  {
    id: "pi.ended-untouched",
    text: "Nothing uses a session's context after its end.",
    source: "hosts.md Pi adapter",
  },
  {
    id: "pi.failure-kept",
    text: "A failure in the background reaches nobody but the user, who sees it until it is over.",
    source: "hosts.md Pi adapter",
  },
  {
    id: "pi.settles",
    text: "After a turn with a tool that may write, edits are recorded as the tool's, those from before it as nobody's.",
    source: "trust.md Lifecycle",
  },
  {
    id: "pi.recall-line",
    text: "The recall message is one line in the transcript, with its pages when opened, never wider than the screen.",
    source: "hosts.md Pi adapter",
  },
  {
    id: "pi.verbs",
    text: "Every verb of /wiki answers with a notification, an error too, and an unknown one lists what there is.",
    source: "product.md Surfaces",
  },
  {
    id: "pi.completion",
    text: "Verbs, settings and page ids are completed.",
    source: "product.md Surfaces",
  },
  {
    id: "pi.why",
    text: "/wiki why tells what was recalled with the last prompt, or why nothing was, from the answer that was given.",
    source: "hosts.md Pi adapter",
  },
  {
    id: "pi.project-trust",
    text: "A project's settings count only where the host trusts the project.",
    source: "hosts.md Pi adapter",
  },
  {
    id: "pi.tool-errors",
    text: "A refusal reaches the model as an error that names the remedy.",
    source: "architecture.md Errors",
  },
] as const;
