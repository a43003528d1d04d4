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
  {
    id: "distil.prepared",
    text: "What is prepared names transcripts and sources by path with a preview, the pages near them, the failures, the tombstones in force, the rules and the shape to submit.",
    source: "trust.md Capture, distil, consolidate",
  },
  {
    id: "distil.salvage",
    text: "A submission is read bare, in a fence or with words around it; one that was cut short is none.",
    source: "trust.md Capture, distil, consolidate",
  },
  {
    id: "distil.unreadable",
    text: "A submission that can't be read is kept, without its secrets, and the answer says where; what it was made of still waits.",
    source: "trust.md Capture, distil, consolidate",
  },
  {
    id: "distil.submit-drafts",
    text: "What is submitted becomes drafts that cite their packets and hold recall triggers, with events that name where they come from.",
    source: "trust.md Capture, distil, consolidate",
  },
  {
    id: "distil.submit-twice",
    text: "Submitting twice changes nothing the second time, at once or after the pages were changed.",
    source: "trust.md Capture, distil, consolidate",
  },
  {
    id: "distil.submit-checked",
    text: "Each entry is checked; what is wrong with one is said, and keeps no other from being written.",
    source: "trust.md Capture, distil, consolidate",
  },
  {
    id: "distil.submit-secrets",
    text: "No secret in any field of a submission is written.",
    source: "trust.md Secrets",
  },
  {
    id: "distil.tombstones",
    text: "What was rejected is not written by any submission; the claims are among what is prepared.",
    source: "trust.md Tombstones",
  },
  {
    id: "distil.duplicates",
    text: "An entry that may repeat a page is held back until its writer says how the two belong together.",
    source: "trust.md Capture, distil, consolidate",
  },
  {
    id: "distil.updates",
    text: "An update takes a draft's place; on a page that counts it waits for a person.",
    source: "trust.md Lifecycle",
  },
  {
    id: "distil.contradictions",
    text: "A contradiction that was found is reported on both pages, never smoothed over.",
    source: "trust.md Capture, distil, consolidate",
  },
  {
    id: "distil.ingest",
    text: "Captured sources become one summary each, and pages of what they tell of, with citations; none is read twice unasked.",
    source: "trust.md Capture, distil, consolidate",
  },
  {
    id: "distil.consolidate",
    text: "Overlapping drafts become one; they keep its name, are listed as its sources, and are not recalled beside it while it stands.",
    source: "trust.md Capture, distil, consolidate",
  },
  {
    id: "distil.consolidate-standing",
    text: "A merge silences no page that counts: it gives way when a person confirms the merged one.",
    source: "trust.md Lifecycle",
  },
  {
    id: "distil.consolidate-distinct",
    text: "Notes that were found to differ are not offered as overlapping again.",
    source: "trust.md Capture, distil, consolidate",
  },
  {
    id: "distil.triggers",
    text: "Pages without triggers are offered in batches, those used longest ago first; on a page that counts triggers are a proposal.",
    source: "recall.md Triggers",
  },
  {
    id: "distil.task-memory",
    text: "A submission may carry entries for a task's memory, dated when it happened, where distillTaskMemory is on; a conversation's packet names the session's task.",
    source: "trust.md Capture, distil, consolidate; vault.md Layout",
  },
  {
    id: "distil.digest",
    text: "digest shows the drafts of the last days that still wait, what was decided, and what recall has missed, and nothing that hides.",
    source: "product.md Surfaces",
  },
  {
    id: "distil.misses",
    text: "A prompt that recalled nothing, though a page was then found by hand and cited, becomes a trigger of that page, once; on a page that counts a person decides.",
    source: "recall.md Triggers",
  },
  {
    id: "distil.no-feedback",
    text: "Transcripts that hold nothing but the memory's own text give no packet and no page.",
    source: "trust.md Capture, distil, consolidate",
  },
  {
    id: "distil.tool",
    text: "wiki_distill prepares and submits; it is offered where the setting distill is on, or a /wiki verb needs it, and nowhere else.",
    source: "hosts.md Settings; trust.md Capture, distil, consolidate",
  },
  {
    id: "distil.verbs",
    text: "/wiki ingest, distill, consolidate and enrich send the agent its material with the rules, and say so when nothing waits.",
    source: "trust.md Capture, distil, consolidate",
  },
  {
    id: "distil.verbs-quiet",
    text: "A prompt of ours is not answered with recalled pages, and neither it nor its answers are ever distilled.",
    source: "trust.md Capture, distil, consolidate",
  },
  {
    id: "endtoend.distil",
    text: "In a real Pi the agent ingests a source, distils its conversation and consolidates three drafts, and submitting again changes nothing.",
    source: "trust.md Capture, distil, consolidate",
  },
] as const;
