/** A lighthouse's vault, served as to an MCP client, without the protocol. */

import { openServed } from "../../../extensions/hosts/mcp/serve.ts";
import type { Served, ToolAnswer } from "../../../extensions/hosts/mcp/served.ts";
import type { Workspace } from "../../../extensions/workspace.ts";
import { openToolWorld, type ToolWorld, type ToolWorldOptions } from "../../tools/tool-world.ts";

export interface McpWorld extends Omit<ToolWorld, "call"> {
  readonly served: Served;
  /** What went wrong, and nobody waited for. */
  readonly problems: readonly unknown[];
  /** How often the client was told that the list of pages has changed. */
  told(): number;
  /** Calls a tool as a client does. */
  call(tool: string, input: unknown, signal?: AbortSignal): Promise<ToolAnswer>;
  end(): Promise<void>;
  /** A second connection to the same vaults. */
  another(): Client;
}

type Client = Pick<McpWorld, "served" | "problems" | "told" | "call" | "end">;

export const openMcpWorld = async (options: ToolWorldOptions = {}): Promise<McpWorld> => {
  const world = await openToolWorld({ channel: "cli", ...options });
  return { ...world, ...openClient(world.workspace), another: () => openClient(world.workspace) };
};

const openClient = (workspace: Workspace): Client => {
  const problems: unknown[] = [];
  let told = 0;
  const { served, end } = openServed({
    workspace,
    onProblem: (problem) => problems.push(problem),
    onPagesChanged: () => {
      told += 1;
    },
  });
  return {
    served,
    problems,
    told: () => told,
    call: (tool, input, signal = new AbortController().signal) =>
      served.callTool(tool, input, { signal, onProgress: undefined }),
    end,
  };
};

export const textOf = ({ content }: ToolAnswer): string => content.map(({ text }) => text).join("\n");

/** The code of a refusal; undefined for an answer. */
export const codeOf = ({ isError, structuredContent }: ToolAnswer): unknown =>
  isError === true ? Reflect.get(Object(structuredContent?.["error"]), "code") : undefined;
