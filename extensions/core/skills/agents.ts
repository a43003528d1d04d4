/** Where agents look for skills, in a project and in a user's home. Pure. */

export const scopes = ["project", "global"] as const;
export type Scope = (typeof scopes)[number];

export const agentNames = ["pi", "codex", "cursor", "opencode", "claude"] as const;
export type AgentName = (typeof agentNames)[number];

const shared = ".agents/skills";

// One folder an agent, the shared one where it reads that: two copies in folders of one agent would be a collision.
const folders: Readonly<Record<AgentName, Readonly<Record<Scope, string>>>> = {
  pi: { project: shared, global: shared },
  codex: { project: shared, global: shared },
  cursor: { project: shared, global: ".cursor/skills" },
  opencode: { project: shared, global: shared },
  claude: { project: ".claude/skills", global: ".claude/skills" },
};

export interface SkillsFolder {
  /** Relative to the project or the home folder. */
  readonly path: string;
  readonly agents: readonly AgentName[];
}

/** Those of the agents, each once; without agents the one that most agents share. */
export const skillsFolders = (scope: Scope, agents: readonly AgentName[]): readonly SkillsFolder[] => {
  const paths = agents.length === 0 ? [shared] : [...new Set(agents.map((agent) => folders[agent][scope]))];
  return paths.map((path) => ({ path, agents: agentNames.filter((agent) => folders[agent][scope] === path) }));
};
