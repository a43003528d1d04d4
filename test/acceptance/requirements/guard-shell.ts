/** What the guard promises about tools and shell commands. */

export const guardShellRequirements = [
  {
    id: "guard.attacks-prevented",
    text: "Attacks on a vault that their text, the folder and the disk give away are refused, 95 % of the corpus at least.",
    source: "guard.md Figures",
  },
  {
    id: "guard.attacks-healed",
    text: "What attacks change that nobody foresaw is healed after the call with nothing lost.",
    source: "guard.md Figures",
  },
  {
    id: "guard.benign-allowed",
    text: "No benign command or tool call is refused.",
    source: "guard.md Figures",
  },
  {
    id: "guard.any-tool",
    text: "Tools that nobody knows are checked by the shape of their input.",
    source: "guard.md Prevent",
  },
  {
    id: "guard.commands-followed",
    text: "Shell commands are followed through folders, variables, quotes, braces, globs, substitutions and nested shells.",
    source: "guard.md Prevent",
  },
  {
    id: "guard.git-history",
    text: "git is refused where it names a protected path, and free where it concerns the whole tree.",
    source: "guard.md Prevent",
  },
  {
    id: "guard.person-verbs",
    text: "Verbs of the command line that only a person may use are refused inside a shell command.",
    source: "guard.md Prevent",
  },
  {
    id: "guard.person-asked",
    text: "What the vault's owner decides is asked of the person, and refused without one.",
    source: "guard.md Prevent",
  },
  {
    id: "guard.long-commands",
    text: "A command over 64 KiB is refused only where it names a protected path.",
    source: "guard.md Prevent",
  },
  {
    id: "guard.fails-closed",
    text: "When the guard itself fails, calls that could write are refused and reads pass.",
    source: "guard.md Prevent",
  },
  {
    id: "guard.json-lines",
    text: "`pi-wiki guard` decides on calls in JSON lines, a line for each.",
    source: "interfaces.md",
  },
  {
    id: "guard.claude-hook",
    text: "`pi-wiki guard --hook claude` speaks Claude Code's PreToolUse protocol.",
    source: "interfaces.md",
  },
  {
    id: "guard.claude-hook-after",
    text: "After a call that may have written, `pi-wiki guard --hook claude` on PostToolUse puts back what was altered and tells user and model.",
    source: "guard.md; hosts.md MCP",
  },
  {
    id: "guard.archives-read",
    text: "Where an archive's members would land is read from the archive, when it is not packed as a whole.",
    source: "guard.md Prevent",
  },
  {
    id: "guard.shortened-options",
    text: "Long options count as shortened as programs let one write them, and whatever quotes stand around them.",
    source: "guard.md Prevent",
  },
  {
    id: "guard.looks-once",
    text: "A decision looks at each place on the disk once.",
    source: "guard.md Prevent",
  },
] as const;
