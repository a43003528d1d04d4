/** distill: what was said in a session becomes drafts. */

import { present } from "../../../core/present.ts";
import { listCounts } from "../../../core/secrets/redact-secrets.ts";
import { asLine } from "../../../core/visible.ts";
import type { Workspace } from "../../../workspace.ts";
import { layer, refused, text } from "../option.ts";
import { settled } from "../settled.ts";
import { type Answer, defineVerb } from "../verb.ts";

export const distill = defineVerb({
  name: "distill",
  summary: "Keeps what was said in a session, to be distilled: `distill capture --session FILE`.",
  words: { placeholder: "capture", about: "Keeps the conversation of a Pi session file as a packet.", take: "one" },
  options: {
    session: text("FILE", "A session file of Pi; its last branch counts."),
    layer: layer("Vault to write to; the project's when there is one."),
  },
  run: async ({ words: [word], options: { session, layer: wanted } }, call) => {
    if (word !== "capture") throw refused("distill", word === undefined ? "say capture" : `"${word}" is not capture`);
    if (session === undefined) throw refused("--session", "name the session's file");
    return captureSession(await call.workspace(), { session, layer: wanted });
  },
});

const captureSession = async (
  workspace: Workspace,
  { session, layer: wanted }: { readonly session: string; readonly layer: "project" | "personal" | undefined },
): Promise<Answer> => {
  const { platform, options } = workspace;
  const { conversationInFile } = await import("../../session-turns.ts");
  const conversation = conversationInFile(platform, platform.paths.resolve(options.cwd, session));
  const kept = await workspace.distil.captureConversation(conversation, wanted);
  if (kept === undefined) {
    return { data: { id: null, turns: 0 }, text: () => "Nobody said anything of their own there; nothing was kept." };
  }
  const { id, folder, files, turns, duplicate_of, redactions, title } = kept;
  const findings = duplicate_of === undefined ? await settled(workspace) : [];
  return {
    data: { id, path: folder, turns, files, ...present({ duplicate_of, redactions }) },
    text: (paint) =>
      [
        duplicate_of === undefined
          ? `${paint.good("Kept")} ${paint.strong(asLine(title))} as ${id}, ${turns} turns`
          : `${paint.strong(asLine(title))} is kept already, as ${id}; nothing was written`,
        `  folder ${paint.dim(folder)}`,
        ...(redactions === undefined ? [] : [`  secrets replaced by [redacted:<rule>]: ${listCounts(redactions)}`]),
      ].join("\n"),
    warnings: findings,
  };
};
