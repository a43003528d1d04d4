/**
 * Keeps what automatic recall last did in a session, for whoever asks in another process: `explained.json` in the state
 * folder of the vault that is nearest, {sessions: [Explanation]}, the newest last. What can't be read is as good as absent.
 */

import type { Platform } from "../../platform/platform.ts";
import { isTime } from "../instant.ts";
import { isJsonObject, type JsonObject, type JsonValue, parseJsonObject } from "../ledger/canonical.ts";
import type { Vault } from "../vault/vault.ts";
import type { ExplainedPage, Explanation } from "./explanation.ts";
import type { Gate } from "./inject.ts";
import type { ScoreParts } from "./ranking/rank.ts";

export interface ExplanationStore {
  /** The last of the session, or of all. */
  last(session: string | undefined): Explanation | undefined;
  keep(explanation: Explanation): Promise<void>;
}

const path = "explained.json";
const mostSessions = 20;
const mostPages = 20;
const mostExcluded = 50;
const largest = 1024 * 1024;

export const openExplanations = (platform: Platform, vault: Pick<Vault, "key">): ExplanationStore => {
  const files = platform.files(platform.paths.join(platform.environment.stateRoot, vault.key));
  const read = (): readonly Explanation[] => {
    const sessions = parseJsonObject(files.readText(path, largest) ?? "")?.["sessions"];
    return Array.isArray(sessions) ? sessions.flatMap(parseExplanation) : [];
  };
  return {
    last: (session) => read().findLast((one) => session === undefined || one.session === session),
    keep: (explanation) =>
      files.withLock(path, async () => {
        const others = read().filter(({ session }) => session !== explanation.session);
        const { pages, excluded } = explanation;
        const own = {
          ...explanation,
          pages: pages.slice(0, mostPages),
          excluded: excluded.slice(0, mostExcluded),
        };
        await files.write(path, `${JSON.stringify({ sessions: [...others, own].slice(-mostSessions) })}\n`);
      }),
  };
};

const parseExplanation = (value: JsonValue): readonly Explanation[] => {
  if (!isJsonObject(value)) return [];
  const { session, at, gate, tokens, elapsed_ms, pages, excluded } = value;
  const known = gates.find((one) => one === gate);
  if (typeof session !== "string" || typeof at !== "string" || !isTime(at) || known === undefined) return [];
  return [
    {
      session,
      at,
      gate: known,
      tokens: numberOf(tokens),
      elapsed_ms: numberOf(elapsed_ms),
      pages: objectsIn(pages).map(parsePage),
      excluded: objectsIn(excluded).map(({ id, layer, reason }) => ({
        id: textOf(id),
        layer: textOf(layer),
        reason: textOf(reason),
      })),
    },
  ];
};

const gates: readonly Gate[] = ["passed", "floor", "rare-term", "novelty", "budget", "off"];

const parsePage = ({ id, layer, labels, score, tokens, parts }: JsonObject): ExplainedPage => {
  const page = {
    id: textOf(id),
    layer: textOf(layer),
    labels: Array.isArray(labels) ? labels.map(textOf) : [],
    score: numberOf(score),
    tokens: typeof tokens === "number" ? tokens : null,
  };
  return parts === undefined || !isJsonObject(parts) ? page : { ...page, parts: parseParts(parts) };
};

const parseParts = (parts: JsonObject): ScoreParts => ({
  page: numberOf(parts["page"]),
  passage: numberOf(parts["passage"]),
  insideTitle: numberOf(parts["insideTitle"]),
  proximity: numberOf(parts["proximity"]),
  multiplier: numberOf(parts["multiplier"]),
  usage: numberOf(parts["usage"]),
  widened: parts["widened"] === true,
});

const objectsIn = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter((item: JsonValue) => isJsonObject(item)) : [];

const textOf = (value: JsonValue | undefined): string => (typeof value === "string" ? value : "");

const numberOf = (value: JsonValue | undefined): number => (typeof value === "number" ? value : 0);
