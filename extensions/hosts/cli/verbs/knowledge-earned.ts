/** What `knowledge` does with lessons and deliveries: lists, accepts, observes, moves them between clones, repairs. */

import { WikiError } from "../../../core/errors.ts";
import type { Deliveries } from "../../../core/knowledge/earned/deliveries.ts";
import {
  acceptedText,
  importedText,
  lessonsText,
  observedText,
  preparedText,
  repairedText,
} from "../../../core/knowledge/earned/earned-text.ts";
import { asLine } from "../../../core/visible.ts";
import type { Workspace } from "../../../workspace.ts";
import { confirmAt } from "../confirm.ts";
import { refused, text, texts, unattended, type ValuesOf } from "../option.ts";
import type { Answer, Call } from "../verb.ts";

export const earnedActions = ["lessons", "accept", "observe", "export", "import", "repair"] as const;
export type EarnedAction = (typeof earnedActions)[number];

/** Those that say that something is so, or let in what others say. */
export const personsActions: ReadonlySet<string> = new Set<EarnedAction>(["accept", "observe", "import", "repair"]);

export const earnedOptions = {
  check: texts("COMMAND", "accept: a recorded check of the task to run, without being asked; others are vouched for."),
  base: text("COMMIT", "accept: where the change began; the commit at which the task was opened when not given."),
  superseded: text("HASH", "observe: a certified lesson, or its subject, of which something else took the place."),
  to: text("FILE", "export: a new file for it."),
  unattended: {
    ...unattended("accept, observe, import, repair: for scripts, without a terminal; no operator is recorded."),
    // Whatever it stands beside: no agent says so.
    person: "script",
  },
} as const;

type Options = ValuesOf<typeof earnedOptions> & { readonly query?: string | undefined };

interface Input {
  readonly words: readonly string[];
  readonly options: Options;
  readonly call: Call;
  readonly workspace: Workspace;
  /** In the name of whoever calls. */
  readonly deliveries: Deliveries;
}

export const answerEarned = async (
  action: EarnedAction,
  words: readonly string[],
  { options, call }: { readonly options: Options; readonly call: Call },
): Promise<Answer> => {
  const workspace = await call.workspace();
  const channel = options.unattended ? "cli" : "terminal";
  const own = personsActions.has(action) ? workspace.as(channel) : workspace;
  return acts[action]({ words, options, call, workspace: own, deliveries: own.deliveries });
};

const acts: Readonly<Record<EarnedAction, (input: Input) => Promise<Answer>>> = {
  lessons: async ({ deliveries, options: { query } }) => {
    const inventory = await deliveries.lessons(query);
    return { data: inventory, text: (paint) => lessonsText(inventory, paint) };
  },
  accept: async (input) => {
    const { words, options, call, deliveries } = input;
    const [task] = words;
    const checks = options.check.length > 0 ? options.check : await checksAgreedTo(input);
    const request = { task, base: options.base, checks, signal: call.interruptSignal() };
    const answer = await deliveries.accept(request);
    return { data: answer, text: (paint) => acceptedText(answer, paint) };
  },
  observe: async ({ deliveries, options: { superseded } }) => {
    const answer = await deliveries.observe({ superseded });
    return { data: answer, text: (paint) => observedText(answer, paint) };
  },
  export: async ({ deliveries, workspace: { platform, options: place }, options: { to } }) => {
    if (to === undefined) throw new WikiError("usage", { problem: "knowledge export needs --to FILE." });
    const { text: exported, records } = await deliveries.exported();
    const path = platform.paths.resolve(place.cwd, to);
    const { dirname, basename } = platform.paths;
    const isNew = await platform.files(dirname(path), "private").create(basename(path), exported);
    if (!isNew) throw new WikiError("name_taken", { path });
    return { data: { path, records }, text: (paint) => `${paint.good(`${records} records`)} in ${asLine(path)}` };
  },
  import: async ({ deliveries, words: [file = ""], workspace: { platform, options: place } }) => {
    const path = platform.paths.resolve(place.cwd, file);
    const exported = platform.paths.text(path, largestExport);
    if (exported === undefined) throw new WikiError("source_not_found", { source: path });
    const answer = await deliveries.imported(exported);
    return { data: answer, text: (paint) => importedText(answer, paint) };
  },
  repair: async ({ deliveries }) => {
    const answer = await deliveries.repair();
    return { data: answer, text: (paint) => repairedText(answer, paint) };
  },
};

const largestExport = 256 * 1024 * 1024;

/** The recorded checks, once somebody has seen them; nothing else is run without being typed. */
const checksAgreedTo = async ({ words: [task], options, call, deliveries }: Input): Promise<readonly string[]> => {
  const prepared = await deliveries.prepare({ task, base: options.base });
  if (prepared.checks.length === 0 || call.screen === undefined || call.isJson || options.unattended) return [];
  const isAgreed = await confirmAt(call.screen, preparedText(prepared), "Run and accept?");
  if (!isAgreed) throw refused("knowledge accept", "it was not agreed to", "Nothing was run or recorded.");
  return prepared.checks;
};

/** How many words an action takes at most, and at least. */
export const wordsOfEarned = (action: EarnedAction): readonly [number, number] => {
  if (action === "import") return [1, 1];
  return action === "accept" ? [0, 1] : [0, 0];
};
