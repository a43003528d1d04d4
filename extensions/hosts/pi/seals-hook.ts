/** Checks the sealed files at the start of a session, and around each tool call that may write; tells what was put right. */

import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import { mayWrite } from "../../core/guard/decide.ts";
import { renderTampering } from "../../core/guard/seals/render-tampering.ts";
import type { WatchedCall } from "../../core/guard/seals/tool-call.ts";
import type { OpenSessions } from "./open-sessions.ts";
import { inBackground, type PiSession, showStatus } from "./session.ts";

export const registerSeals = (pi: ExtensionAPI, sessions: OpenSessions): void => {
  pi.on("tool_call", async (event, ctx) => {
    if (!mayWrite(event.toolName)) return;
    const session = await sessions.of(ctx).catch(ignore);
    if (session === undefined) return;
    // What was altered before the turn's first call was altered by none.
    session.watching ??= check(session, ctx);
    await session.watching;
    session.calls.set(event.toolCallId, watched(event));
    await inBackground(session, "seals", () => session.workspace.seals.begin());
  });
  pi.on("tool_result", async (event, ctx) => {
    const session = await sessions.known(ctx);
    const call = session?.calls.get(event.toolCallId);
    if (session === undefined || call === undefined) return undefined;
    session.calls.delete(event.toolCallId);
    const line = await check(session, ctx, call);
    // The model must know that what it did was undone.
    return line === "" ? undefined : { content: [...event.content, { type: "text" as const, text: `wiki: ${line}` }] };
  });
  pi.on("agent_end", async (_event, ctx) => {
    const session = await sessions.known(ctx);
    if (session === undefined) return;
    const wasWatching = session.watching !== undefined;
    session.calls.clear();
    session.watching = undefined;
    // A call that was broken off has no result, and not every folder was looked at after each call.
    if (wasWatching) await check(session, ctx, { tool: "a tool", command: "", mayWriteAnywhere: true, isTurn: true });
  });
};

const ignore = (): undefined => undefined;

/** What was altered while no session ran. */
export const checkWhenReady = async (session: PiSession, ctx: ExtensionContext): Promise<void> => {
  await session.ready;
  if (!session.isOver && (await check(session, ctx)) !== "") await showStatus(session, ctx);
};

const watched = ({ toolName, input }: { readonly toolName: string; readonly input: unknown }): WatchedCall => ({
  tool: toolName,
  command: commandOf(input),
  mayWriteAnywhere: true,
});

/** The text of a shell's command, or all of the input. */
const commandOf = (input: unknown): string => {
  const command: unknown = typeof input === "object" && input !== null ? Reflect.get(input, "command") : undefined;
  return typeof command === "string" ? command : (JSON.stringify(input) ?? "");
};

/** What was found and put right, as the user was told it; empty when there was nothing. */
const check = async (session: PiSession, ctx: ExtensionContext, call?: WatchedCall): Promise<string> => {
  const { seals } = session.workspace;
  let line = "";
  await inBackground(session, "seals", async () => {
    line = renderTampering(await seals.check(call), call);
  });
  const [problem] = seals.problems();
  if (problem !== undefined) session.problems.set("seals", `Captured files can't be sealed. ${problem}`);
  if (line !== "" && !session.isOver) ctx.ui.notify(`wiki: ${line}`, "warning");
  return line;
};
