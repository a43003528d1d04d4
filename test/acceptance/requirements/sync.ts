/** How a vault is carried between machines through git. */

export const syncRequirements = [
  {
    id: "sync.carries",
    text: "sync brings what each clone has to the others, whatever branch is checked out, and takes nothing back.",
    source: "interfaces.md",
  },
  {
    id: "sync.meanwhile",
    text: "What somebody writes while a sync runs is not lost, and takes back nothing that came.",
    source: "shared/design/vault.md",
  },
  {
    id: "sync.derived",
    text: "Derived files are not carried by sync: each clone makes its own, also where they were committed.",
    source: "shared/design/vault.md",
  },
  {
    id: "sync.outside",
    text: "sync touches no file outside the vault, sends none, and leaves what is staged staged.",
    source: "product.md",
  },
  {
    id: "sync.page",
    text: "A page that both sides changed is merged field by field and line by line; of two statuses the more withholding holds.",
    source: "vault.md Merging",
  },
  {
    id: "sync.pair",
    text: "Where both changed the same lines or the same field, theirs stands and ours waits in the review queue.",
    source: "vault.md Merging",
  },
  {
    id: "sync.append",
    text: "Of files that only grow no line of either side is lost.",
    source: "vault.md Ledger",
  },
  {
    id: "sync.raw",
    text: "A captured file that a side altered or removed is put back as it was captured.",
    source: "vault.md Layout",
  },
  {
    id: "sync.packet-ids",
    text: "Clones never give two packets the same id.",
    source: "vault.md Layout",
  },
  {
    id: "sync.kept",
    text: "A page that one side removed and the other changed is kept, unless it was forgotten.",
    source: "vault.md Merging",
  },
  {
    id: "sync.forgotten",
    text: "What was forgotten in one clone goes in all, and does not come back.",
    source: "product.md",
  },
  {
    id: "sync.verified",
    text: "Both ledgers are verified first; a broken one, or one that lost events, stops everything.",
    source: "vault.md Ledger",
  },
  {
    id: "sync.contradicts",
    text: "sync opens a conflict between notes of both sides on one matter, and lists what a person has to decide.",
    source: "product.md",
  },
  {
    id: "sync.absent",
    text: "Where there is nothing to carry a vault with, sync says why and does the rest.",
    source: "interfaces.md",
  },
  {
    id: "sync.crowd",
    text: "Four clones that change a vault at the same time lose nothing, and all chains verify.",
    source: "quality.md Reliability",
  },
] as const;
