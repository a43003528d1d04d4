/** What is served to a client, whatever protocol carries it. */

export interface OfferedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly input: object;
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint?: boolean };
}

export interface McpCall {
  readonly signal: AbortSignal;
  /** Undefined where the client asked for none. */
  readonly onProgress: ((line: string) => void) | undefined;
}

export interface ToolAnswer {
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
}

export interface ListedPage {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

export interface ListedPages {
  readonly pages: readonly ListedPage[];
  /** Where the next part begins; undefined at the end. */
  readonly next: string | undefined;
}

export interface ReadPage {
  readonly uri: string;
  readonly text: string;
}

export interface PageTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly description: string;
}

export interface Served {
  readonly version: string;
  readonly instructions: string;
  readonly tools: readonly OfferedTool[];
  readonly templates: readonly PageTemplate[];
  /** Throws `McpRefusal` for a tool that is not offered. */
  callTool(name: string, input: unknown, call: McpCall): Promise<ToolAnswer>;
  /** Throws `McpRefusal` for a cursor that is none. */
  listPages(cursor: string | undefined): Promise<ListedPages>;
  /** Throws `McpRefusal` for a page that is not shown. */
  readPage(uri: string): Promise<ReadPage>;
  /** The client has said that it is there; it may say so again. */
  begin(): void;
  /** Something is wrong with the connection; nobody waits for it. */
  onProblem(problem: unknown): void;
}

/** A request that can't be answered. */
export class McpRefusal extends Error {
  /** What of the request is wrong. */
  readonly what: "params" | "resource";

  constructor(what: McpRefusal["what"], message: string) {
    super(message);
    this.what = what;
  }
}
