/** What earns trust, and what does not. */

export const trustRequirements = [
  {
    id: "trust.similar-titles",
    text: "Pages with a title like a new note's are candidates: strong, weak or none, at most five, the most similar first.",
    source: "trust.md Conflicts",
  },
  {
    id: "trust.drafts-only",
    text: "A proposed note is a draft of this tool, whatever its text says of itself.",
    source: "trust.md Lifecycle",
  },
  {
    id: "trust.note-durable",
    text: "A note that was acknowledged is whole, with its event; an interrupted one is whole or absent.",
    source: "product.md What it never does",
  },
  {
    id: "trust.tool-made-draft",
    text: "A page that any tool call made or changed is effectively a draft until it is confirmed, whatever its file says.",
    source: "trust.md Lifecycle",
  },
  {
    id: "trust.channel-decides",
    text: "What a confirmation is worth follows from its channel alone: ui and terminal a person's, tool a machine's with checked evidence, cli a script's without a tier, others nothing.",
    source: "trust.md Lifecycle",
  },
  {
    id: "trust.forged-confirmation",
    text: "A review that is claimed in front matter, or in the ledger without this clone's signature, gives no tier and shows.",
    source: "trust.md human review",
  },
  {
    id: "trust.lint-reviews",
    text: "Lint names reviews that are claimed and that nobody here made, and pages that were changed after theirs.",
    source: "trust.md human review",
  },
  {
    id: "trust.lint-repeats-nothing",
    text: "Lint repeats nothing of what a withheld page says, in no finding, report or gap; damage it tells of.",
    source: "trust.md withholding state",
  },
  {
    id: "trust.changed-since-review",
    text: "A page that was changed after its confirmation says so and has lost its tier.",
    source: "trust.md human review",
  },
  {
    id: "trust.withheld-by-ledger",
    text: "A rejected or retired page stays withheld whatever its file says, until a person restores it.",
    source: "trust.md withholding state",
  },
  {
    id: "trust.decide",
    text: "confirm, reject, retire and restore change a page and its event together, ask tombstones, and are a person's: at a terminal, or --unattended without a tier, never in an agent's environment.",
    source: "trust.md Lifecycle",
  },
  {
    id: "trust.beside-session",
    text: "A confirmation at a terminal while an agent's session is open for the vault is recorded and shown as such.",
    source: "trust.md Lifecycle",
  },
  {
    id: "trust.no-leaks",
    text: "No page in a withheld state leaks on any read path with any option; include shows exactly what it names.",
    source: "trust.md withholding state",
  },
  {
    id: "trust.forget",
    text: "forget removes a page, or a packet with its page and sealed copies, for good; what rests on it alone is withheld, what rests on more is labelled; it is a person's, and no event holds a page's text or title.",
    source: "trust.md Removal follows lineage",
  },
  {
    id: "trust.promote",
    text: "promote copies a confirmed page into the other layer with its id and an event on both sides, asks that layer's tombstones, and is a person's.",
    source: "trust.md Lifecycle; vault.md Layers",
  },
  {
    id: "trust.known-at",
    text: "known_at asks what was believed at a time: statuses and tiers as the ledger folds until then, without pages that nobody knew; a text that decisions alone have changed since is shown, any other is not, and says so.",
    source: "trust.md two times",
  },
  {
    id: "trust.supersedes-on-confirm",
    text: "Pages that a note replaces stay in force until a person confirms it; then their interval is closed and nothing of them is overwritten.",
    source: "trust.md two times",
  },
  {
    id: "trust.batch",
    text: "set-status, the batch setter, leaves a page in another state than expected as it is and reports it; --dry-run writes nothing.",
    source: "trust.md Lifecycle",
  },
  {
    id: "trust.concurrent-decisions",
    text: "Of decisions that had not seen each other the more withholding one counts, whatever clocks and file order say.",
    source: "vault.md Merging",
  },
  {
    id: "trust.proposals",
    text: "A proposed change of a page is an event; it stays open until an event of a person's channel names it, and what nobody can read proposes nothing.",
    source: "trust.md Lifecycle",
  },
  {
    id: "trust.revisions",
    text: "Proposed texts lie under their hash, apart from the pages; one that was altered or is gone is none.",
    source: "trust.md Lifecycle",
  },
  {
    id: "trust.update-draft",
    text: "A draft is changed in its place: what is not given stays, tombstones are asked, secrets are redacted, and it stays a draft whatever the text says.",
    source: "trust.md Lifecycle",
  },
  {
    id: "trust.revise-stable",
    text: "A tool's change of a page that counts is kept as a proposed text with the page's hash; the page is not touched, stays live, and the same proposal is made once.",
    source: "trust.md Lifecycle",
  },
  {
    id: "trust.confirm-by-evidence",
    text: "A tool confirms its own draft with quotes that the extension finds in the page's own files, in code inside the project, about the page's claim; the event names file, hash and line, never the text.",
    source: "trust.md Lifecycle; anchors.md Evidence that confirms",
  },
  {
    id: "trust.evidence-refused",
    text: "Evidence from another file, outside the project, behind a link, from prose or from the wiki, without the quote or about something else is refused with the reason and changes nothing; a page that once counted is a person's.",
    source: "trust.md Lifecycle; anchors.md Evidence that confirms",
  },
  {
    id: "trust.tool-rejects-drafts",
    text: "A tool rejects its own draft at once, with a tombstone; any other page, and a claim that a page in force makes, it only proposes to reject.",
    source: "trust.md Lifecycle",
  },
  {
    id: "trust.tool-retires-nothing",
    text: "A tool's retirement is a proposal: the page stays as it is and is recalled until a person decides.",
    source: "trust.md Lifecycle",
  },
  {
    id: "trust.no-session-no-decision",
    text: "Through channels without a session confirm, reject and retire are refused as a person's.",
    source: "trust.md Lifecycle",
  },
  {
    id: "trust.suspension",
    text: "A proposal to withhold that carries what the person typed in this session takes the page out of automatic recall at once, labelled where it is asked for, and writes no tombstone.",
    source: "trust.md Suspension by the user's own words",
  },
  {
    id: "trust.suspension-refused",
    text: "A quote is refused, and nothing proposed, that is too little, about something else, or not the person's: the model's words, ours, a file's, another branch's or session's, a sub-agent's.",
    source: "trust.md Suspension by the user's own words",
  },
  {
    id: "trust.removal-follows-lineage",
    text: "What was forgotten reaches, over sources, consolidation and replacement and through pages that are withheld for it, every page that came of it: one with nothing left to rest on is withheld and queued, one with something left is labelled and queued, until a person confirms it.",
    source: "trust.md Removal follows lineage",
  },
  {
    id: "trust.removal-reaches-copies",
    text: "Rejecting, retiring or forgetting an original withholds its copy in the other layer and takes the tombstones there, a restored one brings both back; a copy that a person changed or confirmed since is labelled and queued instead.",
    source: "trust.md Removal follows lineage",
  },
  {
    id: "trust.forgotten-stays-out",
    text: "A content that was forgotten does not come in again by import, capture or promote, and is withheld where a file brings it back; a person may insist with capture --force, or restore the page.",
    source: "trust.md Removal follows lineage",
  },
  {
    id: "trust.forgotten-everywhere",
    text: "Nothing of what was forgotten is left in pages, lists, logs, reports, gaps, kept evidence, sealed copies, indexes, caches or completion, after a rebuild, without the cache and in a new process; the packet's number is not given again.",
    source: "trust.md Removal follows lineage; trust-systems.md deletion.absent_after_reindex_and_restart",
  },
  {
    id: "trust.lists-name-no-withheld",
    text: "No list of a vault's pages names one that is rejected, retired, shadow, tombstoned or without its sources; a decision refreshes them, in the other layer too.",
    source: "trust.md withholding state; vault.md Layout",
  },
] as const;
