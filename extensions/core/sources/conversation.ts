/** What two people said to each other, a user and a model, without what was put between their words. Pure. */

import { openOwnWords } from "./conversation-noise.ts";

/** One thing that was said in a session, or `given`: put before the model by the memory itself or by the host. */
export interface Turn {
  /** Its name in the session. */
  readonly id: string;
  readonly role: "user" | "assistant" | "given";
  /** ISO 8601, where it is known. */
  readonly at?: string;
  readonly text: string;
}

/** A session's branch, from its first turn on. */
export interface Conversation {
  /** Id of the session. */
  readonly session: string;
  /** The same for all branches and forks that began with the same entry. */
  readonly root: string;
  readonly turns: readonly Turn[];
}

export type SpokenTurn = Turn & { readonly role: "user" | "assistant" };

/** A prompt that begins so was written by us: neither it nor the answers to it are anybody's experience. */
export const ownPromptMark = "[pi-wiki]";

const longestTurn = 40_000;
const longestTranscript = 2_000_000;

export interface Spoken {
  readonly turns: readonly SpokenTurn[];
  /** Old turns that were too much. */
  readonly omitted: number;
}

/** Empty for a session in which nothing but the memory, the host and tools spoke. */
export const spokenIn = (turns: readonly Turn[]): Spoken => {
  const given = turns.filter(({ role }) => role === "given").map(({ text }) => text);
  const ownWords = openOwnWords(given);
  const spoken = withoutOwnPrompts(turns).flatMap((turn) => {
    const text = ownWords(turn.text);
    return text === "" ? [] : [{ ...turn, text: cut(text) }];
  });
  return newest(spoken);
};

const withoutOwnPrompts = (turns: readonly Turn[]): readonly SpokenTurn[] => {
  let isOurs = false;
  return turns.filter((turn): turn is SpokenTurn => {
    if (turn.role === "user") isOurs = turn.text.trimStart().startsWith(ownPromptMark);
    return turn.role !== "given" && !isOurs;
  });
};

const cut = (text: string): string =>
  text.length <= longestTurn ? text : `${text.slice(0, longestTurn).replace(/[\ud800-\udbff]$/, "")} […]`;

/** The end of a conversation says what came of it: its beginning is left out where all is too much. */
const newest = (turns: readonly SpokenTurn[]): Spoken => {
  let left = longestTranscript;
  const from = turns.findLastIndex(({ text }) => {
    left -= text.length;
    return left < 0;
  });
  return { turns: turns.slice(from + 1), omitted: from + 1 };
};

/** One line of `transcript.jsonl`. */
export interface TranscriptLine {
  readonly turn: number;
  readonly role: "user" | "assistant";
  readonly at?: string;
  readonly entry: string;
  readonly text: string;
}

export const renderTranscript = (turns: readonly SpokenTurn[]): string =>
  turns
    .map(({ id, role, at, text }, index): TranscriptLine => {
      const line = { turn: index + 1, role, ...(at === undefined ? {} : { at }), entry: id };
      return { ...line, text };
    })
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");

/** Lines that are no turns are left out: a packet of another tool may hold any. */
export const parseTranscript = (text: string): readonly TranscriptLine[] =>
  text.split("\n").flatMap((line, index) => {
    const value = recordIn(line);
    const { role, at, entry, text: said } = value;
    if ((role !== "user" && role !== "assistant") || typeof said !== "string") return [];
    const time = typeof at === "string" ? { at } : {};
    return [{ turn: index + 1, role, ...time, entry: typeof entry === "string" ? entry : "", text: said }];
  });

const recordIn = (line: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
};
