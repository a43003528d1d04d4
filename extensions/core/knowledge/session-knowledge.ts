/** What a session asks of the repository around it, by the names of its pages and tasks. */

import type { Platform } from "../../platform/platform.ts";
import type { Vault } from "../vault/vault.ts";
import { defaultBudget } from "./packet/packet.ts";
import { type Asking, openRepositoryKnowledge, type RepositoryKnowledge } from "./repository-knowledge.ts";
import type { AskedPacket, GroundAnswer, PacketAnswer, PageToGround } from "./serve-knowledge.ts";

export interface SessionKnowledge extends Pick<RepositoryKnowledge, "refresh" | "map" | "verify"> {
  /** Which hints of a page or a task are there; throws `page_not_found`. */
  ground(page: string, asking?: Asking): Promise<GroundAnswer>;
  /** What its hints lead to; 32,768 bytes and version 2 where nothing else is asked. */
  packet(page: string, rules?: Partial<AskedPacket>, asking?: Asking): Promise<PacketAnswer>;
}

export interface KnowledgeNeeds {
  readonly platform: Platform;
  /** The session's folder: the repository is the one around it. */
  readonly folder: string;
  /** Those that exist, nearest first. */
  vaults(): Promise<readonly Vault[]>;
}

export const openSessionKnowledge = ({ platform, folder, vaults }: KnowledgeNeeds): SessionKnowledge => {
  const repository = openRepositoryKnowledge(platform, folder);
  const named = async (page: string): Promise<PageToGround> => {
    const { pageToGround } = await import("./page-to-ground.ts");
    return pageToGround(platform, await vaults(), page);
  };
  /** Which lessons no packet may have; what the worker reads knows of no vault. */
  const withheld = async ({ text }: PageToGround): Promise<readonly string[]> => {
    const { hasHints, parseHints } = await import("./grounding/hints.ts");
    // Its packet has no lesson.
    if (!hasHints(parseHints(text))) return [];
    const { readShownLessons } = await import("./earned/shown-lessons.ts");
    const { openRepository } = await import("../git/repository.ts");
    const { commonDir } = await openRepository(platform, folder);
    const lessons = await readShownLessons(platform, { commonDir, vaults });
    return lessons.withheld.map(({ record_hash }) => record_hash);
  };
  return {
    refresh: (asking) => repository.refresh(asking),
    map: (query, asking) => repository.map(query, asking),
    verify: () => repository.verify(),
    ground: async (page, asking) => repository.ground(await named(page), asking),
    packet: async (page, { byteBudget = defaultBudget, version = "2" } = {}, asking = {}) => {
      const found = await named(page);
      return repository.packet(found, { byteBudget, version, withheld: await withheld(found) }, asking);
    },
  };
};
