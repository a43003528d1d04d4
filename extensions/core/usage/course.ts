/** What happened in a session, as far as the use of pages can be read from it. The host tells; nothing of it is kept. */

import type { Instant } from "../../platform/platform.ts";

interface Step {
  /** The same for one entry of the session, whoever tells of it, and for no other. */
  readonly entry: string;
  /** When it was; undefined where the host does not say. */
  readonly at: Instant | undefined;
}

/** Pages were put before the model. */
export interface ShownPages extends Step {
  readonly kind: "shown";
  readonly how: "injected" | "asked";
  /** The prompt, counted from one. */
  readonly turn: number;
  readonly pages: readonly { readonly id: string; readonly path: string; readonly tokens: number }[];
}

/** The model answered. */
export interface Answered extends Step {
  readonly kind: "answered";
  readonly text: string;
}

/** The model said by a tool that it relied on a page; that has been recorded. */
export interface SaidUseful extends Step {
  readonly kind: "said-useful";
  readonly page: { readonly id: string; readonly path: string };
}

/** A shell command ended with a status of its own. */
export interface RanCommand extends Step {
  readonly kind: "ran";
  readonly command: string;
  readonly isOk: boolean;
}

/** A tool wrote a file. */
export interface WroteFile extends Step {
  readonly kind: "wrote";
  /** As the tool was given it. */
  readonly path: string;
}

export type CourseStep = ShownPages | Answered | SaidUseful | RanCommand | WroteFile;

export interface Course {
  readonly session: string;
  /** The task that the session works on. */
  readonly task?: string;
  /** In their order. */
  readonly steps: readonly CourseStep[];
}
