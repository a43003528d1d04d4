/** The same memory for other agents, over MCP. */

export const mcpRequirements = [
  {
    id: "mcp.same-tools",
    text: "pi-wiki mcp offers every tool with its own schema, title and description, read-only where its effect is read, and answers with the same text and data as in Pi.",
    source: "hosts.md MCP",
  },
  {
    id: "mcp.opt-in",
    text: "A tool with a setting is offered only where that setting is on, and one that is not offered can't be called; PI_WIKI=off offers nothing.",
    source: "hosts.md MCP; product.md Surfaces",
  },
  {
    id: "mcp.no-authority",
    text: "Over MCP nothing is confirmed, rejected or retired, whatever the arguments say, and what is written is a draft, recorded as written through mcp.",
    source: "hosts.md MCP; trust.md Channels",
  },
  {
    id: "mcp.refusals",
    text: "A refusal is an answer that names the thing and the remedy, as text and as code, message and hint; arguments that do not fit the schema are refused in the same form before anything runs.",
    source: "hosts.md MCP; architecture.md Errors",
  },
  {
    id: "mcp.layers",
    text: "Recall over MCP answers from both layers as in Pi, and pages of a layer are resources wiki://<layer>/<id>.",
    source: "hosts.md MCP; recall.md Layers",
  },
  {
    id: "mcp.resources",
    text: "Resources are listed in parts, in one order, and read inside the fence of recall with their labels; nothing in a page ends the fence.",
    source: "hosts.md MCP; recall.md Answer",
  },
  {
    id: "mcp.withheld",
    text: "No resource names or shows a page that recall withholds, nor one of a task that the session does not work on.",
    source: "trust.md Lifecycle",
  },
  {
    id: "mcp.changes-told",
    text: "A client is told that the list of pages has changed after a call that found it changed.",
    source: "hosts.md MCP",
  },
  {
    id: "mcp.kept-in-step",
    text: "After a write, events, derived files and the index are brought up to date; what others edited is never taken for the client's, and a call that writes waits for the one before it.",
    source: "hosts.md MCP; trust.md Lifecycle",
  },
  {
    id: "mcp.use",
    text: "Pages that an answer shows, and what is said of them, are recorded as uses, put into the vault after a write and at the end.",
    source: "trust.md Usage",
  },
  {
    id: "mcp.seals",
    text: "What was altered among captured sources and in the ledger is put back at the start and before a call that writes, and told with the next answer.",
    source: "guard.md; hosts.md MCP",
  },
  {
    id: "mcp.quiet-start",
    text: "A connection writes nothing to a vault before the first call that writes.",
    source: "product.md What it never does",
  },
  {
    id: "mcp.protocol",
    text: "From the packed package a client of the SDK shakes hands, calls every tool and reads pages; nothing but the protocol is on standard output.",
    source: "hosts.md MCP",
  },
  {
    id: "mcp.cancel",
    text: "A call that the client cancels is aborted, and a call that asked for it is told of progress.",
    source: "hosts.md MCP",
  },
  {
    id: "mcp.ends",
    text: "The server ends with its client, and on SIGTERM, with all that was acknowledged in the vault.",
    source: "hosts.md MCP; product.md What it never does",
  },
  {
    id: "mcp.many-clients",
    text: "Several clients at once on one vault lose nothing and leave a ledger that verifies.",
    source: "hosts.md MCP; quality.md",
  },
  {
    id: "mcp.snippets",
    text: "The configurations in README.md are valid for their hosts and start a server that answers.",
    source: "hosts.md MCP",
  },
  {
    id: "mcp.optional",
    text: "Where the protocol's package was left out, pi-wiki mcp says so and what to do.",
    source: "architecture.md Dependencies",
  },
] as const;
