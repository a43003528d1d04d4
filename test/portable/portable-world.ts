/**
 * One lighthouse as all who have to do with it see it: the model through the registered tools of a Pi, the same
 * session's shell, a script, and a person at a terminal or at Pi's screen. Whoever asks, asks the same vaults.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { scopeAt } from "../../extensions/hosts/agent-environment.ts";
import { main } from "../../extensions/hosts/cli/run.ts";
import type { Platform } from "../../extensions/platform/platform.ts";
import { collect } from "../hosts/cli/command-line.ts";
import { type FakePi, type FakeSession, fakeSession, type Notice, openFakePi } from "../support/fake-pi.ts";
import { fakeScreen } from "../support/fake-screen.ts";
import { type TestPlatform, testPlatform } from "../support/test-platform.ts";
import { pageText, workerTasks } from "../tools/tool-world.ts";

/** `script`: no agent, no terminal. `agent`: the shell of the session. `person`: somebody at a terminal. */
export type Caller = "script" | "agent" | "person";

export interface Found {
  readonly id: string;
  readonly layer: string;
  readonly status: string;
  readonly tier: string;
  readonly labels: readonly string[];
  readonly title: string;
  readonly excerpt: string;
  readonly path: string;
  readonly sources: readonly string[];
}

export interface Answer {
  readonly hits: readonly Found[];
  readonly excluded: readonly { readonly id: string; readonly reason: string }[];
  /** What the model reads. */
  readonly text: string;
}

