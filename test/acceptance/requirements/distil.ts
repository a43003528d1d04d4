/** How what was said, read and noted becomes pages: captured, distilled, ingested, consolidated, given triggers. */

export const distilRequirements = [
  {
    id: "distil.conversation-packet",
    text: "A conversation is kept as a sealed packet of read-only files, with an event before it can be seen.",
    source: "trust.md Capture, distil, consolidate; vault.md Layout",
  },
  {
    id: "distil.conversation-once",
    text: "What a packet holds already is not kept again: a session that goes on gives a packet of what is new.",
    source: "vault.md Layout",
  },
  {
    id: "distil.own-words",
    text: "Blocks of the memory, context files, skills and tool chatter are no part of a conversation, nor is what repeats them; one made of those alone gives no packet.",
    source: "trust.md Capture, distil, consolidate",
  },
  {
    id: "distil.conversation-secrets",
    text: "No secret that was said reaches a packet.",
    source: "trust.md Secrets",
  },
  {
    id: "distil.session-file",
    text: "The last branch of a session file is what counts, for both generations of Pi, and a file cut short is read as far as it goes.",
    source: "interfaces.md",
  },
  {
    id: "distil.conversation-automatic",
    text: "Nothing is kept unasked; switched on, a conversation is kept before a compaction or also at the session's end, within the second that Pi waits.",
    source: "hosts.md Settings",
  },
] as const;
