/** What the guard keeps from being written by the tools of a host. */

export const guardRequirements = [
  {
    id: "guard.sealed-places",
    text: "write and edit into raw/, meta/ and config.json are refused in every layer, those that don't exist yet or are switched off included.",
    source: "guard.md Prevent",
  },
  {
    id: "guard.spellings",
    text: "A path counts as what the host makes of it, however it is spelled and whatever links lead there.",
    source: "guard.md Prevent",
  },
  {
    id: "guard.pages-free",
    text: "Pages, outputs, files elsewhere and all reads are let through.",
    source: "guard.md",
  },
  {
    id: "guard.refusal-helps",
    text: "A refusal says what is protected, why, and what to do instead.",
    source: "guard.md Prevent",
  },
] as const;
