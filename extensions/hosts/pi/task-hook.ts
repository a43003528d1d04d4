/** Tasks in Pi's events: what a session works on, told to the model once; what it changed, kept before a compaction. */

import type { ExtensionAPI, ExtensionContext } from "@mariozechner/pi-coding-agent";
import { isWikiError } from "../../core/errors.ts";
import type { TaskOffers } from "../../core/tasks/find-task.ts";
import type { Task } from "../../core/tasks/task-file.ts";
import type { Tasks } from "../../core/tasks/tasks.ts";
import { asLine } from "../../core/visible.ts";
import { fieldIn } from "./context-pages.ts";
import type { OpenSessions } from "./open-sessions.ts";
import { inBackground, type PiSession, within } from "./session.ts";
import { registerTaskMessage, taskMessage, tasksInContext, tasksOffered } from "./task-message.ts";

/** A prompt waits no longer than this; the next one is told then. */
const waitForTaskMs = 500;
/** A compaction waits no longer than this. */
const waitBeforeCompactionMs = 900;

type Message = ReturnType<typeof taskMessage>;

export const registerTasks = (pi: ExtensionAPI, sessions: OpenSessions): void => {
  registerTaskMessage(pi);
  /** Settles when a session has what its parent left it. */
  const inheriting = new WeakMap<PiSession, Promise<void>>();
  pi.on("session_start", (event, ctx) => {
    const parent = parentOf(event, ctx);
    // Nothing waits for this: the first prompt tells what there is too.
    void sessions.of(ctx).then((session) => {
      // Older hosts fire this twice for one session.
      if (session.isChild || inheriting.has(session)) return;
      const inherited = inherit(session, parent);
      inheriting.set(session, inherited);
      void inherited.then(() => offer(session, ctx));
    }, ignore);
  });
  pi.on("before_agent_start", async (_event, ctx) => {
    const session = await sessions.of(ctx).catch(ignore);
    if (session === undefined || session.isChild) return undefined;
    const branch = ctx.sessionManager.getBranch();
    let message: Message | undefined;
    const work = inBackground(session, "task", async () => {
      await inheriting.get(session);
      message = await messageFor(session, branch);
    });
    return (await within(work, waitForTaskMs)) && message !== undefined ? { message } : undefined;
  });
  pi.on("session_before_compact", async (event, ctx) => {
    const session = await sessions.known(ctx);
    if (session === undefined || session.isChild) return;
    const changed = filesIn(event, session);
    const work = inBackground(session, "task", () => keepBeforeCompaction(tasksOf(session), changed));
    await within(work, waitBeforeCompactionMs);
  });
};

const ignore = (): undefined => undefined;

const tasksOf = (session: PiSession): Tasks => session.workspace.as("tool", { session: session.id }).tasks;

/** The id of the session that this one was forked from, by the name of its file. */
const parentOf = (event: object, { sessionManager }: ExtensionContext): string | undefined => {
  const header: unknown = typeof sessionManager.getHeader === "function" ? sessionManager.getHeader() : undefined;
  const isFork = fieldIn(event, "reason") === "fork";
  const file = fieldIn(header, "parentSession") ?? (isFork ? fieldIn(event, "previousSessionFile") : undefined);
  return typeof file === "string" ? /_([^_/\\]+)\.jsonl$/.exec(file)?.[1] : undefined;
};

/** A fork goes on with its parent's task. */
const inherit = (session: PiSession, parent: string | undefined): Promise<void> =>
  inBackground(session, "task", async () => {
    if (parent !== undefined) await tasksOf(session).inherit(parent);
  });

/** Whoever is bound to no task is told what is open here. */
const offer = (session: PiSession, ctx: ExtensionContext): Promise<void> =>
  inBackground(session, "task", async () => {
    const tasks = tasksOf(session);
    const line = (await tasks.bound()) === undefined ? offerToUser(await tasks.offers()) : undefined;
    if (line !== undefined && !session.isOver && ctx.hasUI) ctx.ui.notify(line, "info");
  });

const offerToUser = ({ here, merged }: TaskOffers): string | undefined => {
  const lines = [
    ...here.map(
      ({ id, title }) => `task "${asLine(title)}" is open on this branch; /wiki task ${asLine(id)} takes it up`,
    ),
    ...merged.map(
      ({ id, title }) => `the branch of task "${asLine(title)}" is merged; /wiki task close ${asLine(id)} sums it up`,
    ),
  ];
  return lines.length === 0 ? undefined : `wiki: ${lines.join("\nwiki: ")}`;
};

/** The context of the session's task, or one line a task that it may take up; each once. */
const messageFor = async (
  session: PiSession,
  branch: Parameters<typeof tasksInContext>[0],
): Promise<Message | undefined> => {
  const tasks = tasksOf(session);
  const bound = await tasks.bound();
  if (bound !== undefined) {
    const { id, status } = bound.task;
    if (status !== "active" || tasksInContext(branch).has(id)) return undefined;
    const { text, tokens, omitted } = await tasks.context({ task: id, withPages: session.isReady });
    return taskMessage(text, { task: id, tokens, omitted });
  }
  const told = tasksOffered(branch);
  const { here, merged } = await tasks.offers();
  const isNew = ({ id }: Task): boolean => !told.has(id);
  const fresh = { here: here.filter(isNew), merged: merged.filter(isNew) };
  const offered = [...fresh.here, ...fresh.merged].map(({ id }) => id);
  return offered.length === 0 ? undefined : taskMessage(offerToModel(fresh), { offered });
};

const offerToModel = ({ here, merged }: TaskOffers): string =>
  [
    ...here.map(
      ({ id, title }) =>
        `Task ${asLine(id)} ("${asLine(title)}") is open on this branch: if the work belongs to it, call wiki_task with action bind.`,
    ),
    ...merged.map(
      ({ id, title }) =>
        `The branch of task ${asLine(id)} ("${asLine(title)}") is merged: offer the user to close it with wiki_task and to keep what it taught as notes.`,
    ),
  ].join("\n");

const mostFiles = 30;

/** Files of the session's folder that are written or edited in what is about to be summed up. */
const filesIn = (event: object, { workspace }: PiSession): readonly string[] => {
  const { paths } = workspace.platform;
  const { cwd } = workspace.options;
  const operations = fieldIn(fieldIn(event, "preparation"), "fileOps");
  const named = ["written", "edited"].flatMap((kind) => {
    const files = fieldIn(operations, kind);
    return files instanceof Set ? [...files].filter((file): file is string => typeof file === "string") : [];
  });
  const inside = named.flatMap(
    (file) => paths.inside(paths.physical(cwd), paths.physical(paths.resolve(cwd, file))) ?? [],
  );
  return [...new Set(inside)].sort().slice(0, mostFiles);
};

/** What a model's summary may leave out, and its next context can't show. */
const keepBeforeCompaction = async (tasks: Tasks, changed: readonly string[]): Promise<void> => {
  const bound = await tasks.bound();
  if (bound?.task.status !== "active" || changed.length === 0) return;
  const text = `The conversation was compacted. Changed until then: ${changed.join(", ")}.`;
  try {
    await tasks.remember({ task: bound.task.id, text });
  } catch (error) {
    // It says so already.
    if (!isWikiError(error) || error.code !== "near_duplicate") throw error;
  }
};
