/** A model on 127.0.0.1 that says what a script tells it to, and keeps every request it was sent. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { at, contentText, listAt, parseJson, textAt } from "./json-view.ts";

export interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** One answer of the model: words, or tool calls that Pi runs before it asks again. */
export type Step = { readonly text: string } | { readonly calls: readonly ToolCall[] };

export interface ChatMessage {
  readonly role: string;
  readonly text: string;
  /** The message as it was sent, byte for byte comparable. */
  readonly raw: string;
}

export interface ModelRequest {
  readonly messages: readonly ChatMessage[];
  /** Everything the provider would put before the conversation: leading system messages. */
  readonly system: string;
  readonly toolNames: readonly string[];
  readonly toolsRaw: string;
}

export interface ScriptedModel {
  readonly baseUrl: string;
  readonly requests: readonly ModelRequest[];
  /** Adds answers; when none are left the model says "Done." */
  play(...steps: readonly Step[]): void;
  /** How many answers have not been asked for yet. */
  waiting(): number;
  close(): Promise<void>;
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString("utf8");
};

const isSystem = (role: string): boolean => role === "system" || role === "developer";

const parseRequest = (body: string): ModelRequest => {
  const value = parseJson(body)?.value;
  const messages = listAt(value, "messages").map((message) => ({
    role: textAt(message, "role"),
    text: contentText(at(message, "content")),
    raw: JSON.stringify(message),
  }));
  const firstOther = messages.findIndex((message) => !isSystem(message.role));
  const tools = listAt(value, "tools");
  return {
    messages,
    system: messages
      .slice(0, Math.max(firstOther, 0))
      .map((message) => message.raw)
      .join("\n"),
    toolNames: tools.map((tool) => textAt(tool, "function", "name")),
    toolsRaw: JSON.stringify(tools),
  };
};

const deltaOf = (step: Step, turn: number): JsonDelta =>
  "text" in step
    ? { delta: { role: "assistant", content: step.text }, reason: "stop" }
    : {
        delta: {
          role: "assistant",
          tool_calls: step.calls.map((call, index) => ({
            index,
            id: `call_${turn}_${index}`,
            type: "function",
            function: { name: call.name, arguments: JSON.stringify(call.arguments) },
          })),
        },
        reason: "tool_calls",
      };

interface JsonDelta {
  readonly delta: Readonly<Record<string, unknown>>;
  readonly reason: string;
}

const stream = (response: ServerResponse, answer: JsonDelta): void => {
  const chunk = (rest: object): string =>
    `data: ${JSON.stringify({ id: "scripted", object: "chat.completion.chunk", created: 0, model: "scripted", ...rest })}\n\n`;
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(chunk({ choices: [{ index: 0, delta: answer.delta, finish_reason: null }] }));
  response.write(chunk({ choices: [{ index: 0, delta: {}, finish_reason: answer.reason }] }));
  response.write(chunk({ choices: [], usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } }));
  response.end("data: [DONE]\n\n");
};

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (typeof address === "object" && address !== null) resolve(address.port);
      else reject(new Error("The scripted model has no port."));
    });
  });

/** Starts the server; speaks the streaming chat-completions protocol that Pi calls `openai-completions`. */
export const startScriptedModel = async (): Promise<ScriptedModel> => {
  const requests: ModelRequest[] = [];
  const script: Step[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      requests.push(parseRequest(body));
      stream(response, deltaOf(script.shift() ?? { text: "Done." }, requests.length));
    });
  });
  const port = await listen(server);
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    play: (...steps) => void script.push(...steps),
    waiting: () => script.length,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
