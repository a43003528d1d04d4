/** inject: what automatic recall would put before a prompt. */

import { isWikiError } from "../../../core/errors.ts";
import { explain } from "../../../core/recall/explanation.ts";
import { openExplanations } from "../../../core/recall/explanation-store.ts";
import type { Injection } from "../../../core/recall/inject.ts";
import type { ExplainedInjection } from "../../../core/recall/session-recall.ts";
import { openSessionStore } from "../../../core/recall/session-store.ts";
import type { Workspace } from "../../../workspace.ts";
import { refused, text } from "../option.ts";
import { argumentText } from "../stdin-text.ts";
import { defineVerb } from "../verb.ts";

export const inject = defineVerb({
  name: "inject",
  summary: "Shows what automatic recall would send with a prompt.",
  words: {
    placeholder: "PROMPT",
    about: "What the user says; `-` reads it from standard input.",
    isRequired: true,
    take: "joined",
  },
  options: {
    session: text("ID", "Do not send again what this session has been sent, and remember what it is sent now."),
  },
  run: async ({ words: [given = ""], options: { session } }, call) => {
    const prompt = await argumentText(given, call);
    if (session?.trim() === "") throw refused("--session", "it is empty");
    const workspace = await call.workspace();
    const sessions = openSessionStore(workspace.platform);
    const seen = session === undefined ? new Set<string>() : sessions.seen(session);
    const injection = await workspace.inject(prompt, { seen });
    const { message, pages, tokens, gate, elapsed_ms } = injection;
    if (session !== undefined) await keepExplanation(workspace, injection, session);
    if (session !== undefined && message !== null) {
      await sessions.add(
        session,
        pages.map(({ hash }) => hash),
      );
      await recordHits(workspace, { session, pages });
    }
    const shown = pages.map(({ id, layer, tokens: cost, score }) => ({ id, layer, tokens: cost, score }));
    return { data: { message, pages: shown, tokens, gate, elapsed_ms }, text: () => injectionText(injection) };
  },
});

/** For whoever asks why afterwards; what can't be kept is sent all the same. */
const keepExplanation = async (workspace: Workspace, injection: ExplainedInjection, session: string): Promise<void> => {
  const { platform } = workspace;
  const nearest = (await workspace.layers()).layers.find(({ exists }) => exists);
  if (nearest === undefined) return;
  try {
    await openExplanations(platform, nearest).keep(explain(injection, { session, at: platform.now() }));
  } catch (error) {
    if (!isWikiError(error)) throw error;
  }
};

/** What can't be recorded is sent all the same. */
const recordHits = async (
  { usage, platform, options }: Workspace,
  { session, pages }: { readonly session: string; readonly pages: Injection["pages"] },
): Promise<void> => {
  const entry = platform.newId(entryLength);
  const step = { kind: "shown" as const, entry, at: platform.now(), how: "injected" as const, turn: 1, pages };
  try {
    await usage.observe({ session, steps: [step] }, options.cwd);
  } catch (error) {
    if (!isWikiError(error)) throw error;
  }
};

const entryLength = 16;

const silence = {
  off: "automatic recall is off in the settings",
  floor: "no page bears on the prompt closely enough",
  "rare-term": "no page shares a rare word with the prompt",
  novelty: "the session has been sent these pages already",
  budget: "no passage fits into the token limit",
} as const;

const injectionText = ({ message, gate, pages, tokens }: Injection): string => {
  if (message === null) return `Nothing is sent: ${gate === "passed" ? "there is no page" : silence[gate]} (${gate}).`;
  return `${message}\n\n${pages.length} ${pages.length === 1 ? "page" : "pages"}, ${tokens} tokens`;
};
