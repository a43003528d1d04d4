/** Speaks the Model Context Protocol over standard input and output. The owner of its package, which is loaded late. */

import type { ServerContext } from "@modelcontextprotocol/server";
import { WikiError } from "../../core/errors.ts";
import { type McpCall, McpRefusal, type OfferedTool, type Served } from "./served.ts";

export interface Connection {
  /** Resolves when the client has gone. */
  readonly closed: Promise<void>;
  pagesChanged(): Promise<void>;
  close(): Promise<void>;
}

export const connect = async (served: Served): Promise<Connection> => {
  const { Server, ProtocolError, ProtocolErrorCode, serveStdio, StdioServerTransport } = await loadSdk();
  const codes = { params: ProtocolErrorCode.InvalidParams, resource: ProtocolErrorCode.ResourceNotFound };
  const answering = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    served.begin();
    try {
      return await work();
    } catch (error) {
      if (error instanceof McpRefusal) throw new ProtocolError(codes[error.what], error.message);
      throw error;
    }
  };
  type OpenServer = InstanceType<typeof Server>;
  let open: OpenServer | undefined;
  const openServer = (): OpenServer => {
    const { version, instructions, tools, templates } = served;
    const capabilities = { tools: {}, resources: { listChanged: true } };
    const server = new Server({ name: "pi-wiki", title: "pi-wiki", version }, { capabilities, instructions });
    server.oninitialized = () => served.begin();
    server.setRequestHandler("tools/list", () => answering(async () => ({ tools: tools.map(describeTool) })));
    server.setRequestHandler("tools/call", ({ params }, context) =>
      answering(async () => ({ ...(await served.callTool(params.name, params.arguments ?? {}, callOf(context))) })),
    );
    server.setRequestHandler("resources/list", ({ params }) =>
      answering(async () => {
        const { pages, next } = await served.listPages(params?.cursor);
        return {
          resources: pages.map((page) => ({ ...page, mimeType })),
          ...(next === undefined ? {} : { nextCursor: next }),
        };
      }),
    );
    server.setRequestHandler("resources/templates/list", () =>
      answering(async () => ({ resourceTemplates: templates.map((one) => ({ ...one, mimeType })) })),
    );
    server.setRequestHandler("resources/read", ({ params: { uri } }) =>
      answering(async () => ({ contents: [{ ...(await served.readPage(uri)), mimeType }] })),
    );
    open = server;
    return server;
  };
  const transport = new StdioServerTransport();
  const handle = serveStdio(openServer, { transport, onerror: served.onProblem });
  // The entry has put its own listener there.
  const closed = new Promise<void>((resolve) => {
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
  return {
    closed,
    pagesChanged: async () => open?.sendResourceListChanged(),
    close: () => handle.close(),
  };
};

const mimeType = "text/markdown";

const describeTool = ({ name, title, description, input, annotations }: OfferedTool) => ({
  name,
  title,
  description,
  // A tool's input is the JSON Schema of an object.
  inputSchema: { ...input, type: "object" as const },
  annotations: { title, ...annotations },
});

const callOf = ({ mcpReq }: ServerContext): McpCall => {
  const { signal } = mcpReq;
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return { signal, onProgress: undefined };
  let progress = 0;
  const onProgress = (message: string): void => {
    progress += 1;
    // Nobody is told of a client that went away meanwhile.
    mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, message } }).catch(ignore);
  };
  return { signal, onProgress };
};

const ignore = (): undefined => undefined;

const loadSdk = async () => {
  try {
    const [sdk, stdio] = await Promise.all([
      import("@modelcontextprotocol/server"),
      import("@modelcontextprotocol/server/stdio"),
    ]);
    return { ...sdk, ...stdio };
  } catch (error) {
    throw new WikiError("package_missing", { name: "@modelcontextprotocol/server", use: "MCP" }, undefined, error);
  }
};
