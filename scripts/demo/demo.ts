/** The demo: real documentation becomes a vault, real questions go to a real Pi, and the model's mail is read. */

import { join } from "node:path";
import { at, isObject, type JsonObject, listAt, textAt } from "../support/json-view.ts";
import { gatherDocs } from "../support/package-docs.ts";
import { checkout } from "../support/pi-host.ts";
import { openRpc, type RpcSession, shownText } from "../support/pi-rpc.ts";
import { openSandbox, type PiSandbox } from "../support/pi-sandbox.ts";
import { addedAfter, extendsRequest } from "../support/request-view.ts";
import type { ModelRequest } from "../support/scripted-model.ts";
import { wikiCli } from "../support/wiki-cli.ts";
import { bold, dim, field, green, print, shortened } from "./layout.ts";

const questions = [
  "How do I mock an HTTP request with undici in a test?",
  "In a pi session file, what do the id and parentId fields of an entry mean?",
  "Can I make nanoid ids shorter, and what happens to the collision probability?",
] as const;

const smallTalk = "thanks, looks good";

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Fills a vault from the Markdown that the installed packages brought along. */
const importDocs = async (sandbox: PiSandbox): Promise<void> => {
  const docs = join(sandbox.root, "docs");
  const found = gatherDocs({ modules: join(checkout, "node_modules"), into: docs });
  const startedAt = performance.now();
  await wikiCli(sandbox, "init", "package documentation", "--layer", "project");
  const result = await wikiCli(sandbox, "import", docs, "--layer", "project");
  const [created, skipped] = [listAt(result, "created").length, listAt(result, "skipped")];
  if (created === 0) throw new Error(`None of the ${found} Markdown files became a page.`);
  field("pages", `${created} of ${found} Markdown files, in ${seconds(performance.now() - startedAt)}`);
  const reasons = [...new Set(skipped.map((one) => textAt(one, "reason")))];
  if (skipped.length > 0) field("left out", `${skipped.length}: ${reasons.join("; ")}`);
};

/** The recall message as Pi keeps it, with the details that the model is not sent. */
const recallMessage = (events: readonly JsonObject[]): JsonObject | undefined =>
  events
    .filter((event) => event["type"] === "message_end" && textAt(event, "message", "customType") === "wiki-recall")
    .map((event) => at(event, "message", "details"))
    .find(isObject);

const figures = (details: JsonObject | undefined, text: string): string => {
  const number = (key: string): number | undefined => {
    const value = at(details, key);
    return typeof value === "number" ? value : undefined;
  };
  const tokens = number("tokens") ?? Math.ceil(text.length / 4);
  const ms = number("elapsed_ms");
  return `${tokens} tokens${ms === undefined ? "" : `, found in ${ms.toFixed(1)} ms`}`;
};

/** Vault paths as a reader of the demo knows them. */
const inProject = (text: string, sandbox: PiSandbox): string => text.replaceAll(`${sandbox.project}/`, "");

interface Conversation {
  readonly sandbox: PiSandbox;
  readonly session: RpcSession;
}

/** Asks one thing and prints what the model was sent because of it. */
const show = async ({ sandbox, session }: Conversation, prompt: string): Promise<ModelRequest> => {
  const turn = await session.ask(prompt, { text: "Understood." });
  const [request] = turn.requests;
  if (request === undefined) throw new Error(`Pi never asked the model about "${prompt}".`);
  const [added] = addedAfter(request, prompt);
  if ((added === undefined) !== (prompt === smallTalk)) {
    throw new Error(`"${prompt}" should have brought ${prompt === smallTalk ? "nothing" : "a page"} from the wiki.`);
  }
  print();
  field("you say", prompt, bold);
  if (added === undefined) {
    field("model gets", "your words and nothing from the wiki: 0 tokens", green);
    return request;
  }
  field("model gets", `one more message: ${figures(recallMessage(turn.events), added.text)}`, green);
  field("", shortened(inProject(added.text, sandbox), 12), dim);
  const why = shownText((await session.command("/wiki why")).events);
  field("/wiki why", why.split("\n").slice(1, 7).join("\n"));
  return request;
};

const summary = (requests: readonly ModelRequest[]): void => {
  const stable = requests.every((request, index) => {
    const earlier = requests[index - 1];
    return earlier === undefined || extendsRequest(earlier, request);
  });
  if (!stable) throw new Error("A later request changed something that the model had already been sent.");
  const bytes = requests[0]?.system.length ?? 0;
  print();
  field(
    "session",
    `${requests.length} prompts; the system prompt (${bytes.toLocaleString("en")} characters) stayed the same, and each ` +
      "request only added to the one before, so a provider's prompt cache keeps working",
  );
};

const farewell = (): void => {
  print();
  print(bold("Where to look next"));
  field("README.md", "install it in your Pi, start a vault, the commands and settings");
  field("extensions/", "README.md there is the map of the code");
  field("test/e2e/", "the same things proved on both generations of Pi: npm run test:e2e");
};

const tell = async (sandbox: PiSandbox): Promise<void> => {
  print(bold("pi-wiki, in a real Pi"));
  print(dim(`${sandbox.host.label}, a scripted model on 127.0.0.1, a temporary folder; nothing leaves this machine.`));
  print();
  await importDocs(sandbox);
  const session = await openRpc(sandbox);
  try {
    // Pi does not wait long for an index; a person's look does, so no slow machine spoils the first answer.
    const [status = ""] = shownText((await session.command("/wiki status")).events).split("\n");
    field("/wiki status", inProject(status, sandbox));
    const requests: ModelRequest[] = [];
    for (const prompt of [...questions, smallTalk]) requests.push(await show({ sandbox, session }, prompt));
    summary(requests);
  } finally {
    await session.close();
  }
  farewell();
};

/** Gives the exit code; the temporary folder is gone either way. */
export const runDemo = async (): Promise<number> => {
  let sandbox: PiSandbox | undefined;
  try {
    sandbox = await openSandbox({ host: "old", extension: checkout });
    await tell(sandbox);
    return 0;
  } catch (error) {
    print();
    print(`The demo stopped: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  } finally {
    await sandbox?.close();
  }
};
