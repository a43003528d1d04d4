/** Who runs this process? Tells, from environment variables, the processes that an agent starts. Pure. */

/** Set by a session of ours for the processes that it starts. */
export const sessionMark = "PI_WIKI_PARENT";

/**
 * What agents set for their commands, and a person's shell does not have. Names that a user may set for themselves
 * (`CODEX_HOME`) or that an editor's own terminal has (`CURSOR_TRACE_ID`) are left out.
 */
const marks = [
  sessionMark,
  "PI_CODING_AGENT",
  "CLAUDECODE",
  "CODEX_SANDBOX",
  "CODEX_THREAD_ID",
  "GEMINI_CLI",
  "QWEN_CODE",
  "CURSOR_AGENT",
  "OPENCODE",
  "AMP_CURRENT_THREAD_ID",
  "AUGMENT_AGENT",
  "CLINE_ACTIVE",
  "COPILOT_CLI",
  "AI_AGENT",
] as const;

/** The variable that tells of an agent; one that is empty or says no does not count. */
export const agentMark = (variable: (name: string) => string | undefined): string | undefined =>
  marks.find((name) => !/^(?:|0|false|no|off)$/i.test(variable(name) ?? ""));
