/** Tells a main session from a sub-agent's: a child process of a session, or a second one in memory beside it. */

import type { Environment } from "../../platform/platform.ts";
import { type SessionScope, scopesIn, sessionMark, sessionScopes } from "../agent-environment.ts";

const liveKey = Symbol.for("pi-wiki.live-sessions");

/** Sessions live in this process, shared by all loaded copies of this package. */
const liveSessions = (): Set<string> => {
  const known: unknown = Reflect.get(globalThis, liveKey);
  if (known instanceof Set) return known;
  const fresh = new Set<string>();
  Reflect.set(globalThis, liveKey, fresh);
  return fresh;
};

interface EnteredSession {
  readonly id: string;
  readonly isInMemory: boolean;
  readonly scope: SessionScope;
}

/** Notes that a session is live and marks the processes it will start; true for a sub-agent's session. */
export const enterSession = (environment: Environment, { id, isInMemory, scope }: EnteredSession): boolean => {
  const parent = environment.variable(sessionMark);
  const others = [...liveSessions()].filter((other) => other !== id);
  liveSessions().add(id);
  const isChild = (parent !== undefined && parent !== String(process.pid)) || (isInMemory && others.length > 0);
  process.env[sessionMark] ??= String(process.pid);
  tellScopes({ ...ownScopes(), [id]: scope });
  return isChild;
};

export const leaveSession = (id: string): void => {
  liveSessions().delete(id);
  const { [id]: _left, ...others } = ownScopes();
  tellScopes(others);
};

/** Those of this process: what its parent told it of other sessions ends here, since it is a session itself. */
const ownScopes = (): Readonly<Record<string, SessionScope>> => {
  const told = scopesIn(process.env[sessionScopes]);
  return told?.process === process.pid ? told.sessions : {};
};

const tellScopes = (sessions: Readonly<Record<string, SessionScope>>): void => {
  if (Object.keys(sessions).length === 0) delete process.env[sessionScopes];
  else process.env[sessionScopes] = JSON.stringify({ process: process.pid, sessions });
};

/** `PI_WIKI=off` leaves nothing but the guard. */
export const isSwitchedOff = (): boolean => process.env["PI_WIKI"] === "off";
