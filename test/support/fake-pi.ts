/**
 * Stands in for Pi: records what the extension registers, and plays sessions, prompts, tool calls and commands to it as
 * Pi does. A session's context refuses to be used once the session has ended, as Pi's own does.
 */

import type { ExtensionAPI, ExtensionCommandContext, MessageRenderer } from "@mariozechner/pi-coding-agent";
import { register } from "../../extensions/hosts/pi/register.ts";
import type { Platform } from "../../extensions/platform/platform.ts";
import type { FakeScreen } from "./fake-screen.ts";

type Handler = (event: Readonly<Record<string, unknown>>, ctx: unknown) => unknown;

interface RegisteredTool {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly parameters: unknown;
  readonly promptSnippet?: string;
  readonly promptGuidelines?: readonly string[];
  execute(id: string, input: unknown, signal: unknown, onUpdate: unknown, ctx: unknown): Promise<ToolResult>;
}

interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly details: unknown;
}

interface Completion {
  readonly value: string;
  readonly label: string;
}

interface RegisteredCommand {
  readonly description: string;
  getArgumentCompletions?(prefix: string): Promise<readonly Completion[] | null>;
  handler(args: string, ctx: unknown): Promise<void>;
}

export interface RecallMessage {
  readonly customType: string;
  readonly content: string;
  readonly display: boolean;
  readonly details: { readonly pages: readonly { readonly id: string; readonly hash: string }[] };
}

export interface Notice {
  readonly text: string;
  readonly type: string | undefined;
}

/** One session of the fake Pi. */
export interface FakeSession {
  readonly id: string;
  readonly ctx: ExtensionCommandContext;
  /** Entries from root to leaf, as `getBranch` gives them. */
  readonly branch: Readonly<Record<string, unknown>>[];
  readonly notices: readonly Notice[];
  /** What tools said while they worked. */
  readonly updates: string[];
  /** Lines that were shown in the status bar, oldest first. */
  readonly statuses: readonly (string | undefined)[];
  /** Resolves when the status bar is next written to. */
  nextStatus(): Promise<string | undefined>;
  /** From now on every use of the context throws. */
  end(): void;
}

export interface FakeSessionOptions {
  readonly cwd: string;
  readonly id?: string;
  /** A session without a file lives in memory alone. */
  readonly inMemory?: boolean;
  readonly hasUI?: boolean;
  /** What the user writes into the editor. */
  readonly editor?: string;
  /** What the user answers when asked to confirm. */
  readonly confirms?: boolean;
  /** Pi's full screen; without it components are shown nowhere, as over RPC. */
  readonly screen?: FakeScreen;
  /** As newer hosts say; older ones have no such method. */
  readonly projectTrusted?: boolean;
}

interface ShownComponent {
  render(width: number): readonly string[];
  handleInput(data: string): void;
  dispose(): void;
}

type ComponentFactory = (tui: object, theme: object, keys: object, done: (result: unknown) => void) => ShownComponent;

/** Draws when it is asked to, later, and ends for a line that is too wide, as Pi does. */
const showOn = (screen: FakeScreen, factory: ComponentFactory): Promise<unknown> =>
  new Promise((resolve) => {
    let isOpen = true;
    const render = (): void => {
      if (isOpen) screen.show(component.render(screen.columns));
    };
    const tui = { terminal: screen, requestRender: () => void setImmediate(render) };
    const theme = { fg: (_colour: string, text: string) => text };
    const component = factory(tui, theme, {}, (result) => {
      isOpen = false;
      screen.close();
      resolve(result);
      component.dispose();
    });
    screen.open((data) => component.handleInput(data));
    tui.requestRender();
  });

const textOf = ({ content }: ToolResult): string => content.map(({ text }) => text).join("\n");

let sessions = 0;

