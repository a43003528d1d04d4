/** The dashboard's server: on this machine only, for who has the token, and nothing it answers changes anything. */

import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { dirname, join } from "node:path";
import { isWikiError, WikiError } from "../../core/errors.ts";
import { visible } from "../../core/visible.ts";
import type { Workspace } from "../../workspace.ts";
import { packageRoot } from "../package-root.ts";
import { type Asked, admit, type Door } from "./admission.ts";
import { type Answers, openAnswers } from "./answers.ts";
import { type Assets, openAssets } from "./assets.ts";
import { type Changes, openChanges } from "./changes.ts";

export interface DashboardOptions {
  readonly workspace: Workspace;
  /** 0 takes a free one. */
  readonly port: number;
  /** Absolute. */
  readonly runDir?: string | undefined;
}

export interface Dashboard {
  /** With the token. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

interface Serving {
  readonly door: Door;
  readonly answers: Answers;
  readonly assets: Assets;
  readonly changes: Changes;
}

export const startDashboard = async ({ workspace, port, runDir }: DashboardOptions): Promise<Dashboard> => {
  const token = randomBytes(24).toString("base64url");
  const answers = openAnswers({ workspace, runDir });
  const assets = openAssets(join(dirname(packageRoot().templatesRoot), "extensions/hosts/dashboard/page"));
  const changes = openChanges({ platform: workspace.platform, look: answers.look, folders: answers.folders });
  const server = createServer();
  const bound = await listen(server, port);
  const serving = { door: { port: bound, token }, answers, assets, changes };
  server.on("request", (request, response) => {
    // A request that can't be answered must not end the others.
    respond(request, response, serving).catch(() => response.destroy());
  });
  return {
    url: `http://127.0.0.1:${bound}/?token=${token}`,
    port: bound,
    close: () => {
      changes.close();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const problem = error.code === "EADDRINUSE" ? `port ${port} is taken` : error.message;
      reject(
        new WikiError("usage", { problem: `The dashboard can't listen: ${problem}.` }, "Choose another --port.", error),
      );
    });
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });

/** No request leaves this machine, no script but the page's own runs, no text becomes markup. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const protections = {
  "Content-Security-Policy": policy,
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "no-store",
} as const;

const respond = async (request: IncomingMessage, response: ServerResponse, serving: Serving): Promise<void> => {
  // Only the path counts: whatever host an absolute address names was checked in the header.
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  const admission = admit(askedBy(request, url), serving.door);
  for (const [name, value] of Object.entries(protections)) response.setHeader(name, value);
  if (admission.kind === "refused") {
    if (admission.status === 405) response.setHeader("Allow", "GET");
    send(response, { status: admission.status, type: "text/plain; charset=utf-8", body: `${admission.reason}\n` });
    return;
  }
  if (admission.cookie !== undefined) response.setHeader("Set-Cookie", admission.cookie);
  if (url.pathname === "/api/changes") return stream(response, serving.changes);
  if (url.pathname.startsWith("/api/")) return await answer(response, url, serving.answers);
  const asset = serving.assets.at(url.pathname);
  if (asset === undefined) send(response, { status: 404, type: "text/plain; charset=utf-8", body: "Not here.\n" });
  else send(response, { status: 200, type: asset.type, body: asset.bytes });
};

const askedBy = ({ method = "", headers }: IncomingMessage, { pathname: path, searchParams }: URL): Asked => ({
  method,
  path,
  host: headers.host,
  origin: headers.origin,
  site: headers["sec-fetch-site"]?.toString(),
  cookie: headers.cookie,
  authorization: headers.authorization,
  token: searchParams.get("token") ?? undefined,
});

const json = "application/json; charset=utf-8";

const answer = async (response: ServerResponse, url: URL, answers: Answers): Promise<void> => {
  try {
    const data = await answers.to(url.pathname.slice("/api/".length), url.searchParams);
    send(response, { status: data === undefined ? 404 : 200, type: json, body: readable(data ?? notFound) });
  } catch (error) {
    const known = isWikiError(error) ? error : undefined;
    const message = error instanceof Error ? error.message : String(error);
    const told = { code: known?.code ?? "internal", message, hint: known?.hint ?? "" };
    send(response, { status: 500, type: json, body: readable({ error: told }) });
  }
};

/** Names that the page asks with again stay as they are; in all that is only read, nothing hides or turns round. */
const asked = new Set(["id", "root", "path"]);

const readable = (data: object): string => {
  const text = JSON.stringify(data);
  // To look at each of a hundred thousand texts takes longer than all the rest of the answer.
  if (!escaped.test(text) && visible(text) === text) return text;
  return JSON.stringify(data, (key, value: unknown) =>
    typeof value === "string" && !asked.has(key) ? visible(value) : value,
  );
};

/** What JSON does not write as it is, but for a line feed, a tab, a quote or a backslash. */
const escaped = /\\[bfru]/;

const notFound = { error: { code: "not_found", message: "This is not here, or no longer.", hint: "" } };

interface Sent {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array;
}

const send = (response: ServerResponse, { status, type, body }: Sent): void => {
  response.writeHead(status, { "Content-Type": type, "Content-Length": Buffer.byteLength(body) });
  response.end(body);
};

const stream = (response: ServerResponse, changes: Changes): void => {
  response.writeHead(200, { "Content-Type": "text/event-stream; charset=utf-8" });
  response.write("retry: 1000\n\n");
  const leave = changes.listen({ changed: (areas) => response.write(`data: ${JSON.stringify(areas)}\n\n`) });
  response.on("close", leave);
};
