/**
 * `bench:tokens`: what pi-wiki costs in tokens in a scripted session of twenty turns in a real Pi, and how many bytes
 * that the model had been sent already were changed by a later request (each would spoil the provider's prompt cache).
 * `PI_WIKI_E2E_PACKAGE` names a built package to measure in place of the sources.
 */

import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { tokensOf } from "../../extensions/core/recall/tokens.ts";
import { promptTexts } from "../../extensions/hosts/pi/prompt-text.ts";
import { allTools } from "../../extensions/tools/all.ts";
import { at, listAt, parseJson, textAt } from "../support/json-view.ts";
import { checkout } from "../support/pi-host.ts";
import { openRpc, type RpcSession, type Turn } from "../support/pi-rpc.ts";
import { openSandbox, type PiSandbox } from "../support/pi-sandbox.ts";
import type { ModelRequest, Step } from "../support/scripted-model.ts";
import { wikiCli } from "../support/wiki-cli.ts";
import { openRows, say } from "./output/rows.ts";
import { mean } from "./output/times.ts";
import { isJudged, readSet } from "./sets/eval-set.ts";
import { changedBytes } from "./sets/request-prefix.ts";
import { writeDocPages } from "./world/doc-pages.ts";

const turns = 20;
const setFolder = fileURLToPath(new URL("../../test/fixtures/bench/lighthouse-bakery", import.meta.url));

export const main = async (words: readonly string[]): Promise<number> => {
  const { values } = parseArgs({ args: [...words], options: { json: { type: "boolean", default: false } } });
  const played = await playSession();
  const [first] = played.flatMap(({ requests }) => requests);
  if (first === undefined) {
    say("Pi never asked the model: there is no session to measure.");
    return 1;
  }
  const rows = openRows(values);
  rows.print({
    tools: wikiTools(first).length,
    tool_tokens: toolTokens(first),
    inject_tokens_mean: Math.round(mean(played.flatMap(injectedTokens))),
    prefix_bytes_changed: changedBytes(played.flatMap(({ requests }) => requests)),
  });
  rows.end();
  return 0;
};

const playSession = async (): Promise<readonly Turn[]> => {
  const set = readSet(setFolder, { triggers: true });
  const sandbox = await openSandbox({ host: "old", extension: process.env["PI_WIKI_E2E_PACKAGE"] ?? checkout });
  try {
    await wikiCli(sandbox, "init", "lighthouse and bakery", "--layer", "project");
    writeDocPages(sandbox.project, set.docs);
    await wikiCli(sandbox, "rebuild");
    return await ask(
      sandbox,
      prompts(
        set.queries.filter(isJudged),
        set.queries.filter((query) => !isJudged(query)),
      ),
    );
  } finally {
    await sandbox.close();
  }
};

const ask = async (sandbox: PiSandbox, asked: readonly string[]): Promise<readonly Turn[]> => {
  const session: RpcSession = await openRpc(sandbox);
  try {
    const played: Turn[] = [];
    for (const [turn, prompt] of asked.entries()) played.push(await session.ask(prompt, ...answers(turn, prompt)));
    return played;
  } finally {
    await session.close();
  }
};

/** Two prompts about the pages, then one about something else, and so on. */
const prompts = (real: readonly { readonly text: string }[], noise: readonly { readonly text: string }[]) =>
  Array.from({ length: turns }, (_, turn) => {
    const one = turn % 3 === 2 ? noise[Math.floor(turn / 3)] : real[turn - Math.floor(turn / 3)];
    return one?.text ?? "continue";
  });

/** The model uses the wiki's tools now and then: their results stay in the request too. */
const answers = (turn: number, prompt: string): readonly Step[] => {
  const done: Step = { text: "Understood." };
  if (turn % 5 === 1) return [{ calls: [{ name: "wiki_recall", arguments: { query: prompt } }] }, done];
  if (turn % 7 === 3) return [{ calls: [{ name: "wiki_note", arguments: noteOf(turn) }] }, done];
  return [done];
};

const noteOf = (turn: number) => ({
  title: `Finding ${turn} of the round`,
  type: "lesson",
  body: `On round ${turn} the paraffin drum by the boathouse was found to leak at its lower seam.`,
  triggers: ["oil stain below the boat shed", "drum loses its content"],
});

const isWikiTool = (name: string): boolean => allTools.some((tool) => tool.name === name);

const wikiTools = (request: ModelRequest): readonly unknown[] =>
  listAt({ tools: parseJson(request.toolsRaw)?.value }, "tools").filter((tool) =>
    isWikiTool(textAt(tool, "function", "name")),
  );

/** The tools' definitions as the model gets them, and the lines about them in the system prompt. */
const toolTokens = (request: ModelRequest): number => {
  const lines = Object.values(promptTexts).flatMap(({ snippet, guidelines }) => [snippet, ...guidelines]);
  const sent = lines.filter((line) => request.system.includes(JSON.stringify(line).slice(1, -1)));
  return tokensOf(JSON.stringify(wikiTools(request))) + tokensOf(sent.join("\n"));
};

const injectedTokens = ({ events }: Turn): readonly number[] =>
  events
    .filter((event) => event["type"] === "message_end" && textAt(event, "message", "customType") === "wiki-recall")
    .map((event) => Number(at(event, "message", "details", "tokens") ?? 0));
