/** What must hold in the real Pi of both generations, installed from the packed tarball. */

export const e2eRequirements = [
  {
    id: "endtoend.print-recall",
    text: "A prompt brings the page that answers it to the model, as one message after the prompt that calls itself reference data.",
    source: "recall.md Automatic recall",
  },
  {
    id: "endtoend.small-talk-silent",
    text: "Small talk adds nothing to what the model receives.",
    source: "recall.md Automatic recall",
  },
  {
    id: "endtoend.prefix-constant",
    text: "The system prompt stays the same over a session, and each request only adds to the one before.",
    source: "product.md What it never does",
  },
  {
    id: "endtoend.sent-once",
    text: "A page that is already in the context is not sent again.",
    source: "hosts.md Pi adapter",
  },
  {
    id: "endtoend.restart-recall",
    text: "What was noted in one session is recalled in the next, labelled as a draft.",
    source: "product.md",
  },
  {
    id: "endtoend.nothing-created",
    text: "A session that only recalls creates nothing in a project or home without a vault.",
    source: "product.md What it never does",
  },
  {
    id: "endtoend.nothing-printed",
    text: "Nothing of ours reaches stdout or stderr of Pi.",
    source: "hosts.md End-to-end tests",
  },
  {
    id: "endtoend.skills-found",
    text: "Pi offers the model the skills of the package.",
    source: "trajectories.md Skills that we ship",
  },
  {
    id: "endtoend.npx-skills",
    text: "`npx skills add` on the package finds the same skills, and writes the same files as our own installer.",
    source: "trajectories.md Skills that we ship",
  },
  {
    id: "endtoend.tools-offered",
    text: "The model is offered at most eight tools, none of which grants a person's trust.",
    source: "product.md Surfaces",
  },
  {
    id: "endtoend.tool-recall",
    text: "wiki_recall names pages with paths that can be opened.",
    source: "recall.md Layers",
  },
  {
    id: "endtoend.tool-capture-file",
    text: "wiki_capture turns a local HTML file into a packet with its text.",
    source: "vault.md Layout",
  },
  {
    id: "endtoend.tool-capture-url",
    text: "wiki_capture downloads a page from a host that the user's settings allow.",
    source: "guard.md",
  },
  {
    id: "endtoend.tool-capture-private-refused",
    text: "wiki_capture refuses a private address that no setting allows.",
    source: "guard.md",
  },
  {
    id: "endtoend.tool-note-draft",
    text: "wiki_note writes a draft page with triggers and sources.",
    source: "recall.md Triggers",
  },
  {
    id: "endtoend.tool-note-duplicate",
    text: "wiki_note names the page it would repeat and writes no second one.",
    source: "trust.md",
  },
  {
    id: "endtoend.tool-check",
    text: "wiki_check reports a malformed page by its path.",
    source: "vault.md One bad file never stops the rest",
  },
  {
    id: "endtoend.guard-refuses",
    text: "write and edit into sealed places of every layer are refused in every spelling, with a reason the model receives.",
    source: "guard.md",
  },
  { id: "endtoend.guard-untouched", text: "Refused calls leave every sealed file as it was.", source: "guard.md" },
  {
    id: "endtoend.guard-commands",
    text: "Shell commands that would change what is sealed are refused, everyday commands run, and a script calling tools from within another tool is guarded too.",
    source: "guard.md",
  },
  {
    id: "endtoend.gate",
    text: "A page that plain write or a shell made in a real session is a draft on every read, whatever its front matter says.",
    source: "trust.md Lifecycle",
  },
  {
    id: "endtoend.no-self-confirmation",
    text: "A scripted agent that tries to confirm its own page by arguments, front matter, shell, pseudo-terminal, --unattended and the ledger gets no person's tier.",
    source: "trust.md Lifecycle",
  },
  {
    id: "endtoend.seals-heal",
    text: "What a command changed that nobody could foresee is put back after the call; the user and the model are told in one line.",
    source: "guard.md Detect and heal",
  },
  {
    id: "endtoend.seals-session-start",
    text: "What was changed between sessions is put back when the next one starts.",
    source: "guard.md Detect and heal",
  },
  { id: "endtoend.guard-pages-free", text: "Pages under wiki/ may be written by any tool.", source: "guard.md" },
  { id: "endtoend.turn-reindexes", text: "A page written in one turn is recalled in the next.", source: "guard.md" },
  {
    id: "endtoend.failure-contained",
    text: "A failure inside pi-wiki never ends Pi or keeps it from answering.",
    source: "hosts.md Pi adapter",
  },
  { id: "endtoend.failure-explained", text: "/wiki status names what is broken.", source: "hosts.md Pi adapter" },
  {
    id: "endtoend.index-rebuilt",
    text: "A damaged index is rebuilt without being asked.",
    source: "recall.md Index and rank",
  },
  {
    id: "endtoend.unwritable-recalls",
    text: "Recall works when neither cache nor state can be written.",
    source: "recall.md Automatic recall",
  },
  {
    id: "endtoend.commands-answer",
    text: "Each /wiki verb answers without a terminal, and without asking the model.",
    source: "hosts.md Pi adapter",
  },
  {
    id: "endtoend.command-unknown",
    text: "An unknown /wiki verb shows the verbs there are.",
    source: "product.md Surfaces",
  },
  {
    id: "endtoend.commands-write",
    text: "/wiki init, capture and note write what they say.",
    source: "product.md Surfaces",
  },
  {
    id: "endtoend.no-complaint",
    text: "Installed by its settings, Pi of either generation starts without a warning about the package.",
    source: "hosts.md Pi adapter",
  },
  { id: "endtoend.screen-status", text: "The status line shows the vault's pages.", source: "hosts.md Pi adapter" },
  { id: "endtoend.screen-completion", text: "/wiki completes its verbs.", source: "product.md Surfaces" },
  {
    id: "endtoend.screen-recall-line",
    text: "The transcript shows what was recalled as one line that can be expanded.",
    source: "hosts.md Pi adapter",
  },
  { id: "endtoend.screen-why", text: "/wiki why explains the latest recall.", source: "hosts.md Pi adapter" },
  {
    id: "endtoend.proposals",
    text: "In both Pis a revision of a page that counts leaves its text live in the next recall, and a retraction that quotes what the person typed takes the page out of it; a quote that nobody typed does not.",
    source: "trust.md Lifecycle, Suspension by the user's own words",
  },
  {
    id: "endtoend.scope",
    text: "In a real Pi an agent's shell uses the command line in its session's folder and inside it, and is refused other folders, users and personal vaults.",
    source: "interfaces.md first paragraph",
  },
] as const;
