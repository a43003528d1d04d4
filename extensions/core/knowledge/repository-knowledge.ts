/** What is known of the repository around a folder, asked of the worker thread. */

import type { Platform } from "../../platform/platform.ts";
import type {
  AskedPacket,
  GroundAnswer,
  KnowledgeRequest,
  LintAnswer,
  MapAnswer,
  PacketAnswer,
  PageToGround,
  RefreshAnswer,
  ResolveAnswer,
  VerifyAnswer,
} from "./serve-knowledge.ts";
import type { OnProgress } from "./stored-map.ts";
import type { MapQuery } from "./symbols/query-map.ts";

export interface Watching {
  readonly onProgress?: OnProgress | undefined;
  /** Ends the work. */
  readonly signal?: AbortSignal | undefined;
}

export interface Asking extends Watching {
  /** Makes a map that is missing or stale first, where it would be refused. */
  readonly refresh?: boolean;
}

export interface RepositoryKnowledge {
  /** Brings what is known to the index as it is. */
  refresh(watching?: Watching): Promise<RefreshAnswer>;
  map(query: MapQuery, asking?: Asking): Promise<MapAnswer>;
  /** Which of a page's hints are there, which are planned, and which are not known. */
  ground(page: PageToGround, asking?: Asking): Promise<GroundAnswer>;
  /** What is to be said of the hints of pages. */
  lint(pages: readonly PageToGround[]): Promise<LintAnswer>;
  /** What the hints lead to, within so many bytes. */
  packet(page: PageToGround, rules: AskedPacket, asking?: Asking): Promise<PacketAnswer>;
  /** Where the names of lessons lead, each list for itself; nowhere without a fresh map. */
  resolve(references: readonly (readonly string[])[]): Promise<ResolveAnswer>;
  verify(): Promise<VerifyAnswer>;
}

/** A limit gives the work a thread to itself: a cold refresh takes seconds, for which no index should have to wait. */
const longestMs = 15 * 60_000;

export const openRepositoryKnowledge = (
  { inWorker }: Pick<Platform, "inWorker">,
  folder: string,
): RepositoryKnowledge => {
  const ask = (request: KnowledgeRequest, { onProgress, signal }: Watching = {}): Promise<unknown> =>
    inWorker("knowledge", { folder, request }, { onProgress, signal, limitMs: longestMs });
  // The worker runs serveKnowledge, which answers what it is asked.
  return {
    refresh: async (watching) => (await ask({ ask: "refresh" }, watching)) as RefreshAnswer,
    map: async (query, { refresh = false, ...watching } = {}) =>
      (await ask({ ask: "map", query, refresh }, watching)) as MapAnswer,
    ground: async (page, { refresh = false, ...watching } = {}) =>
      (await ask({ ask: "ground", page, refresh }, watching)) as GroundAnswer,
    lint: async (pages) => (await ask({ ask: "lint", pages })) as LintAnswer,
    packet: async (page, rules, { refresh = false, ...watching } = {}) =>
      (await ask({ ask: "packet", page, rules, refresh }, watching)) as PacketAnswer,
    resolve: async (references) => (await ask({ ask: "resolve", references })) as ResolveAnswer,
    verify: async () => (await ask({ ask: "verify" })) as VerifyAnswer,
  };
};
