/** How what was done becomes a skill, how far a skill is trusted, and where it goes from there. */

export const trajectorySkillsRequirements = [
  {
    id: "learned.opt-in",
    text: "wiki_distill_skills and wiki_recall_skill are offered where `trajectories` is on, and nowhere else.",
    source: "trajectories.md",
  },
  {
    id: "learned.batches",
    text: "What is prepared are undistilled trajectories of one matter: the same task, or files and commands that both have, with paths that can be read.",
    source: "trajectories.md Distil",
  },
  {
    id: "learned.negative",
    text: "A batch comes with failures, tombstones, rejected and retired skills, contradicting outcomes, and similar skills.",
    source: "trajectories.md Distil",
  },
  {
    id: "learned.drafts",
    text: "What is submitted becomes drafts under wiki/skills and wiki/cases, each citing its trajectories in text and sources.",
    source: "trajectories.md Distil",
  },
  {
    id: "learned.marked",
    text: "A packet is distilled once a ledger event says so, with or without a skill, and waits while an entry of it was not written; submitting twice changes nothing.",
    source: "trajectories.md Distil",
  },
  {
    id: "learned.updated",
    text: "A similar skill is changed by a revision, of a stable one as a proposal, and never written a second time.",
    source: "trajectories.md Distil",
  },
  {
    id: "learned.pitfalls",
    text: "A skill that rests on a failed trajectory has a section `## Pitfalls`, and an update keeps it.",
    source: "trajectories.md Distil",
  },
  {
    id: "learned.fault",
    text: "Distilling that is broken off anywhere leaves no half page, and ends as one when it is submitted again.",
    source: "architecture.md The world is injected",
  },
  {
    id: "learned.lifecycle",
    text: "A skill is a candidate until a person has reviewed it as it is, or the extension here has seen it work often enough; it is retired when a person withholds it, or it was seen to fail too often; each step is an event.",
    source: "trajectories.md Distil; trust.md",
  },
  {
    id: "learned.no-self-praise",
    text: "Nothing that an agent says of its own success promotes a skill, nor does an outcome that only files from elsewhere tell of.",
    source: "trajectories.md Distil; trust.md Usage",
  },
  {
    id: "learned.new-text",
    text: "What was seen of a skill before its text was changed or decided on counts no more.",
    source: "trust.md Lifecycle",
  },
  {
    id: "learned.recall",
    text: "wiki_recall_skill ranks skills and cases alone, of all layers, and gives each with a path to read, its lifecycle, how often it was seen to work, and what it rests on.",
    source: "trajectories.md Recall",
  },
  {
    id: "learned.recall-retired",
    text: "Retired skills are left out before anything is ranked, and shown with their label when asked for.",
    source: "trajectories.md Recall; trust.md withholding state",
  },
  {
    id: "learned.recall-quality",
    text: "Of tasks that share no word with a skill's title at least 80 % find it among three, of others 95 %.",
    source: "trajectories.md Recall; quality.md",
  },
  {
    id: "learned.export",
    text: "A trusted skill becomes an Agent Skill, valid by the rules, that Pi's own loader lists; the ledger says where it went.",
    source: "trajectories.md Export",
  },
  {
    id: "learned.export-refused",
    text: "What is no trusted skill is not exported, and the refusal says what to do; an agent's shell exports none.",
    source: "trajectories.md Export; trust.md A person",
  },
  {
    id: "learned.export-foreign",
    text: "An export puts nothing in the place of what was changed or is not ours, unless forced, and then keeps it.",
    source: "trajectories.md Export",
  },
  {
    id: "learned.export-lineage",
    text: "Whoever rejects, retires or forgets an exported skill is told where it was put; lint says so while it is there.",
    source: "trust.md Removal follows lineage",
  },
  {
    id: "learned.verbs",
    text: "/wiki skills lists what was learned with its standing, completes ids, and asks the agent to distil; the command line does the same.",
    source: "trajectories.md",
  },
] as const;
