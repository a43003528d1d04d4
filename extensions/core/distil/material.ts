/** What is given to a model to distil, with all that it must know to do so. Pure. */

import type { Status } from "../pages/page.ts";
import type { TrajectoryOutcome } from "../trajectories/packet.ts";
import type { NegativeExample } from "../usage/usage-fold.ts";
import type { SubmissionShape } from "./shapes.ts";

export interface KnownPage {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  readonly title: string;
  readonly type: string;
  /** The one that counts. */
  readonly status: Status;
}

export interface Transcript {
  readonly id: string;
  /** Absolute: of the transcript's lines. */
  readonly path: string;
  readonly title: string;
  readonly captured_at: string;
  readonly turns: number;
  readonly characters: number;
  readonly preview: string;
  readonly neighbours: readonly KnownPage[];
}

export interface SourceText {
  readonly id: string;
  /** Id of the page that stands for it. */
  readonly page: string;
  /** Absolute: of the text that was taken from it. */
  readonly path: string;
  readonly title: string;
  readonly captured_at: string;
  readonly characters: number;
  readonly preview: string;
  readonly neighbours: readonly KnownPage[];
}

/** Notes that may say the same. */
export interface OverlapGroup {
  readonly pages: readonly (KnownPage & { readonly preview: string })[];
}

/** What an agent did for one task. */
export interface TrajectorySummary {
  readonly id: string;
  /** Absolute: of its readable summary, and of all its steps. */
  readonly path: string;
  readonly steps_path: string;
  readonly title: string;
  readonly captured_at: string;
  /** How it came out, and who says so. */
  readonly outcome: TrajectoryOutcome;
  readonly steps: number;
  readonly preview: string;
}

/** Trajectories of one matter. */
export interface RelatedTrajectories {
  readonly trajectories: readonly TrajectorySummary[];
  /** Tasks, files and commands that all of them have. */
  readonly shared: readonly string[];
  /** Some of them worked and some did not. */
  readonly contradicting: boolean;
  /** Skills and cases that may say the same. */
  readonly neighbours: readonly KnownPage[];
}

/** A skill or case that was rejected or retired. */
export interface WithheldSkill {
  readonly id: string;
  readonly title: string;
  readonly reason: string;
}

/** A claim that must not be written again. */
export interface RejectedClaim {
  readonly claim: string;
  readonly reason: string;
  readonly at: string;
}

export interface Circumstances {
  /** How much more there is than what is given now. */
  readonly waiting: number;
  readonly negative_examples: readonly NegativeExample[];
  /** The newest; all are asked when something is submitted. */
  readonly tombstones: readonly RejectedClaim[];
  readonly rules: readonly string[];
  readonly shape: SubmissionShape;
}

export type Material =
  | { readonly kind: "conversation"; readonly transcripts: readonly Transcript[] }
  | { readonly kind: "source"; readonly sources: readonly SourceText[] }
  | { readonly kind: "notes"; readonly groups: readonly OverlapGroup[] }
  | { readonly kind: "triggers"; readonly pages: readonly (KnownPage & { readonly preview: string })[] }
  | {
      readonly kind: "trajectory";
      readonly groups: readonly RelatedTrajectories[];
      readonly withheld: readonly WithheldSkill[];
    };

export type Prepared = Material & Circumstances;

/** How many things there are to do. */
export const sizeOf = (material: Material): number => {
  switch (material.kind) {
    case "conversation":
      return material.transcripts.length;
    case "source":
      return material.sources.length;
    case "notes":
      return material.groups.length;
    case "triggers":
      return material.pages.length;
    case "trajectory":
      return material.groups.length;
  }
};
