/** Web servers on this machine that behave as badly as a test asks them to. */

import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface HarbourServer {
  /** `127.0.0.1:<port>`, as it is written in the list of allowed hosts. */
  readonly host: string;
  readonly url: string;
  /** The paths that were asked for. */
  readonly asked: readonly string[];
}

/** Serves until the test has finished. */
export const serve = async (answer: RequestListener): Promise<HarbourServer> => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    // A client that hangs up is what these servers are for.
    response.on("error", () => undefined);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  return { host, url: `http://${host}`, asked };
};