export const fakeSession = (options: FakeSessionOptions): FakeSession => {
  sessions += 1;
  const id = options.id ?? `session-${sessions}`;
  const branch: Readonly<Record<string, unknown>>[] = [];
  const notices: Notice[] = [];
  const statuses: (string | undefined)[] = [];
  const waiting: ((line: string | undefined) => void)[] = [];
  let isOver = false;

  const parts = {
    cwd: options.cwd,
    hasUI: options.hasUI ?? true,
    sessionManager: {
      getSessionId: () => id,
      getSessionFile: () => (options.inMemory === true ? undefined : `/sessions/${id}.jsonl`),
      getBranch: () => branch,
      getLeafId: () => branch.at(-1)?.["id"] ?? null,
    },
    ui: {
      notify: (text: string, type?: string) => notices.push({ text, type }),
      setStatus: (_key: string, line: string | undefined) => {
        statuses.push(line);
        for (const resolve of waiting.splice(0)) resolve(line);
      },
      editor: async () => options.editor,
      confirm: async () => options.confirms ?? false,
      custom: async (factory: ComponentFactory) =>
        options.screen === undefined ? undefined : await showOn(options.screen, factory),
    },
    ...(options.projectTrusted === undefined ? {} : { isProjectTrusted: () => options.projectTrusted }),
  };
  const ctx = new Proxy(parts, {
    get: (target, name) => {
      if (isOver) throw new Error("This extension instance is stale.");
      return Reflect.get(target, name);
    },
  });
  return {
    id,
    // The parts of a context that the extension may use: those both generations of Pi have.
    ctx: ctx as unknown as ExtensionCommandContext,
    branch,
    notices,
    updates: [],
    statuses,
    nextStatus: () => new Promise((resolve) => waiting.push(resolve)),
    end: () => {
      isOver = true;
    },
  };
};

export interface FakePi {
  readonly api: ExtensionAPI;
  readonly tools: ReadonlyMap<string, RegisteredTool>;
  readonly commands: ReadonlyMap<string, RegisteredCommand>;
  readonly renderers: ReadonlyMap<string, MessageRenderer>;
  /** Prompts that the extension sent in the user's name. */
  readonly asked: readonly string[];
  readonly events: readonly string[];
  /** Starts a session; resolves with what the status bar shows then. */
  start(session: FakeSession, event?: object): Promise<string | undefined>;
  /** A user's prompt: what is recalled for it, or else what is put after it. The branch then holds all of it. */
  prompt(session: FakeSession, text: unknown): Promise<RecallMessage | undefined>;
  /** A tool call of the model: the refusal, or what `act` or our own tool does. */
  toolCall(session: FakeSession, tool: string, input: unknown, act?: () => void): Promise<string>;
  /** The end of the model's turn; resolves when what follows it is done, if anything is to. */
  turnEnd(session: FakeSession, then?: "settles" | "nothing"): Promise<void>;
  /** Pi is about to put a summary in place of what was said. */
  compact(session: FakeSession, preparation?: object): Promise<void>;
  command(session: FakeSession, line: string): Promise<Notice | undefined>;
  complete(prefix: string): Promise<readonly string[] | null>;
  shutdown(session: FakeSession): Promise<void>;
}

