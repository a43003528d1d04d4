/** What is given to a model to distil, with all that it must know to do so. Pure. */

import type { Status } from "../pages/page.ts";
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
  | { readonly kind: "triggers"; readonly pages: readonly (KnownPage & { readonly preview: string })[] };

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
  }
};
