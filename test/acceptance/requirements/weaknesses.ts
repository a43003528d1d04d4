/** The weakness wiki: what is broken, what was tried and what was kept, across the iterations of a run. */

export const weaknessesRequirements = [
  {
    id: "weaknesses.reads-documented",
    text: "The documented sample is read whole: comments, nested lists, `{slug, why}`, links; both families of keys, `r1-h1` ids, `Round N` headings; unknown keys are kept.",
    source: "weakness.md Reader",
  },
  {
    id: "weaknesses.reads-damage",
    text: "A broken, foreign or linked-away file is a finding with its path, and the rest is read as usual.",
    source: "weakness.md Reader",
  },
  {
    id: "weaknesses.writer-profile",
    text: "What we write is what existing dashboards render: no comments, lists on one line, `tags` and `affected_tasks` always there, both families of keys, the file named as the slug; a change keeps what a file says, whoever wrote it.",
    source: "weakness.md Writer",
  },
  {
    id: "weaknesses.frozen",
    text: "`affected_tasks` may grow in the discovery iteration alone and is then frozen against a stored baseline, as are the slug and `discovered_*`; a change by hand is a finding.",
    source: "weakness.md Rules",
  },
  {
    id: "weaknesses.append-only",
    text: "Rejected attempts and attacking iterations are only added; an entry's heading and reason follow the documented grammar; what was removed or altered is a finding.",
    source: "weakness.md Rules",
  },
  {
    id: "weaknesses.status",
    text: "The status is one of five and moves by a table; an agent can't call done what no kept solution backs.",
    source: "weakness.md Rules",
  },
  {
    id: "weaknesses.gate",
    text: "A solution is `kept` only when LEDGER.md shows its candidate accepted or a person gives the gate's result, else `pending`; `new_record` is computed from earlier cards.",
    source: "weakness.md Rules",
  },
  {
    id: "weaknesses.rounds",
    text: "A round's two times are stamped by the program with an offset; metrics are `{value, primary, direction}`; it is started and finished once.",
    source: "weakness.md Rules",
  },
  {
    id: "weaknesses.input",
    text: "Names that are no names are refused before anything is written; secrets in texts never reach the disk.",
    source: "weakness.md Rules",
  },
  {
    id: "weaknesses.run-dir",
    text: "The run directory is given by an absolute path; a relative one is refused with the reason.",
    source: "weakness.md Root",
  },
  {
    id: "weaknesses.recall",
    text: "`wiki_recall` asks the weakness wiki of the run that PI_WIKI_RUN_DIR or the user's setting `runDir` names, read-only: rejected attempts come labelled `[rejected]`; without a run recall is as it was.",
    source: "weakness.md Recall",
  },
  {
    id: "weaknesses.tool",
    text: "`wiki_weakness` is offered only with the setting `weaknesses`; its run is the environment's or the user's setting's, never an argument, and it can give no gate's result.",
    source: "weakness.md Verbs",
  },
  {
    id: "weaknesses.cli",
    text: "`pi-wiki weakness` does each verb by `--run-dir` or PI_WIKI_RUN_DIR, says what is wrong with a wiki by exit code 4, and takes the gate's result from a person alone.",
    source: "weakness.md Verbs",
  },
  {
    id: "weaknesses.crowd",
    text: "Several builders write one wiki at once and nothing is lost.",
    source: "weakness.md Concurrency",
  },
  {
    id: "weaknesses.whole",
    text: "A solution's folder is shown whole or not at all; after a crash the same command completes it.",
    source: "weakness.md Writer",
  },
  {
    id: "weaknesses.speed",
    text: "A wiki of 1,000 weaknesses is read and validated in seconds; what has not changed is not read again.",
    source: "weakness.md Dashboard tab",
  },
] as const;
