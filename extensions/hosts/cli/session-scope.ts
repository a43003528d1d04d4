/** Holds a call from an agent's shell to the scope of the session that started it: a call may narrow it, never widen it. */

import { WikiError } from "../../core/errors.ts";
import { findLayers } from "../../core/vault/layers.ts";
import type { Platform } from "../../platform/platform.ts";
import { type SessionScope, scopeAt, scopesIn, sessionScopes } from "../agent-environment.ts";

/**
 * Throws `scope_fixed` for another user, personal vault or state folder than the session's, and for a folder that is
 * neither inside the session's nor stands in a vault that the session has itself, as the top of a monorepo or a linked
 * worktree does. Where no session told anything, everything passes.
 */
export const requireSessionScope = async (platform: Platform, cwd: string): Promise<void> => {
  const told = Object.values(scopesIn(platform.environment.variable(sessionScopes))?.sessions ?? {});
  const [first] = told;
  if (first === undefined) return;
  const asked = scopeAt(platform, cwd);
  const same = told.filter((scope) => differenceOf(scope, asked) === undefined);
  if (same.length === 0) throw differenceOf(first, asked);
  for (const scope of same) if (await isWithin(asked, scope, platform)) return;
  throw new WikiError("scope_fixed", {
    what: "The folder",
    own: same.map(({ cwd: own }) => own).join(", "),
    given: cwd,
  });
};

const named = [
  ["user", "PI_WIKI_USER"],
  ["home", "The home of the personal vault (WIKI_HOME, HOME)"],
  ["state", "The state folder (XDG_STATE_HOME, HOME)"],
] as const;

const differenceOf = (scope: SessionScope, asked: SessionScope): WikiError | undefined => {
  const differing = named.find(([key]) => scope[key] !== asked[key]);
  if (differing === undefined) return undefined;
  const [key, what] = differing;
  return new WikiError("scope_fixed", { what, own: scope[key] || "not set", given: asked[key] || "none" });
};

const isWithin = async (asked: SessionScope, scope: SessionScope, platform: Platform): Promise<boolean> => {
  if (platform.paths.inside(scope.cwd, asked.cwd) !== undefined) return true;
  const [there, own] = [await projectRoots(platform, asked.cwd), await projectRoots(platform, scope.cwd)];
  return there.length > 0 && there.every((root) => own.includes(root));
};

const projectRoots = async (platform: Platform, cwd: string): Promise<readonly string[]> => {
  const { layers } = await findLayers(platform, { cwd, personal: true });
  return layers.flatMap(({ layer, root, exists }) => (layer === "project" && exists ? [root] : []));
};
