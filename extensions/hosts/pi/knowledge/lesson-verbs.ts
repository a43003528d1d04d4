/** /wiki lessons, accept and observe: what tasks have taught, and the person who says that one is done. */

import { WikiError } from "../../../core/errors.ts";
import type { PreparedAcceptance } from "../../../core/knowledge/earned/deliveries.ts";
import { acceptedText, lessonsText, observedText, preparedText } from "../../../core/knowledge/earned/earned-text.ts";
import { unpainted } from "../../../core/paint.ts";
import { asLine } from "../../../core/visible.ts";
import { setStatus, showStatus } from "../session.ts";
import type { Verb, VerbCall } from "../verb.ts";
import { confirmOnScreen } from "./confirm-screen.ts";

const lessons: Verb = {
  name: "lessons",
  usage: "[WORDS]",
  summary: "What accepted tasks have taught in this repository",
  run: async ({ rest, workspace }) =>
    lessonsText(await workspace.deliveries.lessons(rest === "" ? undefined : rest), unpainted),
};

const accept: Verb = {
  name: "accept",
  usage: "[TASK]",
  summary: "See what a task has changed, run its checks and accept it: then its lessons are kept",
  writes: true,
  completes: "tasks",
  run: async (call) => {
    const { rest, session, ctx } = call;
    const task = rest === "" ? undefined : rest;
    const { deliveries } = session.workspace.as("ui", { session: session.id });
    const prepared = await deliveries.prepare({ task });
    const isAgreed = await askAtScreen(call, asked(prepared));
    if (isAgreed === undefined) throw personNeeded("accept", `knowledge accept ${prepared.task_id}`);
    if (!isAgreed) return "Nothing was run or recorded.";
    const onCheck = (check: string): void => setStatus(session, ctx, `wiki: running ${asLine(check)}`);
    const { checks, task_id } = prepared;
    const accepted = deliveries.accept({ task: task_id, checks, onCheck });
    const answer = await accepted.finally(() => showStatus(session, ctx));
    return acceptedText(answer, unpainted);
  },
};

const asked = (prepared: PreparedAcceptance) => ({
  title: "Accept a task",
  text: preparedText(prepared),
  key: "a",
  does: prepared.checks.length === 0 ? "accept" : "run and accept",
});

const observe: Verb = {
  name: "observe",
  usage: "[superseded HASH]",
  summary: "Find the commits that delivered certified lessons, or say that something took a lesson's place",
  writes: true,
  run: async (call) => {
    const { rest, session } = call;
    const [, superseded] = /^superseded (\S+)$/.exec(rest) ?? [];
    if (rest !== "" && superseded === undefined) return "It is /wiki observe, or /wiki observe superseded HASH";
    const text =
      superseded === undefined
        ? "The commits of this branch are looked through for changes that were certified."
        : `Something else took the place of ${superseded}; its lesson is labelled superseded from now on.`;
    const isAgreed = await askAtScreen(call, { title: "Observe deliveries", text, key: "o", does: "observe" });
    const options = superseded === undefined ? "" : ` --superseded ${superseded}`;
    if (isAgreed === undefined) throw personNeeded("observe", `knowledge observe${options}`);
    if (!isAgreed) return "Nothing was recorded.";
    const { deliveries } = session.workspace.as("ui", { session: session.id });
    return observedText(await deliveries.observe({ superseded }), unpainted);
  },
};

/** The keys of a sub-agent's session may be an agent's. */
const askAtScreen = async (
  { session, ctx }: VerbCall,
  question: Parameters<typeof confirmOnScreen>[1],
): Promise<boolean | undefined> => (session.isChild ? undefined : await confirmOnScreen(ctx, question));

const personNeeded = (verb: string, command: string): WikiError =>
  new WikiError("person_required", { verb: `/wiki ${verb}`, command: `pi-wiki ${command}` });

export const lessonVerbs: readonly Verb[] = [lessons, accept, observe];
