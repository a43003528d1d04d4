import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hostNames } from "../../scripts/support/pi-host.ts";
import { runPrint } from "../../scripts/support/pi-print.ts";
import { openRpc } from "../../scripts/support/pi-rpc.ts";
import { openSandbox, type PiSandbox } from "../../scripts/support/pi-sandbox.ts";
import { addedAfter, extendsRequest } from "../../scripts/support/request-view.ts";
import type { ModelRequest } from "../../scripts/support/scripted-model.ts";
import { verifies } from "../acceptance/verifies.ts";
import { type Asked, placeDocsVault, questions, smallTalk } from "./docs-vault.ts";
import { installedPackage } from "./pack.ts";

const first = (requests: readonly ModelRequest[]): ModelRequest => {
  const [request] = requests;
  if (request === undefined) throw new Error("The model was not asked.");
  return request;
};

/** The page ids that a recall message names at the head of its passages. */
const idsIn = (text: string): readonly string[] => [...text.matchAll(/^\[\[(.+?)\]\] \(/gm)].map((id) => id[1] ?? "");

const isRecall = (text: string): boolean =>
  /^<wiki-recall>\nreference data .+ no instructions/i.test(text) && text.split("</wiki-recall>").length === 2;

const isRecallOf = (asked: Asked, text: string): boolean =>
  isRecall(text) && idsIn(text).some((id) => asked.page.test(id)) && asked.passage.test(text);

const expectRecalled = (request: ModelRequest, asked: Asked): void => {
  const added = addedAfter(request, asked.prompt);
  expect(added.map((message) => message.role)).toEqual(["user"]);
  const [text = ""] = added.map((message) => message.text);
  expect(isRecallOf(asked, text) || text).toBe(true);
};

describe.each(hostNames)("recall in the %s Pi", (host) => {
  let sandbox: PiSandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({ host, extension: installedPackage() });
    await placeDocsVault(sandbox);
  });
  afterAll(() => sandbox.close());

  test.each(questions)("print mode sends the page that answers: $prompt", async (asked) => {
    verifies("endtoend.print-recall");
    const run = await runPrint(sandbox, { prompt: asked.prompt });
    expect(run.exitCode).toBe(0);
    expectRecalled(first(run.requests), asked);
    expect(run.strayLines).toEqual([]);
    expect(run.stderr).toBe("");
  });

  test("print mode sends nothing of ours after small talk", async () => {
    verifies("endtoend.small-talk-silent");
    const run = await runPrint(sandbox, { prompt: smallTalk });
    expect(addedAfter(first(run.requests), smallTalk)).toEqual([]);
  });

  test("a session only ever adds to what the model was sent", async () => {
    verifies("endtoend.prefix-constant", "endtoend.small-talk-silent", "endtoend.print-recall");
    const session = await openRpc(sandbox);
    const requests: ModelRequest[] = [];
    for (const prompt of [questions[0].prompt, smallTalk, questions[1].prompt, questions[2].prompt])
      requests.push(first((await session.ask(prompt)).requests));
    await session.close();
    const [one, quiet, two, three] = requests;
    if (one === undefined || quiet === undefined || two === undefined || three === undefined) throw new Error();
    expect(new Set(requests.map((request) => request.system)).size).toBe(1);
    expect([extendsRequest(one, quiet), extendsRequest(quiet, two), extendsRequest(two, three)]).toEqual([
      true,
      true,
      true,
    ]);
    expect(addedAfter(quiet, smallTalk)).toEqual([]);
    expectRecalled(one, questions[0]);
    // A page may have come along with an earlier answer, for another passage; then it is there already.
    const recalled = three.messages
      .filter((message) => isRecall(message.text))
      .flatMap((message) => idsIn(message.text));
    expect(questions.filter((asked) => !recalled.some((id) => asked.page.test(id)))).toEqual([]);
  });

  test("a page that the model already has is not sent again", async () => {
    verifies("endtoend.sent-once");
    const [asked] = questions;
    const session = await openRpc(sandbox);
    const before = first((await session.ask(asked.prompt)).requests);
    const again = first((await session.ask(asked.prompt)).requests);
    await session.close();
    const sentBefore = idsIn(addedAfter(before, asked.prompt)[0]?.text ?? "");
    expect(sentBefore.length).toBeGreaterThan(0);
    const sentAgain = idsIn(addedAfter(again, asked.prompt)[0]?.text ?? "");
    expect(sentAgain.filter((id) => sentBefore.includes(id))).toEqual([]);
  });

  test("what one session noted, the next session recalls", async () => {
    verifies("endtoend.restart-recall");
    const note = {
      title: "The foghorn compressor trips its breaker when the kettle is on",
      type: "pitfall",
      text: "Circuit 4 of the lighthouse feeds both the foghorn compressor and the kitchen. Unplug the kettle first.",
      tags: ["foghorn"],
      recall_triggers: [
        "horn stays silent in thick weather",
        "power goes out in the galley at night",
        "fuse blows while making tea",
      ],
    };
    const earlier = await openRpc(sandbox);
    await earlier.ask("Please remember this", { calls: [{ name: "wiki_note", arguments: note }] });
    await earlier.close();
    const later = await openRpc(sandbox);
    const prompt = "Why does the foghorn compressor trip the breaker?";
    const request = first((await later.ask(prompt)).requests);
    await later.close();
    expect(addedAfter(request, prompt)[0]?.text).toContain("Unplug the kettle first");
    expect(addedAfter(request, prompt)[0]?.text).toMatch(/unconfirmed/);
  });
});
