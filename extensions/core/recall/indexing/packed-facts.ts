/** A page's facts as the index file keeps them: without what its path says and without what is usual. Pure. */

import { pageIdOf } from "../../pages/parse-page.ts";
import type { PageFacts } from "./index-part.ts";

const usual: Omit<PageFacts, "id" | "path"> = {
  title: "",
  aliases: [],
  type: "general",
  status: "stable",
  confidence: undefined,
  taskId: undefined,
  validFrom: undefined,
  validUntil: undefined,
  staleAfter: undefined,
  date: undefined,
  tags: [],
  sources: [],
  files: [],
  supersedes: [],
  supersededBy: [],
  consolidatedInto: [],
  hash: "",
  language: "en",
  humanVerified: false,
};
const usualValues: Readonly<Record<string, unknown>> = usual;

export const packFacts = ({ path, id, ...facts }: PageFacts): string => {
  const isUnusual = ([key, value]: readonly [string, unknown]): boolean =>
    Array.isArray(value) ? value.length > 0 : value !== undefined && value !== usualValues[key];
  const kept = Object.entries(facts).filter(isUnusual);
  return JSON.stringify(Object.fromEntries(id === pageIdOf(path) ? kept : [["id", id], ...kept]));
};

export const unpackFacts = (text: string, path: string): PageFacts => {
  const kept: Partial<PageFacts> = JSON.parse(text); // Written by packFacts.
  return { ...usual, id: kept.id ?? pageIdOf(path), path, ...kept };
};