/** What it adds to a branch is dated by the clock of the test's world. */
export const fakePi = (platform: Pick<Platform, "now"> = { now: () => new Date().toISOString() }): FakePi => {
  const handlers = new Map<string, Handler[]>();
  const tools = new Map<string, RegisteredTool>();
  const commands = new Map<string, RegisteredCommand>();
  const renderers = new Map<string, MessageRenderer>();
  const asked: string[] = [];
  let active = new Set<string>();
  /** The session whose command is run. */
  let commanding: FakeSession | undefined;
  const api = {
    on: (event: string, handler: Handler) => void handlers.set(event, [...(handlers.get(event) ?? []), handler]),
    registerTool: (tool: RegisteredTool) => {
      // Pi offers a tool that is new; one that it knows stays as it was.
      if (!tools.has(tool.name)) active.add(tool.name);
      tools.set(tool.name, tool);
    },
    registerCommand: (name: string, command: RegisteredCommand) => void commands.set(name, command),
    getActiveTools: () => [...active],
    setActiveTools: (names: readonly string[]) => {
      active = new Set(names);
    },
    sendUserMessage: (text: string) => void asked.push(text),
    sendMessage: (message: object) => {
      const entry = { id: `entry-${commanding?.branch.length}`, timestamp: platform.now() };
      commanding?.branch.push({ type: "custom_message", ...entry, ...message });
    },
    registerMessageRenderer: (type: string, renderer: MessageRenderer) => void renderers.set(type, renderer),
  };

  /** Results of the handlers in their order; like Pi, a blocked tool call goes no further. */
  const emit = async (type: string, event: object, { ctx }: FakeSession): Promise<readonly object[]> => {
    const results: object[] = [];
    for (const handler of handlers.get(type) ?? []) {
      const result = await handler({ type, ...event }, ctx);
      if (typeof result === "object" && result !== null) results.push(result);
      if (results.some((one) => "block" in one)) break;
    }
    return results;
  };

  const execute = async (session: FakeSession, name: string, input: unknown): Promise<string> => {
    const tool = tools.get(name);
    if (tool === undefined) return "done";
    const onUpdate = (partial: ToolResult): void => void session.updates.push(textOf(partial));
    const result = await tool.execute("call-1", input, undefined, onUpdate, session.ctx);
    const { content, details } = result;
    session.branch.push({
      type: "message",
      id: `entry-${session.branch.length}`,
      timestamp: platform.now(),
      message: { role: "toolResult", toolName: name, toolCallId: "call-1", content, details, isError: false },
    });
    return textOf(result);
  };

  return {
    // Only what the extension may call while it registers.
    api: api as unknown as ExtensionAPI,
    tools,
    commands,
    renderers,
    asked,
    get events() {
      return [...handlers.keys()];
    },
    start: async (session, event = {}) => {
      const shown = session.nextStatus();
      await emit("session_start", { reason: "startup", ...event }, session);
      return handlers.has("session_start") ? shown : undefined;
    },
    prompt: async (session, text) => {
      const event = { prompt: text, systemPrompt: "You keep a lighthouse." };
      const results = await emit("before_agent_start", event, session);
      if (results.some((result) => "systemPrompt" in result)) throw new Error("The system prompt was changed.");
      const messages = results.flatMap((result) => ("message" in result ? [result.message as RecallMessage] : []));
      const types = messages.map(({ customType }) => customType);
      if (new Set(types).size < types.length)
        throw new Error("More than one message of a kind was put after the prompt.");
      for (const message of messages) {
        const entry = { id: `entry-${session.branch.length}`, timestamp: platform.now() };
        session.branch.push({ type: "custom_message", ...entry, ...message });
      }
      return messages.find(({ customType }) => customType === "wiki-recall") ?? messages[0];
    },
    toolCall: async (session, tool, input, act) => {
      const results = await emit("tool_call", { toolCallId: "call-1", toolName: tool, input }, session);
      const refusal = results.find((result) => "block" in result);
      if (refusal !== undefined && "reason" in refusal) return String(refusal.reason);
      act?.();
      const output = await execute(session, tool, input);
      const content = [{ type: "text", text: output }];
      const event = { toolCallId: "call-1", toolName: tool, input, content, isError: false };
      const changed = (await emit("tool_result", event, session)).find((result) => "content" in result);
      return changed === undefined ? output : textOf(changed as ToolResult);
    },
    turnEnd: async (session, then = "settles") => {
      const shown = session.nextStatus();
      await emit("agent_end", { messages: [] }, session);
      if (then === "settles") await shown;
    },
    compact: async (session, preparation = {}) => {
      await emit("session_before_compact", { preparation, branchEntries: session.branch }, session);
    },
    command: async (session, line) => {
      const [, name = "", args = ""] = /^\/(\S+) ?([\s\S]*)$/.exec(line) ?? [];
      commanding = session;
      await commands.get(name)?.handler(args, session.ctx);
      return session.notices.at(-1);
    },
    complete: async (prefix) => {
      const items = await commands.get("wiki")?.getArgumentCompletions?.(prefix);
      return items?.map(({ value }) => value) ?? null;
    },
    shutdown: async (session) => {
      await emit("session_shutdown", { reason: "quit" }, session);
      session.end();
    },
  };
};

/** A Pi in which the extension is registered. */
export const openFakePi = (platform: Platform): FakePi => {
  const pi = fakePi(platform);
  register(pi.api, platform);
  return pi;
};
