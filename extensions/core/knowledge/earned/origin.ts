/** Whose record it is: a person's own, or a run's. Pure. */

import type { WriteContext } from "../../vault/vault.ts";
import type { Provenance } from "./record.ts";

type Origin = Pick<Provenance, "originKind" | "origin">;

/** A person at a terminal, or behind a command of theirs, is an operator; a tool and a script never are. */
export const originOf = (context: Pick<WriteContext, "channel" | "actor" | "origin">): Origin => {
  const { channel, actor } = context;
  if (channel === "ui" || channel === "terminal" || channel === "command")
    return { originKind: "operator", origin: actor };
  return runOf(context.origin?.["session"], actor);
};

const longestSession = 190;

export const runOf = (session: string | undefined, actor: string): Origin => ({
  originKind: "run",
  origin: session === undefined ? `cli-${actor}` : `pi-${session.slice(0, longestSession)}`,
});
