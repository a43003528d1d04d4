/** What one MCP connection holds: its workspace, the work that nobody waits for, and what is to be told with the next answer. */

import { isWikiError } from "../../core/errors.ts";
import { renderTampering } from "../../core/guard/seals/render-tampering.ts";
import { inTurn } from "../../core/in-turn.ts";
import { asLine } from "../../core/visible.ts";
import type { Workspace } from "../../workspace.ts";

export interface McpSession {
  readonly id: string;
  readonly workspace: Workspace;
  /** Opens indexes and looks at the sealed files, in the background; again it does nothing. */
  begin(): void;
  /** A call that may write: it has the vaults to itself, and what was changed before it was changed by others. */
  writing<Answer>(work: () => Promise<Answer>): Promise<Answer>;
  /** After a call has been answered. */
  after(effect: "read" | "write"): void;
  /** What was put right since somebody was told, in a line each. */
  takeNotices(): readonly string[];
  /** Lets the last work end. */
  end(): Promise<void>;
}

export interface McpSessionParts {
  readonly workspace: Workspace;
  /** What nobody waits for went wrong. */
  onProblem(problem: unknown): void;
  /** Pages came, went or changed. */
  onPagesChanged(): void;
}

const idLength = 12;

/** An error as one line for a person or a model. */
export const problemOf = (error: unknown): string => {
  if (isWikiError(error)) return asLine(`${error.message} ${error.hint}`);
  return asLine(`Internal error: ${error instanceof Error ? error.message : String(error)}`);
};

export const openMcpSession = ({ workspace: given, onProblem, onPagesChanged }: McpSessionParts): McpSession => {
  const id = `mcp-${given.platform.newId(idLength)}`;
  const workspace = given.as("mcp", { session: id });
  const writes = inTurn();
  const notices: string[] = [];
  let background: Promise<void> = Promise.resolve();
  let hasBegun = false;
  let sign: string | undefined;
  const inBackground = (work: () => Promise<unknown>): void => {
    background = background.then(work).then(
      () => undefined,
      (error: unknown) => onProblem(error),
    );
  };
  const checkSeals = async (): Promise<void> => {
    const line = renderTampering(await workspace.seals.check());
    if (line !== "") notices.push(line);
  };
  const lookForChanges = async (): Promise<void> => {
    const { pages } = await workspace.browse.look();
    if (sign !== undefined && sign !== pages) onPagesChanged();
    sign = pages;
  };
  return {
    id,
    workspace,
    begin: () => {
      if (hasBegun) return;
      hasBegun = true;
      inBackground(() => workspace.noteSession(id, "open"));
      inBackground(() => workspace.warm());
      inBackground(() => workspace.anchors.check());
      inBackground(checkSeals);
      inBackground(lookForChanges);
    },
    writing: (work) =>
      writes(async () => {
        await checkSeals().catch(onProblem);
        await workspace.look().catch(onProblem);
        return work();
      }),
    after: (effect) => {
      if (effect === "write") {
        // In turn with the next call that writes.
        inBackground(() => writes(() => workspace.settle()));
        inBackground(() => workspace.anchors.check());
        inBackground(() => workspace.usage.flush());
      }
      inBackground(lookForChanges);
    },
    takeNotices: () => notices.splice(0),
    end: async () => {
      if (!hasBegun) return;
      inBackground(() => workspace.usage.flush());
      inBackground(() => workspace.noteSession(id, "over"));
      await background;
    },
  };
};
