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
  VerifyAnswer,
} from "./serve-knowledge.ts";
import type { OnProgress } from "./stored-map.ts";
import type { MapQuery } from "./symbols/query-map.ts";

export interface Asking {
  /** Makes a map that is missing or stale first, where it would be refused. */
  readonly refresh?: boolean;
  readonly onProgress?: OnProgress;
}

export interface RepositoryKnowledge {
  /** Brings what is known to the index as it is. */
  refresh(onProgress?: OnProgress): Promise<RefreshAnswer>;
  map(query: MapQuery, asking?: Asking): Promise<MapAnswer>;
  /** Which of a page's hints are there, which are planned, and which are not known. */
  ground(page: PageToGround, asking?: Asking): Promise<GroundAnswer>;
  /** What is to be said of the hints of pages. */
  lint(pages: readonly PageToGround[]): Promise<LintAnswer>;
  /** What the hints lead to, within so many bytes. */
  packet(page: PageToGround, rules: AskedPacket, asking?: Asking): Promise<PacketAnswer>;
  verify(): Promise<VerifyAnswer>;
}

/** A limit gives the work a thread to itself: a cold refresh takes seconds, for which no index should have to wait. */
const longestMs = 15 * 60_000;

export const openRepositoryKnowledge = (
  { inWorker }: Pick<Platform, "inWorker">,
  folder: string,
): RepositoryKnowledge => {
  const ask = (request: KnowledgeRequest, onProgress?: OnProgress): Promise<unknown> =>
    inWorker("knowledge", { folder, request }, { onProgress, limitMs: longestMs });
  // The worker runs serveKnowledge, which answers what it is asked.
  return {
    refresh: async (onProgress) => (await ask({ ask: "refresh" }, onProgress)) as RefreshAnswer,
    map: async (query, { refresh = false, onProgress } = {}) =>
      (await ask({ ask: "map", query, refresh }, onProgress)) as MapAnswer,
    ground: async (page, { refresh = false, onProgress } = {}) =>
      (await ask({ ask: "ground", page, refresh }, onProgress)) as GroundAnswer,
    lint: async (pages) => (await ask({ ask: "lint", pages })) as LintAnswer,
    packet: async (page, rules, { refresh = false, onProgress } = {}) =>
      (await ask({ ask: "packet", page, rules, refresh }, onProgress)) as PacketAnswer,
    verify: async () => (await ask({ ask: "verify" })) as VerifyAnswer,
  };
};
