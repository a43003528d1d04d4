export const sourcesRequirements = [
  {
    id: "sources.packet-whole",
    text: "A packet becomes visible whole or not at all, whatever step fails and wherever the process dies.",
    source: "vault.md Layout",
  },
  { id: "sources.id-unshared", text: "Two processes never share a packet id.", source: "vault.md Layout" },
  { id: "sources.id-1000", text: "Packet number 1000 of a day follows 999.", source: "vault.md Layout" },
  {
    id: "sources.manifest-hashes",
    text: "manifest.json lists everything in a packet with its SHA-256 and size.",
    source: "vault.md Layout",
  },
  {
    id: "sources.files-read-only",
    text: "A packet's files are read-only after capture; its folders stay writable.",
    source: "vault.md Layout",
  },
  {
    id: "sources.peer-manifest",
    text: "The manifest has the peer's keys, in its order, and no absolute path of the user's machine.",
    source: "vault.md Layout",
  },
  {
    id: "sources.task-id",
    text: "The manifest carries task_id when the session is bound to a task.",
    source: "vault.md Layout",
  },
  {
    id: "sources.event-first",
    text: "The capture event, with the manifest's hash, is recorded before the packet becomes visible.",
    source: "vault.md Ledger",
  },
  {
    id: "sources.capture-result",
    text: "Capture returns id, path, files with path, sha256 and bytes, and duplicate_of for known content.",
    source: "interfaces.md capture",
  },
  {
    id: "sources.duplicate-writes-nothing",
    text: "Capturing the same bytes again names the packet that has them and writes nothing.",
    source: "interfaces.md capture",
  },
  {
    id: "sources.secrets-refused",
    text: "Files that are secrets by name are not captured unless a person forces it.",
    source: "guard.md",
  },
  {
    id: "sources.url-limits",
    text: "Only http and https are fetched; private hosts only when they are allowed.",
    source: "guard.md",
  },
  {
    id: "sources.one-download",
    text: "Capturing an address makes one download, whatever the page refers to.",
    source: "guard.md",
  },
  {
    id: "sources.verify",
    text: "Missing, changed and added files of packets and damaged manifests are findings.",
    source: "interfaces.md verify",
  },
  {
    id: "sources.formats",
    text: "Markdown, text, HTML, JSON, XML, PDF and DOCX are captured; their format is told by content first.",
    source: "architecture.md core/sources",
  },
  {
    id: "sources.hidden-text-dropped",
    text: "Text that a page hides from its readers is not captured.",
    source: "guard.md",
  },
  {
    id: "sources.nothing-evaluated",
    text: "Front matter, entities and scripts of a captured source are text: nothing in it is evaluated.",
    source: "guard.md",
  },
  {
    id: "sources.broken-input",
    text: "A broken, encrypted or textless document is refused with the reason and leaves no packet.",
    source: "guard.md",
  },
  {
    id: "sources.source-page",
    text: "The page of a source is a draft that names its packet and quotes it as data, without placeholders.",
    source: "vault.md Pages",
  },
] as const;
