/** Agent Skills: those that come with us, put where agents read them, and the rules that any skill is held to. */

export const skillsRequirements = [
  {
    id: "skills.rules",
    text: "A skill is held to the Agent Skills rules: its name and folder, description, optional fields, length, links; each finding has code, path, line, message and remedy.",
    source: "trajectories.md Skills that we ship",
  },
  {
    id: "skills.validate",
    text: "`skills validate` takes names and folders, prefers the installed copy, and exits 4 for errors.",
    source: "interfaces.md",
  },
  {
    id: "skills.add",
    text: "`skills add` copies a skill byte for byte into .agents/skills of the project, or of the home folder, or where the named agents look.",
    source: "trajectories.md Skills that we ship",
  },
  {
    id: "skills.unchanged",
    text: "A skill that has the same content is left as it is, whoever put it there, and nothing is written.",
    source: "trajectories.md Skills that we ship",
  },
  {
    id: "skills.updated",
    text: "A copy of ours that nobody changed is updated, as it was put there: a copy stays a copy, a link a link.",
    source: "trajectories.md Skills that we ship",
  },
  {
    id: "skills.refused",
    text: "A changed or foreign skill is refused with the reason; with --force it is put aside whole, hidden files too.",
    source: "trajectories.md Skills that we ship",
  },
  {
    id: "skills.removed",
    text: "Removing takes only what we wrote, folders that we made among it, and says what it left.",
    source: "trajectories.md Skills that we ship",
  },
  {
    id: "skills.link",
    text: "A link to the package's folder is made on request only.",
    source: "trajectories.md Skills that we ship",
  },
  {
    id: "skills.confined",
    text: "No name and no link leads out of the project or the home folder, and nothing is written or removed through a link.",
    source: "weakness-wiki-and-skills.md 2.5",
  },
  {
    id: "skills.rest-goes-on",
    text: "A skill, a folder or a manifest that can't be worked on is named, and the rest is done all the same.",
    source: "trajectories.md Skills that we ship",
  },
  {
    id: "skills.dry-run",
    text: "A dry run says what would be done, with the same exit code, and changes nothing.",
    source: "interfaces.md",
  },
  {
    id: "skills.durable",
    text: "A skill is put, replaced and removed whole or not at all, at every fault point, and the same command then completes it.",
    source: "quality.md",
  },
  {
    id: "skills.cli",
    text: "`pi-wiki skills` has stable JSON fields and exit codes, asks nothing and needs no network.",
    source: "interfaces.md",
  },
  {
    id: "skills.twice-in-pi",
    text: "Whoever adds a copy for Pi, which has the skill from the installed package, is told that Pi will report it twice.",
    source: "weakness-wiki-and-skills.md 2.5",
  },
  {
    id: "skills.sequences",
    text: "What each skill that we ship tells an agent to type works from an installed copy, and leaves the files that it says.",
    source: "trajectories.md Skills that we ship",
  },
  {
    id: "skills.stamp",
    text: "The script of weakness-wiki writes whole files from templates with the clock's time, at absolute places of the format, and replaces none.",
    source: "seed 001",
  },
  {
    id: "skills.okf-check",
    text: "The script of okf names what is not OKF v0.2, with path and line.",
    source: "landscape.md 4",
  },
] as const;
