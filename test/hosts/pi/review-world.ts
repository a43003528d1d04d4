/** A lighthouse in which something of each kind waits for the keeper, who sits before Pi's full screen. */

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FakeSession, FakeSessionOptions } from "../../support/fake-pi.ts";
import { type FakeScreen, fakeScreen } from "../../support/fake-screen.ts";
import { jsonLines } from "../../tools/tool-world.ts";
import { openPiWorld, type PiWorld } from "./pi-world.ts";

export interface ReviewWorld extends PiWorld {
  readonly screen: FakeScreen;
  readonly sitting: FakeSession;
  /** A call of wiki_note by the model. */
  note(input: Readonly<Record<string, unknown>>): Promise<string>;
  /** What the person types in the session. */
  say(text: string): void;
  /** /wiki review, or another line; resolves with what it tells in the end. */
  command(line?: string): Promise<string | undefined>;
  /** Waits until the item is shown and may be decided, then presses the keys; gives what was shown. */
  answer(shown: string, keys: string): Promise<string>;
  text(page: string): string;
  status(page: string): string | undefined;
  events(kind?: string): readonly Readonly<Record<string, unknown>>[];
  /** Kind and page of all that waits. */
  waiting(): Promise<readonly string[]>;
  /** Ids of what a question is answered with. */
  recalled(query: string): Promise<readonly string[]>;
  /** What the editor makes of the text; undefined leaves it as it is. */
  edits(change: (text: string) => string | undefined): void;
}

export const openReviewWorld = async (
  options: Partial<FakeSessionOptions> & {
    readonly size?: { readonly columns?: number; readonly rows?: number };
    /** With them the lighthouse is a git repository whose code can be looked at. */
    readonly tasks?: URL;
  } = {},
): Promise<ReviewWorld> => {
  const { size = { columns: 120, rows: 60 }, tasks, ...session } = options;
  const world = await openPiWorld(tasks === undefined ? {} : { tasks });
  if (tasks !== undefined) execFileSync("git", ["init", "-q"], { cwd: world.project });
  const screen = fakeScreen(size);
  const vault = join(world.project, ".llm-wiki");
  const pathOf = (page: string): string => join(vault, `wiki/${page}.md`);
  const text = (page: string): string => world.read(`lighthouse/.llm-wiki/wiki/${page}.md`);
  const sitting = world.session({ screen, ...session });
  let edit: (given: string) => string | undefined = () => undefined;
  Object.assign(sitting.ctx.ui, { editor: async (_title: string, given = "") => edit(given) });
  await world.pi.start(sitting);
  return {
    ...world,
    screen,
    sitting,
    note: (input) => world.pi.toolCall(sitting, "wiki_note", input),
    say: (typed) =>
      void sitting.branch.push({
        type: "message",
        id: `entry-${sitting.branch.length}`,
        message: { role: "user", content: typed },
      }),
    command: (line = "/wiki review") => {
      world.clock.advance(60_000);
      return world.pi.command(sitting, line).then((notice) => notice?.text);
    },
    answer: async (shown, keys) => {
      const seen = await screen.waitFor(new RegExp(`${shown}[\\s\\S]*\\n(a \\w+( it)?|1 keep first|l lift)  `));
      screen.type(keys);
      return seen;
    },
    text,
    status: (page) => /^status: "?(\w+)/m.exec(text(page))?.[1],
    events: (kind) =>
      jsonLines(world.read("lighthouse/.llm-wiki/meta/events.jsonl")).filter(
        (event) => kind === undefined || event["kind"] === kind,
      ),
    waiting: async () => {
      world.clock.advance(60_000);
      return (await world.workspace.review.queue()).map(({ kind, id }) => `${kind} ${id}`);
    },
    recalled: async (query) => {
      world.clock.advance(60_000);
      return (await world.workspace.recall({ query })).hits.map(({ id }) => id);
    },
    edits: (change) => {
      edit = change;
    },
    put: (path, content) => {
      if (path.startsWith("notes/")) writeFileSync(pathOf(path), content);
      else world.put(path, content);
    },
  };
};
