/** Refuses arguments of a tool by which a caller would choose another scope than its session's. Pure. */

import { WikiError } from "../core/errors.ts";
import { layerNames } from "../core/vault/vault.ts";

/**
 * Words by which other memories take a scope. Whoever gives one means something by it: left aside, a call that was
 * meant for one task, vault or user would be answered from all.
 */
const scopeWords: ReadonlySet<string> = new Set(
  "actor all asuser channel cwd directory dir global home layers namespace onbehalfof owner project projectid root scope scopes session sessionid taskid tasks tenant tenantid user userid username users vault vaultid vaults wikihome workspace".split(
    " ",
  ),
);

/** Throws `invalid_input` for a scope that the tool does not take, and for a layer that is none. */
export const refuseScope = (given: Readonly<Record<string, unknown>>, declared: readonly string[]): void => {
  const foreign = Object.keys(given).find(
    (name) => !declared.includes(name) && scopeWords.has(name.toLowerCase().replace(/[^a-z]/g, "")),
  );
  if (foreign !== undefined) {
    throw new WikiError("invalid_input", {
      what: foreign,
      problem: `the scope is the session's, and this tool takes no such argument; it takes ${declared.join(", ")}`,
    });
  }
  const { layer } = given;
  if (layer === undefined || layerNames.some((name) => name === layer)) return;
  throw new WikiError("invalid_input", { what: "layer", problem: `it is one of ${layerNames.join(", ")}` });
};
