/** What every engine under test must do: take documents, then rank them for a query. */

import type { EvalDoc } from "../sets/eval-set.ts";
import type { BenchWorld } from "../world/bench-world.ts";

export const deepest = 20;

export interface EngineSetting {
  readonly world: BenchWorld;
  /** A name for this group of documents, as a folder. */
  readonly place: string;
}

export interface BuiltEngine {
  /** At most twenty document ids, best first. */
  search(query: string): Promise<readonly string[]>;
  /** Wall time that the index took, without writing the documents to disk. */
  readonly buildMs: number;
}

export type Engine = (docs: readonly EvalDoc[], setting: EngineSetting) => Promise<BuiltEngine>;

/** What engines without fields of their own for them index: triggers come after the text. */
export const indexedText = ({ text, triggers }: EvalDoc): string => [text, ...triggers].join("\n");

export const engineNames = ["pi-wiki", "flexsearch", "minisearch", "fts5", "peer"] as const;
export type EngineName = (typeof engineNames)[number];

export const timed = async <T>(action: () => T | Promise<T>): Promise<{ readonly value: T; readonly ms: number }> => {
  const began = performance.now();
  const value = await action();
  return { value, ms: performance.now() - began };
};

export type ImportNative = (url: string) => Promise<unknown>;
