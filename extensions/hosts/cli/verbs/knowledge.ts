/** knowledge: what the repository around the vaults defines, and whether a page's hints are there. */

import { groundedText, mapText, packetText, refreshedText, verifiedText } from "../../../core/knowledge/answer-text.ts";
import { defaultBudget, leastBudget, mostBudget, packetVersions } from "../../../core/knowledge/packet/packet.ts";
import type { AskedPacket } from "../../../core/knowledge/serve-knowledge.ts";
import type { SessionKnowledge } from "../../../core/knowledge/session-knowledge.ts";
import { type MapQuery, mostSymbols } from "../../../core/knowledge/symbols/query-map.ts";
import { symbolKinds } from "../../../core/knowledge/symbols/symbol-map.ts";
import { present } from "../../../core/present.ts";
import { flag, integer, oneOf, refused, text } from "../option.ts";
import type { Progress } from "../progress.ts";
import { suggestion } from "../suggestion.ts";
import { type Answer, defineVerb } from "../verb.ts";
import {
  answerEarned,
  type EarnedAction,
  earnedActions,
  earnedOptions,
  personsActions,
  wordsOfEarned,
} from "./knowledge-earned.ts";

const mapActions = ["refresh", "map", "ground", "packet", "verify"] as const;
type MapAction = (typeof mapActions)[number];
const actions = [...mapActions, ...earnedActions];
type Action = (typeof actions)[number];

export const knowledge = defineVerb({
  name: "knowledge",
  summary:
    "What the repository defines: `refresh` maps it, `map` asks the map, `ground PAGE` looks for a page's localization hints, `packet PAGE` shows what they lead to, `verify` checks what is stored and exits 5 if it was altered. And what its tasks have earned: `lessons` lists it, `accept [TASK]` records a task whose checks exit 0, `observe` finds its commit, `export` and `import FILE` move it between clones, `repair` moves a torn end aside.",
  words: { placeholder: `${actions.join("|")} [PAGE|TASK|FILE]`, about: "What to do.", isRequired: true, take: "each" },
  person: ([action = ""]) => (personsActions.has(action) ? "terminal" : undefined),
  options: {
    query: text("NAME", "map: symbols with this name, or with this in their names; lessons: those with these words."),
    file: text("PATH", "map: symbols of this file, or of the files below this folder."),
    kind: oneOf(symbolKinds, "map: symbols of this kind only."),
    limit: integer("N", {
      minimum: 1,
      maximum: mostSymbols,
      about: `map: most symbols, 1 to ${mostSymbols}; 20 when not given.`,
    }),
    bytes: integer("N", {
      minimum: leastBudget,
      maximum: mostBudget,
      about: `packet: most bytes, from ${leastBudget}; ${defaultBudget} when not given.`,
    }),
    schema: oneOf(packetVersions, "packet: version of its schema; 2 when not given."),
    refresh: flag("map, ground, packet: make a map that is missing or out of date first."),
    ...earnedOptions,
  },
  run: async ({ words: [action = "", ...names], options }, call) => {
    const { query, file, kind, limit, bytes = defaultBudget, schema = "2", refresh } = options;
    const packet = { byteBudget: bytes, version: schema };
    const asked = { names, query: present({ query, file, kind, limit }), packet, refresh };
    const known = actionOf(action, asked);
    if (isEarned(known)) return answerEarned(known, names, { options, call });
    const { knowledge: repository } = await call.workspace();
    const progress = await call.openProgress("Map:");
    return answerTo(known, asked, { repository, progress }).finally(progress.end);
  },
});

interface Asked {
  readonly names: readonly string[];
  readonly query: MapQuery;
  readonly packet: AskedPacket;
  readonly refresh: boolean;
}

const actionOf = (word: string, { names }: Asked): Action => {
  const action = actions.find((one) => one === word);
  const hint = suggestion(word, actions);
  if (action === undefined) throw refused("knowledge", `"${word}" is not one of ${actions.join(", ")}`, hint);
  const [least, most] = isEarned(action) ? wordsOfEarned(action) : wordsOf(action);
  if (names.length > most) throw refused(`knowledge ${action}`, `"${names.join(" ")}" is too much`);
  if (names.length < least)
    throw refused(`knowledge ${action}`, `it takes one ${action === "import" ? "file" : "page"}`);
  return action;
};

const isEarned = (action: Action): action is EarnedAction => earnedActions.some((one) => one === action);

const wordsOf = (action: MapAction): readonly [number, number] =>
  action === "ground" || action === "packet" ? [1, 1] : [0, 0];

interface Place {
  readonly repository: SessionKnowledge;
  readonly progress: Progress;
}

const answerTo = async (action: MapAction, asked: Asked, place: Place): Promise<Answer> => {
  const { repository, progress } = place;
  const asking = { refresh: asked.refresh, onProgress: progress.update };
  switch (action) {
    case "refresh": {
      const answer = await repository.refresh({ onProgress: progress.update });
      return { data: answer, text: (paint) => refreshedText(answer, paint) };
    }
    case "map": {
      const answer = await repository.map(asked.query, asking);
      return { data: answer, text: (paint) => mapText(answer, asked.query, paint) };
    }
    case "ground": {
      const answer = await repository.ground(pageOf(asked.names), asking);
      return { data: answer, text: (paint) => groundedText(answer, paint) };
    }
    case "packet": {
      const answer = await repository.packet(pageOf(asked.names), asked.packet, asking);
      return { data: answer, text: (paint) => packetText(answer, paint) };
    }
    case "verify": {
      const answer = await repository.verify();
      const isSound =
        answer.facts.every(({ state }) => state !== "malformed") &&
        answer.earned.every(({ state }) => state === "sound");
      return { data: answer, text: (paint) => verifiedText(answer, paint), exitCode: isSound ? 0 : 5 };
    }
  }
};

const pageOf = ([name = ""]: readonly string[]): string => name;