export interface Said {
  readonly exitCode: number;
  readonly value: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export interface PlaceOptions {
  /** Below the world's folder. */
  readonly place?: string;
  readonly variables?: Readonly<Record<string, string | undefined>>;
}

/** A folder with a vault, and those who work there. */
export interface Place extends TestPlatform {
  readonly project: string;
  readonly vault: string;
  readonly pi: FakePi;
  readonly session: FakeSession;
  /** A turn of one call through the registered handler; a refusal's message when it is refused. */
  tool(name: string, input: Readonly<Record<string, unknown>>): Promise<string>;
  /** What the model is told, by the tool and by the command line, which must agree. */
  recall(query: string, options?: RecallOptions): Promise<Answer>;
  /** Ids of what both find. */
  ids(query: string, options?: RecallOptions): Promise<readonly string[]>;
  /** What is put before the model with a prompt, in a session that was sent nothing yet. */
  injected(prompt: string): Promise<string>;
  cli(caller: Caller, ...words: readonly string[]): Promise<Said>;
  /** The person at Pi's screen: the keys for each title that is shown, in order. */
  review(...answers: readonly (readonly [title: string, keys: string])[]): Promise<string>;
  /** A tool of Pi's own that writes a file of the vault, with the turn's end after it. */
  write(path: string, text: string): Promise<string>;
  /** A file by an editor, outside any session. */
  edit(path: string, text: string): void;
  page(id: string, text: string, frontMatter?: Readonly<Record<string, unknown>>): void;
  read(path: string): string;
  exists(path: string): boolean;
  events(): readonly Readonly<Record<string, unknown>>[];
  /** The same place for a new process: nothing is kept but what is on disk. */
  restart(): Promise<Place>;
}

export interface RecallOptions {
  readonly limit?: number;
  readonly task?: string;
  readonly layer?: string;
  readonly include?: readonly string[];
  readonly as_of?: string;
  readonly known_at?: string;
}

export const openPlace = async (options: PlaceOptions & { readonly world?: TestPlatform } = {}): Promise<Place> => {
  const { place = "lighthouse", variables } = options;
  const world = options.world ?? (await testPlatform({ tasks: workerTasks, ...(variables ? { variables } : {}) }));
  const project = join(world.folder, place);
  mkdirSync(project, { recursive: true });
  return placeAt(world, project);
};

/** The vault of a place, with pages on other matters so that what a test says is rare enough to be recalled. */
export const furnished = async (options: Parameters<typeof openPlace>[0] = {}): Promise<Place> => {
  const place = await openPlace(options);
  await place.cli("script", "init", "lighthouse");
  for (const part of ["lens", "clockwork", "gallery", "store", "bell", "mast", "landing", "cistern", "stove"]) {
    for (const season of ["spring", "summer", "winter"]) {
      place.page(`notes/${part}-${season}`, `# Keeping the ${part} in ${season}\n\nThe ${part} is looked after daily.`);
    }
  }
  return place;
};

const readers: ReadonlySet<string> = new Set(["wiki_recall", "wiki_check"]);

const placeAt = async (world: TestPlatform, project: string): Promise<Place> => {
  const { platform } = world;
  const pi = openFakePi(platform);
  const session = fakeSession({ cwd: project });
  await pi.start(session);
  const vault = join(project, ".llm-wiki");
  const edit = (path: string, text: string): void => {
    mkdirSync(dirname(join(vault, path)), { recursive: true });
    writeFileSync(join(vault, path), text);
    // Past the time for which an index takes the files for unchanged.
    world.clock.advance(5_000);
  };
  const tool: Place["tool"] = async (name, input) => {
    const called = pi.toolCall(session, name, input);
    const said = await called.catch((error: unknown) => (error instanceof Error ? error.message : "failed"));
    // Else an editor's change would pass for the tool's.
    if (!readers.has(name)) await pi.turnEnd(session);
    return said;
  };
  const cli = (caller: Caller, ...words: readonly string[]) => runLine({ platform, project, caller }, words);
  const recall: Place["recall"] = (query, asked = {}) => recallBoth({ tool, cli, session }, query, asked);
  return {
    ...world,
    project,
    vault,
    pi,
    session,
    tool,
    recall,
    ids: async (query, asked) => (await recall(query, asked)).hits.map(({ id }) => id),
    injected: async (prompt) => {
      const fresh = fakeSession({ cwd: project });
      await pi.start(fresh);
      const message = await pi.prompt(fresh, prompt);
      await pi.shutdown(fresh);
      return message?.content ?? "";
    },
    cli,
    review: (...answers) => reviewAt({ pi, project }, answers),
    write: async (path, text) => {
      const said = await pi.toolCall(session, "write", { path: join(vault, path), content: text }, () =>
        edit(path, text),
      );
      await pi.turnEnd(session);
      return said;
    },
    edit,
    page: (id, text, frontMatter = {}) => edit(`wiki/${id}.md`, pageText(text, frontMatter)),
    read: (path) => readFileSync(join(vault, path), "utf8"),
    exists: (path) => existsSync(join(vault, path)),
    events: () => eventsIn(join(vault, "meta/events.jsonl")),
    restart: async () => {
      await pi.shutdown(session);
      return placeAt(world, project);
    },
  };
};

interface Line {
  readonly platform: Platform;
  readonly project: string;
  readonly caller: Caller;
}

/** The platform as the caller's own environment makes it. */
const platformOf = ({ platform, project, caller }: Line): Platform => {
  if (caller !== "agent") return platform;
  const told = { process: 77, sessions: { main: scopeAt(platform, project) } };
  const marks: Readonly<Record<string, string>> = { PI_WIKI_PARENT: "77", PI_WIKI_SESSION: JSON.stringify(told) };
  const { environment } = platform;
  return {
    ...platform,
    environment: { ...environment, variable: (name) => marks[name] ?? environment.variable(name) },
  };
};

const runLine = async (line: Line, words: readonly string[]): Promise<Said> => {
  const platform = platformOf(line);
  const [stdout, stderr] = [collect(), collect()];
  const exitCode = await main(["--json", ...words], {
    stdout: stdout.output,
    stderr: stderr.output,
    noColour: undefined,
    isTerminal: line.caller === "person",
    screen: undefined,
    editor: undefined,
    variable: (name) => platform.environment.variable(name),
    cwd: () => line.project,
    readStdin: async () => new Uint8Array(),
    onInterrupt: () => () => undefined,
    platform: async () => platform,
  });
  const text = stdout.text();
  return { exitCode, value: JSON.parse(text), text };
};

const recallBoth = async (
  { tool, cli, session }: Pick<Place, "tool" | "cli" | "session">,
  query: string,
  { include, as_of: asOf, known_at: knownAt, ...more }: RecallOptions,
): Promise<Answer> => {
  const times = {
    ...(asOf === undefined ? {} : { as_of: asOf }),
    ...(knownAt === undefined ? {} : { known_at: knownAt }),
  };
  const limit = more.limit ?? 20;
  const text = await tool("wiki_recall", {
    query,
    ...more,
    ...times,
    limit,
    ...(include === undefined ? {} : { include }),
  });
  const details = lastDetails(session);
  const options = Object.entries({ ...more, limit, include, "as-of": asOf, "known-at": knownAt }).flatMap(
    ([name, value]) => (value === undefined ? [] : [`--${name}`, String(value)]),
  );
  const { value } = await cli("script", "recall", query, ...options);
  const [hits, shown] = [details["hits"], value["hits"]] as [readonly Found[], readonly Found[]]; // Both answered.
  const [told, said] = [hits, shown].map((list) => list.map(({ id, labels, tier }) => [id, labels, tier]));
  if (JSON.stringify(told) !== JSON.stringify(said)) {
    throw new Error(`The tool and the command line differ: ${JSON.stringify(told)} and ${JSON.stringify(said)}`);
  }
  return { hits, excluded: details["excluded"] as Answer["excluded"], text };
};

const lastDetails = ({ branch }: FakeSession): Readonly<Record<string, unknown>> => {
  const message = branch.findLast(({ type }) => type === "message")?.["message"];
  const details: unknown = typeof message === "object" && message !== null ? Reflect.get(message, "details") : {};
  return JSON.parse(JSON.stringify(details ?? {}));
};

const reviewAt = async (
  { pi, project }: Pick<Place, "pi" | "project">,
  answers: readonly (readonly [string, string])[],
): Promise<string> => {
  const screen = fakeScreen();
  const session = fakeSession({ cwd: project, screen });
  await pi.start(session);
  const told = pi.command(session, "/wiki review");
  for (const [title, keys] of answers) {
    await Promise.race([screen.waitFor(new RegExp(`${title}[\\s\\S]*(a accept|l lift)`)), endsEarly(told)]);
    screen.type(keys);
    await Promise.race([
      screen.waitFor(/You answered|all \d+ looked at|That did not count|was left as it is/),
      endsEarly(told),
    ]);
  }
  screen.type("q");
  const text = (await told)?.text ?? "";
  await pi.shutdown(session);
  return text;
};

const endsEarly = async (told: Promise<Notice | undefined>): Promise<never> => {
  throw new Error(`The review ended: ${(await told)?.text}`);
};

const eventsIn = (path: string): readonly Readonly<Record<string, unknown>>[] =>
  existsSync(path)
    ? readFileSync(path, "utf8")
        .split("\n")
        .flatMap((line) => (line === "" ? [] : [JSON.parse(line)]))
    : [];

/** Paths below a folder of every file that holds one of the words, as text or as it would be in a packed file. */
export const filesWith = (folder: string, word: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile()) return [];
    const bytes = readFileSync(path);
    const isThere = bytes.includes(word) || bytes.includes(Buffer.from(word, "utf16le")) || path.includes(word);
    return isThere ? [path] : [];
  });
