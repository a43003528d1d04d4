/** mcp: the same memory for other agents, over standard input and output, for as long as the client is there. */

import { type Call, defineVerb } from "../verb.ts";

export const mcp = defineVerb({
  name: "mcp",
  summary: "Serves the tools and pages to an agent by the Model Context Protocol, over standard input and output.",
  options: {},
  run: async (_input, call) => {
    const workspace = await call.workspace();
    // Late: no other verb needs the protocol.
    const { serve } = await import("../../mcp/serve.ts");
    await serve({ workspace, interrupt: interruptOf(call), complain: (line) => process.stderr.write(`${line}\n`) });
    endSoon();
    return { data: {}, text: () => "" };
  },
});

/** Clients end a server by closing its input, then by SIGTERM. */
const interruptOf = (call: Call): AbortSignal => {
  const ending = new AbortController();
  process.once("SIGTERM", () => ending.abort());
  return AbortSignal.any([call.interruptSignal(), ending.signal]);
};

/** Work that goes on in a thread must not keep the process of a client that has gone. */
const endSoon = (): void => {
  setTimeout(() => process.exit(), 500).unref();
};
