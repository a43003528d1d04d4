/** A page's facts as the index file keeps them: without what its path says and without what is usual. Pure. */

import { pageIdOf } from "../../pages/parse-page.ts";
import type { PageFacts } from "./index-part.ts";

const usual: Readonly<Record<string, unknown>> = {
  type: "general",
  status: "stable",
  language: "en",
  title: "",
  humanVerified: false,
};

export const packFacts = ({ path, id, ...facts }: PageFacts): string => {
  const isUnusual = ([key, value]: readonly [string, unknown]): boolean =>
    Array.isArray(value) ? value.length > 0 : value !== undefined && value !== usual[key];
  const kept = Object.entries(facts).filter(isUnusual);
  return JSON.stringify(Object.fromEntries(id === pageIdOf(path) ? kept : [["id", id], ...kept]));
};

const none: readonly string[] = [];

export const unpackFacts = (text: string, path: string): PageFacts => {
  const kept: Partial<PageFacts> = JSON.parse(text); // Written by packFacts.
  return {
    id: kept.id ?? pageIdOf(path),
    path,
    title: kept.title ?? "",
    aliases: kept.aliases ?? none,
    type: kept.type ?? "general",
    status: kept.status ?? "stable",
    confidence: kept.confidence,
    taskId: kept.taskId,
    validFrom: kept.validFrom,
    validUntil: kept.validUntil,
    staleAfter: kept.staleAfter,
    date: kept.date,
    tags: kept.tags ?? none,
    sources: kept.sources ?? none,
    supersedes: kept.supersedes ?? none,
    supersededBy: kept.supersededBy ?? none,
    consolidatedInto: kept.consolidatedInto ?? none,
    hash: kept.hash ?? "",
    language: kept.language ?? "en",
    humanVerified: kept.humanVerified ?? false,
  };
};
