export const secretsRequirements = [
  {
    id: "secrets.formats",
    text: "Secrets of all common formats are replaced by [redacted:<rule>], wherever they are written.",
    source: "trust.md Secrets",
  },
  {
    id: "secrets.whole",
    text: "A secret is replaced as a whole, once, and the text around it stays.",
    source: "trust.md Secrets",
  },
  {
    id: "secrets.escaped",
    text: "A secret is found behind the escapes of JSON, Markdown, HTML, addresses and terminals.",
    source: "trust.md Secrets",
  },
  {
    id: "secrets.examples-stay",
    text: "Documented example keys and placeholders stay as they are.",
    source: "trust.md Secrets",
  },
  {
    id: "secrets.documentation",
    text: "Of megabytes of documentation at most a handful of passages is taken for secrets.",
    source: "trust.md Secrets",
  },
  {
    id: "secrets.no-switch",
    text: "Nothing that a text says switches the search for secrets off.",
    source: "trust.md Secrets",
  },
  {
    id: "secrets.stable",
    text: "Redacting twice gives what redacting once gave, a text without secrets is left alone, and no text is refused.",
    source: "trust.md Secrets",
  },
  {
    id: "secrets.linear",
    text: "The time that redacting takes grows with the text only, however the text is made.",
    source: "trust.md Secrets",
  },
  {
    id: "secrets.fields",
    text: "Every string of a value is redacted, and its key counts as its name.",
    source: "trust.md Secrets",
  },
  {
    id: "secrets.worker",
    text: "Big texts are redacted in a worker.",
    source: "architecture.md core",
  },
  {
    id: "secrets.capture",
    text: "Neither the original nor the text, the title or the page of a captured source holds a secret; manifest and answer say what was replaced.",
    source: "trust.md Secrets",
  },
  {
    id: "secrets.capture-documents",
    text: "A document whose bytes can't be cleaned is refused with the rules and the remedy.",
    source: "trust.md Secrets",
  },
  {
    id: "secrets.capture-forced",
    text: "Only the original is kept as it came when a person forces it.",
    source: "guard.md",
  },
  {
    id: "secrets.answers",
    text: "What a model, a program and a person are told of a capture or a note says which secrets were replaced, and how many.",
    source: "trust.md Secrets",
  },
  {
    id: "secrets.imported",
    text: "Import never alters a file for its secrets: a finding names the file and the rules.",
    source: "trust.md Secrets",
  },
  {
    id: "secrets.notes",
    text: "A note is written without the secrets that any of its fields held.",
    source: "trust.md Secrets",
  },
] as const;
