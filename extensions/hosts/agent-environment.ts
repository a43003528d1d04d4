/** Who runs this process, and for which session? Told by environment variables to the processes of an agent. Pure. */

import type { Platform } from "../platform/platform.ts";

/** Set by a session of ours for the processes that it starts. */
export const sessionMark = "PI_WIKI_PARENT";

/**
 * Set beside the mark: where the sessions of that process are and whose. An agent can unset or forge either, as it can
 * forge what it says of itself: they tell who started a process and prove nothing. They keep the ordinary call in scope.
 */
export const sessionScopes = "PI_WIKI_SESSION";

export interface SessionScope {
  /** Physical. */
  readonly cwd: string;
  /** The folder in which the personal vault is looked for, physical. */
  readonly home: string;
  /** As PI_WIKI_USER says; empty where it says nothing. */
  readonly user: string;
  /** The folder of keys, and of the tombstones that were seen here. */
  readonly state: string;
}

/** Several sessions may be open in one process, each with a folder of its own. */
export interface ToldScopes {
  readonly process: number;
  readonly sessions: Readonly<Record<string, SessionScope>>;
}

/** What was told; a value that is none of ours tells nothing. */
export const scopesIn = (text: string | undefined): ToldScopes | undefined => {
  const value = parsed(text ?? "");
  const number = at(value, "process");
  const sessions = at(value, "sessions");
  if (typeof number !== "number" || typeof sessions !== "object" || sessions === null) return undefined;
  const known = Object.entries(sessions).flatMap(([id, scope]) => {
    const [cwd, home, user, state] = ["cwd", "home", "user", "state"].map((name) => at(scope, name));
    const areTexts =
      typeof cwd === "string" && typeof home === "string" && typeof user === "string" && typeof state === "string";
    return areTexts ? [[id, { cwd, home, user, state }] as const] : [];
  });
  return { process: number, sessions: Object.fromEntries(known) };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Whatever it is, it is not what a session says.
  }
};

const at = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

export const scopeAt = ({ environment, paths }: Platform, cwd: string): SessionScope => {
  const wikiHome = environment.variable("WIKI_HOME");
  return {
    cwd: paths.physical(cwd),
    home: paths.physical(wikiHome ? paths.resolve(cwd, wikiHome) : environment.home),
    user: environment.variable("PI_WIKI_USER") ?? "",
    state: environment.stateRoot,
  };
};

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
