/** Asks the guard before each tool call; when the guard itself fails, a call that could write is refused. */

import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import {
  type GuardedCall,
  type GuardWorld,
  guard,
  mayMatter,
  mayWrite,
  renderDenial,
} from "../../core/guard/decide.ts";
import type { Denial } from "../../core/guard/decision.ts";
import { asLine, visible } from "../../core/visible.ts";
import type { OpenSessions } from "./open-sessions.ts";
import { problemOf } from "./session.ts";

export const registerGuard = (pi: ExtensionAPI, sessions: OpenSessions): void => {
  pi.on("tool_call", async (event, ctx) => {
    const call = { tool: event.toolName, input: event.input, cwd: ctx.cwd };
    const reason = await refusal(call, ctx, sessions).catch((error: unknown) => failure(call, error));
    return reason === undefined ? undefined : { block: true, reason };
  });
};

const refusal = async (
  call: GuardedCall,
  ctx: ExtensionContext,
  sessions: OpenSessions,
): Promise<string | undefined> => {
  if (!mayMatter(call)) return undefined;
  const { workspace } = await sessions.of(ctx);
  const { paths, environment } = workspace.platform;
  const world: GuardWorld = {
    vaults: await workspace.guardedVaults(),
    paths,
    caseInsensitive: environment.caseInsensitive,
    variable: (name) => environment.variable(name),
  };
  const decision = await guard(call, world);
  if (decision.decision === "allow") return undefined;
  if (!(await isAgreed(decision, ctx))) return visible(renderDenial(decision));
  const rest = await guard(call, { ...world, personAgrees: true });
  return rest.decision === "allow" ? undefined : visible(renderDenial(rest));
};

/** Some places are the person's to decide on, where there is one. */
const isAgreed = async ({ ask, path, reason }: Denial, { hasUI, ui }: ExtensionContext): Promise<boolean> =>
  ask === true && hasUI && (await ui.confirm("Let the agent change this?", asLine(`${path}: ${reason}.`)));

/** Pi refuses a call whose hook throws. */
const failure = ({ tool }: GuardedCall, error: unknown): undefined => {
  if (!mayWrite(tool)) return undefined;
  throw new Error(`The wiki's guard could not look at this call. ${problemOf(error)}`, { cause: error });
};
